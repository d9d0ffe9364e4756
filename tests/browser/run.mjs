/**
 * The engines, the embedding model and the plain host in a real browser with the real model (of WebLLM what a
 * machine without a graphics card can show). Writes `{passed, failed}` to the file that
 * CROSSROADS_RESULT names.
 */
import { writeFileSync } from 'node:fs';
import { distDir } from '../../scripts/setup/paths.mjs';
import { run as embedder } from './embedder.mjs';
import { run as engine } from './engine.mjs';
import { run as isolation } from './engine-isolation.mjs';
import { run as webllm } from './webllm.mjs';

const counts = [await isolation(distDir), await engine(), await embedder(), await webllm()];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`engine: ${passed} passed, ${failed} failed`);
if (process.env.CROSSROADS_RESULT !== undefined) {
  writeFileSync(process.env.CROSSROADS_RESULT, JSON.stringify({ passed, failed }));
}
process.exitCode = failed === 0 ? 0 : 1;

/**
 * The end-to-end tests: the built site in a real browser with the real model. `node tests/e2e/run.mjs [words of a name]`.
 * Writes `{passed, failed}` to the file that CROSSROADS_RESULT names.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/setup/paths.mjs';

const folder = mkdtempSync(join(tmpdir(), 'crossroads-e2e-'));
const report = join(folder, 'report.json');
const words = process.argv.slice(2);

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/playwright/cli.js',
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--reporter=list,json',
    ...(words.length > 0 ? ['-g', words.join(' ')] : []),
  ],
  {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  },
);

const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
rmSync(folder, { recursive: true });
const failed = stats.unexpected + errors.length;
const passed = stats.expected + stats.flaky;
console.log(`end-to-end: ${passed} passed, ${failed} failed`);
if (process.env.CROSSROADS_RESULT !== undefined) {
  writeFileSync(process.env.CROSSROADS_RESULT, JSON.stringify({ passed, failed }));
}
process.exitCode = status ?? 1;

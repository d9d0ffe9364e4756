import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureEmbeddingModel } from '../../scripts/setup/embedding-model.mjs';
import { joinParts } from '../../scripts/setup/parts.mjs';
import { cacheDir } from '../../scripts/setup/paths.mjs';
import { findPython, installBeside } from '../../scripts/setup/python.mjs';
import { lastWords, run } from '../../scripts/setup/run.mjs';

const REQUIREMENTS = ['onnxruntime==1.32.0', 'numpy'];

/**
 * Makes native onnxruntime ready on the same model file.
 * @returns {Promise<{ measure: (seconds: number) => Promise<{ one: number, eight: number }>, close: () => void }>} `measure` gives the
 *   windows a second, one and eight at once
 */
export async function nativeEmbedding() {
  const python = await findPython();
  const { model, reason } = await ensureEmbeddingModel();
  if (python === undefined || model === undefined) throw new Error(reason ?? 'There is no Python.');
  const cache = cacheDir();
  const packages = join(cache, 'py-onnxruntime');
  await installBeside(python, REQUIREMENTS, join(cache, 'py-onnxruntime.new'), packages);
  const folder = mkdtempSync(join(cache, 'native-'));
  const file = join(folder, 'model.onnx');
  await joinParts(model.folder, model.manifest.parts, file);
  const script = fileURLToPath(new URL('native-embedding.py', import.meta.url));
  return {
    async measure(seconds) {
      const outcome = await run(python.program, [...python.args, script, file, `${seconds}`], {
        env: { PYTHONPATH: packages, PYTHONNOUSERSITE: '1' },
      });
      if (outcome.code !== 0) throw new Error(lastWords(outcome));
      return JSON.parse(outcome.stdout);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

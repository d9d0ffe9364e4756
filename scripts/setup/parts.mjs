/**
 * A model on disk: a folder of parts of at most 24 MiB (some static hosts refuse larger files)
 * with a `manifest.json`. The folder appears under its name only when everything in it was
 * checked, so its being there is what says that it is complete.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode, replaceFile, sha256, writeDurably } from './files.mjs';

/** @typedef {import('./known-models.mjs').KnownModel} KnownModel */
/** @typedef {{ file: string, bytes: number, sha256: string }} Part */
/** @typedef {KnownModel & { parts: Part[] }} Manifest */

export const MANIFEST = 'manifest.json';
const STAMP = 'checked.json';
const PART_BYTES = 24 * 1024 * 1024;

/**
 * Splits a file into parts in `folder`, which appears only when the file had the expected hash.
 * @param {string} source
 * @param {string} temporary a folder to work in, on the same disk, that does not exist
 * @param {string} folder
 * @param {KnownModel} known
 * @returns {Promise<Manifest>}
 */
export async function storeInParts(source, temporary, folder, known) {
  await mkdir(temporary, { recursive: true });
  const whole = createHash('sha256');
  /** @type {Part[]} */
  const parts = [];
  const input = await open(source);
  try {
    const buffer = Buffer.alloc(PART_BYTES);
    for (;;) {
      const { bytesRead } = await input.read(buffer, 0, PART_BYTES);
      if (bytesRead === 0) break;
      const data = buffer.subarray(0, bytesRead);
      whole.update(data);
      const hash = sha256(data);
      // The hash in the name lets a host and a browser keep the part for ever.
      const file = `part-${String(parts.length + 1).padStart(2, '0')}-${hash.slice(0, 8)}.bin`;
      await writeDurably(join(temporary, file), data);
      parts.push({ file, bytes: bytesRead, sha256: hash });
    }
  } finally {
    await input.close();
  }
  const found = whole.digest('hex');
  if (found !== known.sha256) {
    await rm(temporary, { recursive: true, force: true });
    throw new Error(`${known.file} has the SHA-256 ${found} instead of ${known.sha256}`);
  }
  /** @type {Manifest} */
  const manifest = { ...known, parts };
  await writeDurably(join(temporary, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeDurably(join(temporary, STAMP), stampOf(temporary, parts));
  await rm(folder, { recursive: true, force: true });
  await rename(temporary, folder);
  return manifest;
}

/**
 * The manifest of a complete and sound folder. Cheap when size and time of every part are those
 * of the last check, else everything is hashed again.
 * @param {string} folder
 * @param {KnownModel} known
 * @returns {Promise<Manifest | undefined>} undefined when the folder must be made anew
 */
export async function readStored(folder, known) {
  const text = readIfThere(join(folder, MANIFEST));
  if (text === undefined) return undefined;
  try {
    /** @type {Manifest} */
    const stored = JSON.parse(text);
    const { parts } = stored;
    if (stored.sha256 !== known.sha256 || !Array.isArray(parts)) return undefined;
    const stamp = stampOf(folder, parts);
    if (readIfThere(join(folder, STAMP)) !== stamp) {
      if (!(await partsAreSound(folder, parts, known))) return undefined;
      await replaceFile(join(folder, STAMP), stamp);
    }
    // The description is today's, only the parts are the folder's.
    return { ...known, parts };
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Puts the parts together again.
 * @param {string} folder
 * @param {Part[]} parts
 * @param {string} target
 */
export async function joinParts(folder, parts, target) {
  await pipeline(readAll(folder, parts), createWriteStream(target));
}

/**
 * @param {string} folder
 * @param {Part[]} parts
 * @param {KnownModel} known
 */
async function partsAreSound(folder, parts, known) {
  const whole = createHash('sha256');
  await pipeline(readAll(folder, parts), whole);
  return whole.digest('hex') === known.sha256;
}

/**
 * @param {string} folder
 * @param {Part[]} parts
 * @returns {AsyncGenerator<Buffer>}
 */
async function* readAll(folder, parts) {
  for (const part of parts)
    yield* createReadStream(join(folder, part.file), { highWaterMark: 1 << 20 });
}

/**
 * @param {string} folder
 * @param {Part[]} parts
 * @returns {string}
 */
function stampOf(folder, parts) {
  return JSON.stringify(
    parts.map(({ file }) => {
      const { size, mtimeMs } = statSync(join(folder, file));
      return [file, size, mtimeMs];
    }),
  );
}

/**
 * @param {string} path
 * @returns {string | undefined}
 */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/**
 * Hashing, and writing that is seen whole or not at all.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * @param {string} path
 * @returns {Promise<string>} lower-case hexadecimal
 */
export async function sha256OfFile(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/**
 * @param {string | Uint8Array} data
 * @returns {string} lower-case hexadecimal
 */
export function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Writes and waits for the disk: a rename that survives a power cut before its content does
 * would leave an empty file under a trusted name.
 * @param {string} path
 * @param {string | Uint8Array} data
 */
export async function writeDurably(path, data) {
  const file = await open(path, 'w');
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Replaces a file in one step; a reader sees the old content or the new, never a part.
 * @param {string} path
 * @param {string | Uint8Array} data
 */
export async function replaceFile(path, data) {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeDurably(temporary, data);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Whether an error is the operating system's with one of these codes.
 * @param {unknown} error
 * @param {...string} codes
 * @returns {boolean}
 */
export function hasCode(error, ...codes) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/**
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  // fetch says only "fetch failed" and keeps what happened in the cause; others have said it themselves.
  return error.cause instanceof Error && !error.message.includes(error.cause.message)
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}

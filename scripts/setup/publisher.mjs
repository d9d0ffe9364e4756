/**
 * Downloads a large file over HTTP, going on where an earlier attempt ended.
 */
import { createWriteStream, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, sha256OfFile } from './files.mjs';

const ATTEMPTS = 3;
const SILENCE_MS = 20_000;

/**
 * Puts the file at `target` when its hash is right. What came so far stays in `target.partial`,
 * also over restarts; a complete file with a wrong hash is thrown away.
 * @param {{ address: string, target: string, bytes: number, sha256: string, pauseMs?: number }} options
 */
export async function fetchFile({ address, target, bytes, sha256, pauseMs = 1_000 }) {
  const partial = `${target}.partial`;
  await mkdir(dirname(target), { recursive: true });
  for (let attempt = 1; sizeOf(partial) !== bytes; attempt += 1) {
    const before = sizeOf(partial);
    try {
      await fetchRest(address, partial, bytes);
    } catch (error) {
      // An attempt that got further does not count: a slow line may need many.
      if (sizeOf(partial) > before) attempt = 0;
      if (attempt >= ATTEMPTS) throw new Error(`${new URL(address).host}: ${messageOf(error)}`);
      await sleep(pauseMs * Math.max(attempt, 1));
    }
  }
  const found = await sha256OfFile(partial);
  if (found !== sha256) {
    await rm(partial);
    throw new Error(`${address} has the SHA-256 ${found} instead of ${sha256}`);
  }
  await rename(partial, target);
}

/**
 * @param {string} address
 * @param {string} partial
 * @param {number} bytes
 */
async function fetchRest(address, partial, bytes) {
  const start = sizeOf(partial);
  const stop = new AbortController();
  const giveUp = () => stop.abort(new Error(`no data for ${SILENCE_MS / 1000} seconds`));
  let timer = setTimeout(giveUp, SILENCE_MS);
  try {
    const response = await fetch(address, {
      // A compressed answer would make the byte positions of a range meaningless.
      headers: { range: `bytes=${start}-`, 'accept-encoding': 'identity' },
      signal: stop.signal,
    });
    const { body } = response;
    if (!response.ok || body === null) throw new Error(`answered with status ${response.status}`);
    // A server may ignore the range and send everything: then start over.
    const resumes = response.headers.get('content-range')?.startsWith(`bytes ${start}-`) ?? false;
    const output = createWriteStream(partial, { flags: resumes ? 'a' : 'w' });
    await pipeline(
      body,
      async function* (/** @type {AsyncIterable<Uint8Array>} */ chunks) {
        let size = resumes ? start : 0;
        for await (const chunk of chunks) {
          clearTimeout(timer);
          timer = setTimeout(giveUp, SILENCE_MS);
          size += chunk.byteLength;
          if (size > bytes) throw new Error(`sent more than the expected ${bytes} bytes`);
          yield chunk;
        }
      },
      output,
    );
    if (sizeOf(partial) < bytes) throw new Error('ended before the whole file had come');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} path
 * @returns {number} 0 when there is no such file
 */
function sizeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

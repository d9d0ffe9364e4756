/**
 * A lock file, so that two set-ups at once do not work on the same cache.
 *
 * The holder touches the file every few seconds. A lock is stale when its process on this machine
 * is gone, or when nobody has touched it for a minute: the second rule covers a process id that
 * was given to another program and a cache shared between containers or machines.
 */
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './files.mjs';

const TOUCH_EVERY_MS = 5_000;
const STALE_AFTER_MS = 60_000;
const LOOK_EVERY_MS = 500;

/** @typedef {{ content: string, age: number }} Held */

/**
 * Does the work while holding the lock, waiting for another holder first.
 * @template T
 * @param {string} path
 * @param {(message: string) => void} log
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, log, work) {
  const content = JSON.stringify({ host: hostname(), pid: process.pid, token: randomUUID() });
  mkdirSync(dirname(path), { recursive: true });
  await acquire(path, content, log);
  const touch = setInterval(() => touchIfOurs(path, content), TOUCH_EVERY_MS);
  touch.unref();
  try {
    return await work();
  } finally {
    clearInterval(touch);
    if (look(path)?.content === content) rmSync(path, { force: true });
  }
}

/**
 * @param {string} path
 * @param {string} content
 * @param {(message: string) => void} log
 */
async function acquire(path, content, log) {
  let told = false;
  for (;;) {
    try {
      writeFileSync(path, content, { flag: 'wx' });
      return;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const held = look(path);
    if (held === undefined) continue;
    if (isStale(held)) {
      takeAway(path, held);
      continue;
    }
    if (!told) log('Another set-up is at work on the same cache; waiting for it.');
    told = true;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * Removes a stale lock. Renaming first lets only one of several waiters have it, and shows
 * whether what was taken is still the stale lock and not a new holder's.
 * @param {string} path
 * @param {Held} stale
 */
function takeAway(path, stale) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === stale.content) rmSync(aside);
  else renameSync(aside, path);
}

/**
 * @param {string} path
 * @returns {Held | undefined} undefined when the lock is free
 */
function look(path) {
  try {
    return { content: readFileSync(path, 'utf8'), age: Date.now() - statSync(path).mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * @param {Held} held
 * @returns {boolean}
 */
function isStale({ content, age }) {
  if (age > STALE_AFTER_MS) return true;
  const owner = /"host":"(?<host>[^"]*)","pid":(?<pid>\d+)/.exec(content)?.groups;
  // Not yet written by its holder, or another machine's: only its age can tell.
  if (owner === undefined || owner.host !== hostname()) return false;
  try {
    process.kill(Number(owner.pid), 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}

/**
 * @param {string} path
 * @param {string} content
 */
function touchIfOurs(path, content) {
  const now = new Date();
  if (look(path)?.content === content) utimesSync(path, now, now);
}

/**
 * The places the set-up knows: the clone and the cache outside it.
 */
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the clone. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The built site. */
export const distDir = join(projectRoot, 'dist');

/**
 * Where models are kept: outside the clone, so that a second clone or a clean one finds them.
 * `CROSSROADS_CACHE` names another place.
 * @returns {string}
 */
export function cacheDir() {
  const named = process.env.CROSSROADS_CACHE;
  if (named) return resolve(named);
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'crossroads');
}

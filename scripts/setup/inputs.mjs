/**
 * A fingerprint of everything the built site is made from, quick enough for every start.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './files.mjs';

const SOURCES = [
  'src',
  'static',
  'datasets',
  'index.html',
  'headless.html',
  'vite.config.ts',
  'svelte.config.js',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

/**
 * Path, size and time of every source file, and whatever else the build depends on.
 * @param {string} root
 * @param {Record<string, string>} also
 * @returns {string}
 */
export function fingerprint(root, also) {
  const lines = SOURCES.flatMap((source) => [...describe(root, source)]);
  return sha256(JSON.stringify([lines.sort(), also]));
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Generator<string>}
 */
function* describe(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    yield `${path} ${stat.size} ${stat.mtimeMs}`;
    return;
  }
  for (const name of readdirSync(join(root, path))) yield* describe(root, `${path}/${name}`);
}

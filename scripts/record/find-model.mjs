/**
 * Finds a model's file by its hash.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { joinModel } from '../llama/server.mjs';
import { sha256OfFile } from '../setup/files.mjs';
import { cacheDir } from '../setup/paths.mjs';

/** Hashes of files that were read, for a folder is gone through for each model. */
const hashes = new Map();

/**
 * @param {{ id: string, sha256: string }} file
 * @param {{ folders: readonly string[], temporary: string }} places `temporary`: where a model that is kept in parts
 *   is put together
 * @returns {Promise<string | undefined>} its path
 */
export async function findModel({ id, sha256 }, { folders, temporary }) {
  for (const folder of folders) {
    const names = (await filesOf(folder)).filter((name) => /\.gguf$/i.test(name));
    // Its own name first: hashing a gigabyte takes seconds.
    names.sort((a, b) => Number(isNamed(b, id)) - Number(isNamed(a, id)));
    for (const name of names) {
      const path = join(folder, name);
      if (!hashes.has(path)) hashes.set(path, await sha256OfFile(path));
      if (hashes.get(path) === sha256) return path;
    }
  }
  if (!existsSync(join(process.env.CROSSROADS_MODELS ?? join(cacheDir(), 'models'), id)))
    return undefined;
  const joined = await joinModel(id, temporary);
  return (await sha256OfFile(joined)) === sha256 ? joined : undefined;
}

function isNamed(name, id) {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .startsWith(id.replace(/[^a-z0-9]/g, ''));
}

async function filesOf(folder) {
  try {
    return await readdir(folder);
  } catch {
    // There is no such folder: nothing is in it.
    return [];
  }
}

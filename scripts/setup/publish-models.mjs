/**
 * Puts the models into the built site, where the page finds them through `models/index.json`.
 */
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './files.mjs';
import { MANIFEST } from './parts.mjs';

/** @typedef {import('./model.mjs').StoredModel} StoredModel */

/**
 * Writes `models/` anew: `index.json` is `{models, missing?}`, with the manifests of the models
 * that are there and a sentence about what is not.
 * @param {string} site the built site's folder
 * @param {StoredModel[]} models
 * @param {string | undefined} missing
 */
export async function publishModels(site, models, missing) {
  const target = join(site, 'models');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const { folder, manifest } of models) {
    const place = join(target, manifest.id);
    await mkdir(place);
    for (const { file } of manifest.parts) await linkOrCopy(join(folder, file), join(place, file));
    await writeFile(join(place, MANIFEST), json(manifest));
  }
  const index = {
    models: models.map(({ manifest }) => manifest),
    ...(missing === undefined ? {} : { missing }),
  };
  await writeFile(join(target, 'index.json'), json(index));
}

/**
 * A link costs neither time nor disk, but does not reach over to another disk.
 * @param {string} from
 * @param {string} to
 */
async function linkOrCopy(from, to) {
  try {
    await link(from, to);
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    await copyFile(from, to);
  }
}

/**
 * @param {object} value
 */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

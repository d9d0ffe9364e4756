/**
 * `npm run build [-- --no-models]`: the static site in `dist/`.
 *
 * `CROSSROADS_ADDRESS` is the address it will be published at, for what needs a full address.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asCommand } from './setup/command.mjs';
import { ensureEmbeddingModel } from './setup/embedding-model.mjs';
import { fingerprint } from './setup/inputs.mjs';
import { ensureModel } from './setup/model.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { distDir, projectRoot } from './setup/paths.mjs';
import { publishModels } from './setup/publish-models.mjs';
import { run } from './setup/run.mjs';

/** In node_modules, so that it is neither published nor kept in git. */
const STAMP = join(projectRoot, 'node_modules', '.crossroads-build');

const WITHOUT_MODELS = 'This copy of the site was built without models.';

/**
 * Builds the site if anything it is made from has changed, and puts the models into it.
 * @param {{ models?: boolean, log?: (message: string) => void }} [options]
 * @returns {Promise<{ missing?: string }>} a sentence when the site lacks a model it should have
 */
export async function build({ models = true, log = console.log } = {}) {
  await ensurePackages({ log });
  const setup = models ? await ensureModels(log) : { models: [], reason: WITHOUT_MODELS };
  await buildPages(log);
  await publishModels(distDir, setup.models, setup.reason);
  return models && setup.reason !== undefined ? { missing: setup.reason } : {};
}

/**
 * The model that answers and the one that searches by meaning; each may be there without the other.
 * @param {(message: string) => void} log
 * @returns {Promise<{ models: import('./setup/model.mjs').StoredModel[], reason?: string }>}
 */
async function ensureModels(log) {
  const answering = await ensureModel({ log });
  const embedding = await ensureEmbeddingModel({ log });
  if (embedding.reason !== undefined) log(embedding.reason);
  return {
    ...answering,
    models: [...answering.models, ...(embedding.model ? [embedding.model] : [])],
  };
}

/**
 * @param {(message: string) => void} log
 */
async function buildPages(log) {
  const address = process.env.CROSSROADS_ADDRESS ?? '';
  const wanted = fingerprint(projectRoot, { address });
  const isBuilt = existsSync(join(distDir, 'index.html'));
  if (isBuilt && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  log('Building the site.');
  // Gone before and written after, so that an interrupted build is never taken for a whole one.
  await rm(STAMP, { force: true });
  const vite = join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { VITE_ADDRESS: address };
  const outcome = await run(process.execPath, [vite, 'build'], {
    cwd: projectRoot,
    env,
    show: true,
  });
  if (outcome.code !== 0) throw new Error('The site could not be built.');
  await writeFile(STAMP, wanted);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await asCommand(async () => {
    const { missing } = await build({ models: !process.argv.includes('--no-models') });
    console.log(
      missing === undefined ? 'The site is in dist/.' : `The site is in dist/. ${missing}`,
    );
  });
}

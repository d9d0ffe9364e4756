/**
 * `npm run record`: makes the recorded runs of the page again, one after the other, with a llama.cpp server or in a
 * headless browser. Stopped at any moment it goes on where it was; what is recorded and whole is left alone.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findModel } from './record/find-model.mjs';
import { recordings } from './record/recordings.mjs';
import { asCommand } from './setup/command.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { cacheDir, projectRoot } from './setup/paths.mjs';

const USAGE = `npm run record -- [--list] [--only WORD] [--models DIR] [--novels DIR]
--list only tells what there is; --only takes those whose name holds the word. DIR of --models holds the models' GGUF
files, found by their hash; DIR of --novels the Standard Ebooks sources of the novels that do not come with the project.`;

const shown = join(projectRoot, 'datasets', 'reference-runs');
/** Where a run is kept until it is whole: every file in the folder above is shown. */
const working = join(cacheDir(), 'recordings');

await asCommand(async () => {
  const options = readOptions();
  await ensurePackages();
  const { withModules } = await import('./lib/load.mjs');
  const temporary = await mkdtemp(join(tmpdir(), 'crossroads-record-'));
  try {
    await withModules((load) => recordAll(load, { ...options, temporary }));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
});

async function recordAll(load, options) {
  const { lacks } = await load('scripts/record/state.ts');
  const failed = [];
  for (const recording of recordings()) {
    if (!recording.name.includes(options.only)) continue;
    const reason = await lacks(join(shown, `${recording.name}.json.gz`), recording.study);
    console.log(`${recording.name}: ${reason || 'recorded'}`);
    if (options.list || reason === '') continue;
    try {
      if (!(await record(load, recording, options))) failed.push(recording.name);
    } catch (error) {
      console.error(error.sentence ?? error.message);
      failed.push(recording.name);
    }
  }
  if (failed.length > 0) throw new Error(`Not whole: ${failed.join(', ')}. Run it again.`);
}

/** @returns {Promise<boolean>} true once it is whole, and shown */
async function record(load, recording, { models, novels, temporary }) {
  await mkdir(working, { recursive: true });
  const out = join(working, `${recording.name}.json.gz`);
  const partial = `${out}.partial.jsonl`;
  const kept = `${out}.kept.jsonl`;
  // A copy: what goes on writes the first one anew.
  if (existsSync(partial)) await copyFile(partial, kept);
  const common = {
    study: recording.study,
    out,
    ...(existsSync(kept) ? { resume: kept } : {}),
  };
  const complete =
    recording.engine === 'page'
      ? await inPage(load, common)
      : await onServer(load, recording, common, { models, novels, temporary });
  if (!complete) return false;
  await copyFile(out, join(shown, `${recording.name}.json.gz.new`));
  await rename(
    join(shown, `${recording.name}.json.gz.new`),
    join(shown, `${recording.name}.json.gz`),
  );
  await Promise.all([out, partial, kept].map((path) => rm(path, { force: true })));
  return true;
}

async function inPage(load, options) {
  const { reproduceEmbedded } = await import('./reproduce/embedded.mjs');
  return reproduceEmbedded(load, options);
}

async function onServer(load, { file, context }, options, { models, novels, temporary }) {
  const folders = [...(models === undefined ? [] : [models]), cacheDir()];
  const modelFile = await findModel(file, { folders, temporary });
  if (modelFile === undefined) {
    throw new Error(
      `The file of ${file.id} (SHA-256 ${file.sha256}) is not at hand: --models DIR.`,
    );
  }
  const { startLlama } = await import('./llama/server.mjs');
  const { reproduceOnEndpoint } = await load('scripts/reproduce/reproduce.ts');
  const { libraryInNode } = await load('scripts/lib/library.ts');
  const server = await startLlama({ model: modelFile, context });
  try {
    return await reproduceOnEndpoint({
      ...options,
      endpoint: server.url,
      model: file.id,
      modelFile,
      library: () => libraryInNode({ load, novels }),
    });
  } finally {
    await server.stop();
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        list: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        models: { type: 'string' },
        novels: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    throw new Error(`${error.message}\n${USAGE}`, { cause: error });
  }
}

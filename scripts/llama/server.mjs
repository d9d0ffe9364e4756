/**
 * A real llama.cpp server for long tests, benchmarks and recordings: the xllamacpp package, installed into the cache
 * beside and not into the user's own Python.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../setup/paths.mjs';
import { findPython } from '../setup/python.mjs';
import { lastWords, run } from '../setup/run.mjs';

const PACKAGE = 'xllamacpp==2026.10.11549';
const SCRIPT = fileURLToPath(new URL('serve.py', import.meta.url));

/**
 * @typedef {object} LlamaServer
 * @property {string} url
 * @property {number} port
 * @property {() => Promise<void>} stop ends it at once, as a crash would
 */

/**
 * Finds the package in the cache, or installs it there.
 * @returns {Promise<{ python: import('../setup/python.mjs').Python, folder: string }>}
 */
export async function ensureLlama() {
  const python = await findPython();
  if (python === undefined) throw new Error('There is no Python with pip.');
  const folder = join(cacheDir(), 'pyx');
  if (existsSync(join(folder, 'xllamacpp'))) return { python, folder };
  const temporary = await mkdtemp(join(cacheDir(), 'pyx-'));
  const outcome = await run(python.program, [
    ...python.args,
    '-m',
    'pip',
    'install',
    '-q',
    '--no-input',
    '--only-binary',
    ':all:',
    '--target',
    temporary,
    PACKAGE,
  ]);
  if (outcome.code !== 0) {
    await rm(temporary, { recursive: true, force: true });
    throw new Error(`${PACKAGE} could not be installed: ${lastWords(outcome)}`);
  }
  await rename(temporary, folder);
  return { python, folder };
}

/**
 * Joins an embedded model's parts into the one file that llama.cpp reads.
 * @param {string} id the model's, as in the catalogue
 * @param {string} folder where the file is put
 * @returns {Promise<string>} its path
 */
export async function joinModel(id, folder) {
  const from = join(process.env.CROSSROADS_MODELS ?? join(cacheDir(), 'models'), id);
  const manifest = JSON.parse(await readFile(join(from, 'manifest.json'), 'utf8'));
  const path = join(folder, manifest.file);
  const file = await open(path, 'w');
  try {
    for (const part of manifest.parts) await file.write(await readFile(join(from, part.file)));
  } finally {
    await file.close();
  }
  return path;
}

/**
 * Starts a server and waits until it answers.
 * @param {{ model: string, slots?: number, context?: number, port?: number, promptCache?: boolean,
 *   threads?: number }} options `context` is each slot's; without a prompt cache an answer does not depend on what was
 *   asked before it
 * @returns {Promise<LlamaServer>}
 */
export async function startLlama({
  model,
  slots = 1,
  context = 2048,
  port,
  promptCache = true,
  threads = cpus().length,
}) {
  const { python, folder } = await ensureLlama();
  const chosen = port ?? (await freePort());
  const args = [model, chosen, slots, context, threads].map(String);
  if (!promptCache) args.push('no-prompt-cache');
  const child = spawn(python.program, [...python.args, SCRIPT, ...args], {
    env: { ...process.env, PYTHONPATH: folder, PYTHONNOUSERSITE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let words = '';
  child.stderr.on('data', (piece) => (words = `${words}${piece}`.slice(-4000)));
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`llama.cpp did not start: ${words}`)));
  });
  return {
    url,
    port: chosen,
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

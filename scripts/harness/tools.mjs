/**
 * The two harnesses themselves, installed into the cache beside and not into the user's own Python, every package in
 * the version that is written down here.
 */
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCode, writeDurably } from '../setup/files.mjs';
import { cacheDir } from '../setup/paths.mjs';
import { findPython } from '../setup/python.mjs';
import { lastWords, run } from '../setup/run.mjs';

/** Published as source alone: their set-up builds a wheel of plain Python. */
const AS_SOURCE = 'rouge-score,word2number,sqlitedict';
const MARKER = 'crossroads.txt';

/**
 * @typedef {object} Tool
 * @property {(args: string[], options: { cwd: string, env?: NodeJS.ProcessEnv }) => Promise<string>} call runs the tool
 *   and gives what it printed; throws its last words where it fails
 * @property {(code: string, options: { cwd: string, env?: NodeJS.ProcessEnv }) => Promise<string>} python runs Python
 *   with the tool's packages
 */

/**
 * @param {'lm-eval' | 'inspect'} name
 * @returns {Promise<Tool>}
 */
export async function ensureTool(name) {
  const python = await findPython();
  if (python === undefined) throw new Error('There is no Python with pip.');
  const list = fileURLToPath(new URL(`${name}-requirements.txt`, import.meta.url));
  const folder = join(cacheDir(), `harness-${name}`);
  const wanted = `${await readFile(list, 'utf8')}python ${python.version}\n`;
  if ((await readIfThere(join(folder, MARKER))) !== wanted) {
    console.log(`Installing ${name} into ${folder}.`);
    const temporary = await mkdtemp(join(cacheDir(), `harness-${name}-`));
    const options = ['-q', '--no-input', '--disable-pip-version-check', '--no-deps'];
    const sources = ['--only-binary', ':all:', '--no-binary', AS_SOURCE];
    const args = [
      '-m',
      'pip',
      'install',
      ...options,
      ...sources,
      '--target',
      temporary,
      '-r',
      list,
    ];
    const outcome = await run(python.program, [...python.args, ...args]);
    if (outcome.code !== 0) {
      await rm(temporary, { recursive: true, force: true });
      throw new Error(`${name} could not be installed: ${lastWords(outcome)}`);
    }
    await writeDurably(join(temporary, MARKER), wanted);
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
  }
  const program = async (args, { cwd, env = {} }) => {
    const outcome = await run(python.program, [...python.args, ...args], {
      cwd,
      env: { ...isolated(cwd), ...env, PYTHONPATH: folder, PYTHONNOUSERSITE: '1' },
    });
    if (outcome.code !== 0) throw new Error(`${name} failed: ${lastWords(outcome)}`);
    return outcome.stdout;
  };
  const module = name === 'lm-eval' ? 'lm_eval' : 'inspect_ai';
  return {
    call: (args, options) => program(['-m', module, ...args], options),
    python: (code, options) => program(['-c', code], options),
  };
}

/** Nothing is looked up on the network, and what the tools keep goes into the folder they run in. */
function isolated(cwd) {
  return {
    HF_HUB_OFFLINE: '1',
    HF_DATASETS_OFFLINE: '1',
    HF_HOME: join(cwd, '.huggingface'),
    XDG_DATA_HOME: join(cwd, '.data'),
    XDG_CACHE_HOME: join(cwd, '.cache'),
    NO_COLOR: '1',
    COLUMNS: '160',
  };
}

/** @param {string} path */
async function readIfThere(path) {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

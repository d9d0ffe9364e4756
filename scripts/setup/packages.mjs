/**
 * Installs the JavaScript packages. Imports nothing but Node, for it runs before they exist.
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './files.mjs';
import { projectRoot } from './paths.mjs';
import { lastWords, run } from './run.mjs';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

const OLDEST_NODE = [20, 19];

/**
 * Makes `node_modules` what `package-lock.json` says. When it cannot be renewed (no network) but
 * there is an older one, that one stays and a sentence says so.
 * @param {{ log?: (message: string) => void, root?: string }} [options]
 */
export async function ensurePackages({ log = console.log, root = projectRoot } = {}) {
  checkNode();
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.crossroads-lock');
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = sha256(lockfile);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (installedMatches(modules, lockfile)) {
    // Somebody ran npm by hand: the same packages, so nothing to do twice.
    await writeFile(stamp, wanted);
    return;
  }
  log('Installing the packages.');
  // npm ci deletes node_modules before it downloads; set aside, it can come back. The name ends
  // in node_modules so that every tool goes on ignoring it.
  const aside = join(root, '.cache', 'before', 'node_modules');
  const hadPackages = existsSync(join(modules, '.package-lock.json'));
  if (hadPackages) {
    await rm(aside, { recursive: true, force: true });
    await mkdir(join(aside, '..'), { recursive: true });
    await rename(modules, aside);
  }
  const failure = await install(root);
  if (failure === undefined) {
    await writeFile(stamp, wanted);
  } else if (existsSync(aside)) {
    await rm(modules, { recursive: true, force: true });
    await rename(aside, modules);
    log(`The packages could not be renewed, so the older ones are used: ${failure}.`);
  } else {
    throw new Error(`The packages could not be installed: ${failure}.`);
  }
  await rm(join(aside, '..'), { recursive: true, force: true });
}

/**
 * @param {string} root
 * @returns {Promise<string | undefined>} why it failed
 */
async function install(root) {
  // npm's own waits between its attempts add up to minutes without a network.
  const waits = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const outcome = await npm(
    ['ci', '--include=dev', '--no-progress', '--loglevel=error', ...waits],
    root,
  );
  if (outcome.code === 0) return undefined;
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(outcome.stderr)) {
    return 'npm could not reach its registry';
  }
  // Its last line only names a log file, its first a code.
  const said = outcome.stderr
    .split('\n')
    .filter((line) => !/^npm error (code|errno|syscall|path)|complete log/.test(line));
  const reason = said.find((line) => line.startsWith('npm error ')) ?? lastWords(outcome);
  return reason.replace(/\.$/, '');
}

/**
 * Whether npm's own record of what is installed agrees with the lockfile.
 * @param {string} modules
 * @param {string} lockfile
 */
function installedMatches(modules, lockfile) {
  try {
    const record = readFileSync(join(modules, '.package-lock.json'), 'utf8');
    const installed = packagesOf(record);
    return Object.entries(packagesOf(lockfile)).every(
      ([place, { version, integrity, optional, link }]) => {
        const found = installed[place];
        // The root is not a package, and optional ones of other platforms are left out.
        if (place === '' || link || (found === undefined && optional)) return true;
        return found?.version === version && found?.integrity === integrity;
      },
    );
  } catch {
    // Missing or unreadable: the answer is no, and npm puts it right.
    return false;
  }
}

/**
 * @param {string} text
 * @returns {LockedPackages}
 */
function packagesOf(text) {
  /** @type {{ packages: LockedPackages }} */
  const { packages } = JSON.parse(text);
  return packages;
}

/**
 * @param {string[]} args
 * @param {string} cwd
 */
function npm(args, cwd) {
  // Run by npm, this is npm's own file: the same npm, and no shell needed on Windows.
  const own = process.env.npm_execpath;
  if (own !== undefined && /npm-cli\.c?js$/.test(own))
    return run(process.execPath, [own, ...args], { cwd });
  return run('npm', args, { cwd });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldest = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return;
  throw new Error(
    `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
  );
}

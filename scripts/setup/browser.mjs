/**
 * Finds a Chromium for the checks and the headless runs, or installs one.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectRoot } from './paths.mjs';
import { lastWords, run } from './run.mjs';

/** What every headless run needs; the last three keep the browser from calling its maker. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Where Chrome is installed without being on the PATH. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const ADVICE = 'Install Chromium or Chrome, or name its executable in CROSSROADS_BROWSER.';

/**
 * @param {{ log?: (message: string) => void }} [options]
 * @returns {Promise<string>} the path of the executable
 * @throws {Error} with a sentence about what to install
 */
export async function ensureBrowser({ log = console.log } = {}) {
  const named = process.env.CROSSROADS_BROWSER;
  if (named) {
    if (await starts(named)) return named;
    throw new Error(`CROSSROADS_BROWSER names ${named}, which does not start.`);
  }
  const found = (await installed()) ?? (await playwrightsOwn());
  if (found !== undefined) return found;

  log('Installing a browser for the checks.');
  /** @type {string[]} */
  const failures = [];
  for (const install of [installPlaywrights, installDebians]) {
    const failure = await install();
    if (failure !== undefined) failures.push(failure);
    const now = (await playwrightsOwn()) ?? (await installed());
    if (now !== undefined) return now;
  }
  throw new Error(
    `No browser was found and none could be installed (${failures.join('; ')}). ${ADVICE}`,
  );
}

/**
 * A browser that is there already.
 */
async function installed() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
  for (const path of [...onPath, ...PLACES]) {
    if (isExecutable(path) && (await starts(path))) return path;
  }
  return undefined;
}

/**
 * The browser that Playwright installed, if it did.
 */
async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  return isExecutable(path) && (await starts(path)) ? path : undefined;
}

/**
 * @returns {Promise<string | undefined>} why it failed
 */
async function installPlaywrights() {
  const cli = join(projectRoot, 'node_modules', 'playwright', 'cli.js');
  const outcome = await run(process.execPath, [cli, 'install', 'chromium'], { timeout: 300_000 });
  return outcome.code === 0 ? undefined : `Playwright: ${lastWords(outcome)}`;
}

/**
 * @returns {Promise<string | undefined>} why it failed
 */
async function installDebians() {
  if (process.getuid?.() !== 0) return 'apt-get: needs root';
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['-q', 'update'], { env });
  // An update may fail for one source of many; whether it was enough, the install tells.
  const outcome = await run(
    'apt-get',
    ['-q', '-y', 'install', '--no-install-recommends', 'chromium'],
    { env },
  );
  if (outcome.code === 0) return undefined;
  return `apt-get: ${lastWords(update.code === 0 ? outcome : update)}`;
}

/**
 * @param {string} path
 */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Some distributions put a stub under the name that only says how to install the browser.
 * @param {string} path
 */
async function starts(path) {
  // On Windows asking for the version opens a window instead of printing it.
  if (process.platform === 'win32') return isExecutable(path);
  const outcome = await run(path, ['--version'], { timeout: 30_000 });
  return outcome.code === 0;
}

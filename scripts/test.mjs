/**
 * `npm test`: the set-up, then every check, then one line `N passed, N failed`.
 *
 * A static check counts as one, a test as one, and a step that ends without a result as one failed.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './setup/browser.mjs';
import { ensureEmbeddingModel } from './setup/embedding-model.mjs';
import { messageOf } from './setup/files.mjs';
import { ensureModel } from './setup/model.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { projectRoot } from './setup/paths.mjs';
import { run } from './setup/run.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ name: string, args: string[], env?: NodeJS.ProcessEnv, count?: (code: number) => Count }} Step */

const PASS = { passed: 1, failed: 0 };
const FAIL = { passed: 0, failed: 1 };
/** A hanging step must not hang the whole. */
const STEP_LIMIT_MS = 30 * 60_000;

const results = mkdtempSync(join(tmpdir(), 'crossroads-test-'));
const unitResult = join(results, 'unit.json');
const engineResult = join(results, 'engine.json');
const e2eResult = join(results, 'e2e.json');

/** @type {Step[]} */
const steps = [
  { name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
  {
    name: 'types',
    args: [
      'node_modules/svelte-check/bin/svelte-check',
      '--tsconfig',
      './tsconfig.json',
      '--fail-on-warnings',
    ],
  },
  {
    name: 'unit',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitResult}`,
    ],
    count: countUnit,
  },
  { name: 'build', args: ['scripts/build.mjs'] },
  {
    name: 'engine',
    args: ['tests/browser/run.mjs'],
    env: { CROSSROADS_RESULT: engineResult },
    count: (code) => countWritten(engineResult, code),
  },
  {
    name: 'e2e',
    args: ['tests/e2e/run.mjs'],
    env: { CROSSROADS_RESULT: e2eResult },
    count: (code) => countWritten(e2eResult, code),
  },
];

/**
 * @param {number} code
 * @returns {Count}
 */
function countUnit(code) {
  /** @type {{ numPassedTests: number, numFailedTests: number, testResults: Array<{ status: string, assertionResults: Array<{ status: string }> }> }} */
  const result = JSON.parse(readFileSync(unitResult, 'utf8'));
  // A file that could not be loaded has failed without a single failed test.
  const broken = result.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return withCode(
    { passed: result.numPassedTests, failed: result.numFailedTests + broken.length },
    code,
  );
}

/**
 * The counts that a step of our own has written.
 * @param {string} file
 * @param {number} code
 * @returns {Count}
 */
function countWritten(file, code) {
  /** @type {Count} */
  const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
  if (!Number.isInteger(passed) || !Number.isInteger(failed))
    throw new Error('the result holds no counts');
  return withCode({ passed, failed }, code);
}

/**
 * A step that fails, or finds nothing to run, never counts as clean.
 * @param {Count} count
 * @param {number} code
 * @returns {Count}
 */
function withCode({ passed, failed }, code) {
  const isUnexplained = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isUnexplained ? 1 : failed };
}

/**
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
async function take({ name, args, env: own, count }, env) {
  console.log(`\n── ${name}`);
  const options = { cwd: projectRoot, env: { ...env, ...own }, show: true, timeout: STEP_LIMIT_MS };
  const { code } = await run(process.execPath, args, options);
  if (count === undefined) return code === 0 ? PASS : FAIL;
  try {
    return count(code);
  } catch (error) {
    console.log(`${name} ended without a result: ${messageOf(error)}`);
    return FAIL;
  }
}

/**
 * What the set-up could not do is said, and the checks that need it fail by themselves.
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function setUp() {
  const model = await ensureModel();
  if (model.reason !== undefined) console.log(model.reason);
  const embedding = await ensureEmbeddingModel();
  if (embedding.reason !== undefined) console.log(embedding.reason);
  try {
    return { CROSSROADS_BROWSER: await ensureBrowser() };
  } catch (error) {
    console.log(messageOf(error));
    return {};
  }
}

/**
 * @returns {Promise<Count>}
 */
async function checkAll() {
  await ensurePackages();
  const env = await setUp();
  /** @type {Array<[string, Count, number]>} */
  const rows = [];
  for (const step of steps) {
    const started = performance.now();
    const count = await take(step, env);
    rows.push([step.name, count, (performance.now() - started) / 1000]);
  }
  console.log('\n── summary');
  for (const [name, { passed, failed }, seconds] of rows) {
    console.log(`${name.padEnd(8)}${passed} passed, ${failed} failed, ${seconds.toFixed(1)} s`);
  }
  return rows.reduce(
    (sum, [, count]) => ({ passed: sum.passed + count.passed, failed: sum.failed + count.failed }),
    { passed: 0, failed: 0 },
  );
}

/** @type {Count} */
let total = FAIL;
try {
  total = await checkAll();
} catch (error) {
  console.log(messageOf(error));
}
if (existsSync(results)) rmSync(results, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

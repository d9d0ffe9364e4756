/**
 * The engine in a real browser with the real model: `node tests/browser/engine.mjs [PATTERN]`.
 * Needs the models where `npm start` keeps them (or `CROSSROADS_MODELS`) and Chromium (or `CROSSROADS_BROWSER`).
 */
/* global window, engine, load, chat, failure, greedy, entry, LONG, modelfiles */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { modelsDir, startEngineServer } from './engine-server.mjs';

const MODEL = 'smollm2-135m-instruct-q8_0';

/** @typedef {import('playwright').Page} Page */
/** @typedef {Awaited<ReturnType<typeof startEngineServer>>} Server */
/** @typedef {(surroundings: { page: Page, server: Server, note: (text: string) => void }) => Promise<void>} Case */

/** Run in the page before each case: short names for what the cases use. */
const HELPERS = `
  window.entry = (id = '${MODEL}') => window.catalogue.findModel(id);
  window.load = async (options) => (window.engine = await window.wllama.loadWllama(window.entry(), options));
  window.chat = (content, lead = '') =>
    ({ kind: 'chat', messages: [{ role: 'user', content }], system: 'none', lead });
  window.failure = async (work) => {
    try { await work; return null; }
    catch (error) { return { code: error.code ?? error.name, sentence: error.sentence ?? error.message }; }
  };
  window.greedy = (maxTokens) => ({ temperature: 0, topP: 1, topK: 0, maxTokens, seed: 1 });
  window.LONG = 'The cat sat on the mat and looked at the moon. '.repeat(130);
`;

/** In order: the first loads the engine, the next ones use it. @type {[string, Case][]} */
const cases = [
  ['loads, with progress, and keeps the parts', loads],
  ['gives the next token with its alternatives', nextToken],
  ['parses special tokens and doubles no beginning', specialTokens],
  ['keeps the prefix of a prompt', prefixCache],
  ['survives half characters', halfCharacters],
  ['writes the same twice, at temperature 0 and with a seed', generates],
  ['stops in the middle of a prompt and is ready again', abortsPrompt],
  ['stops in the middle of an answer and is ready again', abortsAnswer],
  ['grows its context, and says when it is full', contexts],
  ['says so when its worker breaks down, and starts anew', breakdown],
  ['starts anew before earlier prompts fill the memory', memory],
  ['ends its workers when disposed, also during a load', disposes],
  ['needs no network the second time', offline],
  ['names a damaged part', flippedByte],
  ['says how to get a missing model', missingModel],
  ['goes on after an interrupted download', interrupted],
  ['uses one thread where the page is not isolated', notIsolated],
  ['runs the compatible build where the browser lacks what the default needs', compatible],
  ['says what the device can do', device],
];

/** @type {Case} */
async function loads({ page, server, note }) {
  const seen = await page.evaluate(async () => {
    const started = performance.now();
    /** @type {any[]} */
    const stages = [];
    await load({ onProgress: (/** @type {any} */ p) => stages.push(p) });
    const { model, environment } = engine;
    return { ms: performance.now() - started, stages, model, environment };
  });
  assert.equal(seen.stages.filter((p) => p.stage === 'download').at(-1).done, 144_811_072);
  assert.equal(seen.stages.at(-1).stage, 'start');
  assert.match(seen.model.chatTemplateHash, /^[0-9a-f]{64}$/);
  assert.equal(seen.model.context, 8192);
  assert.equal(seen.environment.isolated, true);
  assert.ok(seen.environment.threads >= 2, 'several threads');
  assert.equal(server.requests.filter((path) => path.endsWith('.bin')).length, 6);
  note(`load ${seconds(seen.ms)}, ${JSON.stringify(seen.environment)}`);
}

/** @type {Case} */
async function nextToken({ page, note }) {
  const next = await page.evaluate(() =>
    engine.next(chat('Would you help a stranger? Answer Yes or No.', 'Answer:'), 200),
  );
  assert.ok(
    next.prompt.startsWith('<|im_start|>user\n') && next.prompt.endsWith('assistant\nAnswer:'),
  );
  assert.equal(next.top.length, 200);
  const sum = next.top.reduce((total, { logprob }) => total + Math.exp(logprob), 0);
  assert.ok(sum > 0.5 && sum <= 1.0001, `the probabilities add up to ${sum}`);
  assert.ok(next.top.every((t, i) => i === 0 || t.logprob <= (next.top[i - 1]?.logprob ?? 0)));
  const texts = next.top.slice(0, 10).map(({ text }) => text);
  assert.ok(texts.includes(' Yes') && texts.includes(' No'), texts.join('|'));
  note(`best: ${JSON.stringify(texts.slice(0, 4))}, ${next.tokens.prompt} tokens`);
}

/** @type {Case} */
async function specialTokens({ page }) {
  const [own, raw] = await page.evaluate(async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello there' },
    ];
    const ours = await engine.next({ kind: 'chat', messages, system: 'none', lead: '' }, 1);
    // The engine's own chat call, on a second instance: the same template must give as many tokens.
    const { Wllama } = await import('/node_modules/@wllama/wllama/esm/index.js');
    const { blob } = await modelfiles.openModel(entry());
    const other = new Wllama(
      { default: '/node_modules/@wllama/wllama/esm/wasm/wllama.wasm' },
      { suppressNativeLog: true },
    );
    await other.loadModel([blob], { n_ctx: 256, n_threads: 1, n_gpu_layers: 0 });
    const { usage } = await other.createChatCompletion({ messages, max_tokens: 1, temperature: 0 });
    await other.exit();
    return [ours.tokens.prompt, usage.prompt_tokens];
  });
  assert.equal(own, raw);
}

/** @type {Case} */
async function prefixCache({ page, note }) {
  const [first, second, again, cold] = await page.evaluate(async () => {
    const persona = 'You are patient, kind and a little shy. You love rivers and old maps. '.repeat(
      6,
    );
    const a = await engine.next(chat(`${persona}Do you like crowds?`), 20);
    const b = await engine.next(chat(`${persona}Would you lend money?`), 20);
    const same = await engine.next(chat(`${persona}Would you lend money?`), 20);
    await engine.next(chat('Something else.'), 20);
    return [a, b, same, await engine.next(chat(`${persona}Would you lend money?`), 20)];
  });
  assert.ok(second.tokens.cached >= first.tokens.prompt - 16, JSON.stringify(second.tokens));
  assert.ok(again.tokens.cached >= again.tokens.prompt - 1);
  const drift = Math.max(
    ...second.top.map(({ text, logprob }) => {
      const twin = cold.top.find((other) => other.text === text);
      return twin === undefined ? 0 : Math.abs(Math.exp(twin.logprob) - Math.exp(logprob));
    }),
  );
  assert.ok(drift < 0.02, `cached and uncached differ by ${drift}`);
  note(
    `${first.tokens.prompt} tokens ${seconds(first.ms)}; then ${second.tokens.cached} of ${second.tokens.prompt} ` +
      `from the cache, ${seconds(second.ms)}; all: ${seconds(again.ms)}; cached against not: ${drift.toExponential(1)}`,
  );
}

/** @type {Case} */
async function halfCharacters({ page }) {
  const [next, cut] = await page.evaluate(async () => {
    const input = { kind: 'text', text: 'Some emoji: 😀 😁 😂 😃 😄 😅 😆' };
    return [await engine.next(input, 50), await engine.generate(input, greedy(3))];
  });
  assert.ok(
    next.top.some(({ text }) => text.includes('\ufffd')),
    'halves are told from spaces',
  );
  assert.equal(cut.stop, 'length');
  assert.ok(!cut.text.includes('\ufffd'));
}

/** @type {Case} */
async function generates({ page, note }) {
  const texts = await page.evaluate(async () => {
    const ask = chat('Name three rivers, one a line.');
    /** @type {string[]} */
    const heard = [];
    const a = await engine.generate(ask, greedy(40), undefined, (/** @type {string} */ t) =>
      heard.push(t),
    );
    const b = await engine.generate(ask, greedy(40));
    const warm = { temperature: 1.2, topP: 0.95, topK: 50, maxTokens: 16, seed: 7 };
    const c = await engine.generate(ask, warm);
    const d = await engine.generate(ask, warm);
    const e = await engine.generate(ask, { ...warm, seed: 8 });
    const short = await engine.generate(
      chat('Answer with one word: what is the colour of snow?'),
      greedy(60),
    );
    return { heard, a, b, c, d, e, short };
  });
  assert.equal(texts.a.text, texts.b.text);
  assert.equal(texts.c.text, texts.d.text);
  assert.notEqual(texts.c.text, texts.e.text);
  assert.equal(texts.heard.at(-1), texts.a.text);
  assert.ok(texts.heard.length > 5, 'streamed');
  assert.equal(texts.short.stop, 'end');
  assert.ok(!texts.short.text.includes('<|'), texts.short.text);
  note(
    `${texts.a.tokens.completion} tokens in ${seconds(texts.a.ms)}: ${JSON.stringify(texts.a.text)}`,
  );
}

/** @type {Case} */
async function abortsPrompt({ page, note }) {
  const result = await page.evaluate(async () => {
    const controller = new AbortController();
    let at = 0;
    setTimeout(() => {
      at = performance.now();
      controller.abort();
    }, 2500);
    const problem = await failure(engine.next({ kind: 'text', text: LONG }, 5, controller.signal));
    const waited = performance.now() - at;
    const after = await engine.next(chat('Are you still there?'), 5);
    return { problem, waited, after };
  });
  assert.equal(result.problem?.code, 'aborted');
  assert.equal(result.after.top.length, 5);
  note(
    `acknowledged after ${seconds(result.waited)} (one batch), the next answer took ${seconds(result.after.ms)}`,
  );
}

/** @type {Case} */
async function abortsAnswer({ page, note }) {
  const result = await page.evaluate(async () => {
    const controller = new AbortController();
    let at = 0;
    let pieces = 0;
    const problem = await failure(
      engine.generate(chat('Tell a long story.'), greedy(400), controller.signal, () => {
        pieces += 1;
        if (pieces === 5) {
          at = performance.now();
          controller.abort();
        }
      }),
    );
    const waited = performance.now() - at;
    const before = await failure(engine.next(chat('No.'), 5, AbortSignal.abort()));
    return { problem, before, waited, pieces, after: await engine.next(chat('Are you there?'), 5) };
  });
  assert.equal(result.problem?.code, 'aborted');
  assert.equal(result.before?.code, 'aborted');
  assert.ok(result.pieces <= 6);
  assert.equal(result.after.top.length, 5);
  note(`acknowledged after ${seconds(result.waited)}`);
}

/** @type {Case} */
async function contexts({ page, note }) {
  const result = await page.evaluate(async () => {
    await engine.dispose();
    await load({ settings: { context: 256, mostContext: 512 } });
    const text = (/** @type {number} */ n) => ({ kind: 'text', text: 'word '.repeat(n).trim() });
    const small = engine.environment.context;
    const grown = await engine.next(text(300), 5);
    const large = engine.environment.context;
    const full = await failure(engine.next(text(600), 5));
    const tooLong = await failure(engine.generate(text(20), greedy(600)));
    const fits = await engine.next(text(20), 5);
    await engine.dispose();
    await load({});
    return { small, large, grown: { tokens: grown.tokens }, full, tooLong, fits };
  });
  assert.deepEqual([result.small, result.large], [256, 512]);
  assert.equal(result.grown.tokens.prompt, 300);
  assert.equal(result.full?.code, 'context-full');
  assert.match(result.full?.sentence ?? '', /600 tokens.*holds 512/);
  assert.equal(result.tooLong?.code, 'context-full');
  assert.equal(result.fits.top.length, 5);
  note(result.tooLong?.sentence ?? '');
}

/** @type {Case} */
async function breakdown({ page, note }) {
  const result = await page.evaluate(async () => {
    const NativeWorker = Worker;
    /** @type {Worker[]} */
    const workers = [];
    window.Worker = class extends NativeWorker {
      /** @param {string | URL} url @param {WorkerOptions} [options] */
      constructor(url, options) {
        super(url, options);
        workers.push(this);
      }
    };
    await engine.dispose();
    await load({});
    window.Worker = NativeWorker;
    const call = engine.next({ kind: 'text', text: LONG }, 5);
    setTimeout(() => {
      // What the engine's worker sends when WebAssembly aborts.
      const data = { verb: 'signal.abort', args: ['abort', 'OOM', '', null] };
      workers[0]?.onmessage?.(new MessageEvent('message', { data }));
    }, 300);
    const problem = await failure(call);
    return { problem, after: await engine.next(chat('Are you there?'), 5) };
  });
  assert.equal(result.problem?.code, 'engine-failed');
  assert.equal(result.after.top.length, 5);
  note(result.problem?.sentence ?? '');
}

/** @type {Case} */
async function memory({ page }) {
  const counts = await page.evaluate(async () => {
    await engine.dispose();
    await load({ settings: { context: 256, promptMemory: 1_000_000 } });
    const persona = 'You are patient and kind. '.repeat(4);
    const first = await engine.next(chat(`${persona}Do you like crowds?`), 5);
    const same = await engine.next(chat(`${persona}Would you lend money?`), 5);
    await engine.next(
      chat('A different prompt of some length, which shares nothing with the others.'),
      5,
    );
    // Without the limit, the engine would find this prompt again.
    const again = await engine.next(chat(`${persona}Would you lend money?`), 5);
    return [first, same, again].map(({ tokens }) => tokens);
  });
  assert.ok((counts[1]?.cached ?? 0) > 20);
  assert.ok((counts[2]?.cached ?? 99) < 8, JSON.stringify(counts));
}

/** @type {Case} */
async function disposes({ page, server, note }) {
  // A page of its own: what is counted here must not be a worker that an earlier case broke on purpose.
  await open(page, `${server.url}/`);
  await page.evaluate(() => load());
  const disposed = await page.evaluate(async () => {
    const pending = failure(engine.next({ kind: 'text', text: LONG }, 5));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await engine.dispose();
    await engine.dispose();
    return { pending: await pending, after: await failure(engine.next(chat('x'), 5)) };
  });
  assert.equal(disposed.pending?.code, 'aborted');
  assert.equal(disposed.after?.code, 'aborted');
  assert.equal(await workersLeft(page), 0);
  for (const ms of [0, 5, 50, 300, 800, 1500]) {
    const problem = await page.evaluate(async (wait) => {
      const controller = new AbortController();
      const settled = failure(
        load({
          signal: controller.signal,
          onProgress: (/** @type {any} */ p) => {
            if (p.stage === 'start') setTimeout(() => controller.abort(), wait);
          },
        }),
      );
      return await settled;
    }, ms);
    assert.equal(problem?.code ?? 'aborted', 'aborted');
    if (problem === null) await page.evaluate(() => engine.dispose());
    assert.equal(await workersLeft(page), 0, `workers left after an abort at ${ms} ms`);
  }
  note('no worker left after an abort at 0 to 1500 ms of a start');
}

/** @type {Case} */
async function offline({ page, server, note }) {
  server.requests.length = 0;
  const kept = await page.evaluate(async () => {
    const started = performance.now();
    const { blob } = await modelfiles.openModel(entry());
    return {
      size: blob.size,
      ms: performance.now() - started,
      bytes: await modelfiles.keptBytes(entry()),
    };
  });
  assert.deepEqual([kept.size, kept.bytes], [144_811_072, 144_811_072]);
  assert.deepEqual(server.requests, []);
  note(`reading and hashing the kept file took ${seconds(kept.ms)}`);
}

/** @type {Case} */
async function flippedByte({ page, server }) {
  await page.evaluate(() => modelfiles.forgetModel(entry()));
  server.faults.flip = 'part-03';
  const problem = await page.evaluate(() => failure(load({})));
  delete server.faults.flip;
  assert.equal(problem?.code, 'hash-mismatch');
  assert.match(problem?.sentence ?? '', /Part 3 of 6/);
  const kept = await page.evaluate(() => modelfiles.keptBytes(entry()));
  assert.equal(kept, 2 * 24 * 1024 * 1024);
  // A kept part that went bad is fetched again without a word.
  server.requests.length = 0;
  const healed = await page.evaluate(async () => {
    const cache = await caches.open('crossroads-model-parts-1');
    const [request] = await cache.keys();
    const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    bytes[5] ^= 1;
    await cache.put(request, new Response(bytes));
    return (await modelfiles.openModel(entry())).blob.size;
  });
  assert.equal(healed, 144_811_072);
  assert.equal(server.requests.filter((path) => path.endsWith('.bin')).length, 5);
}

/** @type {Case} */
async function missingModel({ page, server }) {
  await page.evaluate(() => modelfiles.forgetModel(entry()));
  server.faults.missing = true;
  const problem = await page.evaluate(() => failure(load({})));
  const offered = await page.evaluate(() => modelfiles.isOffered(entry()));
  server.faults.missing = false;
  assert.equal(problem?.code, 'model-missing');
  assert.match(problem?.sentence ?? '', /npm start/);
  assert.equal(offered, false);
}

/** @type {Case} */
async function interrupted({ page, server, note }) {
  server.faults.slow = true;
  const stopped = await page.evaluate(async () => {
    const controller = new AbortController();
    let at = 0;
    const problem = await failure(
      modelfiles.openModel(entry(), {
        signal: controller.signal,
        onProgress: (/** @type {any} */ p) => {
          if (at === 0 && p.done > 30e6) {
            at = performance.now();
            controller.abort();
          }
        },
      }),
    );
    return { problem, waited: performance.now() - at, kept: await modelfiles.keptBytes(entry()) };
  });
  server.faults.slow = false;
  assert.equal(stopped.problem?.code, 'aborted');
  assert.equal(stopped.kept, 24 * 1024 * 1024);
  server.requests.length = 0;
  await page.evaluate(() => modelfiles.openModel(entry()));
  assert.equal(server.requests.filter((path) => path.endsWith('.bin')).length, 5);
  note(`the download stopped after ${seconds(stopped.waited)}`);
}

/** @type {Case} */
async function notIsolated({ page, server, note }) {
  await open(page, `${server.url}/plain/`);
  const result = await page.evaluate(async () => {
    await load({ settings: { context: 256 } });
    const next = await engine.next(chat('Yes or no?'), 5);
    const { environment } = engine;
    await engine.dispose();
    return { isolated: crossOriginIsolated, environment, next };
  });
  assert.equal(result.isolated, false);
  assert.equal(result.environment.threads, 1);
  assert.equal(result.next.top.length, 5);
  note(`${result.next.tokens.prompt} tokens in ${seconds(result.next.ms)}`);
}

/** @type {Case} */
async function compatible({ page, server, note }) {
  await page.addInitScript('delete WebAssembly.Suspending; delete WebAssembly.promising;');
  await open(page, `${server.url}/`);
  const result = await page.evaluate(async () => {
    await load({ settings: { context: 256 } });
    const next = await engine.next(chat('Yes or no?'), 5);
    const text = await engine.generate(chat('Say hello.'), greedy(5));
    const { environment } = engine;
    await engine.dispose();
    return { environment, next, text };
  });
  assert.equal(result.next.top.length, 5);
  assert.equal(result.environment['build'], 'compatible');
  note(
    `${result.next.tokens.prompt} tokens in ${seconds(result.next.ms)}, ${JSON.stringify(result.text.text)}`,
  );
}

/** @type {Case} */
async function device({ page, note }) {
  const found = await page.evaluate(() => window.device.inspectDevice());
  assert.equal(found.isolated, true);
  assert.ok(found.wasm.simd && found.cores >= 1);
  assert.ok(found.storage !== null && found.storage.quota > 1e8);
  note(JSON.stringify(found));
}

/**
 * How many workers are still there after a while: the browser ends threads of an ended worker when it gets round to it.
 * @param {Page} page
 */
async function workersLeft(page) {
  for (let wait = 0; wait < 300 && page.workers().length > 0; wait += 1) {
    await page.waitForTimeout(200);
  }
  return page.workers().length;
}

/** @param {Page} page @param {string} url */
async function open(page, url) {
  await page.goto(url);
  await page.waitForSelector('body[data-ready=yes]', { state: 'attached' });
  await page.evaluate(HELPERS);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

/**
 * Runs the cases one after another in one page.
 * @param {{ filter?: string, log?: (line: string) => void }} [options] `filter`: a pattern for the names of cases
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function run({ filter = '', log = console.log } = {}) {
  if (!existsSync(`${modelsDir}/${MODEL}/manifest.json`)) {
    log(`failed  engine: no model in ${modelsDir}; npm start fetches it`);
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
    const chosen = cases.filter(([name], index) => index === 0 || wanted.test(name));
    for (const [name, test] of chosen) {
      const notes = /** @type {string[]} */ ([]);
      try {
        await test({ page, server, note: (text) => notes.push(text) });
        passed += 1;
        log(`passed  engine: ${name}`);
      } catch (error) {
        failed += 1;
        log(`failed  engine: ${name}\n${error instanceof Error ? error.stack : String(error)}`);
      }
      for (const text of notes) log(`        ${text}`);
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await run({ filter: process.argv.slice(2).join(' ') });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

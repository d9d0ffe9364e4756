/**
 * WebLLM's adapter in a real browser: `node tests/browser/webllm.mjs [PATTERN]`. The package, its worker, the browser's
 * caches and WebGPU's software adapter are real. Weights and compiled libraries can be had from no package registry, so
 * a real load is followed to where it fails, and answers come from a made-up model (webllm-made-worker.ts).
 */
/* global window, failure, load, engine, chat */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { startEngineServer } from './engine-server.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {{ page: Page, url: string, host: Awaited<ReturnType<typeof startHost>>, note: (text: string) => void }} Place */
/** @typedef {(place: Place) => Promise<void>} Case */

const REAL = 'Qwen3-0.6B-q4f32_1-MLC';

/** Run in the page before each case. */
const HELPERS = `
  window.parts = async () => ({
    webllm: await import('/src/engines/webllm.ts'),
    list: await import('/src/engines/mlc-catalogue.ts'),
    device: await import('/src/engines/device.ts'),
    watch: await import('/src/engines/webllm-device.ts'),
    made: await import('/tests/unit/engines/made-webllm.ts'),
  });
  window.model = async (id, host = '') => {
    const model = (await parts()).list.findMlcModel(id);
    return host === '' ? model : { ...model, address: host + '/model/resolve/main/', library: host + '/lib.wasm' };
  };
  window.load = async (model, options) =>
    (window.engine = await (await parts()).webllm.loadWebllm(model, options));
  window.loadMade = async (options) => {
    const made = { ...(await model('Qwen3-0.6B-q4f32_1-MLC')), address: 'https://made.example/m/resolve/main/' };
    await (await parts()).made.keepFiles(caches, made);
    return load(made, { makeWorker: () => new Worker('/tests/browser/webllm-made-worker.ts', { type: 'module' }), ...options });
  };
  window.chat = (content) => ({ kind: 'chat', messages: [{ role: 'user', content }], system: 'none', lead: '' });
  window.failure = async (work) => {
    try { await work; return null; }
    catch (error) { return { code: error.code ?? error.name, sentence: error.sentence ?? error.message, cause: String(error.cause) }; }
  };
  window.kept = async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
    return all.flat();
  };
`;

/** @type {[string, Case][]} */
const withGpu = [
  ['finds the software adapter and its limits', detects],
  ['refuses half precision before anything is fetched', refusesF16],
  ['says what fails in a real load, and the next load is a sound one', failsWell],
  ['says that there is no room', noRoom],
  ['stops a real load with its worker ended', stops],
  ['answers in a worker, by probability and by generation', answers],
  ['tells a destroyed device to every call, and loads again', loses],
  ['ends its worker when disposed', disposes],
];

/** @type {[string, Case][]} */
const withoutGpu = [['refuses a browser that offers no adapter', refuses]];

/** @type {Case} */
async function detects({ page, note }) {
  const { gpu, missing } = await page.evaluate(async () =>
    (await window.parts()).device.inspectDevice(),
  );
  assert.ok(gpu !== null, 'no adapter: is --enable-unsafe-webgpu known here?');
  assert.equal(gpu.software, true);
  assert.ok(missing.some((line) => line.includes('software only')));
  assert.ok(gpu.maxBindingBytes >= 2 ** 27 && gpu.maxBufferBytes >= 2 ** 28);
  const adapter = await page.evaluate(async () => {
    const { watch } = await window.parts();
    const found = await watch.checkAdapter(navigator.gpu, { title: 'x', f16: false });
    return {
      name: watch.adapterName(found),
      storage: found.limits.maxStorageBuffersPerShaderStage,
    };
  });
  assert.ok((adapter.storage ?? 0) >= 10);
  note(JSON.stringify({ ...gpu, storageBuffers: adapter.storage }));
}

/** @type {Case} */
async function refusesF16({ page, host }) {
  host.requests.length = 0;
  const problem = await page.evaluate(
    async (address) => failure(load(await window.model('Qwen3-0.6B-q4f16_1-MLC', address))),
    host.url,
  );
  assert.equal(problem?.code, 'not-supported');
  assert.match(problem?.sentence ?? '', /half precision.*single precision/);
  assert.deepEqual(host.requests, []);
  assert.equal(await workersLeft(page), 0);
}

/**
 * One model at one address, whose host sends one thing after another in place of what it should.
 * @type {Case}
 */
async function failsWell({ page, host, note }) {
  const CONFIG = JSON.stringify({ model_type: 'qwen3', conv_template: {}, tokenizer_files: [] });
  const WASM = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  /** @type {[string, Record<string, Sent>, string, RegExp][]} */
  const steps = [
    ['no such model', {}, 'model-missing', /not where its publisher/],
    [
      'a page for a configuration',
      { config: '<!doctype html>' },
      'bad-file',
      /something else in its place.*thrown away/,
    ],
    [
      'half a configuration',
      { config: CONFIG.slice(0, 20) },
      'bad-file',
      /something else in its place.*thrown away/,
    ],
    ['no library', { config: CONFIG }, 'model-missing', /not where its publisher/],
    [
      'a page for a library',
      { config: CONFIG, library: '<!doctype html>' },
      'bad-file',
      /library.*thrown away/,
    ],
    [
      'half a library',
      { config: CONFIG, library: WASM.slice(0, 6) },
      'bad-file',
      /library.*thrown away/,
    ],
    ['a library of something else', { config: CONFIG, library: WASM }, '', /./],
    [
      'a connection that breaks off',
      { config: CONFIG, library: { cut: WASM } },
      'download-failed',
      /broke off/,
    ],
  ];
  for (const [name, sent, code, sentence] of steps) {
    host.sent = sent;
    // What the step before left may be sound and would be used again.
    if (sent.config === undefined || name.startsWith('a connection')) await forget(page, host.url);
    const problem = await page.evaluate(
      async ([id, address]) => failure(load(await window.model(id ?? '', address))),
      [REAL, host.url],
    );
    note(`${name}: ${problem?.code}: ${problem?.sentence} [${problem?.cause.slice(0, 120)}]`);
    if (code !== '') assert.equal(problem?.code, code, name);
    assert.match(problem?.sentence ?? '', sentence, name);
    assert.equal(await workersLeft(page), 0, name);
    const kept = await page.evaluate(() => window.kept());
    const bad = kept.filter(
      (address) => address.endsWith('.json') && !sent.config?.startsWith('{"m'),
    );
    assert.deepEqual(bad, [], `${name}: what was damaged is kept`);
  }
  await forget(page, host.url);
  assert.deepEqual(await page.evaluate(() => window.kept()), []);
}

/** @type {Case} */
async function noRoom({ page, url, host, note }) {
  const session = await page.context().newCDPSession(page);
  const room = { origin: new URL(url).origin };
  await session.send('Storage.overrideQuotaForOrigin', { ...room, quotaSize: 2000 });
  host.sent = { config: JSON.stringify({ filler: 'x'.repeat(500_000) }) };
  const problem = await page.evaluate(
    async ([id, address]) => failure(load(await window.model(id ?? '', address))),
    [REAL, host.url],
  );
  await session.send('Storage.overrideQuotaForOrigin', room);
  await forget(page, host.url);
  assert.equal(problem?.code, 'disk-full');
  assert.equal(await workersLeft(page), 0);
  note(`${problem?.sentence} [${problem?.cause}]`);
}

/** @type {Case} */
async function stops({ page, host, note }) {
  host.sent = { config: { never: true } };
  const stopped = await page.evaluate(
    async ([id, address]) => {
      const controller = new AbortController();
      const loading = failure(
        load(await window.model(id ?? '', address), { signal: controller.signal }),
      );
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const at = performance.now();
      controller.abort();
      return { problem: await loading, ms: performance.now() - at };
    },
    [REAL, host.url],
  );
  assert.equal(stopped.problem?.code, 'aborted');
  assert.equal(await workersLeft(page), 0);
  note(`acknowledged after ${stopped.ms.toFixed(0)} ms`);
}

/** @type {Case} */
async function answers({ page, note }) {
  const seen = await page.evaluate(async () => {
    await window.loadMade();
    const next = await engine.next(chat('Will you?'), 200);
    const texts = /** @type {string[]} */ ([]);
    const sampling = { temperature: 0, topP: 1, topK: 0, maxTokens: 3, seed: 1 };
    const written = await engine.generate(chat('Will you?'), sampling, undefined, (text) =>
      texts.push(text),
    );
    return { next, written, texts, environment: engine.environment, model: engine.model };
  });
  assert.equal(seen.next.top[0]?.text, ' Yes');
  assert.ok(Math.abs(Math.exp(seen.next.top[0]?.logprob ?? 0) - 0.6) < 1e-6);
  assert.match(seen.next.prompt, /^<\|im_start\|>user\nWill you\?/);
  assert.equal(seen.written.text, ' Yes Yes Yes');
  assert.equal(seen.written.stop, 'length');
  assert.deepEqual(seen.texts, [' Yes', ' Yes Yes', ' Yes Yes Yes']);
  assert.equal(seen.environment['sanity'], 'Paris');
  note(JSON.stringify(seen.environment));
}

/** @type {Case} */
async function loses({ page, note }) {
  const seen = await page.evaluate(async () => {
    const lost = await failure(engine.next(chat('destroy'), 5));
    const later = await failure(engine.next(chat('Will you?'), 5));
    await window.loadMade();
    return { lost, later, again: (await engine.next(chat('Will you?'), 5)).top.length };
  });
  assert.equal(seen.lost?.code, 'device-lost');
  assert.equal(seen.later?.code, 'device-lost');
  assert.equal(seen.again, 5);
  note(`${seen.lost?.sentence} [${seen.lost?.cause}]`);
}

/** @type {Case} */
async function disposes({ page }) {
  const problem = await page.evaluate(async () => {
    const pending = failure(engine.next(chat('Will you?'), 5));
    await engine.dispose();
    await engine.dispose();
    return [await pending, await failure(engine.next(chat('Will you?'), 5))];
  });
  // The one under way may have been answered before it was stopped.
  assert.ok([undefined, 'aborted'].includes(problem[0]?.code));
  assert.equal(problem[1]?.code, 'aborted');
  assert.equal(await workersLeft(page), 0);
}

/** @type {Case} */
async function refuses({ page, host, note }) {
  host.requests.length = 0;
  const seen = await page.evaluate(
    async ([id, address]) => ({
      gpu: (await (await window.parts()).device.inspectDevice()).gpu,
      problem: await failure(load(await window.model(id ?? '', address))),
    }),
    [REAL, host.url],
  );
  assert.equal(seen.gpu, null);
  assert.equal(seen.problem?.code, 'not-supported');
  assert.deepEqual(host.requests, []);
  assert.equal(await workersLeft(page), 0);
  note(seen.problem?.sentence ?? '');
}

/** @typedef {string | Uint8Array | { cut: Uint8Array } | { never: true }} Sent */

/** A host of models on another origin, which sends what a test puts in; everything else is missing. */
async function startHost() {
  /** @type {{ url: string, sent: Record<string, any>, requests: string[], close: () => Promise<void> }} */
  const host = { url: '', sent: {}, requests: [], close: async () => {} };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    host.requests.push(path);
    response.setHeader('Access-Control-Allow-Origin', '*');
    /** @type {Sent | undefined} */
    const body = path.endsWith('config.json')
      ? host.sent['config']
      : path === '/lib.wasm'
        ? host.sent['library']
        : undefined;
    if (body === undefined) {
      response.statusCode = 404;
      response.end();
    } else if (typeof body === 'object' && 'cut' in body) {
      response.setHeader('Content-Length', 1000);
      response.write(body.cut, () => response.destroy());
    } else if (typeof body === 'string' || body instanceof Uint8Array) {
      response.end(body);
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  host.url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  host.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return host;
}

/** @param {Page} page @param {string} address */
async function forget(page, address) {
  await page.evaluate(
    async ([id, host]) => (await window.parts()).list.forgetMlc(await window.model(id ?? '', host)),
    [REAL, address],
  );
}

/** @param {Page} page */
async function workersLeft(page) {
  for (let wait = 0; wait < 100 && page.workers().length > 0; wait += 1)
    await page.waitForTimeout(100);
  return page.workers().length;
}

/**
 * Runs the cases, first with WebGPU's software adapter and then without any.
 * @param {{ filter?: string, log?: (line: string) => void }} [options] `filter`: a pattern for the names of cases
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function run({ filter = '', log = console.log } = {}) {
  const server = await startEngineServer();
  const host = await startHost();
  const wanted = new RegExp(filter);
  let passed = 0;
  let failed = 0;
  try {
    for (const [flags, cases] of /** @type {[string[], [string, Case][]][]} */ ([
      [['--enable-unsafe-webgpu'], withGpu],
      [[], withoutGpu],
    ])) {
      const browser = await chromium.launch({
        executablePath: process.env.CROSSROADS_BROWSER ?? '/usr/bin/chromium',
        args: ['--no-sandbox', ...flags],
      });
      try {
        const page = await browser.newPage();
        page.on('pageerror', (error) => log(`        page error: ${error.message}`));
        await page.goto(`${server.url}/`);
        await page.waitForSelector('body[data-ready=yes]', { state: 'attached' });
        await page.evaluate(HELPERS);
        for (const [name, test] of cases.filter(([one]) => wanted.test(one))) {
          const notes = /** @type {string[]} */ ([]);
          try {
            await test({ page, url: server.url, host, note: (text) => notes.push(text) });
            passed += 1;
            log(`passed  webllm: ${name}`);
          } catch (error) {
            failed += 1;
            log(`failed  webllm: ${name}\n${error instanceof Error ? error.stack : String(error)}`);
          }
          for (const line of notes) log(`        ${line}`);
        }
      } finally {
        await browser.close();
      }
    }
  } finally {
    await host.close();
    await server.close();
  }
  return { passed, failed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await run({ filter: process.argv.slice(2).join(' ') });
  console.log(`webllm: ${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

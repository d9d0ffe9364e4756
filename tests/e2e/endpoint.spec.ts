import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { projectRoot } from '../../scripts/setup/paths.mjs';
import { ensureLlama, joinModel, startLlama } from '../../scripts/llama/server.mjs';
import { encodeStudy } from '../../src/exchange/link';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { follow, saved, smallStudy, storedRuns, storedSamples } from './steps';
import { madeEndpoint } from './made-endpoint';

const text = en.endpoint;
const KEY = 'sk-very-secret-0123456789';
const pem = readFileSync(join(projectRoot, 'tests/fixtures/tls/self-signed.pem'), 'utf8');

function form(page: Page) {
  return page.getByRole('form', { name: text.heading });
}

/** Opens the form of a new server and asks what answers at an address. */
async function askAt(page: Page, site: string, address: string, key = ''): Promise<void> {
  await page.goto(`${site}#/models?kind=endpoint`);
  await page.getByRole('button', { name: text.heading, exact: true }).click();
  await form(page).getByLabel(text.address, { exact: true }).fill(address);
  if (key !== '')
    await form(page)
      .getByLabel(new RegExp(`^${text.key}`))
      .fill(key);
  await form(page).getByRole('button', { name: text.ask, exact: true }).click();
}

/** Keeps the server of the form and lets it answer from now on. */
async function keepAndUse(page: Page): Promise<void> {
  await form(page).getByRole('button', { name: text.save }).click();
  await page.getByRole('button', { name: /^Let .+ answer$/ }).click();
}

async function openStudy(page: Page, changes: Parameters<typeof smallStudy>[0] = {}) {
  await follow(page, `#/study/${encodeStudy(smallStudy(changes))}`);
}

const run = (page: Page) => page.getByRole('button', { name: en.study.run, exact: true });

/** Everything that the browser keeps of this site and that outlives the tab, as text. */
async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [JSON.stringify({ ...localStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
      });
      for (const table of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = db.transaction(table).objectStore(table).getAll();
          reading.onsuccess = () => resolve(reading.result as unknown[]);
          reading.onerror = () => reject(reading.error ?? new Error('not read'));
        });
        parts.push(JSON.stringify(rows));
      }
      db.close();
    }
    return parts.join('\n');
  });
}

const llamaMissing = await ensureLlama().then(
  () => '',
  (error: unknown) => String(error),
);

test.describe('a real llama.cpp server with the embedded model', () => {
  test.skip(llamaMissing !== '', llamaMissing);

  test('is added, chosen and asked; its key is kept nowhere', async ({ page, site }) => {
    // The server and the browser share the machine's cores with whatever else runs there.
    test.setTimeout(30 * 60_000);
    const folder = await mkdtemp(join(tmpdir(), 'crossroads-e2e-'));
    const model = await joinModel('smollm2-135m-instruct-q8_0', folder);
    const llama = await startLlama({ model, slots: 2 });
    try {
      await askAt(page, site, llama.url, KEY);
      await expect(form(page).getByText(text.found('llama.cpp', 1))).toBeVisible();
      await expect(form(page).getByText(text.ways.raw)).toBeVisible();
      await expect(form(page).getByText(text.probabilities.yes)).toBeVisible();
      await form(page).getByLabel(text.concurrency).fill('2');
      expect(await axe(page)).toEqual([]);
      await keepAndUse(page);
      await expect(page.getByText(en.models.row.inUse, { exact: true })).toBeVisible();

      // A few of the quick study's items, under its own conditions.
      const quick = JSON.parse(
        readFileSync(join(projectRoot, 'datasets/studies/quick.json'), 'utf8'),
      ) as ReturnType<typeof smallStudy>;
      await openStudy(page, { ...quick, items: { ...quick.items, limit: 2 } });
      await expect(page.getByText(en.needs.remote)).toBeVisible();
      await expect(page.getByText(text.before.noPrices)).toBeVisible();
      await run(page).click();
      await expect(page.getByText(/^All \d+ trials are answered and kept\.$/)).toBeVisible({
        timeout: 25 * 60_000,
      });
      await expect(page.getByRole('grid').first()).toBeVisible();

      const [manifest] = await storedRuns(page);
      expect(manifest).toMatchObject({
        engine: 'endpoint',
        models: { answer: { id: 'SmolLM2-135M-Instruct.Q8_0' } },
        environment: { server: 'llama.cpp', template: 'ours', concurrency: 2 },
      });
      const samples = await storedSamples(page, manifest?.runId ?? '');
      expect(samples).toHaveLength(manifest?.trials ?? 0);
      expect(samples.every(({ status }) => status === 'answered')).toBe(true);
      // The template was rendered here: the prompt is the text that the model read.
      expect(samples[0]?.prompt).toMatch(/^<\|im_start\|>user/);

      await follow(page, `#/runs/${manifest?.runId ?? ''}`);
      await page.getByRole('tab', { name: en.run.tabs.about }).click();
      const json = page.getByRole('button', { name: en.run.actions.json, exact: true });
      const file = (await saved(page, json)).bytes.toString();
      expect(file).toContain('crossroads-run/1');
      for (const secret of [KEY, llama.url, String(llama.port)]) expect(file).not.toContain(secret);
      expect(await everythingKept(page)).not.toContain(KEY);
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(KEY);
      expect(page.url()).not.toContain(KEY);
    } finally {
      await llama.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

test.describe('a server with a key', () => {
  test.use({ forgiven: /Failed to load resource/ });

  test('says that it wants one; the tab keeps it only where that is asked for', async ({
    page,
    site,
  }) => {
    const made = await madeEndpoint({ key: KEY });
    try {
      await askAt(page, site, made.url);
      await expect(form(page).getByText(/does not accept the key \(401\)/)).toBeVisible();
      await form(page)
        .getByLabel(new RegExp(`^${text.key}`))
        .fill(KEY);
      await form(page).getByRole('button', { name: text.ask, exact: true }).click();
      await expect(form(page).getByText(text.found(text.kinds['unknown'] ?? '', 1))).toBeVisible();
      await keepAndUse(page);

      await openStudy(page);
      await expect(run(page)).toBeEnabled();
      // Reloaded, the page has forgotten the key, says so, and takes it again where the run is started.
      await page.reload();
      await expect(page.getByText(/does not accept the key \(401\)/)).toBeVisible();
      await expect(run(page)).toBeDisabled();
      await page.getByLabel(new RegExp(`^${text.key}`)).fill(KEY);
      await page.getByLabel(text.keepKey).check();
      await page.getByRole('button', { name: text.before.takeKey }).click();
      await expect(run(page)).toBeEnabled();
      await page.reload();
      await expect(run(page)).toBeEnabled();
      expect(await everythingKept(page)).not.toContain(KEY);
      await run(page).click();
      await expect(page.getByText(en.running.finished(2))).toBeVisible();
      expect(await everythingKept(page)).not.toContain(KEY);
    } finally {
      await made.close();
    }
  });
});

test.describe('what a run on a server costs', () => {
  test.use({ forgiven: /Failed to load resource/ });

  test('is said before, counted while it goes, and held at the limit until that is raised', async ({
    page,
    site,
  }) => {
    const made = await madeEndpoint();
    try {
      await askAt(page, site, made.url);
      await expect(form(page).getByText(text.cautions['few-alternatives'])).toBeVisible();
      // 20 fresh at 1000, 100 cached at 100, 1 written at 10,000, for a million each: 0.04 a trial.
      await form(page).getByLabel(text.prices.prompt, { exact: false }).first().fill('1000');
      await form(page).getByLabel(text.prices.cached, { exact: false }).fill('100');
      await form(page).getByLabel(text.prices.completion, { exact: false }).fill('10000');
      await form(page).getByLabel(text.prices.limit, { exact: false }).fill('0.07');
      await keepAndUse(page);

      const entered = text.prices.entered({ prompt: 1000, cached: 100, completion: 10000 });
      await expect(page.getByText(entered, { exact: true })).toBeVisible();
      await expect(page.getByText(text.prices.pausesAt(0.07), { exact: true })).toBeVisible();
      await openStudy(page, { items: { traits: ['openness'], limit: 5 } });
      await expect(
        page.getByText(/^about .+ to be sent; about 5 written, at most 40$/),
      ).toBeVisible();
      await expect(page.getByText(/at these prices; the run pauses at 0\.070$/)).toBeVisible();
      await run(page).click();
      await expect(page.getByText(text.limitReached(0.08, 0.07))).toBeVisible();
      expect(made.asked()).toBe(2);
      await expect(page.getByText(text.going.cached(200, 240))).toBeVisible();
      await expect(page.getByRole('button', { name: en.running.resume, exact: true })).toHaveCount(
        0,
      );
      expect(await axe(page)).toEqual([]);

      await page.getByLabel(text.going.raise).fill('1');
      await page.getByRole('button', { name: text.going.raiseAndGoOn }).click();
      await expect(page.getByText(en.running.finished(5))).toBeVisible();
      expect(made.asked()).toBe(5);
    } finally {
      await made.close();
    }
  });

  test('without log-probabilities a study by probability is refused, and its twin offered', async ({
    page,
    site,
  }) => {
    const made = await madeEndpoint({ probabilities: false });
    try {
      await askAt(page, site, made.url);
      await expect(form(page).getByText(text.probabilities.no)).toBeVisible();
      await keepAndUse(page);
      await openStudy(page);
      await expect(page.getByText(/gives no log-probabilities, so no study/)).toBeVisible();
      await expect(run(page)).toBeDisabled();
      expect(made.asked()).toBe(0);
      await page.getByRole('link', { name: text.before.written }).click();
      await expect(page.getByText(en.study.answers.generate)).toBeVisible();
      await run(page).click();
      await expect(page.getByText(en.running.finished(2))).toBeVisible();
      const [manifest] = await storedRuns(page);
      expect(manifest?.study).toMatchObject({ answer: 'generate', lead: '' });
    } finally {
      await made.close();
    }
  });
});

test.describe('a server that goes away', () => {
  test.use({ forgiven: /Failed to load resource|ERR_CONNECTION|ERR_EMPTY_RESPONSE/ });

  test('is waited for with a countdown; nothing answered is asked again', async ({
    page,
    site,
  }) => {
    let isDown = false;
    const made = await madeEndpoint({
      before: (asked, response) => {
        if (asked === 3) isDown = true;
        if (asked === 5) {
          response.writeHead(429, {
            'retry-after': '3',
            'access-control-expose-headers': 'retry-after',
          });
          response.end('{}');
          return true;
        }
        if (isDown) response.destroy();
        return isDown;
      },
    });
    try {
      await askAt(page, site, made.url);
      await keepAndUse(page);
      await openStudy(page, { items: { traits: ['openness'], limit: 5 } });
      await run(page).click();
      await expect(page.getByText(/^The server does not answer: asked again in /)).toBeVisible();
      const [begun] = await storedRuns(page);
      expect(await storedSamples(page, begun?.runId ?? '')).toHaveLength(2);
      isDown = false;
      await expect(page.getByText(/^The server is busy: asked again in /)).toBeVisible();
      await expect(page.getByText(en.running.finished(5))).toBeVisible({ timeout: 60_000 });
      const samples = await storedSamples(page, begun?.runId ?? '');
      expect(new Set(samples.map(({ trial }) => trial)).size).toBe(5);
    } finally {
      await made.close();
    }
  });
});

test.describe('a server that a page may not read', () => {
  test.use({ forgiven: /CORS|Failed to load resource|ERR_/ });

  test('because it does not allow pages (CORS): that is named, with the way on', async ({
    page,
    site,
  }) => {
    const made = await madeEndpoint({ cors: false });
    try {
      await askAt(page, site, made.url);
      const problem = form(page).getByText(/CORS/).first();
      await expect(problem).toBeVisible();
      await expect(
        form(page)
          .getByText(/OLLAMA_ORIGINS/)
          .first(),
      ).toBeVisible();
      await expect(form(page).getByText(text.help.origin(new URL(site).origin))).toBeVisible();
      await expect(form(page).getByRole('button', { name: text.save })).toHaveCount(0);
    } finally {
      await made.close();
    }
  });

  test('because its certificate is not trusted: that is named', async ({ page, site }) => {
    const tls = await listening(
      createTlsServer({ key: pem, cert: pem }, (_request, response) => response.end('{}')),
    );
    try {
      await askAt(page, site, `https://127.0.0.1:${tls.port}`);
      await expect(
        form(page)
          .getByText(/certificate that is not trusted/)
          .first(),
      ).toBeVisible();
      await expect(form(page).getByText(text.help.certificate)).toBeVisible();
    } finally {
      await tls.close();
    }
  });
});

test.describe('a page that came over https', () => {
  test.use({ ignoreHTTPSErrors: true, serviceWorkers: 'block' });

  test('may not call plain http elsewhere, which is said before anything is sent', async ({
    page,
    site,
  }) => {
    const front = await listening(inFrontOf(site));
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    try {
      await askAt(page, `https://127.0.0.1:${front.port}/`, 'http://models.example.org:8080');
      await expect(
        form(page).getByText(/browsers do not let such a page call http:\/\/models\.example\.org/),
      ).toBeVisible();
      await expect(form(page).getByText(text.help.mixed)).toBeVisible();
      expect(asked.filter((url) => url.includes('models.example.org'))).toEqual([]);
    } finally {
      await front.close();
    }
  });
});

async function listening(server: TlsServer) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, close };
}

/** The site over https, for a certificate is all that a page needs to count as come by https. */
function inFrontOf(site: string): TlsServer {
  return createTlsServer({ key: pem, cert: pem }, (incoming, outgoing) => {
    const onward = request(new URL(incoming.url ?? '/', site), (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    onward.end();
  });
}

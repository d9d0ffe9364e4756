import { createReadStream, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { joinModel } from '../../scripts/llama/server.mjs';
import { catalogue, PART_BYTES } from '../../src/engines/catalogue';
import { encodeStudy } from '../../src/exchange/link';
import { formatBytes } from '../../src/text/format';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { follow, smallStudy } from './steps';

const text = en.models;
const [embedded, published] = catalogue;
if (embedded === undefined || published === undefined) throw new Error('the catalogue is empty');
const PATIENCE = { timeout: 120_000 };

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crossroads-models-'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

async function openModels(page: Page, site: string): Promise<void> {
  await page.goto(`${site}#/models`);
  await expect(row(page, embedded?.title ?? '')).toBeVisible();
}

function row(page: Page, title: string): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
}

const fileInput = (page: Page): Locator => page.locator('input[type=file]');

test('lists the embedded model, downloads it with a stop on the way, and deletes it', async ({
  page,
  site,
}) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let hold = true;
  await page.route('**/smollm2-135m-instruct-q8_0/part-04-*.bin', async (route) => {
    if (hold) await held;
    await (hold ? route.abort().catch(() => undefined) : route.continue());
  });
  await openModels(page, site);
  const model = row(page, embedded.title);
  for (const part of [
    formatBytes(embedded.bytes),
    'Apache-2.0',
    text.row.notHere,
    text.row.inUse,
  ]) {
    await expect(model).toContainText(part);
  }
  expect(await axe(page)).toEqual([]);

  await model.getByRole('button', { name: text.row.downloadOf(embedded.title) }).click();
  const bar = model.getByRole('progressbar');
  // Three whole parts have arrived, the fourth is on its way.
  const whole = 3 * 24 * 1024 * 1024;
  await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`^${formatBytes(whole)} of`));
  await model.getByRole('button', { name: text.transfer.stopOf(embedded.title) }).click();
  await expect(model).toContainText(text.transfer.stopped);
  await expect(model).toContainText(text.row.partly(whole, embedded.bytes));
  hold = false;
  release();

  await page.reload();
  await model.getByRole('button', { name: text.row.goOnOf(embedded.title) }).click();
  await expect(model.locator('.meta')).toContainText(text.row.here, PATIENCE);
  await expect(page.getByRole('img', { name: formatBytes(embedded.bytes) })).toBeVisible();

  await model.getByRole('button', { name: text.row.deleteOf(embedded.title) }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(text.deletion.frees(embedded.bytes));
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: text.deletion.confirm }).click();
  await expect(model).toContainText(text.row.notHere);
  expect(
    await page.evaluate(() =>
      caches
        .open('crossroads-model-parts-1')
        .then((c) => c.keys())
        .then((k) => k.length),
    ),
  ).toBe(0);
});

test('takes in a file of one’s own, refuses a broken one, and lets it answer', async ({
  page,
  site,
}) => {
  const own = await renamedInside(await joinModel(embedded.id, folder), join(folder, 'own.gguf'));
  await openModels(page, site);

  // A broken file first: refused before anything is kept.
  const cut = join(folder, 'cut.gguf');
  await joinModel(published.id, folder).then((path) => rename(path, cut));
  truncateSync(cut, published.bytes - 1);
  await fileInput(page).setInputFiles(cut);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('cut.gguf is cut short');
  await alert.getByRole('button', { name: text.add.dismiss }).click();

  await fileInput(page).setInputFiles(own);
  await expect(page.getByText(text.add.added('own'))).toBeVisible(PATIENCE);
  const model = row(page, 'own');
  for (const part of ['135 million parameters', formatBytes(embedded.bytes), text.row.here]) {
    await expect(model).toContainText(part);
  }
  expect(await axe(page)).toEqual([]);

  // It is still there after a reload, and answers a question.
  await page.reload();
  await model.getByText(text.row.facts).click();
  const id = (await model.locator('code').first().textContent()) ?? '';
  expect(id).toMatch(/^ownllm2-135m.*-q8_0-[0-9a-f]{8}$/);
  const study = smallStudy({ items: { ids: ['o-fund-01'] }, models: { answer: id } });
  await follow(page, `#/study/${encodeStudy(study)}`);
  await page.getByRole('button', { name: en.study.run, exact: true }).click();
  await expect(page.getByText(en.running.finished(1))).toBeVisible(PATIENCE);
});

test('uses a file where it lies for a visit, and knows a file of the catalogue', async ({
  page,
  site,
}) => {
  const path = await joinModel(published.id, folder);
  await openModels(page, site);
  await page.getByRole('checkbox', { name: text.add.file.keep }).uncheck();
  await fileInput(page).setInputFiles(path);
  await expect(page.getByText(text.add.addedKnown(published.title))).toBeVisible(PATIENCE);
  await expect(row(page, published.title)).toContainText(text.row.visit);
});

test('downloads a file from an address, and goes on after a reload where it was', async ({
  page,
  site,
}) => {
  const own = await renamedInside(
    await joinModel(published.id, folder),
    join(folder, 'elsewhere.gguf'),
  );
  const server = await rangeServer(own);
  try {
    await openModels(page, site);
    await page.getByRole('textbox', { name: text.add.address.label }).fill(server.address);
    await page.getByRole('button', { name: text.add.address.start, exact: true }).click();
    await expect.poll(() => server.held, PATIENCE).toBe(true);
    await page.reload();
    server.letGo();
    const name = 'elsewhere.gguf';
    const two = 2 * PART_BYTES;
    await expect(
      page.getByText(text.add.address.pending(name, two, published.bytes)),
    ).toBeVisible();
    server.asked.length = 0;
    await page.getByRole('button', { name: text.add.address.goOn, exact: true }).click();
    await expect(page.getByText(text.add.added('elsewhere'))).toBeVisible(PATIENCE);
    // The header is read anew from the first part; the weights of the first two are not.
    expect(server.asked.filter((from) => from >= two)).toEqual([two, 3 * PART_BYTES]);
    expect(server.asked).not.toContain(PART_BYTES);
    await expect(page.getByText(text.add.address.pending(name, two, published.bytes))).toHaveCount(
      0,
    );
  } finally {
    await server.close();
  }
});

/** A server of one file that lets pages read it in ranges; it holds the third part back until it is told. */
async function rangeServer(path: string) {
  const { size } = statSync(path);
  const state = { held: false, asked: [] as number[] };
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  const server = createServer((request, response) => {
    const [, from = '0', to = `${size - 1}`] =
      /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const [first, last] = [Number(from), Math.min(Number(to), size - 1)];
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'Range',
      'Last-Modified': 'Tue, 01 Dec 2026 00:00:00 GMT',
    };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, cors).end();
      return;
    }
    state.asked.push(first);
    response.writeHead(206, {
      ...cors,
      'Access-Control-Expose-Headers': 'Content-Range',
      'Content-Range': `bytes ${first}-${last}/${size}`,
      'Content-Length': last - first + 1,
    });
    const send = (): void =>
      void createReadStream(path, { start: first, end: last }).pipe(response);
    if (first !== 2 * PART_BYTES) return send();
    state.held = true;
    void released.then(send);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/elsewhere.gguf`,
    letGo: () => letGo(),
    get held() {
      return state.held;
    },
    asked: state.asked,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The same file with another name in its header: another file, so another model. */
async function renamedInside(path: string, to: string): Promise<string> {
  const file = await open(path, 'r+');
  try {
    const head = Buffer.alloc(2000);
    await file.read(head, 0, head.length, 0);
    const at = head.indexOf('Smollm2');
    expect(at).toBeGreaterThan(0);
    await file.write('Ownllm2', at);
  } finally {
    await file.close();
  }
  await rename(path, to);
  return to;
}

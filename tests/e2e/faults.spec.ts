import type { Page } from 'playwright/test';
import { distDir } from '../../scripts/setup/paths.mjs';
import { serve } from '../../scripts/serve.mjs';
import { catalogue } from '../../src/engines/catalogue';
import { encodeStudy } from '../../src/exchange/link';
import { formatBytes } from '../../src/text/format';
import { en } from '../../src/text/en';
import { expect, test } from './site';
import { follow, sampleRows, smallStudy, storedRuns, storedSamples } from './steps';

const text = en.running;
const model = catalogue[0];
if (model === undefined) throw new Error('the catalogue is empty');
const PATIENCE = { timeout: 180_000 };

/** The address of a study of one or two items, or of two under three conditions. */
function study(trials: 1 | 2 | 6): string {
  const made = smallStudy({
    title: `A study of ${trials}`,
    items: { ids: trials === 1 ? ['o-fund-01'] : ['o-fund-01', 'o-stock-01'] },
    conditions: [
      { shaping: ['none'] },
      ...(trials === 6
        ? [{ shaping: ['quantified' as const], levels: [1 as const, 5 as const] }]
        : []),
    ],
  });
  return `#/study/${encodeStudy(made)}`;
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

async function start(page: Page): Promise<void> {
  await expect(button(page, en.study.run)).toBeEnabled();
  await button(page, en.study.run).click();
}

function finished(page: Page, trials: number) {
  return expect(page.getByText(text.finished(trials))).toBeVisible(PATIENCE);
}

/** How many answers of the newest run are on the disk. */
async function kept(page: Page): Promise<number> {
  const [run] = await storedRuns(page);
  return run === undefined ? 0 : (await storedSamples(page, run.runId)).length;
}

test.describe('the load of the model', () => {
  test('names a part that arrives damaged, keeps the others, and goes on', async ({
    page,
    site,
  }) => {
    let damaged = 0;
    const fetched: string[] = [];
    await page.route('**/part-*.bin', async (route) => {
      const name = /part-\d+/.exec(route.request().url())?.[0] ?? '';
      fetched.push(name);
      // Damaged once it is only fetched again; damaged twice it is said.
      if (name !== 'part-03' || damaged > 1) return route.continue();
      damaged += 1;
      const response = await route.fetch();
      const body = await response.body();
      body.writeUInt8(body.readUInt8(1_000_000) ^ 1, 1_000_000);
      return route.fulfill({ response, body });
    });
    await page.goto(`${site}${study(1)}`);
    await start(page);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(`Part 3 of 6 of ${model.title} arrived damaged`, PATIENCE);
    await expect(alert).toContainText('It was thrown away; the parts that arrived whole are kept.');
    expect(fetched).toEqual(['part-01', 'part-02', 'part-03', 'part-03']);
    await button(page, text.again).click();
    await finished(page, 1);
    expect(fetched.slice(4)).toEqual(['part-03', 'part-04', 'part-05', 'part-06']);
  });

  test('is stopped by Escape, and a reload offers it again with what is left', async ({
    page,
    site,
  }) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/part-04-*.bin', async (route) => {
      await held;
      await route.abort().catch(() => undefined);
    });
    await page.goto(`${site}${study(1)}`);
    await start(page);
    const bar = page.getByRole('progressbar', { name: text.stages.download });
    // Three whole parts have arrived, the fourth is on its way.
    const whole = 3 * 24 * 1024 * 1024;
    await expect(bar).toHaveAttribute('aria-valuetext', new RegExp(`^${formatBytes(whole)} of`));
    await page.keyboard.press('Escape');
    await expect(page.getByText(text.stoppedEarly)).toBeVisible();
    await expect(button(page, text.again)).toBeVisible();
    await expect(bar).toHaveCount(0);
    release();
    expect(await storedRuns(page)).toEqual([]);

    await page.reload();
    await expect(button(page, en.study.run)).toBeEnabled();
    await expect(page.getByText(en.needs.bytes(model.bytes - whole))).toBeVisible();
  });
});

test.describe('a run under way', () => {
  test('says when the disk is full, keeps every answer before, and goes on with room', async ({
    page,
    site,
  }) => {
    // Stands in for a full disk: the browser's own error, at the place where it raises it. A real one (a quota that
    // Chromium lowers under way) comes as late as its estimate of the free space is renewed.
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
        if (sessionStorage.getItem('full') !== null && this.name === 'samples') {
          throw new DOMException('The disk is full.', 'QuotaExceededError');
        }
        return put.apply(this, given);
      };
    });
    await page.goto(`${site}${study(6)}`);
    await start(page);
    await expect.poll(() => kept(page), PATIENCE).toBeGreaterThan(0);
    await page.evaluate(() => sessionStorage.setItem('full', 'yes'));
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The browser could not keep the last answer', PATIENCE);
    await expect(alert).toContainText('Every answer before it is kept.');
    await expect(alert).toContainText('Delete runs you no longer need, or free space on the disk');
    const [run] = await storedRuns(page);
    const before = await storedSamples(page, run?.runId ?? '');
    expect(before.length).toBeGreaterThan(0);

    await page.evaluate(() => sessionStorage.removeItem('full'));
    await button(page, text.goOn).click();
    await finished(page, 6);
    const after = await storedSamples(page, run?.runId ?? '');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(new Set(after.map(({ trial }) => trial)).size).toBe(6);
    expect(await storedRuns(page)).toHaveLength(1);
  });

  test('is not run by a second tab at the same time, which is told so', async ({
    context,
    page,
    site,
  }) => {
    await page.goto(`${site}${study(6)}`);
    await start(page);
    await expect.poll(() => kept(page), PATIENCE).toBeGreaterThan(0);
    await button(page, text.pause).click();
    await expect(button(page, text.resume)).toBeVisible();

    const second = await context.newPage();
    await second.goto(`${site}#/runs`);
    await button(second, en.runs.goOn).click();
    await expect(second.getByRole('alert')).toContainText(
      'This run is already going on in another tab of this browser.',
      PATIENCE,
    );
    await button(page, text.resume).click();
    await finished(page, 6);
    await expect(second.getByText(en.runs.status.finished(6))).toBeVisible();
    const [run] = await storedRuns(page);
    const samples = await storedSamples(page, run?.runId ?? '');
    expect(new Set(samples.map(({ trial }) => trial)).size).toBe(6);
    expect(samples).toHaveLength(6);
  });
});

test.describe('with the server gone', () => {
  test.use({ forgiven: /Failed to load resource|ERR_CONNECTION_REFUSED/ });

  test('the page opens, shows its runs, and runs a study with the model that is kept', async ({
    page,
  }) => {
    const server = await serve({ root: distDir });
    try {
      await page.goto(`${server.url}${study(1)}`);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await start(page);
      await finished(page, 1);
      await server.close();

      // In the same visit, on pages that were not opened before.
      await follow(page, '#/runs');
      await expect(page.getByRole('link', { name: 'A study of 1' })).toBeVisible();
      await page
        .getByRole('link', { name: 'Quick look: openness and agreeableness' })
        .first()
        .click();
      await expect(page.getByRole('gridcell').first()).toBeVisible();
      await page.getByRole('tab', { name: en.run.tabs.samples }).click();
      await expect(sampleRows(page).first()).toBeVisible();
      await follow(page, '#/lab');
      await expect(page.getByRole('heading', { level: 1, name: en.lab.heading })).toBeVisible();
      await follow(page, '#/');
      await expect(page.getByRole('gridcell').first()).toBeVisible();

      // And in the next one.
      await page.goto(`${server.url}${study(2)}`);
      await page.reload();
      await expect(page.getByText(en.needs.nothing)).toBeVisible();
      await start(page);
      await finished(page, 2);
      expect(await storedRuns(page)).toHaveLength(2);
    } finally {
      await server.close().catch(() => undefined);
    }
  });
});

import type { Page } from 'playwright/test';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { copyOf, follow, importRun, recordedRun, saved } from './steps';

const text = en.compare;
const QWEN = 'recorded:behavior-table-3-p.qwen2.5-coder-1.5b';
const SMOL = 'recorded:behavior-table-3-p.smollm2-135m';
const HIGH = 'shaping=descriptive,levels=5';

/** The cells of a line of the table of differences. */
async function lineOf(page: Page, trait: string): Promise<string[]> {
  const table = page.getByRole('region', { name: text.result.caption });
  const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: trait }) });
  return row.getByRole('cell').allInnerTexts();
}
function rows(page: Page) {
  return page.getByRole('listbox', { name: text.items.list }).getByRole('option');
}
function panel(page: Page) {
  return page.getByRole('region', { name: text.items.panel, exact: true });
}

test('opens with two recorded models on one study, and says what differs and by how much', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#/compare`);
  await expect(page.getByText(text.differing.one(text.differing.kinds.model))).toBeVisible();
  // SciPy, from the same samples (tests/unit/analysis/paired-recorded.test.ts); Holm by hand: 3 × 0.00292969.
  expect((await lineOf(page, 'Openness')).slice(0, 6)).toEqual([
    '+15.4',
    '+4.5',
    '+10.8',
    '+6.0 to +15.4',
    text.result.verdicts.higher,
    '0.009',
  ]);
  expect((await lineOf(page, 'Conscientiousness'))[4]).toBe(text.result.verdicts['cannot-tell']);
  await expect(page.getByText(/In PIS by expected r, A is higher on Openness/)).toBeVisible();
  expect(await axe(page)).toEqual([]);

  await page.getByRole('button', { name: text.pickers.swap }).click();
  await expect(page.getByText(/In PIS by expected r, B is higher on Openness/)).toBeVisible();
  expect((await lineOf(page, 'Openness'))[3]).toBe('−15.4 to −6.0');
  await page.goBack();
  await expect(page.getByText(/In PIS by expected r, A is higher on Openness/)).toBeVisible();
});

test('compares a condition with its baseline where the address names one run', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#/compare?a=${encodeURIComponent(QWEN)}&measure=r`);
  await expect(page.getByText(text.differing.one(text.differing.kinds.condition))).toBeVisible();
  await expect(page.getByLabel(text.pickers.condition('A'))).toHaveValue(HIGH);
  await expect(page.getByLabel(text.pickers.condition('B'))).toHaveValue('baseline');
  // 45 items of openness gained and none lost would be the most that 53 to 8 allows; McNemar stands beside r only.
  await expect(page.getByText(text.result.columns.mcnemar)).toBeVisible();
  await page.getByLabel(text.measure).selectOption('expected');
  await expect(page).toHaveURL(/measure=expected/);
  await expect(page.getByText(text.result.columns.mcnemar)).toBeHidden();

  await page.getByLabel(text.pickers.condition('B')).selectOption(HIGH);
  await expect(page.getByText(text.refusals.same.title)).toBeVisible();
});

test('lists the items on which they part, by keyboard, with both answers and both prompts', async ({
  page,
  site,
}) => {
  const address = `#/compare?a=${encodeURIComponent(QWEN)}&b=${encodeURIComponent(SMOL)}&ca=${encodeURIComponent(HIGH)}&cb=${encodeURIComponent(HIGH)}&measure=expected`;
  await page.goto(`${site}${address}`);
  // The line of a trait in the picture leads to its items.
  await page.getByRole('gridcell', { name: /^Extraversion/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: text.items.heading })).toBeFocused();
  await expect(page).toHaveURL(/group=extraversion/);
  await expect(page.getByText(/of 510 paired/)).toBeVisible();

  const list = page.getByRole('listbox', { name: text.items.list });
  await list.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('heading', { level: 3 })).toBeFocused();
  await expect(panel(page).getByText(text.items.prompt)).toHaveCount(2);
  await panel(page).getByText(text.items.prompt).first().click();
  await expect(panel(page).getByRole('region', { name: text.items.promptOf('A') })).toContainText(
    '<|im_start|>user',
  );
  expect(await axe(page)).toEqual([]);
  const open = page.url();
  await panel(page)
    .getByRole('link', { name: text.items.toSample('B') })
    .click();
  await expect(page.getByRole('region', { name: en.run.sample.label })).toBeVisible();
  await expect(page).toHaveURL(/behavior-table-3-p\.smollm2-135m/);

  // The address of the open item opens it again.
  await follow(page, new URL(open).hash);
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: text.items.close }).press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(list).toBeFocused();

  const before = await rows(page).first().innerText();
  await page.getByLabel(text.items.all).check();
  await expect(page).toHaveURL(/items=all/);
  await expect(page.getByText('110 items shown', { exact: false })).toBeVisible();
  expect(before).not.toBe('');

  const { bytes } = await saved(page, page.getByRole('button', { name: text.items.save }));
  // A line of names and one for each item, each ended.
  expect(bytes.toString().split('\r\n')).toHaveLength(512);
});

test.describe('what cannot be compared', () => {
  test('a run that is gone is said, and another can be chosen', async ({ page, site }) => {
    await page.goto(`${site}#/compare?a=${encodeURIComponent(SMOL)}&b=deleted`);
    await expect(page.getByText(text.atHand.gone.what)).toBeVisible();
    await page.getByLabel(text.pickers.run('B')).selectOption(QWEN);
    await expect(page.getByRole('heading', { name: text.result.heading })).toBeVisible();
  });

  test('runs of different suites, and runs without a common item', async ({ page, site }) => {
    await page.goto(
      `${site}#/compare?a=${encodeURIComponent(SMOL)}&b=${encodeURIComponent('recorded:decision-quick.smollm2-135m')}`,
    );
    await expect(page.getByText(text.refusals.suites.title)).toBeVisible();

    await follow(page, '#/runs');
    const other = copyOf(recordedRun(), 'other', 'Other items');
    other.samples = other.samples.filter(({ item }) => item.startsWith('a-'));
    const third = copyOf(recordedRun(), 'third', 'Third');
    third.samples = third.samples.filter(({ item }) => item.startsWith('o-'));
    for (const run of [other, third]) {
      run.manifest.finishedAt = '';
      await importRun(page, run);
    }
    await follow(page, '#/compare?a=other&b=third');
    await expect(page.getByText(text.refusals['no-items'].title)).toBeVisible();
    expect(await axe(page)).toEqual([]);

    await follow(page, '#/runs');
    const empty = copyOf(recordedRun(), 'empty', 'Empty');
    await importRun(page, {
      ...empty,
      manifest: { ...empty.manifest, finishedAt: '' },
      samples: [],
    });
    await follow(page, '#/compare?a=empty&b=third');
    await expect(page.getByText(text.pickers.noAnswers('A'))).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });

  test.describe('a file that does not come', () => {
    test.use({ forgiven: /Failed to load resource|net::ERR/ });
    test('is said, and tried again', async ({ page, site }) => {
      let fails = true;
      await page.route(/smollm2-135m.*\.gz/, (route) => (fails ? route.abort() : route.continue()));
      await page.goto(`${site}#/compare`);
      await expect(page.getByText('The recorded run could not be loaded.')).toBeVisible();
      fails = false;
      await page.getByRole('button', { name: text.retry }).click();
      await expect(page.getByRole('heading', { name: text.result.heading })).toBeVisible();
    });
  });
});

import type { Page } from 'playwright/test';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { copyOf, follow, importRun, recordedRun } from './steps';

const text = en.scale;
const STUDY = 'behavior-table-3-p';

function chart(page: Page) {
  return page.getByRole('grid').first();
}
/** A point by what it is of; its name holds its value. */
function point(page: Page, of: RegExp) {
  return chart(page).getByRole('gridcell', { name: of });
}
/** The value in the name of a cell: `Openness, high, ...: 46.7 %, n = 100`. */
async function valueIn(cell: ReturnType<typeof point>): Promise<string> {
  const name = (await cell.getAttribute('aria-label')) ?? '';
  return /: (\S+)\s%/.exec(name)?.[1] ?? name;
}

test.describe('scale curves', () => {
  test('show the recorded runs, each point with the value of its run’s own table and the way to it', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/scale?study=${STUDY}`);
    const small = point(page, /^Openness, high, 135.M, SmolLM2/);
    await expect(small).toHaveAccessibleName(/recorded, n = 100$/);
    // The keyboard: into the chart, to the point of the larger model, down to the low end, and back.
    await small.focus();
    await page.keyboard.press('End');
    const large = point(page, /^Openness, high, 1\.8.B, qwen/);
    await expect(large).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(point(page, /^Openness, low, 1\.8.B, qwen/)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(large).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: en.charts.follow })).toHaveCount(1);
    const value = await valueIn(large);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      /#\/runs\/behavior-table-3-p\.qwen2\.5-coder-1\.5b\?measure=expected/,
    );
    const cell = page.getByRole('gridcell', { name: /^Openness, quantified high \(5\): / }).first();
    await expect(cell).toBeVisible();
    expect(await valueIn(cell)).toBe(value);
  });

  test('take every choice into the address, and come back by it', async ({ page, site }) => {
    await page.goto(`${site}#/scale?study=${STUDY}`);
    await page.getByLabel(text.controls.measure, { exact: true }).selectOption('separation');
    await expect(point(page, /^All traits \(mean\), high − low, 135/)).toHaveCount(1);
    await page.getByLabel(text.controls.trait, { exact: true }).selectOption('extraversion');
    await expect(page).toHaveURL(/measure=separation.*trait=extraversion/);
    await page.reload();
    await expect(point(page, /^Extraversion, high − low/)).toHaveCount(2);
    await expect(point(page, /^Openness/)).toHaveCount(0);
    await page.getByRole('button', { name: en.charts.table.show }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Extraversion' })).toHaveCount(2);
  });

  test('tell a run of one’s own from a recorded one, and say why another is left out', async ({
    page,
    site,
  }) => {
    const own = copyOf(recordedRun(), 'own-quick');
    own.manifest.startedAt = '2026-12-01T10:00:00.000Z';
    own.manifest.finishedAt = '2026-12-01T10:10:00.000Z';
    const other = copyOf(recordedRun(), 'other-items');
    other.manifest.dataHash = 'f'.repeat(64);
    await page.goto(`${site}#/runs`);
    await importRun(page, own);
    await importRun(page, other);
    await follow(page, '#/scale?study=quick');
    await expect(point(page, /^Openness, high, 1\.8.B, .*: .*, imported, n = /)).toHaveCount(1);
    await expect(point(page, /^Openness, high, 1\.8.B, .*: .*, recorded, n = /)).toHaveCount(1);
    await expect(page.getByText(text.caution.twice)).toBeVisible();
    const leftOut = page.getByRole('region', { name: text.leftOut.heading });
    await expect(leftOut.getByRole('listitem')).toHaveText(
      new RegExp(text.leftOut.why['other-items']),
    );
  });

  test('over levels show the trend, and say how to get what no run has', async ({ page, site }) => {
    await page.goto(`${site}#/scale?x=level&study=behavior-table-5-p`);
    await expect(point(page, /^Openness, .*, 3, .*SmolLM2/).first()).toBeVisible();
    const trend = page.getByRole('region', { name: text.trend.heading });
    await expect(trend.getByRole('row')).toHaveCount(6);
    await page.getByRole('radio', { name: text.axisNames.wording }).check();
    await expect(page.getByText(text.empty.wording)).toBeVisible();
    await page.getByRole('link', { name: text.empty.lab }).click();
    await expect(page).toHaveURL(/#\/lab\?study=behavior-table-8-templates-p/);
  });

  test('are usable on a phone and clean for axe', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of ['#/scale', '#/scale?suite=decision', '#/scale?x=temperature']) {
      await page.goto(`${site}${address}`);
      await expect(page.getByRole('heading', { level: 1, name: text.heading })).toBeVisible();
      await expect(page.getByText(text.opening)).toHaveCount(0);
      await expect(chart(page).or(page.getByText(text.empty.temperature))).toBeVisible();
      expect(await axe(page)).toEqual([]);
      const extra = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(extra).toBeLessThanOrEqual(0);
    }
  });
});

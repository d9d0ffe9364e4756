import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { projectRoot } from '../../scripts/setup/paths.mjs';
import type { Run } from '../../src/core/run';
import { parseCatalogue } from '../../src/decision/catalogue';
import { parseDataset, type Decision } from '../../src/decision/dataset';
import { MOTIVATION_NAMES } from '../../src/decision/motivations';
import { parseStudy } from '../../src/exchange/study-file';
import { en } from '../../src/text/en';
import { rating } from '../../src/text/en-rating';
import { madeRun } from '../fixtures/decision/made-run';
import { axe, expect, test } from './site';
import { importRun } from './steps';

/*
 * The views of a run of decisions. The runs are made up: what is tested is what a reader can do with them.
 */
const text = en.decisionRun;
const read = (name: string): string => readFileSync(join(projectRoot, 'datasets', name), 'utf8');
const dataset = parseDataset({
  novels: parseCatalogue(JSON.parse(read('decision/novels.json'))),
  decisions: read('decision/decisions.jsonl'),
  characters: read('decision/characters.jsonl'),
  entities: read('decision/entities.jsonl'),
  ratings: read('decision/ratings.jsonl'),
});
const made = (id: string, share = 1): Promise<Run> =>
  madeRun(parseStudy(JSON.parse(read(`studies/${id}.json`))), dataset, share);

async function open(page: Page, site: string, run: Run, view = ''): Promise<void> {
  await page.goto(`${site}#/runs`);
  await importRun(page, run);
  await page.goto(`${site}#/runs/${run.manifest.runId}${view}`);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test.describe('the results of decisions', () => {
  test('open with the controls, and every cell leads to its samples', async ({ page, site }) => {
    await open(page, site, await made('lifechoice-table-3-p'));
    await expect(heading(page, text.methods.heading)).toBeVisible();
    const rows = page.getByRole('table', { name: text.methods.caption }).getByRole('row');
    const firsts = ['options only', 'no profile, names kept', 'no profile, names replaced'];
    for (const [index, label] of firsts.entries()) {
      await expect(rows.nth(index + 1)).toContainText(text.control(label));
    }
    await expect(rows.nth(4)).toContainText(text.control('random memories'));
    await expect(rows).toHaveCount(1 + 4 + 8);
    await expect(rows.nth(6)).toContainText(`60 (`);
    expect(await axe(page)).toEqual([]);

    const cell = page.getByRole('gridcell', { name: /^Plot-driven, all of them, curated:/ });
    await cell.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(text.filters.motivation)).toHaveValue('plot-driven');
    await expect(page.getByLabel(en.run.samples.condition)).toHaveValue('method=curated');
    expect(await axe(page)).toEqual([]);
  });

  test('show the book’s choice only when asked, and the profile with its passages', async ({
    page,
    site,
  }) => {
    const run = await made('decision-quick');
    const sample = run.samples.find(({ condition }) => condition === 'method=bm25');
    await open(page, site, run, `?tab=samples&sample=${sample?.trial}`);
    const panel = page.getByRole('region', { name: en.run.sample.label });
    const decision = dataset.byId.get(sample?.item ?? '');
    await expect(panel.getByRole('heading', { name: decision?.question })).toBeVisible();
    await expect(panel.getByText(decision?.motivation?.text ?? '')).toHaveCount(0);
    await expect(panel.getByText(text.sample.hiddenScore)).toBeVisible();
    // Between which values the score lies would give the choice away.
    await expect(panel.getByText(en.run.sample.facts.bounds)).toHaveCount(0);
    await panel.getByRole('button', { name: text.sample.reveal }).click();
    await expect(panel.getByText(decision?.motivation?.text ?? '')).toBeVisible();
    await expect(panel.getByText(text.sample.scored(sample?.correct ?? false))).toBeVisible();
    // The novel comes with the site, so its passage is filled in and no note of a place is left.
    await expect(
      panel.getByRole('heading', { name: text.profile.heading, exact: true }),
    ).toBeVisible();
    await expect(panel.getByText(text.profile.passages)).toHaveCount(0);
    await expect(panel.getByText(/\[the-man-who-was-thursday /)).toHaveCount(0);
    expect(await axe(page)).toEqual([]);
    await panel.getByRole('link', { name: text.sample.open }).click();
    await expect(page).toHaveURL(new RegExp(`/decision/${sample?.item}`));
  });

  test('follow the sections by keyboard, from a line to its samples', async ({ page, site }) => {
    await open(page, site, await made('lifechoice-figure-5-p'));
    await expect(heading(page, text.sections.heading)).toBeVisible();
    const first = page.getByRole('gridcell', { name: /^all, 20 %/ });
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('gridcell', { name: /^character-driven, 20 %/ })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('gridcell', { name: /^character-driven, 100 %/ })).toBeFocused();
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel(text.filters.motivation)).toHaveValue('character-driven');
  });

  test('take a person’s ratings of profiles, blind to the judge, and count them at once', async ({
    page,
    site,
  }) => {
    const run = await made('lifechoice-table-3-p');
    const sample = run.samples.find(({ condition }) => condition === 'method=curated');
    const judge = run.artifacts.find(
      ({ kind, trace }) => kind === 'judgement' && (trace as { of: string }).of === sample?.profile,
    );
    await open(page, site, run, `?tab=samples&sample=${sample?.trial}`);
    const panel = page.getByRole('region', { name: en.run.sample.label });
    const motivation = dataset.byId.get(sample?.item ?? '')?.motivation?.text ?? '';
    await panel.getByRole('button', { name: rating.profile.open }).click();
    await expect(panel.getByText(motivation)).toBeVisible();
    await expect(panel.getByText(/made-up-judge/)).toHaveCount(0);
    await expect(panel.getByText('THE JUDGE SAYS')).toHaveCount(0);
    await panel.getByLabel(rating.profile.levels[2].label).check();
    await panel.getByLabel(rating.name).fill('Kim');
    expect(await axe(page)).toEqual([]);

    // While the run goes on elsewhere nothing else is written to it.
    await page.evaluate((id) => {
      void navigator.locks.request(
        `crossroads-run-${id}`,
        () =>
          new Promise<void>((release) => {
            addEventListener('test-release', () => release(), { once: true });
          }),
      );
    }, run.manifest.runId);
    await panel.getByRole('button', { name: rating.keep }).click();
    await expect(panel.getByText(rating.busy.what)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('test-release')));
    await panel.getByRole('button', { name: rating.keep }).click();
    await expect(panel.getByText(rating.kept(2, 'Kim'))).toBeVisible();
    await expect(panel.getByText(/^The judge made-up-judge:/)).toContainText(judge?.text as string);
    await expect(panel.getByText(rating.as('Kim'))).toBeVisible();

    // The name is remembered, and the number of ratings follows at once.
    await panel.getByLabel(rating.profile.levels[3].label).check();
    await panel.getByRole('button', { name: rating.replace }).click();
    await expect(panel.getByText(rating.kept(3, 'Kim'))).toBeVisible();
    await page.getByRole('tab', { name: en.run.tabs.results }).click();
    const raters = page.getByRole('table', { name: text.raters.caption });
    await expect(raters.getByRole('row', { name: /^Kim/ })).toContainText('1');
    await page.reload();
    await expect(raters.getByRole('row', { name: /^Kim/ })).toBeVisible();
  });

  test('show the continuations of the leakage probe one by one, to be rated', async ({
    page,
    site,
  }) => {
    const run = await made('lifechoice-table-5-p');
    await open(page, site, run);
    const probe = page.getByRole('region', { name: text.leakage.heading });
    const words = rating.continuation;
    const count = run.artifacts.filter(({ kind }) => kind === 'continuation').length;
    await expect(probe.getByText(words.place(1, count), { exact: true })).toBeVisible();
    await expect(probe.getByText(/^Made up: .* goes home\.$/)).toBeVisible();
    const first = dataset.byId.get(run.samples[0]?.item ?? '') as Decision;
    const choice = first.options[first.answer];
    await expect(probe.getByText(choice)).toHaveCount(0);
    await probe.getByRole('button', { name: words.reveal }).click();
    await expect(probe.getByText(choice)).toBeVisible();
    await expect(probe.getByText(/^The judge/)).toHaveCount(0);
    await probe.getByLabel(rating.judge).check();
    await expect(probe.getByText(/^The judge made-up-judge/)).toBeVisible();
    await probe.getByLabel(words.levels[1].label).check();
    await probe.getByRole('button', { name: rating.keep }).click();
    await expect(probe.getByText(rating.kept(1, rating.reader))).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await probe.getByRole('button', { name: words.unrated }).click();
    await expect(probe.getByText(words.place(2, count), { exact: true })).toBeVisible();
    await expect(probe.getByText(rating.as(rating.reader))).toBeVisible();
    await expect(probe.getByText(choice)).toHaveCount(0);
  });

  test('say what is missing of a run that is not finished', async ({ page, site }) => {
    await open(page, site, await made('decision-quick', 0.5));
    await expect(page.getByText(en.run.results.holes(10, 0))).toBeVisible();
    await expect(page.getByText(text.oneNovel)).toBeVisible();
    // What going on takes for the profiles is said beside the button.
    await expect(page.getByText(en.needs.profiles.novels(1, 1))).toBeVisible();
  });
});

test.describe('a study of decisions in the lab', () => {
  test('is put together by novel and method, and says what it needs', async ({ page, site }) => {
    await page.goto(`${site}#/lab`);
    await page.getByLabel(en.lab.suite.options.decision).check();
    await expect(heading(page, en.lab.methods.heading)).toBeVisible();
    await page.getByLabel('curated description + CharMap').check();
    await expect(page.getByText(en.needs.profiles.locate(5))).toBeVisible();
    await expect(page.getByText(en.needs.profiles.embedding(22_928_619))).toBeVisible();
    await page.getByLabel(en.lab.methods.charmap).selectOption('bm25');
    await expect(page.getByText(en.needs.profiles.embedding(22_928_619))).toHaveCount(0);
    await expect(page.getByText(en.lab.preview.position(1, 15))).toBeVisible();
    expect(await axe(page)).toEqual([]);

    await page.getByText(en.lab.decisions.motivations, { exact: true }).click();
    const own = dataset.decisions.filter(({ novel }) => novel === 'the-man-who-was-thursday');
    const type = own[0]?.motivation?.type ?? 'values-and-beliefs';
    await page.getByLabel(MOTIVATION_NAMES[type]).check();
    const fitting = own.filter(({ motivation }) => motivation?.type === type).length;
    await expect(page.getByText(en.lab.decisions.fits(fitting))).toBeVisible();
    // The other suite, and back by the notice.
    await page.getByLabel(en.lab.suite.options.behavior).check();
    await expect(heading(page, en.lab.conditions.heading)).toBeVisible();
    await page.getByRole('button', { name: en.app.notices.undo }).last().click();
    await expect(page.getByText(en.lab.decisions.fits(fitting))).toBeVisible();
  });
});

import type { Page } from 'playwright/test';
import { en } from '../../src/text/en';
import { plainText } from '../../src/core/passage';
import type { Study } from '../../src/core/study';
import { catalogue } from '../../src/engines/catalogue';
import { encodeStudy, type Claims } from '../../src/exchange/link';
import { expect, test } from './site';
import {
  copyOf,
  follow,
  importRun,
  recordedRun,
  sampleRows,
  smallStudy,
  storedRuns,
  storedSamples,
} from './steps';

const text = en.study;

/** Runs the study that the page shows, to its end. */
async function runIt(page: Page, trials: number): Promise<void> {
  const button = page.getByRole('button', { name: text.run });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByText(en.running.finished(trials))).toBeVisible({ timeout: 180_000 });
}

function hashOf(study: Study, claims: Claims | null = null): string {
  return `#/study/${encodeStudy(study, claims)}`;
}

test.describe('a shared study', () => {
  test('by generation says what it asks, runs, and both answers can be read', async ({
    page,
    site,
  }) => {
    const study = smallStudy({
      title: 'Two questions, written out',
      answer: 'generate',
      lead: '',
      decoding: { temperature: 0, maxTokens: 24 },
    });
    await page.goto(`${site}${hashOf(study)}`);
    await expect(page.getByRole('heading', { level: 1, name: study.title })).toBeVisible();
    await expect(page.getByText(text.answers.generate)).toBeVisible();
    await expect(page.getByText(text.items(2, 2, [en.results.traits.openness]))).toBeVisible();
    await expect(page.getByText(text.temperature(0))).toBeVisible();
    await runIt(page, 2);

    await page.getByRole('link', { name: en.running.open }).click();
    await page.getByRole('tab', { name: en.run.tabs.samples }).click();
    const [run] = await storedRuns(page);
    const samples = await storedSamples(page, run?.runId ?? '');
    expect(samples).toHaveLength(2);
    await expect(sampleRows(page)).toHaveCount(2);
    await sampleRows(page).first().click();
    const panel = page.getByRole('region', { name: en.run.sample.label });
    for (const { text: written, prompt } of samples) {
      expect(written?.trim()).not.toBe('');
      await expect(panel.locator('blockquote')).toHaveText(written ?? '');
      await expect(panel.getByRole('region', { name: en.run.sample.prompt })).toHaveText(
        plainText(prompt),
      );
      const next = panel.getByRole('button', { name: en.run.sample.next });
      if (await next.isEnabled()) await next.click();
    }
  });

  test('with claimed values says whether a rerun agrees', async ({ page, site }) => {
    const study = smallStudy();
    await page.goto(`${site}${hashOf(study)}`);
    await runIt(page, 2);
    await expect(page.getByText(text.noRecord)).toBeVisible();

    // What was found, by the definition of expected r and past the page's own tables.
    const [run] = await storedRuns(page);
    if (run === undefined) throw new Error('no run is stored');
    const samples = await storedSamples(page, run.runId);
    const value = (100 * samples.reduce((sum, sample) => sum + (sample.value ?? NaN), 0)) / 2;
    const { sha256 } = run.models.answer;
    expect(sha256).toBe(catalogue[0]?.sha256);
    const claims = (found: number, changes: Partial<Claims> = {}): Claims => ({
      model: 'smollm2-135m-instruct-q8_0',
      sha256,
      dataHash: run.dataHash,
      measure: 'expected',
      cells: [{ id: 'openness/baseline', n: 2, value: found }],
      ...changes,
    });

    await follow(page, hashOf(study, claims(value)));
    const table = page.getByRole('table', { name: text.claimsCaption });
    await expect(table).toBeVisible();
    await runIt(page, 2);
    await expect(page.getByText(text.agreed.agrees)).toBeVisible();
    await expect(table.getByText(text.verdicts.agrees)).toBeVisible();

    await follow(page, hashOf(study, claims(value > 50 ? value - 5 : value + 5)));
    await runIt(page, 2);
    await expect(page.getByText(text.agreed.differs)).toBeVisible();
    await expect(table.getByText(text.verdicts.differs)).toBeVisible();

    await follow(page, hashOf(study, claims(value, { sha256: 'f'.repeat(64) })));
    await runIt(page, 2);
    await expect(page.getByText(text.differentGrounds([text.grounds.model]))).toBeVisible();
    await expect(table.getByText(text.verdicts.agrees)).toHaveCount(0);
    // A link that was followed and run before is no reason to lose what came of it.
    expect(await storedRuns(page)).toHaveLength(4);
  });

  test('cut short, or with an unknown trait, is refused with a sentence, and nothing is lost', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/runs`);
    await importRun(page, copyOf(recordedRun(), 'kept-run', 'Kept'));

    const code = encodeStudy(smallStudy());
    const bad = page.getByRole('heading', { level: 1, name: text.bad });
    await page.goto(`${site}#/study/${code.slice(0, Math.floor(code.length / 2))}`);
    await expect(bad).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('This link is damaged');

    const unknown = smallStudy({ items: { traits: ['curiosity' as 'openness'] } });
    await follow(page, hashOf(unknown));
    await expect(bad).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('items.traits[0] is "curiosity"');
    await expect(page.getByRole('alert')).toContainText('openness');

    await follow(page, '#/runs');
    await expect(page.getByRole('link', { name: 'Kept' })).toBeVisible();
    expect(await storedSamples(page, 'kept-run')).toHaveLength(60);
  });
});

import type { Page } from 'playwright/test';
import { en } from '../../src/text/en';
import type { Study } from '../../src/core/study';
import { axe, expect, test } from './site';
import { follow, saved, storedRuns, storedSamples } from './steps';

const text = en.lab;

/** What the study as it stands takes. */
function needs(page: Page) {
  return page.getByRole('region', { name: text.ready });
}

/** The number of trials as the page counts them. */
async function expectTrials(page: Page, count: number): Promise<void> {
  const line = needs(page).locator('dl > div').filter({ hasText: en.needs.trials });
  await expect(line.getByRole('definition')).toHaveText(String(count));
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true });
}

test.describe('the lab', () => {
  test('counts what is chosen, shows each prompt, and says what cannot be combined', async ({
    page,
    site,
  }) => {
    await page.goto(`${site}#/lab`);
    await expectTrials(page, 30);
    await field(page, en.results.traits.neuroticism).check();
    await expectTrials(page, 36);
    await field(page, text.items.limit).fill('3');
    await expectTrials(page, 9);
    await field(page, text.conditions.level(3)).check();
    await expectTrials(page, 12);
    await field(page, text.asking.order).selectOption('balanced');
    await expectTrials(page, 24);
    await expect(needs(page).getByText(/^about .+/)).toBeVisible();
    await expect(page.getByText(text.preview.position(1, 24))).toBeVisible();
    const prompt = page.getByRole('region', { name: en.components.prompt.label });
    await expect(prompt).toContainText('<|im_start|>user');
    const before = await prompt.textContent();
    await page
      .getByRole('region', { name: text.preview.heading })
      .getByRole('button', { name: text.preview.next })
      .click();
    await expect(prompt).not.toHaveText(before ?? '');
    expect(await axe(page)).toEqual([]);

    const run = page.getByRole('button', { name: text.run, exact: true });
    await expect(run).toBeEnabled();
    const refused = async (sentence: string): Promise<void> => {
      await expect(needs(page).getByRole('listitem')).toHaveText([sentence]);
      await expect(run).toBeDisabled();
    };
    await field(page, text.asking.repeats).fill('3');
    await refused(text.issues.repeats);
    await expect(field(page, text.asking.repeats)).toHaveAttribute('aria-invalid', 'true');
    await field(page, text.asking.repeats).fill('1');
    await field(page, text.asking.temperatures).fill('0.2, 0.8');
    await refused(text.issues.temperaturesProbability);
    await field(page, text.asking.answers.generate).check();
    await expectTrials(page, 48);
    await expect(run).toBeEnabled();
    await field(page, text.asking.temperatures).fill('warm');
    await refused(text.issues.temperatures);
    await field(page, text.asking.temperatures).fill('');
    await field(page, text.title).fill('');
    await refused(text.issues.title);
  });

  test('keeps its draft, gives the study as a file, and takes it back', async ({ page, site }) => {
    await page.goto(`${site}#/lab`);
    await field(page, text.title).fill('A draft of mine');
    await field(page, text.items.limit).fill('2');
    await expectTrials(page, 6);
    await page.reload();
    await expect(field(page, text.title)).toHaveValue('A draft of mine');
    await expectTrials(page, 6);
    // Left before the draft had its moment of rest.
    await field(page, text.asking.seed).fill('77');
    await follow(page, '#/runs');
    await follow(page, '#/lab');
    await expect(field(page, text.asking.seed)).toHaveValue('77');

    const file = await saved(page, page.getByRole('button', { name: text.out.file }));
    expect(file.name).toBe('a-draft-of-mine.json');
    const study = JSON.parse(file.bytes.toString()) as Study;
    expect(study).toMatchObject({
      format: 'crossroads-study/1',
      title: 'A draft of mine',
      seed: 77,
      items: { limit: 2 },
    });

    await field(page, text.start.label).selectOption({
      label: 'Quick look: openness and agreeableness',
    });
    await expectTrials(page, 60);
    await expect(field(page, text.start.label)).toHaveValue('quick');
    const quick = 'Quick look: openness and agreeableness';
    await expect(page.getByText(text.start.from(quick, false))).toBeVisible();
    await field(page, text.asking.seed).fill('5');
    await expect(page.getByText(text.start.from(quick, true))).toBeVisible();
    await field(page, text.start.label).selectOption({ label: text.start.own });
    await expect(field(page, text.title)).toHaveValue('A draft of mine');
    await expect(field(page, text.asking.seed)).toHaveValue('77');
    const buffer = Buffer.from(JSON.stringify({ ...study, title: 'From a file' }));
    const choose = (name: string, content: Buffer) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: content });
    await choose('study.json', buffer);
    await expect(field(page, text.title)).toHaveValue('From a file');
    await choose('bad.json', Buffer.from(JSON.stringify({ ...study, answer: 'guess' })));
    await expect(page.getByText(/answer is "guess"/)).toBeVisible();
    await expect(field(page, text.title)).toHaveValue('From a file');
  });

  test('runs a study, which goes on while its reader is elsewhere', async ({ page, site }) => {
    await page.goto(`${site}#/lab`);
    await field(page, text.title).fill('Two conditions of one item');
    await field(page, text.items.limit).fill('1');
    await field(page, text.conditions.low).uncheck();
    await expectTrials(page, 2);
    const run = page.getByRole('button', { name: text.run, exact: true });
    await expect(run).toBeEnabled();
    await run.click();
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    const going = page.getByRole('heading', {
      name: `${text.going}: Two conditions of one item`,
    });
    await expect(going).toBeFocused();
    await expect(going).toBeInViewport();

    await follow(page, '#/');
    await expect(page.getByText(en.running.elsewhere('Two conditions of one item'))).toBeVisible();
    await follow(page, '#/runs');
    await expect
      .poll(async () => (await storedRuns(page)).map(({ finishedAt }) => finishedAt !== ''), {
        timeout: 180_000,
      })
      .toEqual([true]);
    await expect(page.getByText(en.runs.status.finished(2))).toBeVisible();
    const [made] = await storedRuns(page);
    expect(await storedSamples(page, made?.runId ?? '')).toHaveLength(2);

    await page.getByRole('link', { name: en.app.nav.lab, exact: true }).click();
    await expect(page.getByText(en.running.finished(2))).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await expect(field(page, text.title)).toHaveValue('Two conditions of one item');
  });
});

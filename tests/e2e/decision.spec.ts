import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { projectRoot } from '../../scripts/setup/paths.mjs';
import { hrefOf, type DecisionView } from '../../src/exchange/routes';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';

const text = en.decision;

interface Line {
  readonly id: string;
  readonly novel: string;
  readonly character: string;
  readonly at: { readonly chapter: number; readonly paragraph: number };
  readonly scenario: string;
  readonly options: readonly [string, string, string, string];
  readonly answer: 'A' | 'B' | 'C' | 'D';
  readonly motivation: { readonly text: string };
  readonly evidence: readonly { readonly chapter: number; readonly paragraph: number }[];
}

function data(file: string): string {
  return readFileSync(join(projectRoot, 'datasets/decision', file), 'utf8');
}

/** The first decision that fits, as the data has it. */
function firstWhere(fits: (line: Line) => boolean): Line {
  const lines = data('decisions.jsonl').trim().split('\n');
  const found = lines.map((line) => JSON.parse(line) as Line).find(fits);
  if (found === undefined) throw new Error('no such decision');
  return found;
}

const alice = firstWhere(({ novel }) => novel === 'alice');

/** A decision of a novel that does not come with the site. */
function fetchedOne(): Line {
  const novels = JSON.parse(data('novels.json')) as { id: string; source: { kind: string } }[];
  const fetched = novels.filter(({ source }) => source.kind !== 'offline').map(({ id }) => id);
  return firstWhere(({ novel }) => fetched.includes(novel));
}

function open(page: Page, site: string, { id, novel }: Line, view: DecisionView = {}) {
  return page.goto(`${site}${hrefOf({ page: 'decision', novel, id, ...view })}`);
}

function step(page: Page, number: keyof typeof text.steps.names): Locator {
  return page.getByRole('region', { name: text.steps.names[number] });
}

function prompt(page: Page): Locator {
  return page.getByRole('region', { name: text.prompt.label });
}

function ribbon(page: Page): Locator {
  return page.getByRole('toolbar');
}

test.describe('a decision, step by step', () => {
  test('is asked, guessed by key, and read on by keyboard, a step at a time', async ({
    page,
    site,
  }) => {
    await open(page, site, alice);
    await expect(page.getByText(alice.scenario)).toBeVisible();
    expect(await axe(page)).toEqual([]);
    const asked = step(page, '1');
    await asked.getByRole('radio').first().focus();
    await page.keyboard.press('c');
    await expect(asked.getByRole('radio').nth(2)).toBeChecked();
    await expect(asked.getByText(text.asked.guessed('C'))).toBeVisible();
    await asked.getByRole('button', { name: text.asked.forget }).click();
    await expect(asked.getByRole('radio', { checked: true })).toHaveCount(0);
    // The button is gone and with it the focus; the letters are heard all the same.
    await page.keyboard.press('a');
    await expect(asked.getByRole('radio').first()).toBeChecked();
    await asked.getByText(alice.options[1]).click();
    await expect(asked.getByRole('radio').nth(1)).toBeChecked();

    await asked.getByRole('button', { name: text.steps.next(text.steps.names['2']) }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: text.steps.names['2'] })).toBeFocused();
    expect(page.url()).toContain('step=2');
    await expect(page.getByText(alice.scenario)).toBeHidden();
    // The guess is kept while the page stays, and is in no address.
    await page.goBack();
    await expect(step(page, '1').getByRole('radio').nth(1)).toBeChecked();
    expect(page.url()).not.toContain('guess');
    await page.goForward();
    const dated = step(page, '2').getByRole('listitem').first().getByRole('link');
    await dated.click();
    await expect(page).toHaveURL(/#\/library\/alice\/\d+\?at=\d+$/);
  });

  test('shows what was found, what fits, and the prompt, which holds nothing from the decision on', async ({
    page,
    site,
  }) => {
    await open(page, site, alice, { step: 'all', method: 'curated+bm25', budget: '500' });
    const method = step(page, '3');
    await expect(method.getByText(/passages? used; the best/)).toBeVisible();
    const passages = method.getByRole('listitem');
    await passages.first().getByText(text.method.passage).click();
    await expect(passages.first().locator('blockquote mark').first()).toBeVisible();
    await expect(ribbon(page).getByRole('link').first()).toBeVisible();
    // The arrow keys go along the ribbon, and the mark under the focus is told.
    const marks = ribbon(page).getByRole('link');
    await marks.first().focus();
    await page.keyboard.press('End');
    await expect(marks.last()).toBeFocused();
    await expect(step(page, '4').getByRole('row')).not.toHaveCount(0);
    await expect(step(page, '4').getByText(text.budget.estimated)).toBeVisible();
    await expect(prompt(page)).toContainText(alice.scenario);
    await expect(prompt(page).locator('mark.description')).toHaveCount(1);
    const shown = (await prompt(page).textContent()) ?? '';
    expect(shown).toContain(`A. ${alice.options[0]}`);
    expect(shown).not.toContain(alice.motivation.text);
    expect(await axe(page)).toEqual([]);

    // Another method is another address, and is built at once.
    await method.getByLabel(text.method.label, { exact: true }).selectOption('none');
    await expect(page).toHaveURL(/method=none/);
    await expect(method.getByText(text.method.nothing)).toBeVisible();
    await expect(prompt(page).locator('mark')).toHaveCount(0);
    await method.getByLabel(text.method.replace).check();
    await expect(prompt(page)).toContainText('[character A]');
    await expect(prompt(page)).not.toContainText('Alice');
  });

  test('tells the book’s choice and its evidence on a press alone', async ({ page, site }) => {
    await open(page, site, alice, { step: 'all', method: 'bm25', motivation: 'told' });
    await expect(page.getByText(/passages? used; the best/)).toBeVisible();
    await expect(page.getByText(alice.motivation.text)).toHaveCount(0);
    await expect(ribbon(page).getByRole('link', { name: /^Evidence/ })).toHaveCount(0);
    await expect(page.getByLabel(text.method.motivation)).toBeDisabled();
    await step(page, '7').getByRole('button', { name: text.reveal.show }).click();
    const choice = page.getByRole('heading', { name: text.reveal.choice('Alice', alice.answer) });
    await expect(choice).toBeFocused();
    await expect(step(page, '7').getByText(alice.motivation.text)).toBeVisible();
    await expect(ribbon(page).getByRole('link', { name: /^Evidence/ })).toHaveCount(
      alice.evidence.length,
    );
    await expect(step(page, '7').getByText(/evidence recall of/)).toBeVisible();
    // The address asked for the motivation; it comes in now that it tells nothing new.
    await expect(prompt(page).locator('mark.motivation')).toHaveText(alice.motivation.text);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axe(page)).toEqual([]);
  });

  test('is answered by the model with a curated description, beside the reader’s guess', async ({
    page,
    site,
  }) => {
    await open(page, site, alice, { step: 'all', method: 'curated', budget: '120' });
    await step(page, '1').getByText(alice.options[3]).click();
    const answer = step(page, '6');
    await answer.getByRole('button', { name: /SmolLM2/ }).click();
    await expect(answer.getByText(/^answer mass/)).toBeVisible({ timeout: 200_000 });
    const shares = await answer.locator('.share').allTextContents();
    const sum = shares.reduce((total, share) => total + Number.parseFloat(share), 0);
    expect(shares).toHaveLength(4);
    expect(Math.abs(sum - 100)).toBeLessThan(0.3);
    await expect(answer.getByText(text.answer.notes.chance)).toBeVisible();
    await expect(answer.getByText(/^You (?:chose D, the model|and the model both)/)).toBeVisible();
    // The profile was built anew in the model's own tokens.
    await expect(step(page, '4').getByText(/Counted in tokens of SmolLM2/)).toBeVisible();
    await expect(step(page, '4').getByText(/1\d\d of 120 tokens used/)).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });
});

test.describe('what must not happen to a decision', () => {
  test.use({ forgiven: /Failed to load resource|ERR_/ });

  test('no novel: one click, a sentence where it fails, and the rest goes on', async ({
    page,
    site,
  }) => {
    await page.route('https://cdn.jsdelivr.net/**', (route) => route.abort());
    const away = fetchedOne();
    await open(page, site, away, { step: 'all', method: 'curated' });
    await expect(step(page, '1').getByText(away.scenario)).toBeVisible();
    await page.getByRole('button', { name: text.novel.load }).click();
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await expect(page.getByRole('button', { name: text.novel.again })).toBeVisible();
    await expect(prompt(page)).toContainText(away.scenario);
    await step(page, '7').getByRole('button', { name: text.reveal.show }).click();
    await expect(step(page, '7').getByText(away.motivation.text)).toBeVisible();
    await expect(step(page, '7').getByText(text.reveal.away)).toBeVisible();
    await step(page, '3').getByLabel(text.method.label, { exact: true }).selectOption('bm25');
    await expect(step(page, '3').getByText(text.method.needsNovel)).toBeVisible();
    expect(await axe(page)).toEqual([]);
  });

  test('no embedding model: a sentence, and the other methods go on', async ({ page, site }) => {
    await page.route('**/models/all-minilm*/**', (route) => route.fulfill({ status: 404 }));
    await open(page, site, alice, { step: '3', method: 'embedding' });
    await expect(page.getByText(text.method.others)).toBeVisible();
    await step(page, '3').getByLabel(text.method.label, { exact: true }).selectOption('bm25');
    await expect(page.getByText(/passages? used; the best/)).toBeVisible();
  });

  test('no WebAssembly: the model cannot answer, all else can', async ({ page, site }) => {
    await page.addInitScript(() => {
      WebAssembly.validate = () => false;
    });
    await open(page, site, alice, { step: 'all', method: 'bm25' });
    await expect(step(page, '6').getByText(text.answer.noEngine)).toBeVisible();
    await expect(page.getByText(/passages? used; the best/)).toBeVisible();
  });

  test('a decision that nobody knows', async ({ page, site }) => {
    await open(page, site, { ...alice, id: 'alice-queen-1' });
    await expect(page.getByRole('alert')).toContainText(text.missing.what);
    await page.getByRole('link', { name: text.toLibrary }).last().click();
    await expect(page).toHaveURL(/#\/library$/);
  });
});

import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import type { Run } from '../../src/core/run';
import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { chooseFiles, follow, importRun, saved, storedRuns, storedSamples } from './steps';

const text = en.library.mine;
const PATIENCE = { timeout: 200_000 };

/** A tale made up for these tests: two chapters of three paragraphs. */
const CHAPTERS = [
  [
    'Old Marrow kept the lighthouse at Fenn and trusted nothing that came by boat.',
    'His niece Tilda had learned to mend nets before she had learned to read.',
    'Whenever the fog came in, Tilda counted the bells aloud so that nobody was forgotten.',
  ],
  [
    'On the ninth night a stranger knocked and asked for oil in exchange for a silver whistle.',
    'Marrow slept upstairs, and the lamp had oil for three hours and no more.',
    'Tilda gave the whistle back and filled the small can to its brim.',
  ],
] as const;
const TALE = CHAPTERS.map((lines, i) => `CHAPTER ${i + 1}\n\n${lines.join('\n\n')}`).join('\n\n');
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const NOVEL = `own-${sha256(JSON.stringify(CHAPTERS)).slice(0, 16)}`;

const DECISION = {
  id: 'fenn-tilda-1',
  novel: NOVEL,
  character: 'Tilda',
  at: { chapter: 2, paragraph: 3, hash: sha256(CHAPTERS[1][2]).slice(0, 16) },
  scenario: 'A stranger stands at the door of the lighthouse and asks for oil.',
  question: 'You are Tilda. What do you do?',
  options: ['Shut the door.', 'Wake Marrow.', 'Give some oil.', 'Ask for more silver.'],
  answer: 'C',
  statements: [{ after: { chapter: 1, paragraph: 3 }, text: 'Tilda cares for whoever is at sea.' }],
};
const LINES = [
  DECISION,
  { ...DECISION, id: 'fenn-tilda-2', at: { ...DECISION.at, hash: '0'.repeat(16) } },
  { ...DECISION, id: 'emma-own-1', novel: 'no-such-novel' },
  { ...DECISION, id: 'fenn-tilda-4', answer: 'E' },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

function released(input: readonly string[], change: object = {}) {
  return {
    character_name: 'Tilda',
    input_text: input.join('\n'),
    'Multiple Choice Question': {
      Scenario: DECISION.scenario,
      Question: DECISION.question,
      Options: DECISION.options.map((option, i) => `${'ABCD'.charAt(i)}. ${option}`),
      'Correct Answer': 'C',
    },
    ...change,
  };
}
const RELEASED = JSON.stringify([
  [released([...CHAPTERS[0], ...CHAPTERS[1].slice(0, 2)]), released(CHAPTERS[0])],
  [released(['A second tale begins at the mill.', 'Nobody there speaks.'])],
  [released(CHAPTERS[0], { character_name: '' })],
]);

function own(page: Page): Locator {
  return page.getByRole('region', { name: en.library.own.heading });
}

test('a file in LifeChoice’s released format is told, kept, studied as released, and deleted', async ({
  page,
  site,
}) => {
  await page.goto(`${site}#/library`);
  await chooseFiles(page, { name: 'tales.json', text: RELEASED });
  await expect(own(page)).toContainText(text.formats.released);
  await expect(own(page)).toContainText(text.found(3, 2, 2));
  await own(page).getByText(text.faults.released(1)).click();
  await expect(own(page)).toContainText('Book 3, row 1, character_name');
  expect(await axe(page)).toEqual([]);
  // Nothing is kept before the reader says so.
  await expect(own(page).getByRole('heading', { level: 3 })).toHaveCount(0);
  await own(page)
    .getByRole('button', { name: text.keep(3) })
    .click();
  await expect(own(page).getByText(text.kept)).toBeVisible();

  await page.reload();
  await own(page).getByText(en.library.own.ofFile('tales.json', 2)).click();
  await expect(own(page)).toContainText(en.library.facts.decisions(2));
  await own(page).getByRole('link', { name: 'Book 1 of a released file' }).click();
  await expect(page.getByText(text.count(2))).toBeVisible();
  await expect(page.getByRole('toolbar').getByRole('link')).toHaveCount(2);
  expect(await axe(page)).toEqual([]);

  // A decision of it, whose profile is the text before it.
  await page.getByRole('link', { name: DECISION.question }).last().click();
  await follow(page, `${new URL(page.url()).hash}?step=all&method=raw`);
  const prompt = page.getByRole('region', { name: en.decision.prompt.label });
  await expect(prompt).toContainText(CHAPTERS[1][1]);
  await expect(prompt).toContainText(`C. ${DECISION.options[2]}`);
  await page.goBack();
  await page.goBack();

  await page.getByRole('link', { name: text.studyAsReleased }).click();
  await expect(page.getByLabel(en.lab.title, { exact: true })).toHaveValue(
    text.releasedTitle('Book 1 of a released file'),
  );
  const file = await saved(page, page.getByRole('button', { name: en.lab.out.file }));
  expect(JSON.parse(file.bytes.toString())).toMatchObject({
    answer: 'generate',
    order: 'authored',
    reading: 'bare-letter',
    unparsed: 'wrong',
    decoding: { temperature: 0 },
  });
  await expect(page.getByRole('button', { name: en.lab.run, exact: true })).toBeEnabled();

  await follow(page, '#/library');
  await own(page).getByText(en.library.own.ofFile('tales.json', 2)).click();
  await own(page)
    .getByRole('button', { name: en.library.own.removeFile(2) })
    .click();
  await expect(own(page).getByText(en.library.own.ofFile('tales.json', 2))).toHaveCount(0);
  await page.getByRole('button', { name: en.app.notices.undo }).click();
  await own(page).getByText(en.library.own.ofFile('tales.json', 2)).click();
  await expect(own(page)).toContainText(en.library.facts.decisions(2));
});

test('one’s own decisions are checked line by line, studied, gone on with after a reload, and stay here', async ({
  page,
  site,
  browser,
}) => {
  // Loads the model twice.
  test.slow();
  // Breaks the run off after its first answer: the disk is full for every later one until there is room.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    let answers = 0;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...given) {
      if (this.name === 'samples' && sessionStorage.getItem('room') === null) {
        answers += 1;
        if (answers > 1) throw new DOMException('The disk is full.', 'QuotaExceededError');
      }
      return put.apply(this, given);
    };
  });
  await page.goto(`${site}#/library`);
  await chooseFiles(page, { name: 'mine.jsonl', text: LINES });
  // Their novel is not here yet.
  await expect(own(page)).toContainText(
    `Line 1, novel: is “${NOVEL}”, which is not on this device`,
  );
  await expect(own(page).getByRole('button', { name: text.keep(1) })).toHaveCount(0);
  await chooseFiles(page, { name: 'Fenn.txt', text: TALE });
  await expect(own(page).getByRole('heading', { name: 'Fenn' })).toBeVisible();
  await own(page).getByRole('button', { name: text.again }).click();
  await own(page).getByText(text.faults.decisions(3)).click();
  await expect(own(page)).toContainText('Line 2, at.hash: is not that of the paragraph');
  await expect(own(page)).toContainText('Line 3, novel: is “no-such-novel”');
  await expect(own(page)).toContainText('Line 4, answer: is "E"');
  expect(await axe(page)).toEqual([]);
  await own(page)
    .getByRole('button', { name: text.keep(1) })
    .click();
  await expect(own(page).getByText(text.kept)).toBeVisible();

  await page.getByRole('link', { name: text.study }).click();
  // Three methods; the options in one order, for each answer takes a slow machine seconds.
  await page.getByLabel(en.lab.asking.order, { exact: true }).selectOption('authored');
  const run = page.getByRole('button', { name: en.lab.run, exact: true });
  await expect(run).toBeEnabled();
  await run.click();
  await expect(page.getByRole('alert')).toContainText('could not keep the last answer', PATIENCE);
  const [made] = await storedRuns(page);
  const kept = () => storedSamples(page, made?.runId ?? '');
  const before = await kept();
  expect(before).toHaveLength(1);
  await page.reload();
  await page.evaluate(() => sessionStorage.setItem('room', 'yes'));
  await follow(page, '#/runs');
  await page.getByRole('button', { name: en.runs.goOn, exact: true }).click();
  await expect(page.getByText(en.runs.status.finished(3))).toBeVisible(PATIENCE);
  const samples = await kept();
  expect(samples.slice(0, 1)).toEqual(before);
  expect(new Set(samples.map(({ trial }) => trial)).size).toBe(3);

  // The run's file holds no sentence of the book, and a browser without the decisions says so.
  await follow(page, `#/runs/${made?.runId ?? ''}`);
  await page.getByRole('tab', { name: en.run.tabs.about }).click();
  const file = await saved(
    page,
    page.getByRole('button', { name: en.run.actions.json, exact: true }),
  );
  const exported = file.bytes.toString();
  expect(exported).toContain(DECISION.scenario);
  expect(exported).toContain(NOVEL);
  for (const sentence of CHAPTERS.flat()) expect(exported).not.toContain(sentence);

  const elsewhere = await browser.newPage();
  await elsewhere.goto(`${site}#/runs`);
  await importRun(elsewhere, JSON.parse(exported) as Run);
  await follow(elsewhere, `#/runs/${made?.runId ?? ''}`);
  await expect(elsewhere.getByText(en.run.results.unknown(3))).toBeVisible();
  await elsewhere.close();

  await follow(page, `#/library/${NOVEL}`);
  await page.getByRole('button', { name: text.remove }).click();
  await expect(page.getByText(text.count(1))).toHaveCount(0);
  await page.getByRole('button', { name: en.app.notices.undo }).click();
  await expect(page.getByText(text.count(1))).toBeVisible();
});

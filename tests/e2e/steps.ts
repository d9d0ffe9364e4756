import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, type Download, type Locator, type Page } from 'playwright/test';
import { projectRoot } from '../../scripts/setup/paths.mjs';
import type { Manifest, Run, Sample } from '../../src/core/run';
import type { Study } from '../../src/core/study';
import { en } from '../../src/text/en';

/** The recorded run that most tests import: 60 real answers of the larger model. */
export const RECORDED = 'quick.qwen2.5-coder-1.5b';

/** A recorded run of the page as the file holds it. */
export function recordedRun(name = RECORDED): Run {
  const packed = readFileSync(join(projectRoot, `datasets/reference-runs/${name}.json.gz`));
  return JSON.parse(gunzipSync(packed).toString()) as Run;
}

/** The same run under another id, so that it can be changed without touching the recorded one. */
export function copyOf(run: Run, runId: string, name = ''): Run {
  const copy = structuredClone(run);
  copy.manifest.runId = runId;
  copy.manifest.name = name;
  return copy;
}

/** A study of so few items that the real model is through with it in seconds. */
export function smallStudy(changes: Partial<Study> = {}): Study {
  return {
    format: 'crossroads-study/1',
    id: 'small',
    title: 'Two small questions',
    suite: 'behavior',
    items: { ids: ['o-fund-01', 'o-stock-01'] },
    conditions: [{ shaping: ['none'] }],
    repeats: 1,
    seed: 1,
    answer: 'probability',
    order: 'authored',
    placement: 'user',
    system: 'none',
    lead: 'Answer:',
    unparsed: 'leave-out',
    scoring: 'keyed',
    models: { answer: 'embedded' },
    decoding: {},
    ...changes,
  };
}

/** Files as a reader chooses them on the runs page. */
export async function chooseFiles(
  page: Page,
  ...files: readonly { readonly name: string; readonly text: string }[]
): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(
    files.map(({ name, text }) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })),
  );
}

/** The part of the runs page that takes files and tells what became of them. */
export function imports(page: Page): Locator {
  return page.getByRole('region', { name: en.runs.import.heading });
}

/** Imports a run by the picker and waits until it is kept. The runs page must be open. */
export async function importRun(page: Page, run: Run): Promise<void> {
  await chooseFiles(page, { name: `${run.manifest.runId}.json`, text: JSON.stringify(run) });
  await expect(imports(page).getByText(en.runs.import.outcomes.added)).toBeVisible();
  await page.getByRole('button', { name: en.runs.import.dismiss }).click();
}

/** Goes to a page of the site without loading the document anew, as a link would. */
export async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** The text of what a click gives to the browser to save. */
export async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = (await Promise.all([page.waitForEvent('download'), button.click()])) as [
    Download,
    unknown,
  ];
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The rows in sight of a run's list of samples. */
export function sampleRows(page: Page): Locator {
  return page.getByRole('listbox', { name: en.run.samples.list }).getByRole('option');
}

/**
 * The rows of one of the page's tables as IndexedDB holds them, read past the page's own code: what would outlive a
 * crash.
 */
async function stored<Row>(page: Page, table: string): Promise<Row[]> {
  return page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open('crossroads');
        opening.onerror = () => reject(opening.error ?? new Error('not opened'));
        opening.onsuccess = () => {
          const db = opening.result;
          const reading = db.transaction(name).objectStore(name).getAll();
          reading.onerror = () => reject(reading.error ?? new Error('not read'));
          reading.onsuccess = () => {
            db.close();
            resolve(reading.result as Row[]);
          };
        };
      }),
    table,
  );
}

/** The stored samples of a run, in order of arrival. */
export async function storedSamples(page: Page, runId: string): Promise<Sample[]> {
  const rows = await stored<{ runId: string; n: number; samples: (Sample | null)[] }>(
    page,
    'samples',
  );
  return rows
    .filter((row) => row.runId === runId)
    .sort((a, b) => a.n - b.n)
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample !== null);
}

/** The manifests of the stored runs, newest first. */
export async function storedRuns(page: Page): Promise<Manifest[]> {
  const rows = await stored<{ manifest: Manifest; startedAt: string }>(page, 'runs');
  return rows.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).map(({ manifest }) => manifest);
}

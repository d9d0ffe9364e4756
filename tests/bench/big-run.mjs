import { gzipSync } from 'node:zlib';
import { withModules } from '../../scripts/lib/load.mjs';

/** Of the five visits that are measured, the middle one counts. */
const VISITS = 5;

/**
 * How the page copes with a run of 20,000 samples, which are made up: the run is imported like any file and then opened
 * by its address.
 * @param {{ browser: import('playwright').Browser, url: string }} site
 * @returns {Promise<{ open: number, rows: number, heatmap: number, filter: number, import: number }>} milliseconds, medians: from
 *   the start of the visit to the heatmap on the screen; samples to rows and rows to the heatmap's cells; from a typed search to
 *   the new count; of the import
 */
export async function bigRun({ browser, url }) {
  const file = await madeFile();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${url}#/runs`);
  const began = Date.now();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('link', { name: 'Open', exact: true }).waitFor({ timeout: 300_000 });
  const imported = Date.now() - began;

  const opens = [];
  const heatmaps = [];
  const rows = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    // Another document in between, so that each visit starts from nothing.
    await page.goto('about:blank');
    await page.goto(`${url}#/runs/synthetic-big-run`, { waitUntil: 'commit' });
    await page.locator('[role=gridcell]').first().waitFor({ timeout: 120_000 });
    const timing = await page.evaluate(() => ({
      open: performance.now(),
      heatmap: performance.getEntriesByName('crossroads:heatmap')[0]?.duration ?? NaN,
      rows: performance.getEntriesByName('crossroads:rows')[0]?.duration ?? NaN,
    }));
    opens.push(timing.open);
    heatmaps.push(timing.heatmap);
    rows.push(timing.rows);
  }

  await page.getByRole('tab', { name: /Samples/ }).click();
  const count = page.locator('[role=status]', { hasText: /20,000 samples/ }).first();
  await count.waitFor();
  const filter = await page.evaluate(async () => {
    const field = document.querySelector('input[type=search]');
    const status = [...document.querySelectorAll('[role=status]')].find((one) =>
      /samples/.test(one.textContent ?? ''),
    );
    if (!(field instanceof HTMLInputElement) || status === undefined) throw new Error('no search');
    const before = status.textContent;
    const start = performance.now();
    field.value = 'tent';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (status.textContent === before) await new Promise((done) => setTimeout(done, 5));
    return performance.now() - start;
  });
  await context.close();
  return {
    open: median(opens),
    rows: median(rows),
    heatmap: median(heatmaps),
    filter,
    import: imported,
  };
}

/** The run as a file, made by the page's own code. */
async function madeFile() {
  return withModules(async (load) => {
    const { makeBigRun } = await load('tests/bench/make-big-run.ts');
    const { writeRunJson } = await load('src/exchange/run-file-writer.ts');
    const text = writeRunJson(await makeBigRun());
    return {
      name: 'synthetic-big-run.json.gz',
      mimeType: 'application/gzip',
      buffer: gzipSync(text),
    };
  });
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

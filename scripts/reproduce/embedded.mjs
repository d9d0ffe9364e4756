import { chromium } from 'playwright';
import { distDir } from '../setup/paths.mjs';
import { browserArgs, ensureBrowser } from '../setup/browser.mjs';
import { ensureModel } from '../setup/model.mjs';
import { build } from '../build.mjs';
import { serve } from '../serve.mjs';

/**
 * Runs a study in a headless browser, through the page's own engine, plan and runner.
 * @param {(path: string) => Promise<Record<string, any>>} load imports a TypeScript module of the project
 * @param {{ study: string, out: string, model?: string, limit?: number, resume?: string, shard?: string }} options
 * @returns {Promise<boolean>} true if every trial has an outcome
 */
export async function reproduceEmbedded(load, options) {
  const parts = await load('scripts/reproduce/reproduce.ts');
  const { FileJournal } = await load('scripts/reproduce/journal.ts');
  const { plan, asked, part, kept } = await parts.prepare(options);
  const { page, close } = await openHeadless();
  try {
    await page.exposeFunction('tellLoad', printLoad());
    const model = await page.evaluate(
      (id) => window.crossroads.load(id, { onLoad: window.tellLoad }),
      options.model ?? 'embedded',
    );
    console.log(`\nLoaded ${model.file}, context ${model.context}`);
    const started = await page.evaluate((study) => window.crossroads.manifest(study), plan.study);
    const manifest = parts.continued(started, kept?.manifest, part);
    const journal = await FileJournal.begin(options.out, manifest, kept?.samples, kept?.artifacts);
    const progress = parts.progressPrinter(asked);
    const planned = new Set(asked.trials.map(({ id }) => id));
    let done = (kept?.samples ?? []).filter(
      ({ status, trial }) => status !== 'error' && planned.has(trial),
    ).length;
    await page.exposeFunction('keepSample', async (sample) => {
      await journal.put(sample);
      if (sample.status !== 'error') done += 1;
      progress(sample, done, asked.trials.length);
    });
    await page.exposeFunction('keepArtifact', (artifact) => journal.putArtifact(artifact));
    const outcome = await parts.tellingKept(journal, () =>
      page.evaluate(
        ([study, made, shard]) =>
          window.crossroads.run(
            study,
            made,
            { onSample: window.keepSample, onArtifact: window.keepArtifact },
            shard,
          ),
        [plan.study, { samples: kept?.samples ?? [], artifacts: kept?.artifacts ?? [] }, part],
      ),
    );
    if (outcome.done === outcome.total) await journal.finish(new Date().toISOString());
    await parts.conclude(plan, journal);
    return outcome.done === outcome.total;
  } finally {
    await close();
  }
}

/**
 * The built site's headless page in a headless browser.
 * @returns {Promise<{ page: import('playwright').Page, close: () => Promise<void> }>}
 */
export async function openHeadless() {
  const model = await ensureModel();
  if (!model.ok) throw new Error(model.reason);
  const executablePath = await ensureBrowser();
  await build();
  const site = await serve({ root: distDir });
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(new URL('headless.html', site.url).href);
  await page.waitForFunction(() => window.crossroads !== undefined);
  return {
    page,
    close: async () => {
      await browser.close();
      await site.close();
    },
  };
}

/** Prints a load's stages, each ten per cent. */
function printLoad() {
  let last = '';
  return ({ stage, done, total }) => {
    const share = total > 0 ? `${Math.floor((10 * done) / total) * 10} %` : '';
    const line = `${stage} ${share}`;
    if (line !== last) console.log(line);
    last = line;
  };
}

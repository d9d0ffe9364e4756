/**
 * `npm run screenshots [-- FOLDER]`: every page at 390, 820 and 1440 pixels, light and dark, into a folder (default
 * `test-results/screenshots`), and the README's picture.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asCommand } from './setup/command.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { projectRoot } from './setup/paths.mjs';

const WIDTHS = [390, 820, 1440];
const RECORDED = 'datasets/reference-runs/quick.qwen2.5-coder-1.5b.json.gz';

await asCommand(async () => {
  await ensurePackages();
  const { withSite } = await import('./lib/site.mjs');
  const folder = resolve(process.argv[2] ?? join(projectRoot, 'test-results', 'screenshots'));
  mkdirSync(folder, { recursive: true });
  await withSite(async ({ browser, url }) => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      for (const width of WIDTHS) {
        const context = await browser.newContext({
          colorScheme,
          viewport: { width, height: 900 },
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const shoot = async (name) => {
          await page.waitForLoadState('networkidle');
          await page.screenshot({
            path: join(folder, `${name}-${width}-${colorScheme}.png`),
            fullPage: true,
          });
        };
        await page.goto(url);
        await page.locator('main svg').first().waitFor();
        await shoot('home');
        if (width === 1440 && colorScheme === 'light') {
          await page.screenshot({ path: join(projectRoot, 'docs', 'first-page.png') });
        }
        await page.goto(`${url}#/lab`);
        await page.locator('main h1').waitFor();
        await shoot('lab');
        await page.goto(`${url}#/runs`);
        await page
          .locator('main input[type=file]')
          .first()
          .setInputFiles(join(projectRoot, RECORDED));
        await page.locator('main a[href*="#/runs/"]').first().waitFor();
        await shoot('runs');
        await page.locator('main a[href*="#/runs/"]').first().click();
        await page.locator('main svg').first().waitFor();
        await shoot('run-results');
        const run = page.url().replace(/\?.*/, '');
        for (const tab of ['samples', 'about']) {
          await page.goto(`${run}?tab=${tab}`);
          await page.waitForTimeout(800);
          await shoot(`run-${tab}`);
        }
        await context.close();
      }
    }
  });
  console.log(`Written: ${folder}`);
});

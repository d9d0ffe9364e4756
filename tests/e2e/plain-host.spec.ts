import { distDir } from '../../scripts/setup/paths.mjs';
import { serve } from '../../scripts/serve.mjs';
import { encodeStudy } from '../../src/exchange/link';
import { en } from '../../src/text/en';
import { expect, test } from './site';
import { smallStudy, storedRuns } from './steps';

const study = smallStudy({ title: 'One question', items: { ids: ['o-fund-01'] } });
const hash = `#/study/${encodeStudy(study)}`;

/** A host that sends no headers of isolation, with the site in a folder. */
const plain = { root: distDir, headers: false, base: '/some/where/' };

test.describe('on a host without headers', () => {
  test('a link arrives at its study, isolated by the service worker', async ({ page }) => {
    const server = await serve(plain);
    try {
      let loads = 0;
      page.on('load', () => (loads += 1));
      await page.goto(`${server.url}${hash}`);
      // Not by asking the page: a question counts as a reader's action, after which it does not reload itself.
      await expect.poll(() => loads, { timeout: 120_000 }).toBe(2);
      await expect(page.getByRole('heading', { level: 1, name: study.title })).toBeVisible();
      await expect(page.getByRole('button', { name: en.study.run })).toBeEnabled();
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
      await expect(page.getByText(en.needs.single)).toHaveCount(0);
    } finally {
      await server.close();
    }
  });

  test.describe('and without service workers', () => {
    test.use({ serviceWorkers: 'block' });

    test('a study says that it has one core, and runs', async ({ page }) => {
      const server = await serve(plain);
      try {
        await page.goto(`${server.url}${hash}`);
        await expect(page.getByText(en.needs.single)).toBeVisible();
        await page.getByRole('button', { name: en.study.run }).click();
        await expect(page.getByText(en.running.finished(1))).toBeVisible({ timeout: 180_000 });
        const [run] = await storedRuns(page);
        expect(run?.environment).toMatchObject({ isolated: false, threads: 1 });
      } finally {
        await server.close();
      }
    });
  });
});

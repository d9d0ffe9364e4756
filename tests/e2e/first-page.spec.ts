import { en } from '../../src/text/en';
import { axe, expect, test } from './site';
import { sampleRows } from './steps';

const home = en.home;
const recorded = { name: /answers as a person high in each trait would/ } as const;
const start = { name: /^Run it here: .+ to load, about / } as const;

test.describe('the first page', () => {
  test('says what it is, shows a recorded result and offers the run, all without the engine', async ({
    page,
    site,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(site);
    await expect(page.getByRole('heading', { level: 1, name: home.heading })).toBeVisible();
    await expect(page.getByText(home.lead)).toBeVisible();
    expect(home.lead.match(/[.!?](?= |$)/g), 'two sentences').toHaveLength(2);

    const heatmap = page.getByRole('grid', recorded);
    await expect(heatmap).toBeVisible();
    await expect(heatmap.getByRole('gridcell')).toHaveCount(15);
    for (const trait of Object.values(en.results.traits)) {
      await expect(heatmap.getByRole('rowheader', { name: trait })).toBeVisible();
    }
    await expect(page.getByText(en.components.badge.recorded, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', start)).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /wllama-(?!settings)|\.wasm|\/part-\d/.test(url))).toEqual([]);
  });

  for (const theme of ['light', 'dark'] as const) {
    test(`is accessible, ${theme}`, async ({ page, site }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(site);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(page.getByRole('grid', recorded)).toBeVisible();
      await expect(page.getByRole('button', start)).toBeEnabled();
      expect(await axe(page)).toEqual([]);
    });
  }

  test('leads the keyboard to the button and through the heatmap', async ({ page, site }) => {
    await page.goto(site);
    const button = page.getByRole('button', start);
    await expect(button).toBeEnabled();
    await expect(page.getByRole('grid', recorded)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: en.app.skip })).toBeFocused();
    for (let presses = 0; presses < 12; presses += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(button).toBeFocused();
    for (let presses = 0; presses < 8; presses += 1) {
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) {
        break;
      }
      await page.keyboard.press('Tab');
    }
    const cell = page.locator('[role=gridcell]:focus');
    const first = await cell.getAttribute('aria-label');
    expect(first).toMatch(/^Openness, .*n = 100/);
    await page.keyboard.press('ArrowDown');
    await expect(cell).toHaveAttribute('aria-label', /^Conscientiousness, /);
  });
});

test.describe('the first page of a site without its models', () => {
  test.use({ forgiven: /404|ERR_FAILED/ });
  const missing = 'The embedded model could not be fetched (there is no network).';

  test('shows the recorded runs and says what is missing', async ({ context, page, site }) => {
    // As `scripts/build.mjs` leaves it where neither pip nor the publisher could be reached.
    await context.route('**/models/**', (route) =>
      route.request().url().endsWith('models/index.json')
        ? route.fulfill({ json: { models: [], missing } })
        : route.fulfill({ status: 404 }),
    );
    await context.route('https://huggingface.co/**', (route) => route.abort());
    await page.goto(site);
    await expect(page.getByRole('grid', recorded)).toBeVisible();
    await expect(page.getByText(missing)).toBeVisible();

    await page.getByRole('link', { name: home.recordedOpen }).click();
    await expect(page.getByRole('tab', { name: en.run.tabs.results })).toBeVisible();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    await page.getByRole('tab', { name: en.run.tabs.samples }).click();
    await expect(sampleRows(page).first()).toBeVisible();
  });
});

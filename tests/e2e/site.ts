import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type Page } from 'playwright/test';
import { distDir } from '../../scripts/setup/paths.mjs';
import { serve } from '../../scripts/serve.mjs';

/** The built site on a port of its own, and each page watched for errors that nobody handled. */
export const test = base.extend<{ complaints: string[] }, { site: string }>({
  site: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used here
    async ({}, use) => {
      const server = await serve({ root: distDir });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // A model part that is fetched again from the cache is reported by Chromium as an aborted request.
        if (message.type() === 'error' && !/ERR_ABORTED/.test(message.text())) {
          complaints.push(message.text());
        }
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe finds wrong with the page as it stands, one line each. */
export async function axe(page: Page): Promise<string[]> {
  // Evaluated, not added as a script: the page's content security policy allows none but its own.
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    interface Result {
      violations: { id: string; nodes: { target: string[] }[] }[];
    }
    const { axe: run } = globalThis as unknown as { axe: { run: () => Promise<Result> } };
    const { violations } = await run.run();
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test as base, type Page } from 'playwright/test';
import { distDir } from '../../scripts/setup/paths.mjs';
import { serve } from '../../scripts/serve.mjs';

interface PerTest {
  /** What the console said that no test expects: an error that nobody handled. */
  complaints: string[];
  /** Complaints that a test brings about itself: a request that it lets fail. */
  forgiven: RegExp | null;
}

/** The built site on a port of its own, and every page of a test watched for errors that nobody handled. */
export const test = base.extend<PerTest, { site: string }>({
  forgiven: [null, { option: true }],
  site: [
    async ({}, use) => {
      const server = await serve({ root: distDir });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context, forgiven }, use) => {
      const complaints: string[] = [];
      const complain = (text: string): void => {
        if (forgiven?.test(text) !== true) complaints.push(text);
      };
      context.on('weberror', (error) => complain(error.error().message));
      context.on('console', (message) => {
        // A model part that is fetched again from the cache is reported by Chromium as an aborted request.
        if (message.type() === 'error' && !/ERR_ABORTED/.test(message.text())) {
          complain(message.text());
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
  // What is still fading in has not its own colours yet; what moves for ever is not waited for.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    ),
  );
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

import { defineConfig } from 'playwright/test';
import { browserArgs, ensureBrowser } from '../../scripts/setup/browser.mjs';

// A real model answers in these tests, on two cores beside the browser: one at a time, with patience.
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  workers: 1,
  fullyParallel: false,
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    launchOptions: {
      executablePath:
        process.env.CROSSROADS_BROWSER ?? (await ensureBrowser({ log: () => undefined })),
      args: [...browserArgs],
    },
    viewport: { width: 1280, height: 900 },
    trace: 'off',
  },
});

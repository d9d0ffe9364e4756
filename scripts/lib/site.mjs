import { chromium } from 'playwright';
import { build } from '../build.mjs';
import { serve } from '../serve.mjs';
import { browserArgs, ensureBrowser } from '../setup/browser.mjs';
import { distDir } from '../setup/paths.mjs';

/**
 * Builds the site, serves it, and opens a browser for it.
 * @template T
 * @param {(site: { browser: import('playwright').Browser, url: string }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSite(work) {
  const executablePath = await ensureBrowser();
  await build();
  const site = await serve({ root: distDir });
  const browser = await chromium.launch({ executablePath, args: [...browserArgs] });
  try {
    return await work({ browser, url: site.url });
  } finally {
    await browser.close();
    await site.close();
  }
}

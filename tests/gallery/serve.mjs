/** Builds the gallery outside the project and serves it, as a page is built and served. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns {Promise<{ address: string, browser: import('playwright').Browser, close: () => Promise<void> }>} */
export async function openGallery() {
  const outDir = await mkdtemp(join(tmpdir(), 'gallery-'));
  const input = join(root, 'tests', 'gallery', 'index.html');
  await build({
    root,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input }, minify: false },
  });
  const server = await preview({
    root,
    build: { outDir },
    preview: { port: 0 },
    logLevel: 'error',
  });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return {
    address: `${server.resolvedUrls?.local[0] ?? ''}tests/gallery/index.html`,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

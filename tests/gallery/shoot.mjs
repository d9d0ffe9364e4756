/**
 * Pictures of the gallery at three widths in both themes, and what axe finds: `node tests/gallery/shoot.mjs OUT`.
 */
import { readFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openGallery } from './serve.mjs';

const out = process.argv[2] ?? 'test-results/gallery';
mkdirSync(out, { recursive: true });
const widths = (process.argv[3] ?? '390,820,1440').split(',').map(Number);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const { address, browser, close } = await openGallery();
let found = 0;
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const width of widths) {
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    page.setDefaultTimeout(180_000);
    page.on('console', (message) => {
      if (message.type() === 'error') console.log('console:', message.text());
    });
    page.on('pageerror', (error) => console.log('error:', error.message));
    await page.goto(address);
    await page.waitForSelector('h1');
    await page.evaluate(() => document.fonts.ready);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.log(`${width}: the page is ${wide} px too wide`);
    await page.screenshot({ path: `${out}/${width}-${colorScheme}.png`, fullPage: true });
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      globalThis.axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      }),
    );
    for (const { id, help, nodes } of violations) {
      found += 1;
      console.log(`${width} ${colorScheme} ${id}: ${help}`);
      for (const node of nodes.slice(0, 4))
        console.log('   ', node.target.join(' '), '|', node.failureSummary?.split('\n')[1]);
    }
    await page.close();
  }
}
await close();
console.log(found === 0 ? 'axe: clean' : `axe: ${found} findings`);
process.exitCode = found === 0 ? 0 : 1;

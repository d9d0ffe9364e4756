import { gzipSync } from 'node:zlib';

/**
 * What the first page costs: its JavaScript as it travels, and the time until its button can be pressed.
 * @param {import('playwright').Browser} browser
 * @param {string} url
 * @returns {Promise<{ scripts: number, engine: string[], interactive: number }>} gzipped bytes; the addresses of engine
 *   code among the requests, of which there should be none; milliseconds, the median of five visits
 */
export async function firstPage(browser, url) {
  const visits = [];
  let scripts = 0;
  let engine = [];
  for (let visit = 0; visit < 5; visit += 1) {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const bodies = [];
    page.on('response', (response) => {
      if (/\.m?js(?:\?|$)/.test(response.url())) bodies.push(response.body().catch(() => Buffer.alloc(0)));
      if (/\/(?:esm|wllama)-[\w-]{8}\.js$|\.wasm$|\.bin$/.test(response.url())) engine.push(response.url());
    });
    await page.goto(url, { waitUntil: 'commit' });
    // Looked for at every frame, in the page: waiting from outside asks only every half second.
    const ready = await page.waitForFunction(() => {
      const button = [...document.querySelectorAll('main button')].find((each) =>
        each.textContent?.trim().startsWith('Run it here:'),
      );
      return button instanceof HTMLButtonElement && !button.disabled ? performance.now() : false;
    });
    visits.push(await ready.jsonValue());
    await page.waitForLoadState('networkidle');
    scripts = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    await context.close();
  }
  engine = [...new Set(engine)];
  return { scripts, engine, interactive: visits.sort((a, b) => a - b)[2] };
}

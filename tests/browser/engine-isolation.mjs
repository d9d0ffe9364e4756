/**
 * The built site on the plainest of hosts: no headers, under a sub-path. The service worker must isolate the page
 * after one reload and serve it offline. `node tests/browser/engine-isolation.mjs [DIST]` (default `dist`).
 */
import assert from 'node:assert/strict';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';

const BASE = '/some/where/';
const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
});

/**
 * A host without any headers of use.
 * @param {string} dist
 */
async function startPlainHost(dist) {
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/');
    requests.push(path);
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const file = join(dist, normalize(name.slice(BASE.length)));
    if (!path.startsWith(BASE) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const close = () =>
    new Promise((closed) => {
      server.close(() => closed(undefined));
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}${BASE}`, requests, close };
}

/**
 * @param {string} dist
 * @param {(line: string) => void} [log]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function run(dist, log = console.log) {
  const host = await startPlainHost(resolve(dist));
  const browser = await chromium.launch({
    executablePath: process.env.CROSSROADS_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(host.url);
    // Not by asking the page: a question counts as a user's action, after which it does not reload itself.
    if (loads < 2) await page.waitForEvent('load', { timeout: 120_000 });
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    assert.equal(loads, 2, 'one reload');
    log('passed  isolation: a host without headers is isolated after one reload');

    await page.reload();
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    await page.waitForTimeout(500);
    assert.equal(loads, 3, 'no reload of its own once isolated');
    log('passed  isolation: it stays isolated, without further reloads');

    await host.close();
    await page.reload();
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    assert.ok((await page.title()).length > 0);
    log('passed  isolation: it works, isolated, with the server gone');
    return { passed: 3, failed: 0 };
  } catch (error) {
    log(`failed  isolation\n${error instanceof Error ? error.stack : String(error)}`);
    return { passed: 0, failed: 1 };
  } finally {
    await browser.close();
    await host.close().catch(() => undefined);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await run(process.argv[2] ?? 'dist');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

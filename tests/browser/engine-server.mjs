/**
 * A development server for the engine's browser tests: the source as it is, the models from disk, and switches
 * in the address for what a test needs to break (`/plain/` is not isolated, `flip`, `cut` and `missing` are set
 * by the test on the returned object).
 */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = process.env.CROSSROADS_CACHE ?? join(homedir(), '.cache', 'crossroads');

/** Where the models lie: `CROSSROADS_MODELS`, or what `npm start` has fetched. */
export const modelsDir = resolve(process.env.CROSSROADS_MODELS ?? join(cache, 'models'));

/** The page that the tests drive; its modules are the application's own. */
const PAGE = `<!doctype html><base href="/"><title>engine test</title><script type="module">
  const modules = ['catalogue', 'device', 'model-files', 'part-store', 'wllama'];
  for (const name of modules) Object.assign(window, { [name.replace('-', '')]: await import('/src/engines/' + name + '.ts') });
  document.body.dataset.ready = 'yes';
</script><body></body>`;

/**
 * Starts the server.
 * @returns {Promise<{ url: string, faults: { flip?: string, cut?: string, missing?: boolean, slow?: boolean },
 *   requests: string[], close: () => Promise<void> }>}
 */
export async function startEngineServer() {
  /** @type {{ flip?: string, cut?: string, missing?: boolean, slow?: boolean }} */
  const faults = {};
  /** @type {string[]} */
  const requests = [];

  /** @type {import('vite').Connect.NextHandleFunction} */
  function serve(request, response, next) {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    if (path !== '/plain/') {
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    }
    if (path === '/' || path === '/plain/') {
      response.setHeader('Content-Type', 'text/html');
      response.end(PAGE);
    } else if (path.startsWith('/models/')) {
      requests.push(path);
      sendModelFile(join(modelsDir, path.slice('/models/'.length)), response);
    } else {
      next();
    }
  }

  /**
   * @param {string} file
   * @param {import('node:http').ServerResponse} response
   */
  function sendModelFile(file, response) {
    if (faults.missing || !existsSync(file)) {
      response.statusCode = 404;
      response.end();
    } else if (faults.flip !== undefined && file.includes(faults.flip)) {
      const bytes = readFileSync(file);
      bytes[1000] = (bytes[1000] ?? 0) ^ 1;
      response.end(bytes);
    } else if (faults.cut !== undefined && file.includes(faults.cut)) {
      response.setHeader('Content-Length', statSync(file).size);
      response.write(readFileSync(file).subarray(0, 5_000_000), () => response.destroy());
    } else {
      createReadStream(file, { highWaterMark: faults.slow ? 1 << 16 : 1 << 20 }).pipe(response);
    }
  }

  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    cacheDir: join(root, 'node_modules/.vite-engine-test'),
    optimizeDeps: { noDiscovery: true, exclude: ['@wllama/wllama'], include: [] },
    server: { host: '127.0.0.1', port: 0, strictPort: false, hmr: false, watch: null },
    plugins: [{ name: 'engine-test', configureServer: (vite) => void vite.middlewares.use(serve) }],
  });
  await server.listen();
  const address = server.httpServer?.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, faults, requests, close: () => server.close() };
}

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** The repository's root. */
export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/**
 * Runs work that needs TypeScript modules of the project in Node, through the same bundler as the page.
 * @template T
 * @param {(load: (path: string) => Promise<Record<string, unknown>>) => Promise<T>} work gets a function that imports
 *   a module by its path from the root
 * @returns {Promise<T>}
 */
export async function withModules(work) {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await work((path) => server.ssrLoadModule(`/${path}`));
  } finally {
    await server.close();
  }
}

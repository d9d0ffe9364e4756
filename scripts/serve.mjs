/**
 * Serves a built site from this machine, through Vite's own preview server.
 */
import { messageOf } from './setup/files.mjs';

/** What makes the page cross-origin isolated, which threads in WebAssembly need. */
const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Files whose name holds their content's hash: Vite's assets and the models' parts. */
const HASHED =
  /\/assets\/[^/?]+-[\w-]{8}\.\w+(?:\.\w+)?(?:\?|$)|\/models\/[^/]+\/part-\d+-[0-9a-f]{8}\.bin$/;

/**
 * @typedef {object} ServeOptions
 * @property {string} root the folder to serve
 * @property {number} [port] 0, the default, takes any free one
 * @property {boolean} [headers] whether to send the isolation headers; without them it is a plain static host
 * @property {string} [base] the path the site is served under, with a slash at both ends
 */

/**
 * @param {ServeOptions} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` ends with a slash
 */
export async function serve({ root, port = 0, headers = true, base = '/' }) {
  // Loaded here: a command that imports this file may still have to install the packages.
  const { preview } = await import('vite');
  try {
    const server = await preview({
      root,
      base,
      configFile: false,
      envDir: false,
      logLevel: 'error',
      // A missing file is answered with 404, not with the first page.
      appType: 'mpa',
      build: { outDir: '.' },
      preview: { host: '127.0.0.1', port, strictPort: true, cors: false, open: false },
      plugins: [responseHeaders(headers ? ISOLATION : {})],
    });
    const url = server.resolvedUrls?.local[0];
    if (url === undefined) throw new Error('The server has no address.');
    return { url, close: () => server.close() };
  } catch (error) {
    if (/already in use/.test(messageOf(error))) {
      throw new Error(`Port ${port} is in use. Name another one: PORT=${port + 1} npm start`);
    }
    throw error;
  }
}

/**
 * Adds headers to every answer, errors included, as a static host would.
 * @param {Record<string, string>} headers
 * @returns {import('vite').Plugin}
 */
function responseHeaders(headers) {
  return {
    name: 'crossroads-response-headers',
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
        amendHead(response, request.url ?? '');
        next();
      });
    },
  };
}

/**
 * Corrects what the preview server says about a file when it writes the head: "no-cache" about
 * every file, and that a `.gz` file is an encoding of another one, so that the browser would
 * unpack it. Static hosts send such a file as it is, and so do we.
 * @param {import('node:http').ServerResponse} response
 * @param {string} address
 */
function amendHead(response, address) {
  const writeHead = response.writeHead.bind(response);
  /** @type {(status: number, ...rest: [] | [import('node:http').OutgoingHttpHeaders]) => import('node:http').ServerResponse} */
  const replacement = (status, fields = {}) => {
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) response.setHeader(name, value);
    }
    if (status === 200 && HASHED.test(address)) {
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    }
    if (/\.gz(?:\?|$)/.test(address)) {
      response.removeHeader('Content-Encoding');
      response.setHeader('Content-Type', 'application/gzip');
    }
    return writeHead(status);
  };
  Object.assign(response, { writeHead: replacement });
}

/**
 * The service worker: adds the headers that isolate the page on hosts that send none, and keeps the page for use
 * offline. Small files of a build are kept when it is installed, large ones (engines) from their first use on.
 * Models are none of its business: `engines/part-store.ts` keeps them.
 */

/** A file of the build; the revision `lazy` marks those that are kept from their first use on. */
interface BuildFile {
  readonly url: string;
  readonly revision: string | null;
}

/** As much of the worker's world as is used here; its types clash with the page's. */
interface ExtendableEventLike extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEventLike extends ExtendableEventLike {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  readonly __WB_MANIFEST: readonly BuildFile[];
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: ExtendableEventLike) => void,
  ): void;
  addEventListener(type: 'fetch', listener: (event: FetchEventLike) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
declare const self: WorkerScope;
// Makes this a module for TypeScript, so that `self` can be declared anew.
export {};

const PREFIX = 'crossroads-shell-';
/** A slow network is given this long before a kept page is shown instead. */
const NETWORK_PATIENCE_MS = 4000;

const files = self.__WB_MANIFEST;
const scope = self.registration.scope;
const shell = `${PREFIX}${fingerprint(JSON.stringify(files))}`;
const addresses = new Set(files.map(addressOf));

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldShells().then(() => self.clients.claim()));
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const ours = request.method === 'GET' && origin === new URL(scope).origin;
  // Models are large and kept elsewhere; a page needs no headers on them.
  if (!ours || pathname.startsWith(`${new URL(scope).pathname}models/`)) return;
  event.respondWith(answer(request, (work) => event.waitUntil(work)).then(isolated));
});

/** Files whose name holds their hash from the cache first, everything else from the network first. */
async function answer(
  request: Request,
  later: (work: Promise<unknown>) => void,
): Promise<Response> {
  const cache = await caches.open(shell);
  const address = request.mode === 'navigate' ? pageOf(request.url) : withoutFragment(request.url);
  const named = address.startsWith(`${scope}assets/`);
  const kept = await cache.match(address, { ignoreVary: true });
  if (named && kept !== undefined) return kept;
  const fetching = fetch(request).then((response) => {
    // Only what belongs to this build: a page of the next one would mix two versions offline.
    if (response.status === 200 && named && addresses.has(address)) {
      const copy = response.clone();
      later(cache.put(address, copy).catch(() => undefined));
    }
    return response;
  });
  if (kept === undefined) return fetching;
  fetching.catch(() => undefined);
  const patience = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), NETWORK_PATIENCE_MS);
  });
  const first = await Promise.race([fetching.catch(() => undefined), patience]);
  return first === undefined || first.status >= 500 ? kept : first;
}

/** The same answer with the headers of an isolated page. */
function isolated(response: Response): Response {
  const bodyless = [101, 204, 205, 304].includes(response.status);
  if (bodyless || response.type === 'opaque' || response.type === 'opaqueredirect') return response;
  if (response.type === 'error') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/** Fetches what the page needs at once; unchanged files with a hash in their name come from the version before. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(shell);
  await Promise.all(
    files
      .filter(({ revision }) => revision !== 'lazy')
      .map(async (file) => {
        const address = addressOf(file);
        const before = file.revision === null ? await caches.match(address) : undefined;
        const response = before ?? (await fetch(address, { cache: 'no-cache' }));
        if (!response.ok) throw new Error(`${file.url}: the server answered ${response.status}`);
        await cache.put(address, response);
      }),
  );
}

/** Removes the versions before, except the large files that this one has too. */
async function removeOldShells(): Promise<void> {
  const cache = await caches.open(shell);
  const names = await caches.keys();
  for (const name of names.filter((old) => old.startsWith(PREFIX) && old !== shell)) {
    const old = await caches.open(name);
    for (const file of files.filter(({ revision }) => revision === 'lazy')) {
      const kept = await old.match(addressOf(file));
      if (kept !== undefined) await cache.put(addressOf(file), kept).catch(() => undefined);
    }
    await caches.delete(name);
  }
}

/** The page behind a navigation: there is one, and its routes are fragments. */
function pageOf(url: string): string {
  const { origin, pathname } = new URL(url);
  const address = `${origin}${pathname}`;
  return address === scope ? `${scope}index.html` : address;
}

function addressOf({ url }: BuildFile): string {
  return new URL(url, scope).href;
}

function withoutFragment(url: string): string {
  return url.split('#')[0] ?? url;
}

/** A short name for a list of files (FNV-1a); no secret hangs on it. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

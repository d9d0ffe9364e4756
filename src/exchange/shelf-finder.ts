import * as v from 'valibot';
import { aborted, isAbort, Problem } from '../core/errors';
import type { Library } from '../core/library';
import { RETRIEVAL_DEFAULTS, type Retriever } from '../core/retriever';
import type { VectorProgress } from '../retrieval/library';
import type { ShelfFound, ShelfHit } from '../retrieval/shelf-search';
import type { Shelf } from './shelf';
import type { ShelfSearchRequest } from './shelf-search-worker';

const place = v.object({ chapter: v.number(), paragraph: v.number() });
const answerSchema = v.object({
  id: v.number(),
  found: v.object({
    hits: v.array(v.object({ novel: v.string(), place, text: v.string(), score: v.number() })),
    count: v.number(),
    novels: v.number(),
    every: v.boolean(),
  }),
});

export interface FindOptions {
  readonly signal: AbortSignal;
  /** Novels read so far (with the share of the one that is being read), and in all. */
  readonly onProgress: (done: number, total: number) => void;
  /** The nearest passages of the novels read so far. */
  readonly onPartial?: (found: ShelfFound) => void;
  /** Hits shown at most. */
  readonly limit: number;
}

const REST_MS = 120_000;

/** The search by meaning, loaded when it is first asked for. */
export interface Meanings {
  readonly library: Pick<Library, 'retriever'>;
  /** Tells how far the reading of a novel is; the answer ends it. */
  readonly listen: (listener: { onVectors(progress: VectorProgress): void }) => () => void;
}

/** The part of a worker that is used; tests bring their own. */
export type SearchWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Searches the novels that are on this device, by words or by meaning. It holds a worker until it is closed. */
export class ShelfFinder {
  #worker: SearchWorker | null = null;
  #added: string[] = [];
  #asked = 0;
  readonly #retrievers: Record<string, Retriever> = {};
  #resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly shelf: Pick<Shelf, 'novel'>,
    private readonly meanings: () => Promise<Meanings>,
    private readonly makeWorker: () => SearchWorker = newWorker,
  ) {}

  /**
   * The paragraphs that hold the words of a query.
   * @throws Problem those of `Shelf.novel`, `aborted`
   */
  async byWords(
    query: string,
    novels: readonly string[],
    options: FindOptions,
  ): Promise<ShelfFound> {
    clearTimeout(this.#resting);
    const { signal, onProgress, limit } = options;
    for (const [i, id] of novels.entries()) {
      if (this.#added.includes(id)) continue;
      onProgress(i, novels.length);
      const novel = await this.shelf.novel(id, { signal });
      if (signal.aborted) throw aborted();
      this.#send({ kind: 'add', novel });
      this.#added.push(id);
    }
    onProgress(novels.length, novels.length);
    this.#asked += 1;
    return this.#answer({ kind: 'search', id: this.#asked, query, among: novels, limit }, signal);
  }

  /**
   * The passages nearest in meaning, by the embedding model; novels whose vectors have to be made take minutes.
   * @throws Problem those of `Library.retriever`, `aborted`
   */
  async byMeaning(
    query: string,
    novels: readonly string[],
    { signal, onProgress, onPartial, limit }: FindOptions,
  ): Promise<ShelfFound> {
    clearTimeout(this.#resting);
    const { library, listen } = await this.meanings();
    const total = novels.length;
    let best: readonly ShelfHit[] = [];
    for (const [i, id] of novels.entries()) {
      onProgress(i, total);
      const heard = listen({
        onVectors: (read) => {
          if (read.novel === id) onProgress(i + read.done / read.total, total);
        },
      });
      try {
        const hits = await this.#nearest(library, id, query, signal);
        best = [...best, ...hits].sort((a, b) => b.score - a.score).slice(0, limit);
      } finally {
        heard();
      }
      onPartial?.(foundOf(best));
    }
    onProgress(total, total);
    return foundOf(best);
  }

  async #nearest(
    library: Pick<Library, 'retriever'>,
    novel: string,
    query: string,
    signal: AbortSignal,
  ): Promise<ShelfHit[]> {
    this.#retrievers[novel] ??= await library.retriever(
      novel,
      'embedding',
      RETRIEVAL_DEFAULTS,
      signal,
    );
    const hits = await this.#retrievers[novel].search(query, AFTER_ALL, signal);
    return hits.map(({ chunk: { from, text }, score }) => {
      return { novel, place: from, text: text.replaceAll('\n', ' '), score };
    });
  }

  /** Frees what is held unless something is asked within two minutes. */
  rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => this.close(), REST_MS);
  }

  /** Ends the worker; what is asked next starts anew. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#added = [];
    for (const id of Object.keys(this.#retrievers)) delete this.#retrievers[id];
  }

  #send(request: ShelfSearchRequest): void {
    this.#worker ??= this.makeWorker();
    this.#worker.postMessage(request);
  }

  async #answer(
    request: ShelfSearchRequest & { readonly kind: 'search' },
    signal: AbortSignal,
  ): Promise<ShelfFound> {
    try {
      return await new Promise<ShelfFound>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(aborted()), { once: true });
        const worker = (this.#worker ??= this.makeWorker());
        worker.onmessage = ({ data }: MessageEvent<unknown>) => {
          const answer = v.safeParse(answerSchema, data);
          if (!answer.success) reject(stopped(answer.issues[0].message));
          else if (answer.output.id === request.id) resolve(answer.output.found);
        };
        worker.onerror = (event) => {
          event.preventDefault();
          reject(stopped(event.message || 'its worker stopped'));
        };
        this.#send(request);
      });
    } catch (error) {
      // A worker that failed knows nothing any more.
      if (!isAbort(error)) this.close();
      throw error;
    }
  }
}

function foundOf(hits: readonly ShelfHit[]): ShelfFound {
  const novels = new Set(hits.map(({ novel }) => novel)).size;
  return { hits, count: hits.length, novels, every: true };
}

/** Behind every chapter: nothing is left out of a search. */
const AFTER_ALL = { chapter: Number.MAX_SAFE_INTEGER, paragraph: 1 };

function newWorker(): Worker {
  return new Worker(new URL('./shelf-search-worker.ts', import.meta.url), { type: 'module' });
}

function stopped(why: string): Problem {
  return new Problem('unknown', {
    what: `The search stopped: ${why}.`,
    kept: 'The shelf is as it was.',
    next: 'Search again; if that does not help, reload the page.',
  });
}

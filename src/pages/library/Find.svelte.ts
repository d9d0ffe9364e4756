import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { FindOptions, ShelfFinder } from '../../exchange/shelf-finder';
import type { ShelfFound } from '../../retrieval/shelf-search';

export type FindBy = 'words' | 'meaning';
/** So many hits at first, and so many more at a time. */
const STEP = 20;

/** One search over the shelf at a time. */
export class Find {
  #found = $state.raw<ShelfFound | null>(null);
  #query = $state('');
  #by = $state<FindBy>('words');
  #problem = $state.raw<Problem | null>(null);
  /** Novels read so far and in all; null while nothing is being searched. */
  #progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  #limit = STEP;
  #novels: readonly string[] = [];
  #abort: AbortController | null = null;

  constructor(private readonly finder: Pick<ShelfFinder, 'byWords' | 'byMeaning' | 'rest'>) {}

  get found(): ShelfFound | null {
    return this.#found;
  }
  /** What was searched for. */
  get query(): string {
    return this.#query;
  }
  get by(): FindBy {
    return this.#by;
  }
  get problem(): Problem | null {
    return this.#problem;
  }
  get progress(): { readonly done: number; readonly total: number } | null {
    return this.#progress;
  }

  /** Searches these novels; an empty query clears. A search under way gives way. Never rejects. */
  search(query: string, by: FindBy, novels: readonly string[]): Promise<void> {
    this.#limit = STEP;
    this.#query = query.trim();
    this.#by = by;
    this.#novels = novels;
    this.#found = null;
    return this.#run();
  }

  more(): Promise<void> {
    this.#limit += STEP;
    return this.#run();
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Ends what is under way; what is held is freed a little later, for people come back from what they found. */
  close(): void {
    this.stop();
    this.finder.rest();
  }

  async #run(): Promise<void> {
    this.#abort?.abort();
    this.#problem = null;
    this.#progress = null;
    if (this.#query === '') return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#progress = { done: 0, total: 0 };
    const isCurrent = (): boolean => this.#abort === abort;
    const options: FindOptions = {
      signal: abort.signal,
      limit: this.#limit,
      onProgress: (done, total) => {
        if (isCurrent()) this.#progress = { done, total };
      },
      onPartial: (found) => {
        if (isCurrent() && !abort.signal.aborted) this.#found = found;
      },
    };
    try {
      const search = this.#by === 'words' ? this.finder.byWords : this.finder.byMeaning;
      const found = await search.call(this.finder, this.#query, this.#novels, options);
      if (isCurrent()) this.#found = found;
    } catch (error) {
      if (isCurrent() && !isAbort(error)) this.#problem = asProblem(error);
    } finally {
      if (isCurrent()) this.#progress = null;
    }
  }
}

import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { Novel } from '../../core/novel';
import { askToKeep } from '../../storage/space';
import type { LoadOptions } from '../../exchange/novel-source';
import type { Shelf } from '../../exchange/shelf';

/** One novel on its way to this device. It goes on when its page is left, until it is stopped. */
export class Loading {
  /** Share of the text that has arrived, 0 to 1; null while nothing is under way. */
  #share = $state<number | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #abort: AbortController | null = null;
  #running: Promise<Novel | null> | null = null;

  constructor(private readonly fetch: (options: LoadOptions) => Promise<Novel>) {}

  get share(): number | null {
    return this.#share;
  }
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Loads it from a person's click, or joins what is under way; null where that failed or was stopped. Never rejects. */
  start(): Promise<Novel | null> {
    // Some browsers clear what a page keeps after a week unless they were asked not to.
    void askToKeep();
    this.#running ??= this.#run().finally(() => (this.#running = null));
    return this.#running;
  }

  stop(): void {
    this.#abort?.abort();
  }

  async #run(): Promise<Novel | null> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#share = 0;
    this.#problem = null;
    try {
      return await this.fetch({
        signal: abort.signal,
        onProgress: (share) => {
          if (!abort.signal.aborted) this.#share = share;
        },
      });
    } catch (error) {
      if (!isAbort(error)) this.#problem = asProblem(error);
      return null;
    } finally {
      this.#share = null;
    }
  }
}

/** The novels on their way, whichever page asked for them. */
export class Loadings {
  readonly #byNovel: Record<string, Loading> = {};

  constructor(private readonly shelf: Pick<Shelf, 'novel'>) {}

  of(novel: string): Loading {
    return (this.#byNovel[novel] ??= new Loading((options) => this.shelf.novel(novel, options)));
  }
}

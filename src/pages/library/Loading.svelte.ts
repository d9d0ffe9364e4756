import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { Novel } from '../../core/novel';
import { askToKeep } from '../../storage/space';
import type { LoadOptions } from '../../exchange/novel-source';

/** One novel on its way to this device. */
export class Loading {
  /** Share of the text that has arrived, 0 to 1; null while nothing is under way. */
  #share = $state<number | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #abort: AbortController | null = null;

  constructor(private readonly fetch: (options: LoadOptions) => Promise<Novel>) {}

  get share(): number | null {
    return this.#share;
  }
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Loads it from a person's click; null where that failed or was stopped. Never rejects. */
  async start(): Promise<Novel | null> {
    if (this.#share !== null) return null;
    const abort = new AbortController();
    this.#abort = abort;
    this.#share = 0;
    this.#problem = null;
    // Some browsers clear what a page keeps after a week unless they were asked not to.
    void askToKeep();
    try {
      return await this.fetch({
        signal: abort.signal,
        onProgress: (share) => {
          if (this.#abort === abort) this.#share = share;
        },
      });
    } catch (error) {
      if (!isAbort(error)) this.#problem = asProblem(error);
      return null;
    } finally {
      this.#share = null;
      this.#abort = null;
    }
  }

  stop(): void {
    this.#abort?.abort();
  }
}

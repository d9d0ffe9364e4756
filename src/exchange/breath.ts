import { aborted } from '../core/errors';

/** Lets the page draw and answer during long work on one thread. */
export class Breath {
  private last = performance.now();

  constructor(
    private readonly signal?: AbortSignal,
    /** Milliseconds of work between two pauses. */
    private readonly every = 25,
  ) {}

  /** Pauses where it is time to. Rejects with the Problem `aborted` where the work was stopped. */
  async take(): Promise<void> {
    if (performance.now() - this.last < this.every) return;
    await new Promise((resolve) => setTimeout(resolve));
    if (this.signal?.aborted) throw aborted();
    this.last = performance.now();
  }
}

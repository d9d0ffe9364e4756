import type { Estimate } from '../../experiment/estimate';

/**
 * Takes the times of a run for its estimate: how long each trial was under way, and how long after the one before it
 * ended. A pause counts for neither: what it cut off is asked again after it.
 */
export class Pace {
  readonly #asked = new Map<string, number>();
  #lastEnd: number;
  #measured = 0;

  constructor(
    private readonly estimate: Estimate,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#lastEnd = now();
  }

  /** Trials that were measured so far. */
  get measured(): number {
    return this.#measured;
  }

  /** A trial's turn has come. */
  asked(trial: string): void {
    this.#asked.set(trial, this.now());
  }

  /**
   * A trial has its outcome.
   * @param newCharacters of its prompt; null: its time says nothing (an error)
   */
  ended(trial: string, newCharacters: number | null): void {
    const now = this.now();
    const asked = this.#asked.get(trial);
    this.#asked.delete(trial);
    if (asked === undefined || newCharacters === null) return;
    this.estimate.add(newCharacters, now - asked, now - this.#lastEnd);
    this.#lastEnd = now;
    this.#measured += 1;
  }

  /** The run goes on after a pause or a reload of the model: all under way begin anew. */
  resumed(): void {
    const now = this.now();
    this.#lastEnd = now;
    for (const trial of this.#asked.keys()) this.#asked.set(trial, now);
  }
}

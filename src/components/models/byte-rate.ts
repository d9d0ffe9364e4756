/** How much of the past counts: long enough to be steady, short enough to follow the network. */
const WINDOW_MS = 10_000;
/** A rate from less time than this says nothing. */
const LEAST_MS = 1_000;

/** The rate at which bytes arrive, over the last ten seconds. */
export class ByteRate {
  #points: { readonly at: number; readonly done: number }[] = [];

  /** @param done bytes so far @param at milliseconds of any clock that only goes forward */
  note(done: number, at: number): void {
    const last = this.#points.at(-1);
    // Bytes that were given up or counted anew: what came before says nothing about them.
    if (last !== undefined && done < last.done) this.#points = [];
    this.#points.push({ at, done });
    while (this.#points.length > 2 && at - (this.#points[1]?.at ?? at) >= WINDOW_MS) {
      this.#points.shift();
    }
  }

  /** Bytes a second; null while too little is known. */
  get perSecond(): number | null {
    const [first] = this.#points;
    const last = this.#points.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < LEAST_MS) return null;
    return ((last.done - first.done) * 1000) / (last.at - first.at);
  }

  /** Milliseconds until `total` bytes are there; null while nobody can say. */
  left(total: number): number | null {
    const rate = this.perSecond;
    const done = this.#points.at(-1)?.done ?? 0;
    return rate === null || rate <= 0 ? null : ((total - done) * 1000) / rate;
  }
}

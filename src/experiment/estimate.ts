/**
 * The time left of a run, from what its prompts cost so far. A trial costs in proportion to the characters of its
 * prompt that the one before did not hold, plus a fixed part; both come from a least-squares line through the latest
 * trials, so the estimate knows that a new persona costs more and stays honest when the machine slows down. Where
 * trials overlap, that line says how trials differ, and the time from one end to the next how fast they go by.
 */
export class Estimate {
  readonly #window: { characters: number; ms: number; apart: number }[] = [];
  readonly #size = 40;

  /** @param rate milliseconds a new character and a trial, to begin with (from an earlier run or the catalogue) */
  constructor(private readonly rate: Rate) {}

  /**
   * Adds a measured trial: its new characters and its wall time.
   * @param apart milliseconds since the trial that ended before it, where several are under way at once
   */
  add(characters: number, ms: number, apart: number = ms): void {
    this.#window.push({ characters, ms, apart });
    if (this.#window.length > this.#size) this.#window.shift();
  }

  /** The measured rate, or the one to begin with until three trials are known: time of the run, not of a trial alone. */
  get current(): Rate {
    const n = this.#window.length;
    if (n < 3) return this.rate;
    const { perCharacter, perTrial } = this.#ofTrials();
    // Four that overlap fully go by in a quarter of their time.
    const alone = this.#window.reduce((sum, { ms }) => sum + ms, 0);
    const together = this.#window.reduce((sum, { apart }) => sum + apart, 0);
    const share = alone > 0 ? together / alone : 1;
    return { perCharacter: perCharacter * share, perTrial: perTrial * share };
  }

  /** What trials take one by one. */
  #ofTrials(): Rate {
    const meanX = mean(this.#window.map(({ characters }) => characters));
    const meanY = mean(this.#window.map(({ ms }) => ms));
    const sxx = this.#window.reduce((sum, { characters }) => sum + (characters - meanX) ** 2, 0);
    const sxy = this.#window.reduce(
      (sum, { characters, ms }) => sum + (characters - meanX) * (ms - meanY),
      0,
    );
    // A slope outside these bounds is noise: then all of the time is put down to the characters.
    const slope = sxx > 0 ? sxy / sxx : -1;
    const fixed = meanY - slope * meanX;
    if (slope < 0 || fixed < 0) {
      // Repeats of one prompt have no new characters, and still take time.
      return meanX > 0
        ? { perCharacter: meanY / meanX, perTrial: 0 }
        : { perCharacter: this.rate.perCharacter, perTrial: meanY };
    }
    return { perCharacter: slope, perTrial: fixed };
  }

  /** Milliseconds for trials with these numbers of new characters. */
  left(newCharacters: readonly number[]): number {
    return durationOf(newCharacters, this.current);
  }
}

/** Milliseconds a new character of the prompt, and a trial besides. */
export interface Rate {
  readonly perCharacter: number;
  readonly perTrial: number;
}

/** Milliseconds for trials with these numbers of new characters at a rate. */
export function durationOf(newCharacters: readonly number[], rate: Rate): number {
  const characters = newCharacters.reduce((sum, count) => sum + count, 0);
  return characters * rate.perCharacter + newCharacters.length * rate.perTrial;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

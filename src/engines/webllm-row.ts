import type { LogitProcessor } from '@mlc-ai/web-llm';

/** A token by its number, with its log-probability (natural logarithm). */
export interface RankedToken {
  readonly id: number;
  readonly logprob: number;
}

/** The figures of a model that computes nonsense: they are no numbers, or all the same. */
export class BadFigures extends Error {
  override readonly name = 'BadFigures';
}

/** Far below every logit, and still far from what single precision holds after a division by any temperature. */
const NEVER = -1e9;

/**
 * Reads the whole row of logits of a forward pass. WebLLM's answers show at most five tokens, after bias and
 * temperature; but it lets a logit processor see the row before both, so that every token's probability is known
 * exactly and nothing has to be bounded. The same place gives it the limit to the k most probable tokens, which it
 * does not have.
 */
export class RowReader implements LogitProcessor {
  /** How many tokens to read from the next row; 0 reads none. */
  #wanted = 0;
  #read: readonly RankedToken[] | null = null;
  /** Only the k most probable tokens may be drawn; 0: no limit. */
  topK = 0;
  /** What was wrong with a row since the last call began. */
  fault: BadFigures | null = null;

  /** Reads the k most probable tokens of the first row that comes. */
  expect(k: number): void {
    this.begin(0);
    this.#wanted = k;
  }

  /** Reads no row, and limits what is drawn. */
  begin(topK: number): void {
    this.#wanted = 0;
    this.#read = null;
    this.topK = topK;
    this.fault = null;
  }

  /** The tokens of the row that was expected, most probable first; null where none came. */
  take(): readonly RankedToken[] | null {
    const read = this.#read;
    this.#read = null;
    return read;
  }

  /** Called by WebLLM with each row. A fault is noted, for an error thrown in here would leave the engine locked. */
  processLogits(logits: Float32Array): Float32Array {
    try {
      const ranked = rankTokens(logits, Math.max(this.#wanted, this.topK, 1));
      if (this.#wanted > 0) {
        this.#read = ranked.slice(0, this.#wanted);
        this.#wanted = 0;
      }
      const last = this.topK > 0 ? ranked[this.topK - 1] : undefined;
      if (last !== undefined) keepFrom(logits, logits[last.id] as number);
    } catch (error) {
      if (!(error instanceof BadFigures)) throw error;
      this.fault = error;
    }
    return logits;
  }

  /** WebLLM tells what was drawn; nothing here depends on it. */
  processSampledToken(): void {}

  /** The row of a new prompt is awaited across WebLLM's own reset. */
  resetState(): void {}
}

/**
 * The k most probable tokens of a row, with the log of their share of all tokens.
 * @throws BadFigures where the row is not one of numbers, or tells no token from another
 */
export function rankTokens(logits: Float32Array, k: number): RankedToken[] {
  let most = -Infinity;
  let least = Infinity;
  for (const logit of logits) {
    if (Number.isNaN(logit) || logit === Infinity)
      throw new BadFigures('the model computes no numbers');
    if (logit > most) most = logit;
    if (logit < least) least = logit;
  }
  if (logits.length < 2 || most === least) throw new BadFigures('every token is equally probable');
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  const log = most + Math.log(sum);
  return highest(logits, k).map((id) => ({ id, logprob: (logits[id] as number) - log }));
}

/** Positions of the k highest values, highest first; of equal ones the first. */
function highest(values: Float32Array, k: number): number[] {
  const best: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number;
    if (best.length === k && value <= (values[best[k - 1] as number] as number)) continue;
    let place = best.length;
    while (place > 0 && (values[best[place - 1] as number] as number) < value) place -= 1;
    best.splice(place, 0, at);
    if (best.length > k) best.pop();
  }
  return best;
}

function keepFrom(logits: Float32Array, least: number): void {
  for (let at = 0; at < logits.length; at += 1) {
    if ((logits[at] as number) < least) logits[at] = NEVER;
  }
}

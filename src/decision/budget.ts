import { sentenceEnds } from './sentences';

/** A text cut to fit. */
export interface Fitted {
  /** The text from its start, up to the end of a sentence; empty where not even the first one fits. */
  readonly text: string;
  /** Length as the model will see it. */
  readonly tokens: number;
  readonly cut: boolean;
}

/** Counts the answering model's tokens. */
export type Count = (text: string) => Promise<number>;

/**
 * As many whole sentences from a text's start as fit into so many tokens. The tokens are counted a few times only (once,
 * and the logarithm of the number of sentences), for a count may be a call to a server.
 * @param render how the model will see the text; what is counted
 */
export async function fitted(
  text: string,
  most: number,
  count: Count,
  render: (text: string) => string = (same) => same,
): Promise<Fitted> {
  if (text === '') return { text, tokens: 0, cut: false };
  const whole = most > 0 ? await count(render(text)) : Infinity;
  if (whole <= most) return { text, tokens: whole, cut: false };
  const ends = most > 0 ? sentenceEnds(text) : [];
  // The last end is the whole text, which is known not to fit.
  const best = await lastFitting(ends.length - 1, async (index) => {
    const tokens = await count(render(text.slice(0, ends[index])));
    return tokens <= most ? tokens : null;
  });
  if (best === null) return { text: '', tokens: 0, cut: true };
  return { text: text.slice(0, ends[best.index]), tokens: best.tokens, cut: true };
}

/**
 * The last of `length` positions that fits, where every position before one that fits does too; found by halving.
 * @param tokensAt the tokens at a position, null where they are too many
 */
export async function lastFitting(
  length: number,
  tokensAt: (index: number) => Promise<number | null>,
): Promise<{ index: number; tokens: number } | null> {
  let best: { index: number; tokens: number } | null = null;
  let low = 0;
  let high = length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const tokens = await tokensAt(middle);
    if (tokens === null) high = middle - 1;
    else {
      best = { index: middle, tokens };
      low = middle + 1;
    }
  }
  return best;
}

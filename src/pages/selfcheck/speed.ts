import { median } from 'd3';
import type { Engine, Input } from '../../core/engine';

/** One measurement: so many tokens in so many milliseconds. */
export interface Timed {
  readonly tokens: number;
  readonly ms: number;
}

/** So often each speed is measured. */
export const REPEATS = 3;
/** Tokens that are written to measure how fast a model writes. */
const WRITTEN = 48;
/** Characters of the text that is read: about 250 tokens. */
const READ = 1100;

/**
 * How fast a model reads: a text that begins otherwise each time, so that nothing of it is in the cache.
 * @param passage text of at least 1,100 characters; the same for every device
 * @returns tokens computed anew, and the time of the whole call
 * @throws Problem the engine's
 */
export async function timeReading(
  engine: Engine,
  passage: string,
  repeat: number,
  signal: AbortSignal,
): Promise<Timed> {
  const input = asked(`Text ${repeat} of ${REPEATS}. ${passage.slice(0, READ)}`);
  const { tokens, ms } = await engine.next(input, 1, signal);
  return { tokens: tokens.prompt - tokens.cached, ms };
}

/**
 * How fast a model writes: the tokens after the first, and the time from the first to the end.
 * @returns the text too, for a reader sees at once whether it makes sense
 * @throws Problem the engine's
 */
export async function timeWriting(
  engine: Engine,
  repeat: number,
  signal: AbortSignal,
): Promise<Timed & { readonly text: string }> {
  const input = asked(`Count from ${repeat} to one hundred in words, one after the other.`);
  const sampling = { temperature: 0, topP: 1, topK: 0, maxTokens: WRITTEN, seed: 1 };
  let first = 0;
  const { text, tokens } = await engine.generate(input, sampling, signal, () => {
    if (first === 0) first = performance.now();
  });
  const ms = first === 0 ? 0 : performance.now() - first;
  return { text, tokens: Math.max(0, tokens.completion - 1), ms };
}

/** Tokens a second: the median over the measurements; null without any. */
export function speedOf(timed: readonly Timed[]): number | null {
  const speeds = timed
    .filter(({ tokens, ms }) => tokens > 0 && ms > 0)
    .map(({ tokens, ms }) => (1000 * tokens) / ms);
  return median(speeds) ?? null;
}

function asked(content: string): Input {
  return { kind: 'chat', messages: [{ role: 'user', content }], system: 'none', lead: '' };
}

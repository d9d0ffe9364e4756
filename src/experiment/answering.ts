import type { Engine, Input, Next, TokenCounts } from '../core/engine';
import { Problem } from '../core/errors';
import type { OptionForms } from '../core/suite';

/** The outcome of asking for probabilities. */
export interface Shares {
  /** Each option's share of the answer mass, by content key; they add up to 1. */
  readonly probabilities: Readonly<Record<string, number>>;
  /** Total probability on any valid option, 0 to 1. */
  readonly answerMass: number;
  /** Least and most each share can be, given the tokens that the engine did not show. */
  readonly bounds: Readonly<Record<string, readonly [number, number]>>;
  /** As it was first put; what followed a token put that token after it. */
  readonly prompt: string;
  /** Of all requests that it took, and how long they took together. */
  readonly tokens: TokenCounts;
  readonly ms: number;
}

/** How many tokens are asked of the engine; what lies beyond holds next to nothing. */
const TOP = 200;
/** A shared first token is followed only where it holds at least this much. */
const FOLLOW_FROM = 1e-3;
/** Options never part later than this many tokens on. */
const DEEPEST = 6;

/**
 * Each option's share by the next token's probabilities (design section 5): summed over the option's surface forms;
 * a token that several options start with is followed to where they part.
 * Null where no form has any probability among the tokens shown: nothing can be divided.
 * @throws Problem `engine-failed` where a probability is no number; those of the engine
 */
export async function askShares(
  engine: Engine,
  input: Input,
  options: readonly OptionForms[],
  signal?: AbortSignal,
): Promise<
  Shares | { prompt: string; tokens: TokenCounts; ms: number; answerMass: 0; probabilities: null }
> {
  const first = await engine.next(input, TOP, signal);
  const tally: Tally = {
    mass: new Map(options.map(({ key }) => [key, 0])),
    tokens: first.tokens,
    ms: first.ms,
  };
  await collect(engine, first, '', 1, options, tally, signal, 1);
  const answerMass = [...tally.mass.values()].reduce((sum, mass) => sum + mass, 0);
  const least = Math.exp(first.top.at(-1)?.logprob ?? -Infinity);
  if (!Number.isFinite(answerMass) || Number.isNaN(least)) throw noNumbers();
  const common = { prompt: first.prompt, tokens: tally.tokens, ms: tally.ms };
  if (answerMass <= 0) return { ...common, answerMass: 0, probabilities: null };
  const unseen = unseenForms(first, options);
  return {
    ...common,
    answerMass: Math.min(answerMass, 1),
    probabilities: byKey(options, (key) => (tally.mass.get(key) as number) / answerMass),
    bounds: byKey(options, (key) => {
      const own = tally.mass.get(key) as number;
      const others = answerMass - own;
      // An unseen form holds between nothing and what the last token shown holds.
      const extraOwn = (unseen.get(key) as number) * least;
      const extraOthers = [...unseen].reduce(
        (sum, [other, n]) => (other === key ? sum : sum + n * least),
        0,
      );
      return [
        own / (own + others + extraOthers),
        (own + extraOwn) / (own + extraOwn + others),
      ] as const;
    }),
  };
}

/** Kept, they would make a run that no one can read. */
function noNumbers(): Problem {
  return new Problem('engine-failed', {
    what: 'The model gave probabilities that are no numbers.',
    next: 'Load the model again, or choose another one.',
  });
}

interface Tally {
  readonly mass: Map<string, number>;
  tokens: TokenCounts;
  ms: number;
}

/** Adds what the tokens after `prefix` give to each option; `weight` is the probability of the prefix itself. */
async function collect(
  engine: Engine,
  next: Next,
  prefix: string,
  weight: number,
  options: readonly OptionForms[],
  tally: Tally,
  signal: AbortSignal | undefined,
  depth: number,
): Promise<void> {
  for (const token of next.top) {
    const text = prefix + token.text;
    const probability = weight * Math.exp(token.logprob);
    // The text is a form already. What can only become a form of one option is left out: the next token decides.
    const whole = options.find(({ forms }) => forms.includes(text));
    if (whole) {
      tally.mass.set(whole.key, (tally.mass.get(whole.key) as number) + probability);
      continue;
    }
    if (token.text === '' || depth >= DEEPEST || probability < FOLLOW_FROM) continue;
    const open = options.filter(({ forms }) => forms.some((form) => form.startsWith(text)));
    if (open.length < 2) continue;
    const followed = await engine.next(
      { kind: 'text', text: next.prompt + token.text },
      TOP,
      signal,
    );
    tally.tokens = {
      prompt: tally.tokens.prompt + followed.tokens.prompt,
      cached: tally.tokens.cached + followed.tokens.cached,
      completion: tally.tokens.completion + followed.tokens.completion,
    };
    tally.ms += followed.ms;
    await collect(engine, followed, text, probability, options, tally, signal, depth + 1);
  }
}

/**
 * How many requests the shares of such options take of an engine that is asked anew for each token that is followed.
 * Likely: one where the options part at once; a blank before them is no token of its own for most models. The most:
 * every text that several options begin with is followed, however it is cut into tokens.
 */
export function requestsFor(options: readonly OptionForms[]): {
  readonly likely: number;
  readonly most: number;
} {
  const forms = new Set(options.flatMap((option) => option.forms));
  const beginnings = new Set(
    [...forms].flatMap((form) => Array.from(form, (_, end) => form.slice(0, end))),
  );
  const shared = [...beginnings].filter(
    (text) =>
      text !== '' &&
      !forms.has(text) &&
      options.filter((option) => option.forms.some((form) => form.startsWith(text))).length > 1,
  );
  let most = 0;
  /** In how many ways each text is reached with so many tokens; one request each. */
  let reached = new Map([['', 1]]);
  for (let depth = 1; depth <= DEEPEST && reached.size > 0; depth += 1) {
    const next = new Map<string, number>();
    for (const [text, ways] of reached) {
      most += ways;
      for (const longer of shared) {
        if (longer === text || !longer.startsWith(text)) continue;
        next.set(longer, (next.get(longer) ?? 0) + ways);
      }
    }
    reached = next;
  }
  return { likely: shared.some((text) => text.trim() !== '') ? 2 : 1, most };
}

/** How many of each option's forms no token shown can be the start of. */
function unseenForms(next: Next, options: readonly OptionForms[]): Map<string, number> {
  const shown = next.top.map(({ text }) => text).filter((text) => text !== '');
  return new Map(
    options.map(({ key, forms }) => [
      key,
      forms.filter((form) => !shown.some((text) => form.startsWith(text))).length,
    ]),
  );
}

function byKey<T>(options: readonly OptionForms[], value: (key: string) => T): Record<string, T> {
  return Object.fromEntries(options.map(({ key }) => [key, value(key)]));
}

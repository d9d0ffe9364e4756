import * as v from 'valibot';

/** Of tokens. What is no number of tokens (a half, a minus) counts as not said: the answer beside it is one all the same. */
export const tokenCount = v.fallback(
  v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
  0,
);

/** How far above 0 rounding takes the logarithm of a probability of 1. */
const ROUNDING = 1e-3;
/** Of a token: a number up to 0, where -Infinity is no probability at all. Anything above is none and is refused. */
export const logprob = v.pipe(
  v.number(),
  v.maxValue(ROUNDING),
  v.transform((value) => Math.min(value, 0)),
);

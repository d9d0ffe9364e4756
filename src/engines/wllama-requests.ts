import type { Sampling } from '../core/engine';

/** What is asked of llama.cpp's server part beyond what wllama's types know; each is spread into a request. */

/** llama.cpp answers with at most as many alternatives as this. */
const MOST_ALTERNATIVES = 200;

/** llama.cpp takes this seed for "a random one". */
const RANDOM_SEED = 0xffffffff;

/** The beginning that a prompt shares with the one before is not computed again. */
export const CACHED: object = { cache_prompt: true };

/**
 * Forces a whole token. Which one is drawn does not matter where only the alternatives are read (they are those before
 * the bias), but one that is half a character would break wllama's answer.
 */
export const WHOLE_TOKEN: object = { logit_bias: [['a', 1000]] };

/** Where a token's bytes are no text, another one is drawn. Costs a tenth of the speed, so only where it is needed. */
export const VALID_TEXT: object = { grammar: 'root ::= .*' };

/** The k most probable tokens, as far as llama.cpp gives them. */
export function alternatives(k: number): { logprobs: number } {
  return { logprobs: Math.min(Math.max(k, 1), MOST_ALTERNATIVES) };
}

/** llama.cpp's samplers set to what publishers mean: temperature first, then k, then p, and nothing else. */
export function samplingParams(sampling: Sampling): object {
  const seed = sampling.seed >>> 0;
  return {
    max_tokens: sampling.maxTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    seed: seed === RANDOM_SEED ? 0 : seed,
    samplers: ['temperature', 'top_k', 'top_p'],
  };
}

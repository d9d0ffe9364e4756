import * as v from 'valibot';
import { END_OF_TURN } from '../core/chat-template';
import type { NextToken, TokenCounts } from '../core/engine';

/** What llama.cpp's server part answers; wllama's own types differ from it where log-probabilities are asked for. */
const timings = v.object({ cache_n: v.number(), prompt_n: v.number() });
const usage = v.object({ completion_tokens: v.number() });

const nextSchema = v.object({
  choices: v.tuple([
    v.object({
      logprobs: v.object({
        content: v.tuple([
          v.object({
            top_logprobs: v.array(
              v.object({
                id: v.number(),
                bytes: v.array(v.number()),
                logprob: v.nullable(v.number()),
              }),
            ),
          }),
        ]),
      }),
    }),
  ]),
  usage,
  timings,
});

const chunkSchema = v.object({
  choices: v.tuple([v.object({ text: v.string(), finish_reason: v.nullish(v.string()) })]),
});

const lastChunkSchema = v.object({
  choices: v.tuple([v.object({ finish_reason: v.picklist(['stop', 'length']) })]),
  usage,
  timings,
});

/**
 * The answer to one forward pass.
 * @param endTokens ids of the tokens with which the model ends its turn; they have no text of their own
 */
export function readNext(
  answer: unknown,
  endTokens: readonly number[],
): { top: NextToken[]; tokens: TokenCounts } {
  const parsed = v.parse(nextSchema, answer);
  const decoder = new TextDecoder();
  const top = parsed.choices[0].logprobs.content[0].top_logprobs.map(({ id, bytes, logprob }) => ({
    // From the bytes: the server cuts half a character off, so that part of an emoji would look like a space.
    text: endTokens.includes(id) ? END_OF_TURN : decoder.decode(Uint8Array.from(bytes)),
    logprob: logprob ?? -Infinity,
  }));
  return { top, tokens: countsOf(parsed) };
}

/** The text of one piece of a stream. */
export function readChunk(chunk: unknown): string {
  return v.parse(chunkSchema, chunk).choices[0].text;
}

/** The end of a stream. */
export function readEnd(chunk: unknown): { stop: 'end' | 'length'; tokens: TokenCounts } {
  const parsed = v.parse(lastChunkSchema, chunk);
  const stop = parsed.choices[0].finish_reason === 'stop' ? 'end' : 'length';
  return { stop, tokens: countsOf(parsed) };
}

function countsOf(answer: {
  usage: v.InferOutput<typeof usage>;
  timings: v.InferOutput<typeof timings>;
}): TokenCounts {
  const { cache_n, prompt_n } = answer.timings;
  return {
    prompt: cache_n + prompt_n,
    cached: cache_n,
    completion: answer.usage.completion_tokens,
  };
}

import * as v from 'valibot';
import type { Generated, NextToken, TokenCounts } from '../../core/engine';
import { Problem } from '../../core/errors';
import { logprob, tokenCount } from './figures';
import { readAnswer } from './server';

/*
 * What servers like OpenAI's answer, as far as it is read. Members that some leave out or set to null have defaults;
 * everything else in an answer is let go.
 */
const text = v.nullish(v.string(), '');

const usageSchema = v.nullish(
  v.object({
    prompt_tokens: tokenCount,
    completion_tokens: tokenCount,
    prompt_tokens_details: v.nullish(v.object({ cached_tokens: tokenCount })),
  }),
);
/** llama.cpp's own figures, which it adds to every answer. */
const timingsSchema = v.nullish(
  v.object({ cache_n: tokenCount, prompt_n: tokenCount, predicted_n: tokenCount }),
);

const alternative = v.object({ token: v.string(), logprob: v.nullish(logprob, -Infinity) });
const position = v.object({ token: v.string(), top_logprobs: v.nullish(v.array(alternative), []) });

const chatSchema = v.object({
  model: text,
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({
          content: text,
          refusal: text,
          /** Thoughts: vLLM and llama.cpp say `reasoning_content`, others `reasoning`. */
          reasoning_content: text,
          reasoning: text,
        }),
        finish_reason: text,
        logprobs: v.nullish(v.object({ content: v.nullish(v.array(position), []) })),
      }),
    ),
    v.minLength(1),
  ),
  usage: usageSchema,
  timings: timingsSchema,
});
type Chat = v.InferOutput<typeof chatSchema>;

const completionSchema = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        text,
        finish_reason: text,
        logprobs: v.nullish(
          v.object({
            /** OpenAI's older form: a record from token to log-probability for each position. */
            top_logprobs: v.nullish(v.array(v.nullable(v.record(v.string(), logprob))), []),
            content: v.nullish(v.array(position), []),
          }),
        ),
      }),
    ),
    v.minLength(1),
  ),
  usage: usageSchema,
  timings: timingsSchema,
});

/** One position of an answer: what was written there and what could have been. */
export interface Position {
  readonly token: string;
  /** Most probable first; empty where the server gives none. */
  readonly top: readonly NextToken[];
}

/** A chat answer, read. */
export interface ChatAnswer {
  /** The model that the server says answered. */
  readonly model: string;
  /** Thoughts first, in their marks, where there are any. */
  readonly text: string;
  readonly stop: Generated['stop'];
  readonly positions: readonly Position[];
  /** All 0 where the server does not count. */
  readonly tokens: TokenCounts;
}

/** @throws Problem `server-failed` where it is no chat answer */
export function readChat(value: unknown): ChatAnswer {
  const { model, choices, usage, timings } = readAnswer(chatSchema, value);
  const [{ message, finish_reason, logprobs }] = choices as [Chat['choices'][number]];
  const thoughts = message.reasoning_content || message.reasoning;
  const said = message.content || message.refusal;
  return {
    model,
    text: thoughts === '' ? said : `<think>\n${thoughts}\n</think>\n\n${said}`,
    stop: finish_reason === 'length' ? 'length' : 'end',
    positions: (logprobs?.content ?? []).map(readPosition),
    tokens: countsOf(usage, timings),
  };
}

/** @throws Problem `server-failed` where it is no completion */
export function readCompletion(value: unknown): Omit<ChatAnswer, 'model'> {
  const { choices, usage, timings } = readAnswer(completionSchema, value);
  const [choice] = choices;
  if (choice === undefined) throw new Problem('server-failed', { what: 'The answer is empty.' });
  const { content = [], top_logprobs = [] } = choice.logprobs ?? {};
  const records = top_logprobs.map((record) => ({
    token: '',
    top: sorted(Object.entries(record ?? {}).map(([token, logprob]) => ({ text: token, logprob }))),
  }));
  return {
    text: choice.text,
    stop: choice.finish_reason === 'length' ? 'length' : 'end',
    positions: content.length > 0 ? content.map(readPosition) : records,
    tokens: countsOf(usage, timings),
  };
}

/**
 * Where the answer begins in what a model wrote: after blanks, and after a lead that it was not given and wrote
 * itself ("Answer:"). The number of positions where it never begins.
 */
export function answerPosition(positions: readonly Position[], lead: string): number {
  const wanted = lead.trim();
  let said = '';
  let afterLead = 0;
  for (const [index, { token }] of positions.entries()) {
    said += token;
    if (wanted !== '' && said.trim() === wanted) afterLead = index + 1;
  }
  const begins = positions.findIndex(({ token }, i) => i >= afterLead && token.trim() !== '');
  return begins < 0 ? positions.length : begins;
}

function readPosition({ token, top_logprobs }: v.InferOutput<typeof position>): Position {
  return {
    token,
    top: sorted(top_logprobs.map((each) => ({ text: each.token, logprob: each.logprob }))),
  };
}

/** Servers add the token that was written after those asked for, wherever it belongs. */
function sorted(top: readonly NextToken[]): NextToken[] {
  return [...top].sort((a, b) => b.logprob - a.logprob);
}

function countsOf(
  usage: v.InferOutput<typeof usageSchema>,
  timings: v.InferOutput<typeof timingsSchema>,
): TokenCounts {
  if (timings) {
    const { cache_n, prompt_n, predicted_n } = timings;
    return { prompt: cache_n + prompt_n, cached: cache_n, completion: predicted_n };
  }
  const prompt = usage?.prompt_tokens ?? 0;
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  return {
    prompt,
    // More than all of them cannot have come from the cache.
    cached: cached <= prompt ? cached : 0,
    completion: usage?.completion_tokens ?? 0,
  };
}

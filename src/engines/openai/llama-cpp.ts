import * as v from 'valibot';
import { endOfTurn, renderChat, type ChatTemplate } from '../../core/chat-template';
import type { Engine, Generated, Input, Next, Sampling, TokenCounts } from '../../core/engine';
import { Problem } from '../../core/errors';
import { logprob, tokenCount } from './figures';
import { readAnswer, type Server } from './server';

/** What llama.cpp's server says of itself at `/props`. */
export const propsSchema = v.object({
  chat_template: v.optional(v.nullable(v.string()), null),
  model_path: v.optional(v.string(), ''),
  build_info: v.optional(v.string(), ''),
  total_slots: v.optional(v.number(), 1),
  default_generation_settings: v.object({ n_ctx: v.number() }),
});
export type Props = v.InferOutput<typeof propsSchema>;

/** What `/tokenize` answers: ids, or objects where pieces were asked for. */
const tokensSchema = v.object({ tokens: v.array(v.unknown()) });
const templatedSchema = v.object({ prompt: v.string() });

const completionSchema = v.object({
  content: v.string(),
  stop_type: v.optional(v.string(), ''),
  timings: v.object({
    cache_n: tokenCount,
    prompt_n: tokenCount,
    predicted_n: tokenCount,
  }),
  completion_probabilities: v.optional(
    v.array(v.object({ top_logprobs: v.array(v.object({ token: v.string(), logprob })) })),
    [],
  ),
});
type Completion = v.InferOutput<typeof completionSchema>;

/**
 * The verbs of an engine by llama.cpp's raw completions: the template is rendered here where we know its family, so
 * that `system: none` sends none; else the server renders it and shows the text. Either way the prompt recorded is the
 * prompt read.
 */
export class LlamaCppWay implements Pick<Engine, 'next' | 'generate' | 'count'> {
  /** @param template null where only the server can render it */
  constructor(
    private readonly server: Server,
    private readonly template: ChatTemplate | null,
  ) {}

  async next(input: Input, k: number, signal?: AbortSignal): Promise<Next> {
    const settings = { n_predict: 1, temperature: 0, n_probs: k, post_sampling_probs: false };
    const { prompt, completion, ms } = await this.#complete(input, settings, signal);
    const top = completion.completion_probabilities[0]?.top_logprobs;
    if (!top) {
      throw new Problem('server-failed', {
        what: 'The server gave no log-probabilities.',
        next: 'Answer by generation, or use a newer llama.cpp server.',
      });
    }
    return {
      prompt,
      top: top.map(({ token, logprob }) => ({ text: token, logprob })),
      tokens: countsOf(completion),
      ms,
    };
  }

  async generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated> {
    const settings = {
      n_predict: sampling.maxTokens,
      temperature: sampling.temperature,
      top_p: sampling.topP,
      top_k: sampling.topK,
      min_p: 0,
      seed: sampling.seed,
      ...(this.template === null ? {} : { stop: [endOfTurn(this.template)] }),
    };
    const { prompt, completion, ms } = await this.#complete(input, settings, signal);
    onText?.(completion.content);
    return {
      prompt,
      text: completion.content,
      tokens: countsOf(completion),
      ms,
      stop: completion.stop_type === 'limit' ? 'length' : 'end',
    };
  }

  async count(text: string): Promise<number> {
    const body = { content: text, add_special: false };
    const answer = await this.server.post(`${this.server.address.root}/tokenize`, body);
    return readAnswer(tokensSchema, answer).tokens.length;
  }

  async #complete(
    input: Input,
    settings: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ): Promise<{ prompt: string; completion: Completion; ms: number }> {
    const prompt = await this.#textOf(input, signal);
    const started = performance.now();
    const answer = await this.server.post(
      `${this.server.address.root}/completion`,
      { prompt, cache_prompt: true, ...settings },
      signal,
    );
    const completion = readAnswer(completionSchema, answer);
    return { prompt, completion, ms: performance.now() - started };
  }

  async #textOf(input: Input, signal: AbortSignal | undefined): Promise<string> {
    if (input.kind === 'text') return input.text;
    if (this.template !== null) return renderChat(this.template, input);
    const body = {
      messages: input.messages,
      chat_template_kwargs: { enable_thinking: input.thinking === true },
    };
    const answer = await this.server.post(
      `${this.server.address.root}/apply-template`,
      body,
      signal,
    );
    return `${readAnswer(templatedSchema, answer).prompt}${input.lead}`;
  }
}

function countsOf({ timings }: Completion): TokenCounts {
  return {
    prompt: timings.cache_n + timings.prompt_n,
    cached: timings.cache_n,
    completion: timings.predicted_n,
  };
}

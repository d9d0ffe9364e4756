import * as v from 'valibot';
import { renderChat, detectTemplate, END_OF_TURN } from '../core/chat-template';
import type { Engine, Generated, Input, ModelInfo, Next, TokenCounts } from '../core/engine';
import { Problem } from '../core/errors';
import { fetchJson } from './http';

/*
 * llama.cpp's own server, through its raw completions: the template is rendered here, so that `system: none` sends
 * none and the prompt recorded is the prompt read.
 */
const propsSchema = v.object({
  chat_template: v.optional(v.nullable(v.string()), null),
  model_path: v.optional(v.string(), ''),
  build_info: v.optional(v.string(), ''),
  default_generation_settings: v.object({ n_ctx: v.number() }),
});

/** What `/tokenize` answers: ids, or objects where pieces were asked for. */
const tokensSchema = v.object({ tokens: v.array(v.unknown()) });

const completionSchema = v.object({
  content: v.string(),
  stop_type: v.optional(v.string(), ''),
  timings: v.object({
    cache_n: v.optional(v.number(), 0),
    prompt_n: v.number(),
    predicted_n: v.number(),
  }),
  completion_probabilities: v.optional(
    v.array(
      v.object({ top_logprobs: v.array(v.object({ token: v.string(), logprob: v.number() })) }),
    ),
    [],
  ),
});
type Completion = v.InferOutput<typeof completionSchema>;

/** What cannot be asked of the server and has to be known of the model's file. */
export type FileFacts = Omit<ModelInfo, 'context'>;

/**
 * Connects to a llama.cpp server.
 * @param address e.g. `http://127.0.0.1:8099`
 * @param facts of the model's file; the server's own template is used
 * @throws Problem `server-failed`, `not-supported` (a template we cannot render)
 */
export async function connectEndpoint(
  address: string,
  facts: FileFacts,
  options: { signal?: AbortSignal; fetcher?: typeof fetch } = {},
): Promise<Engine> {
  const fetcher = options.fetcher ?? fetch;
  const base = address.replace(/\/+$/, '');
  const props = parse(
    propsSchema,
    await fetchJson(`${base}/props`, undefined, options.signal, fetcher),
  );
  const template = detectTemplate(props.chat_template);
  const textOf = (input: Input): string =>
    input.kind === 'text' ? input.text : renderChat(template, input);

  const complete = async (
    prompt: string,
    settings: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ): Promise<{ completion: Completion; ms: number }> => {
    const started = performance.now();
    const body = { prompt, cache_prompt: true, ...settings };
    const completion = parse(
      completionSchema,
      await fetchJson(`${base}/completion`, body, signal, fetcher),
    );
    return { completion, ms: performance.now() - started };
  };

  return {
    kind: 'endpoint',
    model: { ...facts, context: props.default_generation_settings.n_ctx },
    environment: { server: 'llama.cpp', build: props.build_info, concurrency: 1 },
    async next(input, k, signal): Promise<Next> {
      const prompt = textOf(input);
      const { completion, ms } = await complete(
        prompt,
        { n_predict: 1, temperature: 0, n_probs: k, post_sampling_probs: false },
        signal,
      );
      const top = completion.completion_probabilities[0]?.top_logprobs;
      if (!top) {
        throw new Problem('server-failed', {
          what: 'The server gave no log-probabilities.',
          next: 'Answer by generation, or use a llama.cpp server.',
        });
      }
      return {
        prompt,
        top: top.map(({ token, logprob }) => ({ text: token, logprob })),
        tokens: countsOf(completion),
        ms,
      };
    },
    async generate(input, sampling, signal): Promise<Generated> {
      const prompt = textOf(input);
      const { completion, ms } = await complete(
        prompt,
        {
          n_predict: sampling.maxTokens,
          temperature: sampling.temperature,
          top_p: sampling.topP,
          top_k: sampling.topK,
          min_p: 0,
          seed: sampling.seed,
          stop: [END_OF_TURN],
        },
        signal,
      );
      return {
        prompt,
        text: completion.content,
        tokens: countsOf(completion),
        ms,
        stop: completion.stop_type === 'limit' ? 'length' : 'end',
      };
    },
    async count(text): Promise<number> {
      const body = { content: text, add_special: false };
      const answer = await fetchJson(`${base}/tokenize`, body, options.signal, fetcher);
      return parse(tokensSchema, answer).tokens.length;
    },
    dispose: () => Promise.resolve(),
  };
}

function countsOf({ timings }: Completion): TokenCounts {
  return {
    prompt: timings.cache_n + timings.prompt_n,
    cached: timings.cache_n,
    completion: timings.predicted_n,
  };
}

function parse<S extends v.GenericSchema>(schema: S, data: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, data);
  if (parsed.success) return parsed.output;
  throw new Problem('server-failed', {
    what: 'The server does not answer as llama.cpp does.',
    next: 'Check the address: it should be that of a llama.cpp server.',
    cause: parsed.issues[0],
  });
}

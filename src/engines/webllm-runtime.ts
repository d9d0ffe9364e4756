import type { CompletionCreateParamsBase, MLCEngineInterface } from '@mlc-ai/web-llm';
import type { NextToken, Sampling, TokenCounts } from '../core/engine';
import { aborted } from '../core/errors';
import type { RankedToken, RowReader } from './webllm-row';
import type { ModelWords } from './webllm-tokens';
import { contextFull } from './wllama-problems';

/** As much of WebLLM's engine as is used. */
export type MlcEngine = Pick<
  MLCEngineInterface,
  'reload' | 'unload' | 'completion' | 'interruptGenerate'
>;

/** What came of one forward pass, without the prompt. */
export interface NextPart {
  readonly top: NextToken[];
  readonly tokens: TokenCounts;
  readonly ms: number;
}

/** What came of a generation, without the prompt. */
export interface GeneratedPart {
  readonly text: string;
  readonly stop: 'end' | 'length';
  readonly tokens: TokenCounts;
  readonly ms: number;
}

/** A token as WebLLM itself tells it. */
export interface ToldToken {
  readonly token: string;
  readonly logprob: number;
}

/** What a model's own configuration would change behind our back. */
const RAW = {
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  repetition_penalty: 1,
} as const satisfies Partial<CompletionCreateParamsBase>;

/** WebLLM tells no more than this of a token's neighbours. */
export const TOLD = 5;

/** A loaded model: raw texts in, through WebLLM's completions, which add no template. One call at a time. */
export class MlcRuntime {
  /** @param context tokens that the model was loaded with */
  constructor(
    readonly engine: MlcEngine,
    readonly words: ModelWords,
    private readonly row: RowReader,
    private readonly context: number,
  ) {}

  /** The k most probable next tokens, exactly. */
  async next(prompt: string, k: number): Promise<NextPart> {
    const started = performance.now();
    this.row.expect(k);
    const { usage } = await this.engine.completion({ ...this.first(prompt), stream: false });
    const top = this.takeRow().map(({ id, logprob }) => ({
      text: this.words.textOf(id),
      logprob,
    }));
    return { top, tokens: countsOf(usage), ms: performance.now() - started };
  }

  /** The same pass told twice: as WebLLM's answer has it, and as the whole row has it. */
  async bothWays(prompt: string): Promise<{ ours: readonly NextToken[]; theirs: ToldToken[] }> {
    this.row.expect(TOLD);
    const answer = await this.engine.completion({
      ...this.first(prompt),
      logprobs: true,
      top_logprobs: TOLD,
      stream: false,
    });
    const ours = this.takeRow().map(({ id, logprob }) => ({
      text: this.words.textOf(id),
      logprob,
    }));
    const theirs = answer.choices[0]?.logprobs?.content?.[0]?.top_logprobs ?? [];
    return { ours, theirs };
  }

  /**
   * Writes until the model ends its turn.
   * @param isStopped asked after each token
   * @throws Problem `aborted`, `context-full`; BadFigures; whatever WebLLM throws
   */
  async generate(
    prompt: string,
    sampling: Sampling,
    isStopped: () => boolean,
    follow: (text: string) => void,
  ): Promise<GeneratedPart> {
    const started = performance.now();
    this.row.begin(sampling.topK);
    let text = '';
    let ended: string | null = null;
    let usage: Usage;
    const pieces = await this.engine.completion({
      ...RAW,
      prompt: this.words.begin + prompt,
      max_tokens: sampling.maxTokens,
      temperature: sampling.temperature,
      top_p: Math.min(1, Math.max(sampling.topP, 1e-5)),
      seed: sampling.seed >>> 0,
      stream: true,
      stream_options: { include_usage: true },
    });
    // Leaving the loop ends the generation: WebLLM frees its lock then.
    for await (const { choices, usage: told } of pieces) {
      if (isStopped()) throw aborted();
      if (this.row.fault) throw this.row.fault;
      usage = told ?? usage;
      ended = choices[0]?.finish_reason ?? ended;
      const piece = choices[0]?.text ?? '';
      if (piece === '') continue;
      text += piece;
      follow(text);
    }
    if (this.row.fault) throw this.row.fault;
    if (ended === 'abort') throw aborted();
    const tokens = countsOf(usage);
    if (ended === 'length' && tokens.completion < sampling.maxTokens) {
      throw contextFull({ tokens: tokens.prompt, context: this.context }, sampling.maxTokens);
    }
    const stop = ended === 'length' ? 'length' : 'end';
    return { text, stop, tokens, ms: performance.now() - started };
  }

  private first(prompt: string): CompletionCreateParamsBase {
    return { ...RAW, prompt: this.words.begin + prompt, max_tokens: 1, temperature: 1 };
  }

  private takeRow(): readonly RankedToken[] {
    const row = this.row.take();
    if (this.row.fault) throw this.row.fault;
    if (row === null) throw new Error('WebLLM showed no probabilities');
    return row;
  }
}

type Usage = { readonly prompt_tokens: number; readonly completion_tokens: number } | undefined;

/** WebLLM keeps no prompt between texts: nothing is ever served from a cache. */
function countsOf(usage: Usage): TokenCounts {
  return {
    prompt: usage?.prompt_tokens ?? 0,
    cached: 0,
    completion: usage?.completion_tokens ?? 0,
  };
}

import { endOfTurn, renderChat, type ChatTemplate } from '../../core/chat-template';
import type { Engine, Generated, Input, Next, Sampling } from '../../core/engine';
import { Problem } from '../../core/errors';
import { readCompletion } from './answers';
import type { Server } from './server';

/** What a server's plain completions can do, as found by asking. */
export interface CompletionAbilities {
  /** Alternatives it gives for each token, at least 1. */
  readonly alternatives: number;
  readonly isVllm: boolean;
}

/** The two verbs of an engine by `/v1/completions`: the template is known and rendered here, as in the page. */
export class CompletionsWay implements Pick<Engine, 'next' | 'generate'> {
  constructor(
    private readonly server: Server,
    private readonly model: string,
    private readonly template: ChatTemplate,
    private readonly abilities: CompletionAbilities,
  ) {}

  async next(input: Input, k: number, signal?: AbortSignal): Promise<Next> {
    const settings = { max_tokens: 1, temperature: 0, logprobs: this.abilities.alternatives };
    const { answer, prompt, ms } = await this.#ask(input, settings, signal);
    const top = answer.positions[0]?.top ?? [];
    if (top.length === 0) {
      throw new Problem('server-failed', {
        what: 'The server gave no log-probabilities.',
        next: 'Answer by generation, or use a llama.cpp server.',
      });
    }
    return { prompt, top: top.slice(0, k), tokens: answer.tokens, ms };
  }

  async generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated> {
    const settings = {
      max_tokens: sampling.maxTokens,
      temperature: sampling.temperature,
      top_p: sampling.topP,
      seed: sampling.seed % 2 ** 31,
      stop: [endOfTurn(this.template)],
      ...(this.abilities.isVllm && sampling.topK > 0 ? { top_k: sampling.topK } : {}),
    };
    const { answer, prompt, ms } = await this.#ask(input, settings, signal);
    onText?.(answer.text);
    return { prompt, text: answer.text, tokens: answer.tokens, ms, stop: answer.stop };
  }

  async #ask(
    input: Input,
    settings: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ): Promise<{ answer: ReturnType<typeof readCompletion>; prompt: string; ms: number }> {
    const prompt = input.kind === 'text' ? input.text : renderChat(this.template, input);
    const started = performance.now();
    const value = await this.server.post(
      `${this.server.address.api}/completions`,
      {
        model: this.model,
        prompt,
        // The text holds its special tokens already.
        ...(this.abilities.isVllm ? { add_special_tokens: false } : {}),
        ...settings,
      },
      signal,
    );
    return { answer: readCompletion(value), prompt, ms: performance.now() - started };
  }
}

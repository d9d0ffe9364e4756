import type { Engine, Generated, Input, Next, NextToken, Sampling } from '../../core/engine';
import { Problem } from '../../core/errors';
import { answerPosition, readChat, type ChatAnswer } from './answers';
import { messagesOf, recordMessages } from './messages';

/** What a server's chat completions can do, as found by asking. */
export interface ChatAbilities {
  /** Alternatives it gives for each token; 0: none. */
  readonly alternatives: number;
  /** What it calls the most tokens to write: newer models of OpenAI take the second name only. */
  readonly lengthName: 'max_tokens' | 'max_completion_tokens';
  /** vLLM: goes on with a turn that was begun, switches thinking, limits to the k best tokens. */
  readonly isVllm: boolean;
}

type Chat = Extract<Input, { kind: 'chat' }>;

/** Tokens in which an answer has begun, after blanks and a repeated lead. */
const OPENING = 8;
/** Positions remembered for options that share their first token. */
const REMEMBERED = 1000;

/** Puts a request to `/v1/chat/completions` and gives the answer as it came. */
export type SendChat = (body: Record<string, unknown>, signal?: AbortSignal) => Promise<unknown>;

/** The two verbs of an engine by chat completions: the server adds its template, the messages are recorded. */
export class ChatWay implements Pick<Engine, 'next' | 'generate'> {
  /** What could have followed a text that was written, by the recorded prompt and that text. */
  readonly #followed = new Map<string, readonly NextToken[]>();

  constructor(
    private readonly send: SendChat,
    private readonly model: string,
    private readonly abilities: ChatAbilities,
  ) {}

  /**
   * The alternatives at the first position of the answer, of which servers give 5 to 20. A text that goes on from
   * there is answered from what the model wrote; where it wrote something else, nothing is known.
   */
  async next(input: Input, k: number, signal?: AbortSignal): Promise<Next> {
    if (input.kind === 'text') {
      const top = this.#followed.get(input.text) ?? [];
      return {
        prompt: input.text,
        top: top.slice(0, k),
        tokens: { prompt: 0, cached: 0, completion: 0 },
        ms: 0,
      };
    }
    const { alternatives } = this.abilities;
    if (alternatives === 0) {
      throw new Problem('not-supported', {
        what: 'This server gives no log-probabilities, so it cannot answer by probability.',
        next: 'Let the study answer by generation, or choose a server that gives them (llama.cpp, vLLM).',
      });
    }
    const sampling = { temperature: 0, topP: 1, topK: 0, maxTokens: OPENING, seed: 0 };
    const body = { ...this.#body(input, sampling), logprobs: true, top_logprobs: alternatives };
    const { answer, prompt, ms } = await this.#ask(input, body, signal);
    const at = answerPosition(answer.positions, this.#leads ? '' : input.lead);
    let text = prompt;
    for (const [index, { token, top }] of answer.positions.entries()) {
      if (index < at) continue;
      if (index > at) this.#remember(text, top);
      text += token;
    }
    const top = answer.positions[at]?.top ?? [];
    return { prompt, top: top.slice(0, k), tokens: answer.tokens, ms };
  }

  async generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated> {
    if (input.kind === 'text') {
      throw new Problem('not-supported', {
        what: 'This server takes messages, not a text as it is.',
        next: 'Choose a server with raw completions (llama.cpp, vLLM).',
      });
    }
    const { answer, prompt, ms } = await this.#ask(input, this.#body(input, sampling), signal);
    onText?.(answer.text);
    return { prompt, text: answer.text, tokens: answer.tokens, ms, stop: answer.stop };
  }

  #body(input: Chat, sampling: Sampling): Record<string, unknown> {
    const { isVllm, lengthName } = this.abilities;
    if (input.thinking === true && !isVllm) {
      throw new Problem('not-supported', {
        what: 'Thinking cannot be switched on through this server.',
        next: 'Leave thinking off, or use vLLM or llama.cpp.',
      });
    }
    const continues = this.#leads && input.lead !== '';
    return {
      model: this.model,
      messages: messagesOf(input, this.#leads),
      temperature: sampling.temperature,
      top_p: sampling.topP,
      seed: sampling.seed % 2 ** 31,
      [lengthName]: sampling.maxTokens,
      ...(isVllm && sampling.topK > 0 ? { top_k: sampling.topK } : {}),
      ...(isVllm ? { chat_template_kwargs: { enable_thinking: input.thinking === true } } : {}),
      ...(continues ? { continue_final_message: true, add_generation_prompt: false } : {}),
    };
  }

  get #leads(): boolean {
    return this.abilities.isVllm;
  }

  async #ask(
    input: Chat,
    body: Record<string, unknown>,
    signal: AbortSignal | undefined,
  ): Promise<{ answer: ChatAnswer; prompt: string; ms: number }> {
    const started = performance.now();
    const value = await this.send(body, signal);
    const prompt = recordMessages(messagesOf(input, this.#leads));
    return { answer: readChat(value), prompt, ms: performance.now() - started };
  }

  #remember(text: string, top: readonly NextToken[]): void {
    this.#followed.set(text, top);
    if (this.#followed.size <= REMEMBERED) return;
    const [oldest] = this.#followed.keys();
    if (oldest !== undefined) this.#followed.delete(oldest);
  }
}

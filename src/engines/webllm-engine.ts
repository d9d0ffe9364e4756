import { renderChat, type ChatTemplate } from '../core/chat-template';
import type { Engine, Generated, Input, ModelInfo, Next, Sampling } from '../core/engine';
import type { WebllmClient } from './webllm-client';

/** What the page knows of a model that was loaded. */
export interface LoadedModel {
  readonly info: ModelInfo;
  readonly template: ChatTemplate;
  readonly environment: Engine['environment'];
}

/**
 * One model in WebLLM. Prompts are rendered here, so that no system message means none and what is recorded is what
 * the model reads; the worker adds the token that begins a text where the model wants one. After a lost device every
 * call rejects with `device-lost`, and a fresh load is needed.
 */
export class WebllmEngine implements Engine {
  readonly kind = 'webllm';
  readonly model: ModelInfo;
  readonly environment: Engine['environment'];
  readonly #client: WebllmClient;
  readonly #template: ChatTemplate;

  constructor(client: WebllmClient, { info, template, environment }: LoadedModel) {
    this.#client = client;
    this.#template = template;
    this.model = info;
    this.environment = environment;
  }

  async next(input: Input, k: number, signal?: AbortSignal): Promise<Next> {
    const prompt = this.#render(input);
    const asked = { kind: 'next', prompt, k } as const;
    const { top, tokens, ms } = await this.#client.ask(asked, 'next', signal);
    return { prompt, top, tokens, ms };
  }

  async generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated> {
    const prompt = this.#render(input);
    const asked = {
      kind: 'generate',
      prompt,
      sampling: { ...sampling },
      isFollowed: onText !== undefined,
    } as const;
    const answer = await this.#client.ask(asked, 'generated', signal, onText);
    const { text, stop, tokens, ms } = answer;
    return { prompt, text, stop, tokens, ms };
  }

  async count(text: string): Promise<number> {
    return (await this.#client.ask({ kind: 'count', text }, 'counted')).tokens;
  }

  dispose(): Promise<void> {
    return this.#client.close();
  }

  #render(input: Input): string {
    return input.kind === 'text' ? input.text : renderChat(this.#template, input);
  }
}

import { renderChat, type ChatTemplate } from '../core/chat-template';
import type {
  Engine,
  Generated,
  Input,
  ModelInfo,
  Next,
  Sampling,
  TokenCounts,
} from '../core/engine';
import type { TokenCounter } from '../core/embedder';
import { aborted, type Problem } from '../core/errors';
import type { ModelFile } from './model-files';
import { readChunk, readEnd, readNext } from './wllama-answers';
import { PromptMemory } from './wllama-memory';
import { callProblem, contextFull, isHalfCharacter, overflowOf } from './wllama-problems';
import { alternatives, CACHED, samplingParams, VALID_TEXT, WHOLE_TOKEN } from './wllama-requests';
import { startRuntime, type Runtime } from './wllama-runtime';
import {
  contextFor,
  describeSettings,
  loadParams,
  WLLAMA_VERSION,
  type WllamaSettings,
} from './wllama-settings';

/** What is known of a loaded model. */
export interface ModelFacts {
  readonly info: ModelInfo;
  readonly template: ChatTemplate;
  readonly version: string;
  readonly build: 'default' | 'compatible';
  readonly tokenBytes: number;
}

/**
 * One model in wllama. Calls wait for each other. After a breakdown, or where a prompt needs a larger context, the
 * model is started anew from its file, which stays open.
 */
export class WllamaEngine implements Engine {
  readonly kind = 'wllama';
  readonly model: ModelInfo;
  readonly #file: ModelFile;
  readonly #settings: WllamaSettings;
  readonly #facts: ModelFacts;
  readonly #disposal = new AbortController();
  /** Null after a breakdown, until the next call. */
  #runtime: Runtime | null;
  #context: number;
  #memory: PromptMemory;
  #counter: Promise<TokenCounter | null> | undefined;
  /** The call before; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: ModelFile, settings: WllamaSettings, runtime: Runtime, facts: ModelFacts) {
    this.model = facts.info;
    this.#file = file;
    this.#settings = settings;
    this.#facts = facts;
    this.#runtime = runtime;
    this.#context = runtime.wllama.getLoadedContextInfo().n_ctx;
    this.#memory = this.#emptyMemory();
  }

  get environment(): Readonly<Record<string, string | number | boolean>> {
    return {
      engine: `wllama ${WLLAMA_VERSION}`,
      llamaCpp: this.#facts.version,
      build: this.#facts.build,
      threads: this.#runtime?.wllama.getNumThreads() ?? this.#settings.threads,
      isolated: globalThis.crossOriginIsolated,
      ...describeSettings(this.#settings, this.#context),
    };
  }

  next(input: Input, k: number, signal?: AbortSignal): Promise<Next> {
    const prompt = this.#render(input);
    return this.#inTurn(prompt, signal, 0, async ({ wllama }, abortSignal) => {
      const started = performance.now();
      const answer: unknown = await wllama.createCompletion({
        prompt,
        max_tokens: 1,
        temperature: 0,
        ...alternatives(k),
        ...CACHED,
        ...WHOLE_TOKEN,
        abortSignal,
      });
      const ends = wllama.getLoadedContextInfo().list_tokens_eog;
      return { prompt, ...readNext(answer, ends), ms: performance.now() - started };
    });
  }

  generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated> {
    const prompt = this.#render(input);
    return this.#inTurn(prompt, signal, sampling.maxTokens, async (runtime, abortSignal) => {
      const started = performance.now();
      const write = (only: object) =>
        this.#write(runtime, { prompt, ...samplingParams(sampling), ...only }, abortSignal, onText);
      const { text, stop, tokens } = await write({}).catch((error: unknown) => {
        if (abortSignal.aborted || !isHalfCharacter(runtime.complaints)) throw error;
        return write(VALID_TEXT);
      });
      if (stop === 'length' && tokens.completion < sampling.maxTokens) {
        throw new ContextEnded(tokens.prompt);
      }
      return { prompt, text, tokens, ms: performance.now() - started, stop };
    });
  }

  /** An unknown tokenizer's tokens are taken to be four characters long. */
  async count(text: string): Promise<number> {
    this.#counter ??= import('./gguf-tokenizer').then((made) =>
      made.ggufTokenCounter(this.#file.blob),
    );
    const counter = await this.#counter;
    return counter === null ? Math.ceil(text.length / 4) : counter(text);
  }

  /** Streamed even where nobody listens: a whole answer cut inside a character breaks wllama. */
  async #write(
    { wllama }: Runtime,
    params: { prompt: string },
    abortSignal: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Pick<Generated, 'text' | 'stop' | 'tokens'>> {
    let text = '';
    let last: unknown;
    await wllama.createCompletion({
      ...params,
      ...CACHED,
      stream: true,
      onData: (chunk) => {
        last = chunk;
        const piece = readChunk(chunk);
        if (piece === '') return;
        text += piece;
        onText?.(text);
      },
      abortSignal,
    });
    return { text, ...readEnd(last) };
  }

  async dispose(): Promise<void> {
    this.#disposal.abort();
    const runtime = this.#runtime;
    this.#runtime = null;
    await runtime?.stop();
    await this.#last;
  }

  #render(input: Input): string {
    return input.kind === 'text' ? input.text : renderChat(this.#facts.template, input);
  }

  /** Runs a call after the one before, with as much context as it turns out to need. */
  #inTurn<T extends Answered>(
    prompt: string,
    signal: AbortSignal | undefined,
    answer: number,
    call: Call<T>,
  ): Promise<T> {
    const { signal: disposed } = this.#disposal;
    const either = signal === undefined ? disposed : AbortSignal.any([signal, disposed]);
    const turn = this.#last.then(async () => {
      if (this.#memory.afterAsking(prompt) > this.#settings.promptMemory) await this.#stopRuntime();
      const result = await this.#withContext(either, answer, call);
      this.#memory.note(prompt, result.text ?? '', result.tokens);
      return result;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #withContext<T>(signal: AbortSignal, answer: number, call: Call<T>): Promise<T> {
    for (;;) {
      if (signal.aborted) throw aborted();
      this.#runtime ??= await this.#start(this.#context, signal);
      const runtime = this.#runtime;
      try {
        return await call(runtime, signal);
      } catch (error) {
        const tokens = error instanceof ContextEnded ? error.prompt : overflowOf(error)?.tokens;
        if (tokens === undefined) throw await this.#broken(error, runtime, signal);
        const needed = tokens + Math.max(answer, 1);
        const most = this.model.context;
        const context = contextFor(needed, this.#settings.context, most);
        if (context === null || context <= this.#context) {
          throw contextFull({ tokens, context: most }, answer);
        }
        await this.#stopRuntime();
        this.#context = context;
      }
    }
  }

  async #start(context: number, signal: AbortSignal): Promise<Runtime> {
    return await startRuntime(this.#file.blob, loadParams(this.#settings, context), signal);
  }

  /** The Problem of a failed call; the broken runtime is ended, so that the next call starts a fresh one. */
  async #broken(error: unknown, runtime: Runtime, signal: AbortSignal): Promise<Problem> {
    if (signal.aborted) return aborted();
    const problem = callProblem(error, runtime.complaints);
    if (problem.code === 'engine-failed') await this.#stopRuntime();
    return problem;
  }

  async #stopRuntime(): Promise<void> {
    const runtime = this.#runtime;
    this.#runtime = null;
    this.#memory = this.#emptyMemory();
    await runtime?.stop();
  }

  #emptyMemory(): PromptMemory {
    return new PromptMemory(this.#facts.tokenBytes);
  }
}

/** What the account of memory needs to know of an answer. */
interface Answered {
  readonly tokens: TokenCounts;
  readonly text?: string;
}

type Call<T> = (runtime: Runtime, signal: AbortSignal) => Promise<T>;

/** The context was full before the answer ended. */
class ContextEnded extends Error {
  constructor(readonly prompt: number) {
    super('The context was full before the answer ended.');
  }
}

import { detectTemplate, renderChat, type ChatTemplate } from '../core/chat-template';
import type { Engine, Generated, Input, ModelInfo, Next, Sampling } from '../core/engine';
import { aborted, Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import type { CatalogueModel } from './catalogue';
import { openModel, type ModelFile, type OpenOptions } from './model-files';
import { readChunk, readEnd, readNext } from './wllama-answers';
import { callProblem, contextFull, overflowOf } from './wllama-problems';
import { startRuntime, type Runtime } from './wllama-runtime';
import {
  contextFor,
  defaultSettings,
  describeSettings,
  loadParams,
  WLLAMA_VERSION,
  type WllamaSettings,
} from './wllama-settings';

export interface LoadOptions extends OpenOptions {
  readonly settings?: Partial<WllamaSettings>;
  /** Gets what did not work and did not matter: no room to keep the model, no storage. */
  readonly onNotice?: (notice: Problem) => void;
}

/** llama.cpp answers with at most as many alternatives as this. */
const MOST_ALTERNATIVES = 200;

/** llama.cpp takes this seed for "a random one". */
const RANDOM_SEED = 0xffffffff;

/**
 * Loads a model of the catalogue into llama.cpp in WebAssembly.
 * @throws Problem those of `openModel`, `engine-failed`, `not-supported` for an unknown chat template; `aborted` when
 *   the signal fires, with every worker ended
 */
export async function loadWllama(
  model: CatalogueModel,
  options: LoadOptions = {},
): Promise<Engine> {
  const file = await openModel(model, options);
  for (const notice of file.notices) options.onNotice?.(notice);
  options.onProgress?.({ stage: 'start', done: 0, total: 0 });
  const settings = { ...defaultSettings(model), ...options.settings };
  const runtime = await startRuntime(
    file.blob,
    loadParams(settings, settings.context),
    options.signal,
  );
  try {
    return new WllamaEngine(file, settings, runtime, await modelFacts(file, settings, runtime));
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

interface ModelFacts {
  readonly info: ModelInfo;
  readonly template: ChatTemplate;
  readonly version: string;
  readonly build: 'default' | 'compatible';
}

/** What the loaded file says about itself. */
async function modelFacts(
  file: ModelFile,
  settings: WllamaSettings,
  { wllama }: Runtime,
): Promise<ModelFacts> {
  const { Wllama } = await import('@wllama/wllama');
  const jinja = wllama.getChatTemplate();
  const { n_ctx, n_ctx_train } = wllama.getLoadedContextInfo();
  const { model } = file;
  const info: ModelInfo = {
    id: model.id,
    file: model.file,
    sha256: model.sha256,
    quantization: model.quantization,
    parameters: model.parameters,
    family: model.family,
    chatTemplateHash: jinja === null ? '' : await sha256(jinja),
    sampling: model.sampling,
    context: settings.raw === undefined ? Math.min(settings.mostContext, n_ctx_train) : n_ctx,
  };
  return {
    info,
    template: detectTemplate(jinja),
    version: Wllama.getLibllamaVersion(),
    build: wllama.getWorkerResources().compat ? 'compatible' : 'default',
  };
}

/**
 * One model in wllama. Calls wait for each other. After a breakdown, or where a prompt needs a larger context, the
 * model is started anew from its file, which stays open.
 */
class WllamaEngine implements Engine {
  readonly kind = 'wllama';
  readonly model: ModelInfo;
  readonly #file: ModelFile;
  readonly #settings: WllamaSettings;
  readonly #facts: ModelFacts;
  readonly #disposal = new AbortController();
  /** Null after a breakdown, until the next call. */
  #runtime: Runtime | null;
  #context: number;
  /** The call before; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: ModelFile, settings: WllamaSettings, runtime: Runtime, facts: ModelFacts) {
    this.model = facts.info;
    this.#file = file;
    this.#settings = settings;
    this.#facts = facts;
    this.#runtime = runtime;
    this.#context = runtime.wllama.getLoadedContextInfo().n_ctx;
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
    return this.#inTurn(signal, 0, async ({ wllama }, abortSignal) => {
      const started = performance.now();
      const answer: unknown = await wllama.createCompletion({
        prompt,
        max_tokens: 1,
        temperature: 0,
        logprobs: Math.min(Math.max(k, 1), MOST_ALTERNATIVES),
        ...CACHED,
        // The token that is drawn does not matter, only the alternatives before the bias do; but a token that is
        // half a character would break wllama's answer, so a whole one is forced.
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
    return this.#inTurn(signal, sampling.maxTokens, async ({ wllama }, abortSignal) => {
      const started = performance.now();
      let text = '';
      let last: unknown;
      // Streamed even where nobody listens: a whole answer cut inside a character breaks wllama.
      await wllama.createCompletion({
        prompt,
        max_tokens: sampling.maxTokens,
        ...CACHED,
        ...samplingParams(sampling),
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
      const { stop, tokens } = readEnd(last);
      if (stop === 'length' && tokens.completion < sampling.maxTokens) {
        throw new ContextEnded(tokens.prompt);
      }
      return { prompt, text, tokens, ms: performance.now() - started, stop };
    });
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
  #inTurn<T>(
    signal: AbortSignal | undefined,
    answer: number,
    call: (runtime: Runtime, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { signal: disposed } = this.#disposal;
    const either = signal === undefined ? disposed : AbortSignal.any([signal, disposed]);
    const turn = this.#last.then(() => this.#withContext(either, answer, call));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #withContext<T>(
    signal: AbortSignal,
    answer: number,
    call: (runtime: Runtime, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
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
    await runtime?.stop();
  }
}

/** The context was full before the answer ended. */
class ContextEnded extends Error {
  constructor(readonly prompt: number) {
    super('The context was full before the answer ended.');
  }
}

/** Members that wllama's types lack but llama.cpp reads. */
const CACHED: object = { cache_prompt: true };
const WHOLE_TOKEN: object = { logit_bias: [['a', 1000]] };

/** llama.cpp's samplers set to what publishers mean: temperature first, then k, then p, and nothing else. */
function samplingParams({ temperature, topP, topK, seed }: Sampling): object {
  return {
    temperature,
    top_p: topP,
    top_k: topK,
    seed: seed >>> 0 === RANDOM_SEED ? 0 : seed >>> 0,
    samplers: ['temperature', 'top_k', 'top_p'],
  };
}

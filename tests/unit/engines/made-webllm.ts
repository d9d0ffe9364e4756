import { Tokenizer } from '@huggingface/tokenizers';
import type { LogitProcessor, MLCEngineConfig } from '@mlc-ai/web-llm';
import type { MlcModel } from '../../../src/engines/answer-model';
import { findMlcModel } from '../../../src/engines/mlc-catalogue';
import type { AdapterLike, GpuLike } from '../../../src/engines/webllm-device';
import { WebllmHost } from '../../../src/engines/webllm-host';
import type { MlcModule } from '../../../src/engines/webllm-load';
import type { WorkerLike } from '../../../src/engines/webllm-client';
import type { MadeCaches } from './made-caches';

/*
 * Stands in for WebLLM at its own interface, for its models need a graphics card: an engine that behaves as WebLLM
 * 0.2.86 documents (at most five log-probabilities, after bias and temperature; a logit processor before both; raw
 * completions without a template; streams that end in a chunk of usage; an interrupt between tokens), around a model
 * whose probabilities a test writes down.
 */

/** What the model says after a text: probabilities of texts of tokens; they add up to 1. */
export type Script = (prompt: string, written: string) => Readonly<Partial<Record<string, number>>>;

export interface MadeModel {
  script: Script;
  /** Called before each token, as the graphics card would take its time. */
  beforeToken?: () => Promise<void> | void;
  /** Spoils the row that the logit processor sees. */
  spoil?: (logits: Float32Array) => void;
  /** Added to what WebLLM tells as log-probabilities. */
  toldWrong?: number;
  /** Thrown by reload, the first first; undefined lets it through. */
  faults?: unknown[];
  /** Every request as it came. */
  readonly requests: Record<string, unknown>[];
  unloaded: number;
}

export function madeModel(script: Script): MadeModel {
  return { script, requests: [], unloaded: 0 };
}

export const qwen = findMlcModel('Qwen3-0.6B-q4f16_1-MLC') as MlcModel;

/** Printable characters stand for themselves, a space for Ġ: as byte-level tokenizers write bytes. */
const BYTES = [...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)), 'Ġ', 'Ċ'];
const MERGES = ['Y e', 'Ye s', 'Ġ Yes', 'N o', 'Ġ No', 'P a', 'Pa r', 'Par i', 'Pari s'];
const SPECIAL = ['<|im_start|>', '<|im_end|>', '<|begin|>'];
const TOKENS = [...BYTES, ...MERGES.map((merge) => merge.replace(' ', ''))];

/** A byte-level tokenizer as publishers write them, small enough to read. */
export const TOKENIZER_JSON = JSON.stringify({
  version: '1.0',
  added_tokens: SPECIAL.map((content, i) => ({
    id: TOKENS.length + i,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })),
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, use_regex: true },
  post_processor: null,
  decoder: { type: 'ByteLevel' },
  model: {
    type: 'BPE',
    vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
    merges: MERGES,
  },
});

const END = TOKENS.length + 1;
const VOCABULARY = TOKENS.length + SPECIAL.length;

/** Written for these tests in the shape of Qwen3's template. */
export const JINJA = `{%- for message in messages %}{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>' + '\\n' }}{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}
{%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>\\n\\n</think>\\n\\n' }}{%- endif %}{%- endif %}`;

/** The bytes of the made-up weights; MD5 of "abc" is in RFC 1321. */
export const WEIGHTS = 'abc';
const WEIGHTS_MD5 = '900150983cd24fb0d6963f7d28e17f72';

/** Puts a model's files where WebLLM would have kept them. */
export async function keepFiles(
  caches: MadeCaches,
  model: MlcModel = qwen,
  { prefix = null as number[] | null, md5 = WEIGHTS_MD5 as string | null } = {},
): Promise<void> {
  const put = async (cache: string, name: string, text: string): Promise<void> =>
    (await caches.open(cache)).put(model.address + name, new Response(text));
  await put(
    'webllm/config',
    'mlc-chat-config.json',
    JSON.stringify({
      conv_template: { stop_token_ids: [END], system_prefix_token_ids: prefix },
    }),
  );
  await put('webllm/config', 'tokenizer_config.json', JSON.stringify({ chat_template: JINJA }));
  await put('webllm/model', 'tokenizer.json', TOKENIZER_JSON);
  const records = [{ dataPath: 'params_shard_0.bin', nbytes: 3, ...(md5 ? { md5sum: md5 } : {}) }];
  await put('webllm/model', 'tensor-cache.json', JSON.stringify({ records }));
  await put('webllm/model', 'params_shard_0.bin', WEIGHTS);
}

interface Asked {
  readonly prompt: string;
  readonly max_tokens: number;
  readonly temperature: number;
  readonly top_p: number;
  readonly logit_bias?: Readonly<Record<string, number>>;
  readonly top_logprobs?: number;
  readonly stream: boolean;
}

/** The stand-in's module. */
export function madeModule(made: MadeModel): MlcModule {
  const tokenizer = new Tokenizer(JSON.parse(TOKENIZER_JSON) as object, {});
  const ids = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
  const textOf = (id: number): string => tokenizer.decode([id], { skip_special_tokens: false });

  class MLCEngine {
    #processor: LogitProcessor | undefined;
    #interrupted = false;
    readonly #config: MLCEngineConfig;

    constructor(config: MLCEngineConfig) {
      this.#config = config;
    }

    async reload(id: string): Promise<void> {
      const fault = made.faults?.shift();
      if (fault !== undefined) throw fault;
      this.#config.initProgressCallback?.({
        progress: 0.5,
        timeElapsed: 1,
        text: 'Fetching param cache[1/2]: 160MB fetched. 50% completed, 1 secs elapsed.',
      });
      this.#processor = this.#config.logitProcessorRegistry?.get(id);
      await Promise.resolve();
    }

    unload(): Promise<void> {
      made.unloaded += 1;
      return Promise.resolve();
    }

    interruptGenerate(): void {
      this.#interrupted = true;
    }

    async completion(request: Asked): Promise<unknown> {
      made.requests.push({ ...request });
      if ((request.top_logprobs ?? 0) > 5) throw new Error('top_logprobs must be in [0, 5]');
      this.#interrupted = false;
      return request.stream ? this.#stream(request) : await this.#whole(request);
    }

    async #whole(request: Asked): Promise<unknown> {
      const { id, told } = await this.#token(request, '');
      const usage = { prompt_tokens: ids(request.prompt).length, completion_tokens: 1 };
      const top = told.slice(0, request.top_logprobs ?? 0);
      const logprobs = { content: [{ token: textOf(id), logprob: 0, top_logprobs: top }] };
      return { choices: [{ text: textOf(id), finish_reason: 'length', logprobs }], usage };
    }

    async *#stream(request: Asked): AsyncGenerator<unknown> {
      const prompt = ids(request.prompt).length;
      const room =
        (this.#config.appConfig?.model_list[0]?.overrides?.context_window_size ?? 0) - prompt;
      let written = '';
      let count = 0;
      let ended = '';
      while (ended === '') {
        if (this.#interrupted) {
          ended = 'abort';
          break;
        }
        const { id } = await this.#token(request, written);
        count += 1;
        const text = id === END ? '' : textOf(id);
        written += text;
        if (id === END) ended = 'stop';
        else if (count >= Math.min(request.max_tokens, room)) ended = 'length';
        yield { choices: [{ text, finish_reason: null }] };
      }
      yield { choices: [{ text: '', finish_reason: ended }] };
      yield { choices: [], usage: { prompt_tokens: prompt, completion_tokens: count } };
    }

    /** One forward pass: processor, bias, temperature, top-p, draw; with what WebLLM would tell of it. */
    async #token(request: Asked, written: string): Promise<{ id: number; told: object[] }> {
      await made.beforeToken?.();
      let logits: Float32Array = new Float32Array(VOCABULARY).fill(-Infinity);
      for (const [text, share] of Object.entries(made.script(request.prompt, written))) {
        const [id, more] = ids(text);
        if (id === undefined || more !== undefined) throw new Error(`${text} is no token`);
        // Any constant may be added to logits: 3 shows that they are normalized.
        logits[id] = Math.log(share ?? 0) + 3;
      }
      made.spoil?.(logits);
      if (this.#processor) logits = this.#processor.processLogits(logits);
      const biased = logits.map((logit, id) => logit + (request.logit_bias?.[id] ?? 0));
      const scaled = biased.map((logit) => logit / Math.max(request.temperature, 1e-6));
      const most = Math.max(...scaled);
      const weights = scaled.map((logit) => Math.exp(logit - most));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      const ranked = [...weights]
        .map((weight, id) => ({ id, share: weight / sum }))
        .sort((a, b) => b.share - a.share);
      const told = ranked.map(({ id, share }) => ({
        token: textOf(id),
        logprob: Math.log(share) + (made.toldWrong ?? 0),
      }));
      // The least probable of those that may be drawn: what a limit lets through is seen at once.
      const drawable = ranked.filter(({ share }) => share > 0);
      const drawn = request.temperature === 0 ? drawable[0] : drawable.at(-1);
      return { id: drawn?.id ?? 0, told };
    }
  }
  return { MLCEngine } as unknown as MlcModule;
}

/** An adapter as WebGPU tells of one, with a device that a test can lose. */
export function madeGpu({ f16 = true, limits = {} as AdapterLike['limits'] } = {}): GpuLike & {
  lose: (reason: string) => void;
} {
  let lose: (reason: string) => void = () => undefined;
  return {
    lose: (reason) => lose(reason),
    requestAdapter: () =>
      Promise.resolve({
        info: { vendor: 'made', architecture: 'up' },
        features: { has: (name) => f16 && name === 'shader-f16' },
        limits: {
          maxBufferSize: 2 ** 30,
          maxStorageBufferBindingSize: 2 ** 30,
          maxComputeWorkgroupStorageSize: 2 ** 15,
          maxStorageBuffersPerShaderStage: 10,
          ...limits,
        },
        requestDevice: () =>
          Promise.resolve({
            lost: new Promise((resolve) => {
              lose = (message) => resolve({ reason: 'unknown', message });
            }),
          }),
      }),
  };
}

/** A worker around a host and the stand-in, with messages copied as between threads. */
export function madeWorker(
  made: MadeModel,
  gpu: GpuLike | undefined = madeGpu(),
): { make: () => WorkerLike; ended: () => boolean } {
  let isEnded = false;
  const make = (): WorkerLike => {
    isEnded = false;
    const later = (work: () => void): void => void setTimeout(() => !isEnded && work(), 0);
    const host = new WebllmHost({
      webllm: madeModule(made),
      gpu,
      post: (answer) => {
        const data: unknown = structuredClone(answer);
        later(() => worker.onmessage?.({ data } as MessageEvent));
      },
      pauses: [1, 1],
    });
    const worker: WorkerLike = {
      postMessage: (request) => {
        const data = structuredClone(request);
        later(() => host.receive(data));
      },
      terminate: () => (isEnded = true),
      onmessage: null,
      onerror: null,
    };
    return worker;
  };
  return { make, ended: () => isEnded };
}

import { detectTemplate, type ChatTemplate } from '../core/chat-template';
import type { Engine, ModelInfo } from '../core/engine';
import { Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import { ChatWay, type SendChat } from './openai/chat';
import { CompletionsWay } from './openai/completions';
import { detect, LONGEST_NAME, probeChat, probeCompletions } from './openai/detect';
import type { Detected, ServerKind, ServerModel } from './openai/detect';
import { LlamaCppWay, type Props } from './openai/llama-cpp';
import { Server, type ServerOptions } from './openai/server';

/** What cannot be asked of the server and has to be known of the model's file. */
export type FileFacts = Omit<ModelInfo, 'context'>;

/**
 * How a server is asked. `raw`: llama.cpp's completions; `completions`: those of others, with a template given to us;
 * `chat`: messages, to which the server adds its template.
 */
export type Way = 'raw' | 'completions' | 'chat';

/** What a reader should know before a run; the words are in `text/en-endpoint.ts`. */
export type Caution =
  | 'server-template'
  | 'lead-left-out'
  | 'no-probabilities'
  | 'few-alternatives'
  | 'context-unknown'
  | 'tokens-unknown'
  | 'more-than-slots';

export interface EndpointOptions extends Omit<ServerOptions, 'address'> {
  /** The server's name of the model; may be left out where it has only one. */
  readonly model?: string;
  /** Trials under way at once; 1. */
  readonly concurrency?: number;
  /** The model's chat template, where a server has raw completions but does not show it. */
  readonly template?: ChatTemplate;
  /** Tokens of the context, where the server does not say. */
  readonly context?: number;
  readonly signal?: AbortSignal;
}

/** An endpoint as an engine, with what a page shows of it. */
export interface EndpointEngine extends Engine {
  readonly kind: 'endpoint';
  readonly server: ServerKind;
  readonly way: Way;
  /** Whether it can answer by probability. */
  readonly probabilities: boolean;
  /** For the runner. */
  readonly concurrency: number;
  readonly cautions: readonly Caution[];
}

/** A context that nearly every model has. */
const SMALL_CONTEXT = 8192;
/** llama.cpp's own defaults. */
const LLAMA_SAMPLING = { temperature: 0.8, topP: 0.95, topK: 40 };
/** The defaults of OpenAI's interface. */
export const OPENAI_SAMPLING = { temperature: 1, topP: 1, topK: 0 };

/**
 * Asks what answers at an address and which models it has.
 * @throws Problem
 */
export function inspectServer(options: ServerOptions, signal?: AbortSignal): Promise<Detected> {
  return detect(new Server(options), signal);
}

/**
 * Connects to any server like OpenAI's in the best way that it has: raw completions of llama.cpp, completions with a
 * known template, chat with log-probabilities, chat alone. Asks for one token to find out.
 * @param address with or without `/v1`, e.g. `http://127.0.0.1:8099`
 * @param facts of the model's file, null where there is none to read
 * @throws Problem `model-missing`, `not-supported`, `server-gone`, `server-refused`, `server-failed`, `bad-link`
 */
export async function connectEndpoint(
  address: string,
  facts: FileFacts | null,
  options: EndpointOptions = {},
): Promise<EndpointEngine> {
  const server = new Server({ ...options, address });
  const found = await detect(server, options.signal);
  const { props } = found;
  const concurrency = options.concurrency ?? 1;
  if (props !== null) return llamaCpp(server, props, found.models, facts, concurrency);

  const model = chosenModel(found.models, options.model);
  const isVllm = found.kind === 'vLLM';
  const { template, signal } = options;
  const plain = template && (await probeCompletions(server, model.id, isVllm, signal));
  const context = options.context ?? model.context;
  const info = { ...(facts ?? unknownFile(model.id)), context: context ?? SMALL_CONTEXT };
  const unknownOf = ({ counts }: { readonly counts: boolean }): Caution[] => [
    ...(context === null ? (['context-unknown'] as const) : []),
    ...(counts ? [] : (['tokens-unknown'] as const)),
  ];
  const common = { kind: 'endpoint', server: found.kind, model: info, concurrency } as const;
  if (template && plain) {
    const way = new CompletionsWay(server, model.id, template, plain);
    return {
      ...common,
      ...verbsOf(way),
      way: 'completions',
      probabilities: true,
      cautions: ['few-alternatives', ...unknownOf(plain)],
      environment: environmentOf(found.kind, concurrency, 'ours', 'sent', plain.alternatives),
    };
  }
  const abilities = await probeChat(server, model.id, isVllm, signal);
  const probabilities = abilities.alternatives > 0;
  const lead = isVllm ? 'sent' : 'left out';
  return {
    ...common,
    ...verbsOf(new ChatWay(chatOf(server), model.id, abilities)),
    way: 'chat',
    probabilities,
    cautions: [
      'server-template',
      ...(isVllm ? [] : (['lead-left-out'] as const)),
      probabilities ? 'few-alternatives' : 'no-probabilities',
      ...unknownOf(abilities),
    ],
    environment: environmentOf(found.kind, concurrency, 'server', lead, abilities.alternatives),
  };
}

async function llamaCpp(
  server: Server,
  props: Props,
  models: readonly ServerModel[],
  facts: FileFacts | null,
  concurrency: number,
): Promise<EndpointEngine> {
  const template = knownTemplate(props.chat_template);
  const way = new LlamaCppWay(server, template);
  const file = props.model_path.split(/[\\/]/).at(-1) ?? '';
  const name = (file.replace(/\.gguf$/i, '') || models[0]?.id || 'unknown').slice(0, LONGEST_NAME);
  const jinja = props.chat_template ?? '';
  const own = {
    ...unknownFile(name),
    file: file.slice(0, 1000),
    chatTemplateHash: jinja === '' ? '' : await sha256(jinja),
    sampling: LLAMA_SAMPLING,
  };
  return {
    kind: 'endpoint',
    server: 'llama.cpp',
    model: { ...(facts ?? own), context: props.default_generation_settings.n_ctx },
    ...verbsOf(way),
    count: (text) => way.count(text),
    way: 'raw',
    probabilities: true,
    concurrency,
    cautions: [
      ...(template === null ? (['server-template'] as const) : []),
      ...(concurrency > props.total_slots ? (['more-than-slots'] as const) : []),
    ],
    environment: {
      server: 'llama.cpp',
      build: props.build_info,
      concurrency,
      template: template === null ? 'server' : 'ours',
    },
  };
}

/** Null where the family is none that we render: then the server does it. */
function knownTemplate(jinja: string | null): ChatTemplate | null {
  try {
    return detectTemplate(jinja);
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-supported') return null;
    throw error;
  }
}

function chatOf(server: Server): SendChat {
  return (body, signal) => server.post(`${server.address.api}/chat/completions`, body, signal);
}

function chosenModel(models: readonly ServerModel[], wanted: string | undefined): ServerModel {
  const [only] = models;
  const found =
    wanted === undefined
      ? models.length === 1
        ? only
        : undefined
      : models.find(({ id }) => id === wanted);
  if (found !== undefined) return found;
  // A server that lists nothing may know it all the same.
  if (wanted !== undefined && wanted.length > LONGEST_NAME) {
    throw new Problem('not-supported', {
      what: `The name of the model has more than ${LONGEST_NAME} characters, and no run could hold it.`,
      next: 'Give the model a shorter name in the server.',
    });
  }
  if (wanted !== undefined && models.length === 0) return { id: wanted, context: null };
  const list = models.slice(0, 20).map(({ id }) => id);
  throw new Problem('model-missing', {
    what:
      wanted === undefined
        ? 'The server has several models, and none was chosen.'
        : `The server has no model "${wanted}".`,
    next: list.length === 0 ? 'Name one that it has.' : `Choose one of: ${list.join(', ')}.`,
  });
}

/** The facts of a model of whose file nothing is known. */
export function unknownFile(id: string): FileFacts {
  return {
    id,
    file: '',
    sha256: '',
    quantization: '',
    parameters: 0,
    family: '',
    chatTemplateHash: '',
    sampling: OPENAI_SAMPLING,
  };
}

function verbsOf(
  way: Pick<Engine, 'next' | 'generate'>,
): Pick<Engine, 'next' | 'generate' | 'dispose'> {
  return {
    next: (input, k, signal) => way.next(input, k, signal),
    generate: (input, sampling, signal, onText) => way.generate(input, sampling, signal, onText),
    // Nothing is held here.
    dispose: () => Promise.resolve(),
  };
}

/** Neither the address nor the key is in it. */
function environmentOf(
  server: ServerKind,
  concurrency: number,
  template: 'ours' | 'server',
  lead: 'sent' | 'left out',
  alternatives: number,
): Engine['environment'] {
  return { server, concurrency, template, lead, alternatives };
}

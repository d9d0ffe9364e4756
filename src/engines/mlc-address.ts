import * as v from 'valibot';
import { aborted, Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import type { MlcModel } from './answer-model';
import { limitedText } from './limited-body';
import { CHAT_CONFIG, fileOf, folderOf } from './mlc-cache';
import { needsF16 } from './mlc-quantization';

/** A configuration is a few kilobytes; what is larger is something else. */
const MOST_CONFIG_BYTES = 1024 * 1024;
/** Tokens of context that an added model gets: what the catalogue's models get, for memory grows with it. */
const USUAL_CONTEXT = 4096;

/** As much of `mlc-chat-config.json` as is used here; the engine reads more of it when it loads. */
const chatConfig = v.object({
  model_type: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  quantization: v.pipe(v.string(), v.regex(/^[\w.-]{1,40}$/)),
  /** -1: as long as memory allows. */
  context_window_size: v.pipe(v.number(), v.safeInteger()),
  temperature: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(2)), 1),
  top_p: v.fallback(v.pipe(v.number(), v.gtValue(0), v.maxValue(1)), 1),
  conv_template: v.object({ stop_token_ids: v.array(v.number()) }),
});

/**
 * Reads what is to be known of a model that MLC compiled, from its own configuration. Nothing else is fetched.
 * @param address folder of the weights: a repository, or its files at a revision (`.../resolve/<revision>/`)
 * @param library address of the compiled library (`...-webgpu.wasm`)
 * @throws Problem `bad-link`, `bad-file`, `model-missing`, `download-failed`, `not-supported`, `aborted`
 */
export async function readMlcModel(
  address: string,
  library = '',
  signal?: AbortSignal,
): Promise<MlcModel> {
  const folder = folderOf(checked(address, 'the model').href);
  if (library.trim() === '') {
    throw new Problem('bad-link', {
      what: 'A model for WebGPU needs a compiled library, and no address of one was given.',
      next: 'Enter the address of its .wasm file; models of one kind, size and precision can share one.',
    });
  }
  const lib = checked(library, 'the library');
  const config = parse(await fetchConfig(folder, signal));
  const name = nameOf(folder);
  // Two repositories may have one name, and two libraries one host.
  const mark = (await sha256(`${folder} ${lib.href}`)).slice(0, 8);
  return {
    kind: 'mlc',
    id: `${name}@${lib.hostname.slice(0, 100)}-${mark}`,
    title: name,
    family: config.model_type,
    parameters: 0,
    quantization: config.quantization,
    f16: needsF16(config.quantization),
    licence: 'not known here',
    publisher: new URL(folder).hostname,
    address: folder,
    library: lib.href,
    bytes: 0,
    memory: 0,
    context: contextOf(config.context_window_size),
    // MLC writes the publisher's defaults into its configuration, without a limit to the k most probable tokens.
    sampling: { temperature: config.temperature, topP: config.top_p, topK: 0 },
    thinks: config.model_type === 'qwen3',
    note: 'Added by its address.',
  };
}

async function fetchConfig(folder: string, signal?: AbortSignal): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(fileOf({ address: folder }, CHAT_CONFIG), {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(signal ? { signal } : {}),
    });
    text = response.ok ? await limited(response) : '';
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (signal?.aborted) throw aborted();
    throw new Problem('download-failed', {
      what: 'The address of the model did not answer, or does not let this page read from it.',
      next: 'Check the address and the connection; the host must allow other sites to read its files (CORS).',
      cause: error,
    });
  }
  if (!response.ok) {
    throw new Problem('model-missing', {
      what: `There is no ${CHAT_CONFIG} at this address (the server says ${response.status}).`,
      next: 'Enter the folder that holds the compiled weights, as on huggingface.co/mlc-ai.',
    });
  }
  return text;
}

async function limited(response: Response): Promise<string> {
  const length = Number(response.headers.get('content-length') ?? 0);
  const text = length > MOST_CONFIG_BYTES ? null : await limitedText(response, MOST_CONFIG_BYTES);
  if (text === null) {
    throw new Problem('bad-file', {
      what: `What lies at this address as ${CHAT_CONFIG} is too large to be a configuration.`,
      next: 'Enter the folder that holds the compiled weights.',
    });
  }
  return text;
}

function parse(text: string): v.InferOutput<typeof chatConfig> {
  try {
    return v.parse(chatConfig, JSON.parse(text));
  } catch (error) {
    throw new Problem('bad-file', {
      what: /^\s*</.test(text)
        ? `The server sent a page instead of ${CHAT_CONFIG}.`
        : `The file ${CHAT_CONFIG} at this address is not one of a chat model that MLC compiled.`,
      next: 'Enter the folder of a chat model with its weights compiled by MLC for WebGPU.',
      cause: error,
    });
  }
}

/** Only https, and http on this machine: a library is code. */
function checked(text: string, what: string): URL {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const isLocal = address !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname);
  if (address === null || (address.protocol !== 'https:' && !isLocal)) {
    throw new Problem('bad-link', {
      what: `The address of ${what} must begin with https://.`,
      next: 'Copy it from the address bar of the repository.',
    });
  }
  if (address.username !== '' || address.password !== '' || address.search !== '') {
    throw new Problem('bad-link', {
      what: `The address of ${what} holds a name, a password or a query, and would be kept with them.`,
      next: 'Enter a public address without them.',
    });
  }
  return address;
}

function contextOf(trained: number): number {
  return trained > 0 ? Math.min(trained, USUAL_CONTEXT) : USUAL_CONTEXT;
}

/** The repository's name: the last part of the address before `resolve`. */
function nameOf(folder: string): string {
  const parts = new URL(folder).pathname.split('/').filter((part) => part !== '');
  const at = parts.indexOf('resolve');
  const name = (at > 0 ? parts[at - 1] : parts.at(-1)) ?? 'model';
  try {
    return decodeURIComponent(name).slice(0, 100);
  } catch {
    // A stray percent sign is part of the name.
    return name.slice(0, 100);
  }
}

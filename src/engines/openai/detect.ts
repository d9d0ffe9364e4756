import * as v from 'valibot';
import { isAbort, Problem } from '../../core/errors';
import { readChat, readCompletion } from './answers';
import type { ChatAbilities } from './chat';
import type { CompletionAbilities } from './completions';
import { propsSchema, type Props } from './llama-cpp';
import type { Server } from './server';

export type ServerKind = 'llama.cpp' | 'vLLM' | 'Ollama' | 'LM Studio' | 'OpenAI' | 'unknown';

/** A model that a server offers. */
export interface ServerModel {
  readonly id: string;
  /** Tokens of its context; null where the server does not say. */
  readonly context: number | null;
}

/** What answers at an address. */
export interface Detected {
  readonly kind: ServerKind;
  /** Empty where the server does not list them. */
  readonly models: readonly ServerModel[];
  /** Only of llama.cpp. */
  readonly props: Props | null;
}

const modelsSchema = v.object({
  data: v.array(
    v.object({
      id: v.string(),
      owned_by: v.nullish(v.string(), ''),
      max_model_len: v.nullish(v.number()),
    }),
  ),
});

/** What this page calls a model (`endpoint:` and a number around its name) goes into runs, which take 300 characters. */
export const LONGEST_NAME = 280;

/** Who owns the models that a server lists: it tells the servers apart. */
const OWNERS: Readonly<Record<string, ServerKind>> = {
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
  library: 'Ollama',
  organization_owner: 'LM Studio',
  openai: 'OpenAI',
  'openai-internal': 'OpenAI',
  system: 'OpenAI',
};

/**
 * Finds out what answers: llama.cpp by its `/props`, others by the models they list.
 * @throws Problem that of the server where neither is answered
 */
export async function detect(server: Server, signal?: AbortSignal): Promise<Detected> {
  const props = await findProps(server, signal);
  const found = await server
    .probe(`${server.address.api}/models`, undefined, signal)
    .catch((error: unknown) => {
      // What has `/props` is known already.
      if (props === null || isAbort(error)) throw error;
      return { lacks: '' };
    });
  const listed = v.safeParse(modelsSchema, 'value' in found ? found.value : undefined);
  const entries = listed.success ? listed.output.data : [];
  const models = modelsOf(entries);
  if (props !== null) return { kind: 'llama.cpp', models, props };
  if ('value' in found && !listed.success) {
    throw new Problem('server-failed', {
      what: `What answers at ${server.address.origin} is no server of models: it lists none.`,
      next: 'Check the address: it should be that of llama.cpp or of a server like OpenAI’s.',
    });
  }
  const owner = entries[0]?.owned_by ?? '';
  const kind = new URL(server.address.origin).hostname.endsWith('openai.com')
    ? 'OpenAI'
    : undefined;
  return { kind: kind ?? OWNERS[owner] ?? 'unknown', models, props: null };
}

/** Each model once, for some list one twice; without those whose name no run could hold. */
function modelsOf(entries: v.InferOutput<typeof modelsSchema>['data']): ServerModel[] {
  const models = new Map<string, ServerModel>();
  for (const { id, max_model_len } of entries) {
    const isName = id.trim() !== '' && id.length <= LONGEST_NAME;
    if (isName && !models.has(id)) models.set(id, { id, context: max_model_len ?? null });
  }
  return [...models.values()];
}

/** Most servers have no `/props`, and may not allow a page to ask for it: then it is another's. */
async function findProps(server: Server, signal: AbortSignal | undefined): Promise<Props | null> {
  try {
    const found = await server.probe(`${server.address.root}/props`, undefined, signal);
    const parsed = v.safeParse(propsSchema, 'value' in found ? found.value : undefined);
    return parsed.success ? parsed.output : null;
  } catch (error) {
    if (isAbort(error)) throw error;
    return null;
  }
}

/** What was found by asking, and whether the server says how many tokens an answer took. */
type Probed<Abilities> = Abilities & { readonly counts: boolean };

/** Alternatives that servers are asked for; OpenAI and vLLM give 20, some 5. */
const ALTERNATIVES = [20, 5];
const QUESTION = 'Is water wet? Answer Yes or No.';

/**
 * What chat completions can do, by asking for one token.
 * @throws Problem `not-supported` where there are none
 */
export async function probeChat(
  server: Server,
  model: string,
  isVllm: boolean,
  signal?: AbortSignal,
): Promise<Probed<ChatAbilities>> {
  let says = '';
  for (const lengthName of ['max_tokens', 'max_completion_tokens'] as const) {
    for (const alternatives of [...ALTERNATIVES, 0]) {
      const found = await server.probe(
        `${server.address.api}/chat/completions`,
        {
          model,
          messages: [{ role: 'user', content: QUESTION }],
          [lengthName]: 1,
          ...(alternatives === 0 ? {} : { logprobs: true, top_logprobs: alternatives }),
        },
        signal,
      );
      if ('value' in found) {
        const { positions, tokens } = readChat(found.value);
        const shows = positions.some(({ top }) => top.length > 0);
        const counts = tokens.prompt > 0;
        return { alternatives: shows ? alternatives : 0, lengthName, isVllm, counts };
      }
      says = found.lacks;
      if (says.includes('max_completion_tokens')) break;
    }
    if (!says.includes('max_completion_tokens')) break;
  }
  throw new Problem('not-supported', {
    what: `The server at ${server.address.origin} takes no chat for "${model}"${says === '' ? '' : `: ${says}`}.`,
    next: 'Choose another model of it, or another server.',
  });
}

/** What plain completions can do; null where the server has none with log-probabilities. */
export async function probeCompletions(
  server: Server,
  model: string,
  isVllm: boolean,
  signal?: AbortSignal,
): Promise<Probed<CompletionAbilities> | null> {
  for (const alternatives of ALTERNATIVES) {
    const found = await server.probe(
      `${server.address.api}/completions`,
      { model, prompt: QUESTION, max_tokens: 1, temperature: 0, logprobs: alternatives },
      signal,
    );
    if ('lacks' in found) continue;
    const { positions, tokens } = readCompletion(found.value);
    const shows = (positions[0]?.top.length ?? 0) > 0;
    return shows ? { alternatives, isVllm, counts: tokens.prompt > 0 } : null;
  }
  return null;
}

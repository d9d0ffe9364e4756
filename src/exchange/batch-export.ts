import type { Engine, ModelInfo } from '../core/engine';
import type { Workshop } from '../core/profile';
import type { Suite } from '../core/suite';
import { OPENAI_SAMPLING, unknownFile } from '../engines/endpoint';
import { ChatWay, type ChatAbilities, type SendChat } from '../engines/openai/chat';
import { ask, type Ask } from '../experiment/outcome';
import type { PreparedPlan } from '../experiment/plan';
import { askedOf, prepared } from '../experiment/runner';

/** Who answers a batch: what goes out for it and how its answers are read. */
export interface BatchTarget {
  /** The service's name of the model. */
  readonly model: string;
  /** vLLM's batch runner goes on with a lead and knows more settings; OpenAI's service refuses what it does not know. */
  readonly server: 'openai' | 'vllm';
  /** Alternatives for each token, for answers by probability; 20. */
  readonly alternatives?: number;
  readonly lengthName?: ChatAbilities['lengthName'];
  /** What the model samples with where the study says nothing. */
  readonly sampling?: ModelInfo['sampling'];
}

/** What OpenAI's service takes in one file. */
export const BATCH_LIMITS = { requests: 50_000, bytes: 200_000_000 };

/** Batches are asked at OpenAI's address of chat. */
const CHAT = '/v1/chat/completions';

/**
 * The trials of a plan as lines of an OpenAI batch file, in plan order: exactly what a run through chat would send.
 * @param answered trials that need not be asked
 * @param workshop where profiles are made, for a suite that makes them
 * @throws Problem `not-supported` where a trial cannot be asked in this way
 */
export async function* batchLines(
  plan: PreparedPlan,
  suite: Suite,
  target: BatchTarget,
  answered: ReadonlySet<string> = new Set(),
  workshop?: Workshop,
): AsyncGenerator<string, undefined> {
  for (const asked of askedOf(plan, answered)) {
    const ready = await prepared(asked, plan.study, suite, workshop);
    const body = await bodyOf(ready, plan, suite, target);
    yield `${JSON.stringify({ custom_id: asked.trial.id, method: 'POST', url: CHAT, body })}\n`;
  }
}

/** The same as whole files, each within the limits of the service. */
export async function* batchFiles(
  lines: AsyncIterable<string>,
  limits: typeof BATCH_LIMITS = BATCH_LIMITS,
): AsyncGenerator<string, undefined> {
  const encoder = new TextEncoder();
  let file: string[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const length = encoder.encode(line).length;
    if (file.length > 0 && (file.length >= limits.requests || bytes + length > limits.bytes)) {
      yield file.join('');
      file = [];
      bytes = 0;
    }
    file.push(line);
    bytes += length;
  }
  if (file.length > 0) yield file.join('');
}

/** The engine that a batch stands for: sends as told, reads as chat is read. */
export function batchEngine(target: BatchTarget, send: SendChat): Engine {
  const { server, alternatives = 20, lengthName = 'max_tokens' } = target;
  const isVllm = server === 'vllm';
  const way = new ChatWay(send, target.model, { alternatives, lengthName, isVllm });
  return {
    kind: 'endpoint',
    model: {
      ...unknownFile(target.model),
      sampling: target.sampling ?? OPENAI_SAMPLING,
      context: 0,
    },
    environment: {
      server: server === 'vllm' ? 'vLLM' : 'OpenAI',
      batch: true,
      template: 'server',
      lead: isVllm ? 'sent' : 'left out',
      alternatives,
    },
    next: (input, k, signal) => way.next(input, k, signal),
    generate: (input, sampling, signal) => way.generate(input, sampling, signal),
    dispose: () => Promise.resolve(),
  };
}

/** What the runner's way of asking would send first: a batch has one request a trial. */
async function bodyOf(
  asked: Ask,
  { study }: PreparedPlan,
  suite: Suite,
  target: BatchTarget,
): Promise<Record<string, unknown>> {
  const sent: Record<string, unknown>[] = [];
  const engine = batchEngine(target, (body) => {
    sent.push(body);
    return Promise.reject(new Sent());
  });
  await ask(asked, study, suite, engine).catch((error: unknown) => {
    if (!(error instanceof Sent)) throw error;
  });
  const [body] = sent;
  if (body === undefined) throw new Error(`Trial ${asked.trial.id} sends nothing.`);
  return body;
}

/** There is no answer yet. */
class Sent extends Error {}

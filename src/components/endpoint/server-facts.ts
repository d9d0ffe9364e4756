import type { ModelInfo } from '../../core/engine';
import type { EndpointModel } from '../../engines/answer-model';
import type { Caution, Way } from '../../engines/endpoint';
import type { ServerKind } from '../../engines/openai/detect';
import { serverKey } from './server-keys';

/** What a server says of itself and of one of its models, before anything is asked of it in earnest. */
export interface ServerFacts {
  readonly server: ServerKind;
  readonly way: Way;
  /** Whether it can answer by probability. */
  readonly probabilities: boolean;
  /** Whether thinking can be switched on and off through it. */
  readonly thinking: boolean;
  readonly cautions: readonly Caution[];
  readonly model: ModelInfo;
}

/** What was found out in this visit: asking may cost a token. */
const found = new Map<string, Promise<ServerFacts>>();
/** A person waits for the answer. */
const PATIENCE_MS = 60_000;

/**
 * Asks a server what it can do, once a visit for each model, key and number at once. A failure is not remembered.
 * @throws Problem those of connecting
 */
export function serverFacts(model: EndpointModel): Promise<ServerFacts> {
  const key = serverKey(model.address);
  const print = JSON.stringify([model.address, model.model, model.concurrency, key]);
  const known = found.get(print);
  if (known !== undefined) return known;
  const asking = ask(model, key);
  found.set(print, asking);
  asking.catch(() => found.delete(print));
  return asking;
}

/** Forgets what was found out, so that servers are asked again: one may run another model by now. */
export function forgetServerFacts(): void {
  found.clear();
}

async function ask(
  { address, model, concurrency }: EndpointModel,
  key: string,
): Promise<ServerFacts> {
  const { connectEndpoint } = await import('../../engines/endpoint');
  const engine = await connectEndpoint(address, null, {
    model,
    concurrency,
    timeoutMs: PATIENCE_MS,
    ...(key === '' ? {} : { key }),
  });
  const { server, way, probabilities, cautions } = engine;
  // In chat only vLLM takes the switch; raw completions are rendered with or without it.
  const thinking = way !== 'chat' || server === 'vLLM';
  return { server, way, probabilities, thinking, cautions, model: engine.model };
}

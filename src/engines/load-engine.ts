import type { Engine, LoadProgress } from '../core/engine';
import type { Problem } from '../core/errors';
import type { AnswerModel, EndpointModel } from './answer-model';
import type { Wait } from './openai/server';

/** How a load is followed and stopped. */
export interface EngineOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Gets what did not work and did not matter. */
  readonly onNotice?: (notice: Problem) => void;
  /** Of a GGUF file: on the graphics card instead of the processor. */
  readonly gpu?: boolean;
  /** Of a server: its key, where it wants one. */
  readonly key?: string;
  /** Of a server: told while an answer is late. */
  readonly onWait?: (wait: Wait) => void;
}

/**
 * Starts a model of any kind; the code of its engine comes with the first load.
 * @throws Problem those of the engine's load; `aborted` when the signal fires
 */
export async function loadEngine(model: AnswerModel, options: EngineOptions = {}): Promise<Engine> {
  switch (model.kind) {
    case 'gguf': {
      if (options.gpu === true) {
        const { loadGgufOnGpu } = await import('./gguf-on-gpu');
        return loadGgufOnGpu(model, options);
      }
      const { loadWllama } = await import('./wllama');
      return loadWllama(model, options);
    }
    case 'mlc': {
      const { loadWebllm } = await import('./webllm');
      return loadWebllm(model, options);
    }
    case 'endpoint':
      return connect(model, options);
  }
}

async function connect(
  { address, model, concurrency }: EndpointModel,
  { signal, key, onWait }: EngineOptions,
): Promise<Engine> {
  const { connectEndpoint } = await import('./endpoint');
  return connectEndpoint(address, null, {
    model,
    concurrency,
    ...(signal ? { signal } : {}),
    ...(key === undefined ? {} : { key }),
    ...(onWait ? { onWait } : {}),
  });
}

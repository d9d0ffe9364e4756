import type { Engine } from '../core/engine';
import { Problem } from '../core/errors';
import type { MlcModel } from './answer-model';
import type { EngineOptions } from './load-engine';

/**
 * Loads a model into WebLLM, in a worker of its own.
 * @throws Problem `not-supported`
 */
export function loadWebllm(model: MlcModel, _options: EngineOptions = {}): Promise<Engine> {
  return Promise.reject(
    new Problem('not-supported', { what: `${model.title} cannot be run on this page yet.` }),
  );
}

import { detectTemplate } from '../core/chat-template';
import type { Engine } from '../core/engine';
import { aborted } from '../core/errors';
import { sha256 } from '../core/hash';
import type { MlcModel } from './answer-model';
import type { EngineOptions } from './load-engine';
import { WEIGHT_LIST } from './mlc-cache';
import { WebllmClient, type WorkerLike } from './webllm-client';
import { WebllmEngine } from './webllm-engine';
import type { Answer } from './webllm-protocol';

/** The package's version, for the manifest; a test holds it against the installed one. */
export const WEBLLM_VERSION = '0.2.86';

export interface WebllmOptions extends Pick<EngineOptions, 'signal' | 'onProgress' | 'onNotice'> {
  /** For tests. */
  readonly makeWorker?: () => WorkerLike;
}

/**
 * Loads a model into WebLLM, in a worker of its own, which alone holds WebLLM's code. The model is asked one question
 * before it is given out. A load that is stopped keeps what arrived, and the next one goes on from there.
 * @throws Problem `not-supported` where the device cannot run it; `download-failed`, `offline`, `model-missing`,
 *   `disk-full`; `bad-file`, `hash-mismatch` where its files are damaged; `device-lost`; `engine-failed`; `aborted`,
 *   with the worker ended
 */
export async function loadWebllm(model: MlcModel, options: WebllmOptions = {}): Promise<Engine> {
  const { signal, onProgress, onNotice, makeWorker = newWorker } = options;
  if (signal?.aborted) throw aborted();
  onProgress?.({ stage: 'download', done: 0, total: model.bytes });
  const client = new WebllmClient(makeWorker(), {
    onProgress: ({ stage, done, total }) => onProgress?.({ stage, done, total }),
    ...(onNotice ? { onNotice } : {}),
  });
  try {
    // A plain copy: what a page shows of a model may be a proxy, which no message can hold.
    const sent = JSON.parse(JSON.stringify(model)) as MlcModel;
    const ready = await client.ask({ kind: 'load', model: sent }, 'ready', signal);
    return new WebllmEngine(client, await loadedModel(model, ready));
  } catch (error) {
    client.terminate();
    throw error;
  }
}

async function loadedModel(
  model: MlcModel,
  { jinja, weights, adapter, said }: Extract<Answer, { kind: 'ready' }>,
): Promise<ConstructorParameters<typeof WebllmEngine>[1]> {
  return {
    info: {
      id: model.id,
      file: `${model.id}/${WEIGHT_LIST}`,
      sha256: weights,
      quantization: model.quantization,
      parameters: model.parameters,
      family: model.family,
      chatTemplateHash: jinja === null ? '' : await sha256(jinja),
      sampling: model.sampling,
      context: model.context,
    },
    template: detectTemplate(jinja),
    environment: {
      engine: `WebLLM ${WEBLLM_VERSION}`,
      adapter,
      precision: model.f16 ? 'f16' : 'f32',
      context: model.context,
      library: model.library,
      alternatives: 'all',
      prefixCache: 'none',
      sanity: said,
    },
  };
}

function newWorker(): WorkerLike {
  return new Worker(new URL('./webllm-worker.ts', import.meta.url), { type: 'module' });
}

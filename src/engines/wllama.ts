import { detectTemplate } from '../core/chat-template';
import type { Engine, ModelInfo } from '../core/engine';
import type { Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import type { CatalogueModel } from './catalogue';
import { expandWeights } from './expand-weights';
import { openModel, type OpenOptions } from './model-files';
import { WllamaEngine, type ModelFacts } from './wllama-engine';
import { tokenBytes } from './wllama-memory';
import { startRuntime, type Runtime } from './wllama-runtime';
import { defaultSettings, loadParams, type WllamaSettings } from './wllama-settings';

export interface LoadOptions extends OpenOptions {
  readonly settings?: Partial<WllamaSettings>;
  /** Gets what did not work and did not matter: no room to keep the model, no storage. */
  readonly onNotice?: (notice: Problem) => void;
}

/**
 * Loads a model of the catalogue into llama.cpp in WebAssembly.
 * @throws Problem those of `openModel`, `engine-failed`, `not-supported` for an unknown chat template; `aborted` when
 *   the signal fires, with every worker ended
 */
export async function loadWllama(
  model: CatalogueModel,
  options: LoadOptions = {},
): Promise<Engine> {
  const opened = await openModel(model, options);
  for (const notice of opened.notices) options.onNotice?.(notice);
  options.onProgress?.({ stage: 'start', done: 0, total: 0 });
  const settings = { ...defaultSettings(model), ...options.settings };
  const file =
    settings.weights === 'f32'
      ? { ...opened, blob: await expandWeights(opened.blob, options.signal) }
      : opened;
  const runtime = await startRuntime(
    file.blob,
    loadParams(settings, settings.context),
    options.signal,
  );
  try {
    return new WllamaEngine(file, settings, runtime, await modelFacts(model, settings, runtime));
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

/** What the loaded file says about itself. */
async function modelFacts(
  model: CatalogueModel,
  settings: WllamaSettings,
  { wllama }: Runtime,
): Promise<ModelFacts> {
  const { Wllama } = await import('@wllama/wllama');
  const jinja = wllama.getChatTemplate();
  const { n_ctx, n_ctx_train, metadata } = wllama.getLoadedContextInfo();
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
    tokenBytes: tokenBytes(metadata, settings.raw?.cache_type_k ?? settings.cacheType),
    build: wllama.getWorkerResources().compat ? 'compatible' : 'default',
  };
}

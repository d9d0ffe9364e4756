import type { Engine } from '../../core/engine';
import { Problem } from '../../core/errors';
import type { CatalogueModel } from '../../engines/catalogue';

/**
 * Stands for the answering model while it is not loaded: a profile that asks no model can be built without it. It has
 * the model's context and counts nothing, so that lengths are estimated.
 */
export function noEngine({ id, file, sha256, context, ...model }: CatalogueModel): Engine {
  const refuse = (): Promise<never> =>
    Promise.reject(new Problem('model-missing', { what: `${model.title} is not loaded.` }));
  return {
    kind: 'recorded',
    model: {
      id,
      file,
      sha256,
      quantization: model.quantization,
      parameters: model.parameters,
      family: model.family,
      chatTemplateHash: '',
      sampling: model.sampling,
      context: context.most,
    },
    environment: {},
    next: refuse,
    generate: refuse,
    dispose: () => Promise.resolve(),
  };
}

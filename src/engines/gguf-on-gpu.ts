import type { Engine } from '../core/engine';
import { asProblem, isAbort, Problem } from '../core/errors';
import type { CatalogueModel } from './catalogue';
import { judgeSanity, SANITY_QUESTION, SANITY_TOKENS } from './sanity';
import { loadWllama, type LoadOptions } from './wllama';

/** More layers than any model has: all of them go to the graphics card. */
const ALL_LAYERS = 999;

/**
 * Loads a GGUF file into llama.cpp on WebGPU. Cards differ, and one that computes wrongly gives answers all the same,
 * so the model is asked a question before it is trusted.
 * @throws Problem those of `loadWllama`; `engine-failed` where the card cannot hold the model or gives gibberish
 */
export async function loadGgufOnGpu(
  model: CatalogueModel,
  options: LoadOptions,
  load: typeof loadWllama = loadWllama,
): Promise<Engine> {
  const settings = { ...options.settings, gpuLayers: ALL_LAYERS };
  const engine = await load(model, { ...options, settings }).catch((error: unknown) => {
    throw onCard(error, model);
  });
  try {
    const text = await answerOf(engine, options.signal);
    if (judgeSanity(text) !== 'gibberish') return engine;
    throw new Problem('engine-failed', {
      what: `${model.title} answers gibberish on this graphics card.`,
      next: TRY_PROCESSOR,
    });
  } catch (error) {
    await engine.dispose();
    throw onCard(error, model);
  }
}

const TRY_PROCESSOR =
  'Let GGUF files run on the processor: the choice stands on the page of models.';

async function answerOf(engine: Engine, signal: AbortSignal | undefined): Promise<string> {
  const { text } = await engine.generate(
    {
      kind: 'chat',
      messages: [{ role: 'user', content: SANITY_QUESTION }],
      system: 'none',
      lead: '',
    },
    { temperature: 0, topP: 1, topK: 0, maxTokens: SANITY_TOKENS, seed: 0 },
    signal,
  );
  return text;
}

/** A breakdown gets the way on that the card leaves; everything else (a download, a stop) stays what it is. */
function onCard(error: unknown, model: CatalogueModel): unknown {
  const problem = asProblem(error);
  if (isAbort(error) || problem.code !== 'engine-failed' || problem.next === TRY_PROCESSOR) {
    return error;
  }
  return new Problem('engine-failed', {
    what: `${model.title} could not be run on this graphics card: ${problem.message}`,
    next: TRY_PROCESSOR,
    cause: error,
  });
}

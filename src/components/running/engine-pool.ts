import type { Engine, LoadProgress } from '../../core/engine';
import { isAbort, type Problem } from '../../core/errors';
import type { AnswerModel } from '../../engines/answer-model';
import { loadEngine, type EngineOptions } from '../../engines/load-engine';

/** How a load is followed and stopped; of a server also its key and who is told of its waits. */
export interface Loading extends Pick<EngineOptions, 'key' | 'onWait'> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
  readonly onNotice: (notice: Problem) => void;
}

/** Loads a model; a stand-in for tests. */
export type Load = (model: AnswerModel, loading: Loading) => Promise<Engine>;

/**
 * The one engine that this page keeps loaded, whichever page of it asked: a second run of the same model starts at
 * once. Another model takes its place, for two rarely fit into a browser's memory. A server holds nothing here: it is
 * connected to anew each time, as its key and its waits belong to whoever asks, and the loaded model stays.
 */
export class EnginePool {
  #kept: { readonly id: string; readonly engine: Engine } | null = null;
  /** Requests wait for each other, so that two never load at once; never rejects. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly load: Load) {}

  /** Id of the model that is loaded now, null where there is none. */
  get loaded(): string | null {
    return this.#kept?.id ?? null;
  }

  /**
   * The engine of a model, loaded where it is not.
   * @throws Problem those of the engine's load; `aborted` when the signal fires
   */
  take(model: AnswerModel, loading: Loading): Promise<Engine> {
    const turn = this.#last.then(() => this.#take(model, loading));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Lets go of the engine, for example after it broke down. */
  async drop(): Promise<void> {
    const kept = this.#kept;
    this.#kept = null;
    await kept?.engine.dispose();
  }

  async #take(model: AnswerModel, loading: Loading): Promise<Engine> {
    loading.signal.throwIfAborted();
    if (model.kind === 'endpoint') return this.load(model, loading);
    if (this.#kept?.id === model.id) return this.#kept.engine;
    await this.drop();
    const engine = await this.load(model, loading);
    // Loaded in the moment of the stop, it is kept all the same, for the reader may try again.
    this.#kept = { id: model.id, engine };
    loading.signal.throwIfAborted();
    return engine;
  }
}

/** The pool of this page. The engine's code comes with the first load. */
export const enginePool = new EnginePool(async (model, loading) => {
  if (model.kind !== 'gguf') return loadEngine(model, loading);
  const { wantsGpu } = await import('../models/wants-gpu');
  return loadEngine(model, { ...loading, gpu: await wantsGpu() });
});

/** True where an error means that the engine must be loaded anew. */
export function breaksEngine(problem: Problem): boolean {
  return !isAbort(problem) && (problem.code === 'engine-failed' || problem.code === 'device-lost');
}

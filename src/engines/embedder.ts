import type { Embedder } from '../core/embedder';
import type { LoadProgress } from '../core/engine';
import { Problem } from '../core/errors';
import { embedderInfo, embeddingModel } from './embedder-model';
import { EmbedderPool, type WorkerLike } from './embedder-pool';
import type { EmbedderTokenizer } from './embedder-tokenizer';
import { pooled, windowsOf } from './embedder-windows';
import { openModel, type OpenOptions } from './model-files';

export interface EmbedderOptions extends Pick<OpenOptions, 'network' | 'store' | 'signal'> {
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Told once for each thing that did not work and did not matter for this load. */
  readonly onNotice?: (notice: Problem) => void;
  /** How many workers; by default one, for each holds the runtime and the model once, in about 250 MB. */
  readonly workers?: number;
  /** Threads of each; by default one a core, at most four, where the page is isolated. */
  readonly threads?: number;
  /** For tests. */
  readonly makeWorker?: () => WorkerLike;
}

/** More than this bring little. */
const MOST_THREADS = 4;

/**
 * Loads the embedding model into a worker of its own.
 * @throws Problem those of `openModel` (`model-missing` where the site does not hold it), `engine-failed`, `aborted`
 */
export async function loadEmbedder(
  tokenizer: EmbedderTokenizer,
  options: EmbedderOptions = {},
): Promise<Embedder> {
  const file = await openModel(embeddingModel, options);
  for (const notice of file.notices) options.onNotice?.(notice);
  options.onProgress?.({ stage: 'start', done: 0, total: 0 });
  const { workers = 1, threads = threadsHere(), makeWorker = newWorker, signal: stop } = options;
  const start = { model: file.blob, threads };
  let pool: EmbedderPool | null = await EmbedderPool.start(makeWorker, workers, start, stop);
  /** One call after another: the workers answer one request at a time. */
  let last: Promise<unknown> = Promise.resolve();

  const embed: Embedder['embed'] = async (texts, signal, onDone) => {
    if (pool === null) throw disposed();
    const windows = windowsOf(
      texts.map((text) => tokenizer.ids(text)),
      embedderInfo.window,
    );
    const open = countBy(windows.map(({ text }) => text));
    let done = 0;
    const vectors = await pool.embed(windows, signal, (index) => {
      const text = windows[index]?.text ?? 0;
      const left = (open.get(text) ?? 1) - 1;
      open.set(text, left);
      if (left === 0) onDone?.((done += 1));
    });
    const byText = texts.map((): { tokens: number; vector: Float32Array }[] => []);
    for (const [index, { text, ids }] of windows.entries()) {
      byText[text]?.push({ tokens: ids.length - 2, vector: vectors[index] as Float32Array });
    }
    return byText.map(pooled);
  };

  return {
    model: embedderInfo,
    embed(texts, signal, onDone) {
      const next = last.then(() => embed(texts, signal, onDone));
      last = next.catch(() => undefined);
      return next;
    },
    dispose() {
      pool?.end();
      pool = null;
      return Promise.resolve();
    },
  };
}

/** Threads share memory, which a page must be isolated for. */
function threadsHere(): number {
  return globalThis.crossOriginIsolated
    ? Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1)
    : 1;
}

function newWorker(): WorkerLike {
  return new Worker(new URL('./embedder-worker.ts', import.meta.url), { type: 'module' });
}

function countBy(keys: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function disposed(): Problem {
  return new Problem('engine-failed', {
    what: 'The embedding model was unloaded.',
    next: 'Load it again.',
  });
}

import { aborted, Problem } from '../core/errors';
import { readAnswer, type Answer, type Request } from './embedder-protocol';
import type { Window } from './embedder-windows';

/** As much of a worker as is used; tests bring their own. */
export interface WorkerLike {
  postMessage(message: Request): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Workers that embed windows side by side, each one window at a time. */
export class EmbedderPool {
  /** Fails what is under way when the workers are ended: they will not answer. */
  private readonly ended = rejectable();

  private constructor(private readonly workers: readonly WorkerLike[]) {}

  /**
   * Starts so many workers with the model. Where one cannot start, none stays.
   * @throws Problem `engine-failed`, `aborted`
   */
  static async start(
    make: () => WorkerLike,
    count: number,
    start: { readonly model: Blob; readonly threads: number },
    signal?: AbortSignal,
  ): Promise<EmbedderPool> {
    if (signal?.aborted) throw aborted();
    const pool = new EmbedderPool(Array.from({ length: count }, make));
    const stop = whenAborted(signal);
    try {
      const starts = pool.workers.map((worker) => ask(worker, { kind: 'start', ...start }));
      await Promise.race([Promise.all(starts), stop.promise]);
      return pool;
    } catch (error) {
      pool.end();
      throw broken(error);
    } finally {
      stop.forget();
    }
  }

  /**
   * The vectors of the windows, in order. When stopped, what a worker has begun is waited for, so that the next call
   * finds all of them idle: it takes one window's time.
   * @param onDone called with the position of each window that is done
   * @throws Problem `aborted`, `engine-failed`
   */
  async embed(
    windows: readonly Window[],
    signal?: AbortSignal,
    onDone?: (index: number) => void,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    let next = 0;
    let failure: unknown;
    const work = async (worker: WorkerLike): Promise<void> => {
      while (next < windows.length && failure === undefined && !signal?.aborted) {
        const index = next;
        next += 1;
        const asked = ask(worker, { kind: 'embed', ids: windows[index]?.ids ?? [] });
        const answer = await Promise.race([asked, this.ended.promise]);
        if (answer.kind !== 'vector') throw new Error('the worker answered something else');
        vectors[index] = answer.vector;
        onDone?.(index);
      }
    };
    await Promise.all(
      this.workers.map((worker) =>
        work(worker).catch((error: unknown) => {
          failure ??= error;
        }),
      ),
    );
    if (failure !== undefined) throw broken(failure);
    if (vectors.length < windows.length || signal?.aborted) throw aborted();
    return vectors;
  }

  /** Ends the workers and frees their memory. */
  end(): void {
    for (const worker of this.workers) worker.terminate();
    this.ended.reject(aborted());
  }
}

/** Sends a request and waits for its answer. */
function ask(worker: WorkerLike, request: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      try {
        const answer = readAnswer(data);
        if (answer.kind === 'failed') reject(new Error(answer.message));
        else resolve(answer);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    worker.onerror = (event) => reject(new Error(event.message || 'the worker did not start'));
    worker.postMessage(request);
  });
}

function whenAborted(signal?: AbortSignal): { promise: Promise<never>; forget: () => void } {
  const { promise, reject } = rejectable();
  const stop = (): void => reject(aborted());
  signal?.addEventListener('abort', stop, { once: true });
  return { promise, forget: () => signal?.removeEventListener('abort', stop) };
}

/** A promise that only fails, and that nobody has to wait for. */
function rejectable(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, no) => {
    reject = no;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}

function broken(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const what = error instanceof Error ? error.message : String(error);
  return new Problem('engine-failed', {
    what: `The embedding model broke down: ${what.split('\n')[0]?.replace(/\.+$/, '')}.`,
    kept: 'The vectors made so far are kept, and the search by words works without it.',
    next: /memory|alloc|OOM/i.test(what)
      ? 'Memory ran out: close other tabs and try again.'
      : 'Try again; if it happens again, reload the page.',
    cause: error,
  });
}

import { aborted, Problem } from '../core/errors';
import { readAnswer, receiveProblem, type Answer, type Request } from './webllm-protocol';

/** As much of a worker as is used; tests bring their own. */
export interface WorkerLike {
  postMessage(message: Request): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** A request without its number. */
type Asked = Request extends infer R ? (R extends Request ? Omit<R, 'call'> : never) : never;

/** Told what a worker says besides the last answer to a call. */
export interface Listeners {
  readonly onProgress?: (progress: Extract<Answer, { kind: 'progress' }>) => void;
  readonly onNotice?: (notice: Problem) => void;
}

interface Open {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (problem: Problem) => void;
  readonly onText: ((text: string) => void) | undefined;
}

/** How long a worker may take to give the graphics memory back before it is ended without. */
const PATIENCE_MS = 2000;

/** The page's end of the line to WebLLM's worker. After a lost device or a broken worker nothing is asked any more. */
export class WebllmClient {
  readonly #worker: WorkerLike;
  readonly #listeners: Listeners;
  readonly #open = new Map<number, Open>();
  #calls = 0;
  /** Why nothing is asked any more. */
  #over: Problem | null = null;
  #closing: Promise<void> | null = null;

  constructor(worker: WorkerLike, listeners: Listeners = {}) {
    this.#worker = worker;
    this.#listeners = listeners;
    worker.onmessage = ({ data }: MessageEvent) => this.#hear(data);
    worker.onerror = (event) => {
      // It is told to every call; the browser's console need not have it as well.
      event.preventDefault?.();
      this.#end(brokenWorker(event.message));
    };
  }

  /**
   * Asks and waits for the last answer. When the signal fires it rejects at once, and the worker stops within a token;
   * the next request waits for that.
   * @throws Problem
   */
  async ask<K extends Answer['kind']>(
    asked: Asked,
    expected: K,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Extract<Answer, { kind: K }>> {
    if (this.#over) throw this.#over;
    if (signal?.aborted) throw aborted();
    this.#calls += 1;
    const call = this.#calls;
    let stop: (() => void) | undefined;
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#open.set(call, { resolve, reject, onText });
      stop = () => {
        this.#worker.postMessage({ kind: 'stop', call });
        reject(aborted());
      };
    });
    if (stop) signal?.addEventListener('abort', stop);
    try {
      this.#worker.postMessage({ ...asked, call });
      const answer = await answered;
      if (answer.kind !== expected) throw brokenWorker(`it answered ${answer.kind}`);
      return answer as Extract<Answer, { kind: K }>;
    } finally {
      this.#open.delete(call);
      if (stop) signal?.removeEventListener('abort', stop);
    }
  }

  /** Lets the worker give back what it holds, for a moment, and ends it. Safe to call twice. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (this.#over) return;
    const unloaded = new Problem('aborted', {
      what: 'The model was unloaded.',
      next: 'Load it again.',
    });
    // What is under way is stopped and not waited for.
    for (const [call, { reject }] of this.#open) {
      this.#worker.postMessage({ kind: 'stop', call });
      reject(unloaded);
    }
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    // A worker that is gone has nothing left to give back.
    const ended = this.ask({ kind: 'end' }, 'ended').catch(() => undefined);
    await Promise.race([ended, patience]);
    this.#end(unloaded);
  }

  /** Ends the worker as it is. */
  terminate(): void {
    this.#end(aborted());
  }

  #hear(data: unknown): void {
    let answer: Answer;
    try {
      answer = readAnswer(data);
    } catch (error) {
      this.#end(brokenWorker(error instanceof Error ? error.message : String(error)));
      return;
    }
    switch (answer.kind) {
      case 'progress':
        this.#listeners.onProgress?.(answer);
        return;
      case 'notice':
        this.#listeners.onNotice?.(receiveProblem(answer.problem));
        return;
      case 'lost':
        this.#end(receiveProblem(answer.problem));
        return;
      case 'text':
        this.#open.get(answer.call)?.onText?.(answer.text);
        return;
      case 'failed':
        this.#open.get(answer.call)?.reject(receiveProblem(answer.problem));
        return;
      case 'ready':
      case 'next':
      case 'generated':
      case 'counted':
      case 'ended':
        this.#open.get(answer.call)?.resolve(answer);
    }
  }

  #end(problem: Problem): void {
    if (this.#over) return;
    this.#over = problem;
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    for (const { reject } of this.#open.values()) reject(problem);
  }
}

function brokenWorker(said: string | undefined): Problem {
  return new Problem('engine-failed', {
    what: 'The part of the page that runs WebLLM broke down.',
    kept: 'Everything answered so far is kept.',
    next: 'Load the model again and go on; if it happens again, reload the page.',
    cause: new Error(said ?? 'unknown'),
  });
}

import type { LoadModelParams, Wllama } from '@wllama/wllama';
import wasmUrl from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import compatWasmUrl from '@wllama/wllama-compat/wasm/wllama.wasm?url';
import { aborted } from '../core/errors';
import { startProblem } from './wllama-problems';

/** A started wllama with a model in it. */
export interface Runtime {
  readonly wllama: Wllama;
  /** What its worker complained about last, for error reports. */
  readonly complaints: readonly string[];
  /** Ends its workers and frees its memory. */
  stop(): Promise<void>;
}

const COMPLAINTS_KEPT = 20;
const POLL_MS = 20;

/**
 * Starts wllama on a model's file. The package is imported here and nowhere else, so a page that never asks a model
 * never loads it.
 * @throws Problem `aborted` when the signal fires (all workers are gone by then), `engine-failed`
 */
export async function startRuntime(
  blob: Blob,
  params: LoadModelParams,
  signal?: AbortSignal,
): Promise<Runtime> {
  const { Wllama, LogLevel } = await import('@wllama/wllama').catch((error: unknown) => {
    throw startProblem(error, []);
  });
  if (signal?.aborted) throw aborted();
  const complaints: string[] = [];
  const workerFailure = rejectable();
  const complain = (...lines: unknown[]): void => {
    complaints.push(lines.map(lineOf).join(' '));
    if (complaints.length > COMPLAINTS_KEPT) complaints.shift();
    // wllama hands its worker's error events to the logger and goes on waiting for an answer that never comes.
    const event = lines.find((line) => typeof Event === 'function' && line instanceof Event);
    if (event !== undefined) workerFailure.reject(new Error(lineOf(event)));
  };
  const silent = (): void => undefined;
  const wllama = new Wllama(
    { default: absolute(wasmUrl) },
    { logger: { debug: silent, log: silent, warn: complain, error: complain } },
  );
  await prepareCompat(wllama);

  const loading = wllama.loadModel([blob], { log_level: LogLevel.WARN, ...params });
  const abort = whenAborted(signal);
  try {
    await Promise.race([loading, workerFailure.promise, abort.promise]);
    return { wllama, complaints, stop: () => wllama.exit() };
  } catch (error) {
    await abandon(wllama, loading);
    throw signal?.aborted ? aborted() : startProblem(error, complaints);
  } finally {
    abort.forget();
  }
}

/**
 * Safari lacks what the default build needs, and left alone wllama would ask a foreign host for another one. Ours is
 * loaded where wllama itself says that it is needed, and nowhere else.
 */
async function prepareCompat(wllama: Wllama): Promise<void> {
  const wasm = absolute(compatWasmUrl);
  wllama.setCompat({ worker: '', wasm });
  if (!wllama.getWorkerResources().compat) return;
  const { default: code } = await import('@wllama/wllama-compat/wasm/wllama.js?raw');
  wllama.setCompat({ worker: { code }, wasm });
}

/**
 * Ends a load under way. wllama cannot cancel one, and its exit does nothing before the worker exists, so it is
 * told until the load has ended; a worker that came to life after the exit is ended by hand.
 */
async function abandon(wllama: Wllama, loading: Promise<void>): Promise<void> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  loading.then(end, end);
  const proxies = new Set<Wllama['proxy']>();
  for (let first = true; first || !ended; first = false) {
    if (wllama['proxy']) proxies.add(wllama['proxy']);
    await wllama.exit();
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await wllama.exit();
  for (const proxy of proxies) proxy.worker?.terminate();
}

function whenAborted(signal?: AbortSignal): { promise: Promise<never>; forget: () => void } {
  const { promise, reject } = rejectable();
  const onAbort = (): void => reject(aborted());
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return { promise, forget: () => signal?.removeEventListener('abort', onAbort) };
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

function lineOf(line: unknown): string {
  if (typeof line === 'string') return line;
  if (line instanceof Error) return line.message;
  if (typeof ErrorEvent === 'function' && line instanceof ErrorEvent) return line.message;
  if (typeof Event === 'function' && line instanceof Event)
    return 'the worker could not be started';
  return JSON.stringify(line) ?? String(line);
}

/** The bundler's address of a file, which may be relative to this module. */
function absolute(url: string): string {
  return new URL(url, import.meta.url).href;
}

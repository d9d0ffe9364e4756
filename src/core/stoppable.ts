import { aborted } from './errors';

/**
 * What some work comes to, or the Problem `aborted` as soon as the signal fires. The work itself ends when it will: who
 * waits for something that others wait for too, or that cannot be stopped, is let go at once.
 */
export function untilStopped<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(aborted());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

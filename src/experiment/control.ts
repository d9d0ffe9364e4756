import { aborted } from '../core/errors';

export type RunState = 'running' | 'paused' | 'cancelled';

/**
 * The handle by which a person pauses, resumes or cancels a run. A change is acknowledged at once: the calls under way
 * are aborted, and asked again on resume, since nothing of an unfinished answer is kept.
 */
export class RunControl {
  #state: RunState = 'running';
  readonly #calls = new Set<AbortController>();
  readonly #waiting = new Set<() => void>();

  get state(): RunState {
    return this.#state;
  }

  pause(): void {
    this.hold();
    if (this.#state === 'paused') this.#abortCalls();
  }

  /** Pauses, but lets the calls under way end: what they cost is spent already. */
  hold(): void {
    if (this.#state === 'running') this.#state = 'paused';
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.#wake();
  }

  cancel(): void {
    this.#state = 'cancelled';
    this.#abortCalls();
    this.#wake();
  }

  /**
   * Runs one call under this control: waits while paused, asks again when a pause cut it off. Several may run at once.
   * @param halt ends this call for good, whatever the state
   * @throws Problem `aborted` once cancelled or halted; whatever the call throws otherwise
   */
  async perform<T>(call: (signal: AbortSignal) => Promise<T>, halt?: AbortSignal): Promise<T> {
    for (;;) {
      await this.#untilRunning(halt);
      const controller = new AbortController();
      const stop = (): void => controller.abort();
      this.#calls.add(controller);
      halt?.addEventListener('abort', stop);
      try {
        return await call(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      } finally {
        this.#calls.delete(controller);
        halt?.removeEventListener('abort', stop);
      }
    }
  }

  async #untilRunning(halt: AbortSignal | undefined): Promise<void> {
    while (this.#state === 'paused' && halt?.aborted !== true) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
        halt?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    if (this.#state === 'cancelled' || halt?.aborted === true) throw aborted();
  }

  #abortCalls(): void {
    for (const call of this.#calls) call.abort();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

import { aborted } from '../core/errors';

export type RunState = 'running' | 'paused' | 'cancelled';

/**
 * The handle by which a person pauses, resumes or cancels a run. A change is acknowledged at once: the call under way
 * is aborted, and asked again on resume, since nothing of an unfinished answer is kept.
 */
export class RunControl {
  #state: RunState = 'running';
  #call: AbortController | null = null;
  #wake: (() => void) | null = null;

  get state(): RunState {
    return this.#state;
  }

  pause(): void {
    if (this.#state !== 'running') return;
    this.#state = 'paused';
    this.#call?.abort();
  }

  resume(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.#wake?.();
  }

  cancel(): void {
    this.#state = 'cancelled';
    this.#call?.abort();
    this.#wake?.();
  }

  /**
   * Runs one call under this control: waits while paused, asks again when a pause cut it off.
   * @throws Problem `aborted` once cancelled; whatever the call throws otherwise
   */
  async perform<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      await this.#untilRunning();
      const controller = new AbortController();
      this.#call = controller;
      try {
        return await call(controller.signal);
      } catch (error) {
        if (!controller.signal.aborted) throw error;
      } finally {
        this.#call = null;
      }
    }
  }

  async #untilRunning(): Promise<void> {
    while (this.#state === 'paused') {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = null;
    }
    if (this.#state === 'cancelled') throw aborted();
  }
}

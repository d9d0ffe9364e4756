import type { NoticeOptions, Notices as NoticesContext } from '../components/context';
import { asProblem, isAbort, type Problem } from '../core/errors';

export interface Notice {
  readonly id: number;
  readonly text: string;
  /** Set for an error; it stays until dismissed. */
  readonly problem: Problem | null;
  readonly undo: (() => void | Promise<void>) | null;
}

const SHORT_MS = 8_000;
const WITH_UNDO_MS = 20_000;
/** More than this many at once hide the page; the oldest plain ones go first. */
const MOST = 4;

/** What the page has to say at its edge. Plain notices go by themselves, errors stay until dismissed. */
export class Notices implements NoticesContext {
  #list = $state.raw<readonly Notice[]>([]);
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};
  #last = 0;
  #held = false;

  get list(): readonly Notice[] {
    return this.#list;
  }

  tell(text: string, options: NoticeOptions = {}): void {
    this.#add({ text, problem: null, undo: options.undo ?? null });
  }

  fail(error: unknown): void {
    if (isAbort(error)) return;
    const problem = asProblem(error);
    // The same error many times over (a loop, a lost connection) is one notice.
    if (this.#list.some((notice) => notice.problem?.sentence === problem.sentence)) return;
    this.#add({ text: problem.message, problem, undo: null });
  }

  dismiss(id: number): void {
    clearTimeout(this.#timers[id]);
    delete this.#timers[id];
    this.#list = this.#list.filter((notice) => notice.id !== id);
  }

  /** Takes back what the notice told of; a failure of that is a notice itself. */
  async undo(notice: Notice): Promise<void> {
    this.dismiss(notice.id);
    try {
      await notice.undo?.();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Stops the clocks while someone reads or tabs through the notices. */
  hold(): void {
    this.#held = true;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#timers = {};
  }

  /** Starts the clocks anew. */
  release(): void {
    this.#held = false;
    for (const notice of this.#list) this.#startClock(notice);
  }

  #add(given: Omit<Notice, 'id'>): void {
    this.#last += 1;
    const notice: Notice = { id: this.#last, ...given };
    this.#list = [...this.#list, notice];
    const surplus = Math.max(0, this.#list.length - MOST);
    for (const old of this.#list.filter(({ problem }) => problem === null).slice(0, surplus)) {
      if (old.id !== notice.id) this.dismiss(old.id);
    }
    this.#startClock(notice);
  }

  #startClock(notice: Notice): void {
    if (notice.problem !== null || this.#held) return;
    clearTimeout(this.#timers[notice.id]);
    const ms = notice.undo === null ? SHORT_MS : WITH_UNDO_MS;
    this.#timers[notice.id] = setTimeout(() => this.dismiss(notice.id), ms);
  }
}

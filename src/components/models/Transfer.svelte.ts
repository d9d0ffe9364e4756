import { asProblem, isAbort, type Problem } from '../../core/errors';
import { ByteRate } from './byte-rate';

/** How far a transfer is. */
export interface TransferProgress {
  readonly done: number;
  /** 0 where unknown. */
  readonly total: number;
}

/** The work of a transfer; resolves when everything is there. */
export type TransferWork = (
  tell: (progress: TransferProgress) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Bars that are drawn more often than this are a strain and no better. */
const REDRAW_MS = 150;
/** How often a transfer is looked at where nothing arrives, so that its rate falls and its time is not promised. */
const IDLE_MS = 500;

/** Something large on its way, with its rate. It goes on when its page is left, until it is stopped. */
export class Transfer {
  #progress = $state.raw<TransferProgress | null>(null);
  #rate = $state.raw<number | null>(null);
  #left = $state.raw<number | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #isStopped = $state(false);
  #abort: AbortController | null = null;
  #drawn = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Null while nothing is under way. */
  get progress(): TransferProgress | null {
    return this.#progress;
  }
  /** Bytes a second; null while it is being measured. */
  get rate(): number | null {
    return this.#rate;
  }
  /** Milliseconds; null while it is being measured. */
  get left(): number | null {
    return this.#left;
  }
  /** Why the last attempt failed. */
  get problem(): Problem | null {
    return this.#problem;
  }
  /** True where the last attempt was stopped by the reader. */
  get isStopped(): boolean {
    return this.#isStopped;
  }
  get isRunning(): boolean {
    return this.#progress !== null;
  }

  /** Carries out the work; does nothing while some is under way. Gives whether all is there; never rejects. */
  async run(work: TransferWork): Promise<boolean> {
    if (this.isRunning) return false;
    const abort = new AbortController();
    const rate = new ByteRate();
    this.#abort = abort;
    this.#progress = { done: 0, total: 0 };
    this.#rate = this.#left = this.#problem = null;
    this.#isStopped = false;
    this.#drawn = 0;
    let last: TransferProgress = { done: 0, total: 0 };
    const idle = setInterval(() => this.#tell(last, rate), IDLE_MS);
    try {
      await work((progress) => this.#tell((last = progress), rate), abort.signal);
      return true;
    } catch (error) {
      if (isAbort(error)) this.#isStopped = true;
      else this.#problem = asProblem(error);
      return false;
    } finally {
      clearInterval(idle);
      this.#progress = null;
    }
  }

  stop(): void {
    this.#abort?.abort();
  }

  /** Puts a failure or a stop out of sight. */
  clear(): void {
    this.#problem = null;
    this.#isStopped = false;
  }

  #tell(progress: TransferProgress, rate: ByteRate): void {
    const now = this.now();
    rate.note(progress.done, now);
    const isWhole = progress.done === progress.total;
    if (this.#abort?.signal.aborted || (now - this.#drawn < REDRAW_MS && !isWhole)) return;
    this.#drawn = now;
    this.#progress = progress;
    this.#rate = rate.perSecond;
    this.#left = rate.left(progress.total);
  }
}

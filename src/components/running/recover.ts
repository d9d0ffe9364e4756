import { asProblem, type Problem } from '../../core/errors';

/** A device that is lost more often in a row than this, without one new answer between, will not hold. */
export const MOST_LOSSES = 2;

/** What recovering needs of the run. */
export interface Recovery {
  /** Answers kept so far. */
  readonly done: () => number;
  /** Loads the model again; what it throws ends the run. */
  readonly again: (lost: Problem) => Promise<void>;
}

/**
 * Carries out a run whose device may be lost on the way: the model is loaded again and the run gone on with from its
 * journal, so that nothing answered is asked twice.
 * @param work the run from where it stands, to its end
 * @throws what the work throws; `device-lost` when it was lost too often without a new answer between
 */
export async function recovering<T>(work: () => Promise<T>, { done, again }: Recovery): Promise<T> {
  let losses = 0;
  for (;;) {
    const before = done();
    try {
      return await work();
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code !== 'device-lost') throw error;
      losses = done() > before ? 1 : losses + 1;
      if (losses > MOST_LOSSES) throw error;
      await again(problem);
    }
  }
}

import { asProblem, isAbort, Problem } from '../core/errors';
import type { Workshop } from '../core/profile';
import type { Suite } from '../core/suite';
import type { RunControl } from './control';
import { endsTheRun } from './ends-the-run';
import type { PreparedPlan } from './plan';

/** So many reviews in a row failed: the judge is broken, not the review. */
const BROKEN_AFTER = 3;

export interface ReviewEvents {
  /** A review is done or has failed; `done` counts both. */
  onReview?: (done: number, total: number) => void;
}

/**
 * Makes what the study has rated besides its answers. What is kept already is not made again, so a run that is gone on
 * with goes on here too.
 * @returns how many could not be made
 * @throws Problem `aborted`; the judge's Problem when it is gone, or when review after review fails
 */
export async function review(
  plan: PreparedPlan,
  suite: Suite,
  control: RunControl,
  workshop: ((signal: AbortSignal) => Workshop) | undefined,
  events: ReviewEvents = {},
): Promise<number> {
  const reviews = suite.reviews?.(plan.items, plan.conditions, plan.study) ?? [];
  if (workshop === undefined) return reviews.length;
  let failed = 0;
  let inARow = 0;
  for (const [index, each] of reviews.entries()) {
    try {
      await control.perform((signal) => each.make(workshop(signal)));
      inARow = 0;
    } catch (error) {
      if (isAbort(error) || endsTheRun(error)) throw error;
      failed += 1;
      inARow += 1;
      if (inARow >= BROKEN_AFTER) throw broken(error);
    }
    events.onReview?.(index + 1, reviews.length);
  }
  return failed;
}

function broken(cause: unknown): Problem {
  return new Problem('engine-failed', {
    what: `The judge failed ${BROKEN_AFTER} times in a row: ${asProblem(cause).message}`,
    kept: 'All answers and ratings so far are kept.',
    next: 'Open the run and go on, perhaps with another model.',
    cause,
  });
}

import { asProblem, Problem } from '../../core/errors';
import type { Artifact } from '../../core/run';
import { withRunLock, type Locks } from '../../storage/lock';
import type { RunRepository } from '../../storage/runs';
import { rating as text } from '../../text/en-rating';

/**
 * Keeps a person's rating in a stored run; the same person's earlier one of the same thing is replaced.
 * @throws Problem `busy` while the run goes on, here or in another tab; `disk-full`, `storage-failed`
 */
export async function keepRating(
  runs: Pick<RunRepository, 'journal'>,
  runId: string,
  rating: Artifact,
  locks?: Locks,
): Promise<void> {
  let isFree = false;
  try {
    await withRunLock(
      runId,
      () => {
        isFree = true;
        return runs.journal(runId).putArtifact(rating);
      },
      ...(locks === undefined ? [] : [locks]),
    );
  } catch (error) {
    if (!isFree && asProblem(error).code === 'busy') throw new Problem('busy', text.busy);
    throw error;
  }
}

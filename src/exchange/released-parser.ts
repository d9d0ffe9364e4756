import * as v from 'valibot';
import { aborted, Problem } from '../core/errors';
import { decisionSchema } from '../decision/decision-schema';
import { askWorker, failedSchema, novelSchema } from './novel-parser';
import { runReleasedJob, type ReleasedRows } from './released-job';

const answerSchema = v.variant('kind', [
  v.object({
    kind: v.literal('read'),
    novels: v.array(novelSchema),
    decisions: v.array(decisionSchema),
    faults: v.array(
      v.object({ book: v.number(), row: v.number(), field: v.string(), message: v.string() }),
    ),
  }),
  failedSchema,
]);

/**
 * Reads a released file in a worker of its own, which ends with it; where there are no workers, here.
 * @throws Problem `bad-file`, `aborted`
 */
export async function parseReleased(
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<ReleasedRows> {
  if (signal?.aborted) throw aborted();
  if (typeof Worker === 'undefined') return runReleasedJob(bytes);
  const worker = new Worker(new URL('./released-worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = v.parse(answerSchema, await askWorker(worker, bytes, signal));
    if (answer.kind === 'read') return answer;
    throw new Problem(answer.problem.code, answer.problem);
  } finally {
    worker.terminate();
  }
}

import * as v from 'valibot';
import { aborted, Problem } from '../core/errors';
import type { ReadBook } from '../decision/novels/read-book';
import { runNovelJob, type NovelJob } from './novel-job';

export const novelSchema = v.object({
  id: v.string(),
  title: v.string(),
  author: v.string(),
  hash: v.string(),
  chapters: v.array(v.object({ title: v.string(), paragraphs: v.array(v.string()) })),
});
/** The answer of a worker that reads files, where it could not. */
export const failedSchema = v.object({
  kind: v.literal('failed'),
  problem: v.object({
    code: v.picklist(['bad-file', 'unknown']),
    what: v.string(),
    kept: v.string(),
    next: v.string(),
  }),
});
const answerSchema = v.variant('kind', [
  v.object({ kind: v.literal('read'), novel: novelSchema, notes: v.array(v.string()) }),
  failedSchema,
]);

/**
 * Reads a novel in a worker of its own, which ends with it; where there are no workers, here.
 * @throws Problem `bad-file`, `aborted`
 */
export async function parseNovel(job: NovelJob, signal?: AbortSignal): Promise<ReadBook> {
  if (signal?.aborted) throw aborted();
  if (typeof Worker === 'undefined') return runNovelJob(job);
  const worker = new Worker(new URL('./novel-worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = v.parse(answerSchema, await askWorker(worker, job, signal));
    if (answer.kind === 'read') return answer;
    throw new Problem(answer.problem.code, answer.problem);
  } finally {
    worker.terminate();
  }
}

/** A worker's answer to the one thing it is asked. */
export function askWorker(
  worker: Worker,
  job: unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(
        new Problem('unknown', {
          what: `The file could not be read: ${event.message || 'its worker stopped'}.`,
          kept: 'Nothing was added to the shelf.',
          next: 'Reload the page and try again.',
        }),
      );
    };
    signal?.addEventListener('abort', () => reject(aborted()), { once: true });
    worker.postMessage(job);
  });
}

import * as v from 'valibot';
import { aborted, Problem } from '../core/errors';
import type { Novel } from '../core/novel';
import { chunkNovel, type Chunking } from '../retrieval/chunks';
import type { IndexedNovel } from '../retrieval/library';
import { indexNovel, type IndexJob } from './novel-index-job';

const numbers = v.instance(Uint32Array);
const answerSchema = v.variant('kind', [
  v.object({
    kind: v.literal('indexed'),
    lengths: v.instance(Uint32Array),
    terms: v.object({
      terms: v.array(v.string()),
      texts: v.array(v.object({ ids: numbers, counts: numbers, length: v.number() })),
    }),
  }),
  v.object({ kind: v.literal('failed'), message: v.string() }),
]);

/**
 * Cuts a novel into chunks and counts its words, in a worker of its own; where there are no workers, here.
 * @throws Problem `aborted`, `unknown`
 */
export async function indexHere(
  novel: Novel,
  chunking: Chunking,
  signal?: AbortSignal,
): Promise<IndexedNovel> {
  if (signal?.aborted) throw aborted();
  const job: IndexJob = { novel, chunking };
  const { lengths, terms } =
    typeof Worker === 'undefined' ? await indexNovel(job) : await byWorker(job, signal);
  return { chunked: chunkNovel(novel, lengths, chunking), terms };
}

async function byWorker(job: IndexJob, signal?: AbortSignal) {
  const worker = new Worker(new URL('./novel-index-worker.ts', import.meta.url), {
    type: 'module',
  });
  try {
    const answer = v.parse(answerSchema, await asked(worker, job, signal));
    if (answer.kind === 'indexed') return answer;
    throw broken(answer.message);
  } finally {
    worker.terminate();
  }
}

function asked(worker: Worker, job: IndexJob, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(broken(event.message || 'its worker stopped'));
    };
    signal?.addEventListener('abort', () => reject(aborted()), { once: true });
    worker.postMessage(job);
  });
}

function broken(why: string): Problem {
  return new Problem('unknown', {
    what: `The novel could not be made ready for the search: ${why.replace(/\.+$/, '')}.`,
    kept: 'The novel stays on the shelf.',
    next: 'Reload the page and try again.',
  });
}

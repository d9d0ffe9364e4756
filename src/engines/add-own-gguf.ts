import * as v from 'valibot';
import { aborted, asProblem, Problem, type ProblemCode } from '../core/errors';
import type { CatalogueModel } from './catalogue';
import { ownGgufMessage, type OwnGgufJob, type OwnGgufNews } from './own-gguf-job';

/** How long the worker gets to end what it does before it is ended. */
const GRACE_MS = 2000;

/**
 * Takes in a GGUF file of the reader's own, in a worker, so that the page stays alive.
 * @throws Problem `bad-file`, `bad-link`, `not-supported`, `disk-full`, `download-failed`, `aborted`, ...
 */
export async function addOwnGguf(
  job: OwnGgufJob,
  tell: (news: OwnGgufNews) => void,
  signal: AbortSignal,
): Promise<CatalogueModel> {
  if (signal.aborted) throw aborted();
  const worker = new Worker(new URL('./own-gguf-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        const message = v.parse(ownGgufMessage, data);
        if (message.kind === 'done') resolve(message.model);
        else if (message.kind === 'failed') reject(problemOf(message.problem));
        else tell(message);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(asProblem(new Error(event.message || 'the worker that reads files stopped')));
      };
      signal.addEventListener(
        'abort',
        () => {
          worker.postMessage('stop');
          timer = setTimeout(() => reject(aborted()), GRACE_MS);
        },
        { once: true },
      );
      worker.postMessage(job);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function problemOf(parts: { code: string; what: string; kept: string; next: string }): Problem {
  return new Problem(parts.code as ProblemCode, parts);
}

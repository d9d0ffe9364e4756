/** Reads one released file off the page's thread and answers with it, or with the parts of what stopped it. */
import { asProblem } from '../core/errors';
import { runReleasedJob } from './released-job';

self.addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  runReleasedJob(data).then(
    (rows) => self.postMessage({ kind: 'read', ...rows }),
    (error: unknown) => {
      const { code, message: what, kept, next } = asProblem(error);
      self.postMessage({ kind: 'failed', problem: { code, what, kept, next } });
    },
  );
});

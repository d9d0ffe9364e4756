/** Reads one novel off the page's thread and answers with it, or with the parts of the Problem that stopped it. */
import { asProblem } from '../core/errors';
import { runNovelJob, type NovelJob } from './novel-job';

self.addEventListener('message', ({ data }: MessageEvent<NovelJob>) => {
  runNovelJob(data).then(
    ({ novel, notes }) => self.postMessage({ kind: 'read', novel, notes }),
    (error: unknown) => {
      const { code, message: what, kept, next } = asProblem(error);
      self.postMessage({ kind: 'failed', problem: { code, what, kept, next } });
    },
  );
});

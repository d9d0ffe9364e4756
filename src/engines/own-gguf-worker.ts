/** Takes in one file off the page's thread; a second message of any kind stops it. */
import { asProblem } from '../core/errors';
import { runOwnGgufJob, type OwnGgufJob } from './own-gguf-job';

const abort = new AbortController();
let started = false;

self.addEventListener('message', ({ data }: MessageEvent<OwnGgufJob>) => {
  if (started) return abort.abort();
  started = true;
  runOwnGgufJob(data, (news) => self.postMessage(news), abort.signal).then(
    (model) => self.postMessage({ kind: 'done', model }),
    (error: unknown) => {
      const { code, message: what, kept, next } = asProblem(error);
      self.postMessage({ kind: 'failed', problem: { code, what, kept, next } });
    },
  );
});

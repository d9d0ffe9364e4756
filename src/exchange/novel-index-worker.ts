/** Makes one novel ready for the search off the page's thread (novel-index-job.ts). */
import { asProblem } from '../core/errors';
import { indexNovel, type IndexJob } from './novel-index-job';

self.addEventListener('message', ({ data }: MessageEvent<IndexJob>) => {
  indexNovel(data).then(
    (indexed) => self.postMessage({ kind: 'indexed', ...indexed }),
    (error: unknown) => self.postMessage({ kind: 'failed', message: asProblem(error).sentence }),
  );
});

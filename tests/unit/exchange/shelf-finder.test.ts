import { describe, expect, it, vi } from 'vitest';
import { asProblem } from '../../../src/core/errors';
import type { Novel } from '../../../src/core/novel';
import type { Retriever } from '../../../src/core/retriever';
import { ShelfFinder, type SearchWorker } from '../../../src/exchange/shelf-finder';
import type { ShelfSearchRequest } from '../../../src/exchange/shelf-search-worker';
import { ShelfIndex } from '../../../src/retrieval/shelf-search';

const novel = (id: string, ...paragraphs: string[]): Novel => ({
  id,
  title: id,
  author: '',
  hash: '',
  chapters: [{ title: '', paragraphs }],
});
const NOVELS = [novel('sea', 'The white whale.', 'A whale.'), novel('land', 'A white horse.')];

/** A worker without a thread. */
function worker(): SearchWorker & { added: string[] } {
  const index = new ShelfIndex();
  const made: SearchWorker & { added: string[] } = {
    added: [],
    onmessage: null,
    onerror: null,
    terminate: vi.fn(),
    postMessage: (request: ShelfSearchRequest) => {
      if (request.kind === 'add') {
        made.added.push(request.novel.id);
        index.add(request.novel);
      } else {
        const found = index.search(request.query, request.among, request.limit);
        const event = { data: { id: request.id, found } } as MessageEvent;
        queueMicrotask(() => (made.onmessage as (event: MessageEvent) => void)(event));
      }
    },
  };
  return made;
}

function made(nearest: Record<string, number> = {}) {
  const workers: ReturnType<typeof worker>[] = [];
  const retriever = vi.fn((id: string) => {
    const chunk = { id: '1.1-1.1', from: { chapter: 1, paragraph: 1 }, text: `of\n${id}` };
    const hits = [{ chunk, score: nearest[id] ?? 0, terms: [] }];
    return Promise.resolve({ search: () => Promise.resolve(hits) } as unknown as Retriever);
  });
  const finder = new ShelfFinder(
    {
      novel: (id) => {
        const found = NOVELS.find((one) => one.id === id);
        return found ? Promise.resolve(found) : Promise.reject(new Error(`no ${id}`));
      },
    },
    () =>
      Promise.resolve({
        library: { retriever },
        listen: (listener) => {
          listener.onVectors({ novel: 'land', done: 1, total: 4 });
          return () => undefined;
        },
      }),
    () => {
      workers.push(worker());
      return workers.at(-1) as SearchWorker;
    },
  );
  const abort = new AbortController();
  const progress: string[] = [];
  const options = {
    signal: abort.signal,
    limit: 5,
    onProgress: (done: number, total: number) => void progress.push(`${done}/${total}`),
  };
  return { finder, workers, options, abort, progress, retriever };
}

describe('the search over the shelf', () => {
  it('reads each novel once and then answers from the worker', async () => {
    const { finder, workers, options, progress } = made();
    const found = await finder.byWords('white', ['sea', 'land'], options);
    expect(found.hits.map((hit) => hit.novel).sort()).toEqual(['land', 'sea']);
    expect(progress).toEqual(['0/2', '1/2', '2/2']);
    expect((await finder.byWords('whale', ['sea', 'land'], options)).count).toBe(2);
    expect((await finder.byWords('white', ['land'], options)).count).toBe(1);
    expect(workers[0]?.added).toEqual(['sea', 'land']);
    finder.close();
    expect(workers[0]?.terminate).toHaveBeenCalled();
    expect((await finder.byWords('whale', ['sea'], options)).count).toBe(2);
    expect(workers[1]?.added).toEqual(['sea']);
  });

  it('orders the nearest passages of all novels by their cosines', async () => {
    const { finder, options, progress, retriever } = made({ sea: 0.2, land: 0.7 });
    const partial: number[] = [];
    const found = await finder.byMeaning('a beast', ['sea', 'land'], {
      ...options,
      onPartial: ({ hits }) => void partial.push(hits.length),
    });
    expect(partial).toEqual([1, 2]);
    expect(progress).toEqual(['0/2', '1/2', '1.25/2', '2/2']);
    expect(found.hits.map(({ novel: id, text, score }) => [id, text, score])).toEqual([
      ['land', 'of land', 0.7],
      ['sea', 'of sea', 0.2],
    ]);
    expect(found.novels).toBe(2);
    await finder.byMeaning('again', ['sea', 'land'], options);
    expect(retriever).toHaveBeenCalledTimes(2);
  });

  it('stops, and says what a novel that cannot be read says', async () => {
    const { finder, options, abort } = made();
    expect((await finder.byWords('x', ['gone'], options).catch(asProblem)) as object).toMatchObject(
      { message: 'Something unexpected happened: no gone.' },
    );
    abort.abort();
    expect(await finder.byWords('x', ['sea'], options).catch(asProblem)).toMatchObject({
      code: 'aborted',
    });
  });
});

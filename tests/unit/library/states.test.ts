import { describe, expect, it, vi } from 'vitest';
import { aborted, Problem } from '../../../src/core/errors';
import type { Novel } from '../../../src/core/novel';
import type { LoadOptions } from '../../../src/exchange/novel-source';
import { AddQueue } from '../../../src/pages/library/AddQueue.svelte';
import { Find } from '../../../src/pages/library/Find.svelte';
import { Loadings } from '../../../src/pages/library/Loading.svelte';
import { NovelPage } from '../../../src/pages/library/NovelPage.svelte';
import type { FindOptions } from '../../../src/exchange/shelf-finder';
import type { CatalogueEntry } from '../../../src/decision/catalogue';
import type { Decision } from '../../../src/decision/dataset';
import type { FoundDecisions } from '../../../src/exchange/own-file';

const novel: Novel = { id: 'emma', title: 'Emma', author: '', hash: 'h', chapters: [] };

/** A shelf whose novel comes when the test says so. */
function slowShelf() {
  const asked: { options: LoadOptions; done(): void; fail(error: unknown): void }[] = [];
  let isHere = false;
  return {
    asked,
    shelf: {
      catalogue: () => Promise.resolve([{ id: 'emma', title: 'Emma' } as CatalogueEntry]),
      isHere: () => Promise.resolve(isHere),
      novel: (_id: string, options: LoadOptions = {}) =>
        isHere
          ? Promise.resolve(novel)
          : new Promise<Novel>((resolve, reject) => {
              options.signal?.addEventListener('abort', () => reject(aborted()));
              asked.push({
                options,
                done: () => {
                  isHere = true;
                  resolve(novel);
                },
                fail: reject,
              });
            }),
    },
  };
}

describe('a novel on its way', () => {
  it('is one download for every page, with its progress', async () => {
    const { shelf, asked } = slowShelf();
    const loadings = new Loadings(shelf);
    const first = loadings.of('emma').start();
    const second = loadings.of('emma').start();
    expect(asked.length).toBe(1);
    asked[0]?.options.onProgress?.(0.4);
    expect(loadings.of('emma').share).toBe(0.4);
    asked[0]?.done();
    expect(await first).toBe(novel);
    expect(await second).toBe(novel);
    expect(loadings.of('emma').share).toBeNull();
  });

  it('is stopped without a problem, and fails with one that goes when tried again', async () => {
    const { shelf, asked } = slowShelf();
    const loading = new Loadings(shelf).of('emma');
    const stopped = loading.start();
    loading.stop();
    expect(await stopped).toBeNull();
    expect([loading.problem, loading.share]).toEqual([null, null]);
    const failed = loading.start();
    asked[1]?.fail(new Problem('download-failed', { what: 'Broken off.' }));
    expect(await failed).toBeNull();
    expect(loading.problem?.code).toBe('download-failed');
    void loading.start();
    expect(loading.problem).toBeNull();
  });
});

describe('a novel’s page', () => {
  const decision = (id: string, chapter: number, of = 'emma') =>
    ({ id, novel: of, at: { chapter, paragraph: 1, hash: '' } }) as unknown as Decision;
  function open() {
    const { shelf, asked } = slowShelf();
    const loadings = new Loadings(shelf);
    const parts = {
      shelf,
      loadings,
      novels: { remove: () => Promise.resolve(() => Promise.resolve()) },
      decisions: () =>
        Promise.resolve({
          decisions: [
            decision('late', 9),
            decision('other', 1, 'persuasion'),
            decision('early', 2),
          ],
          own: new Set(['early', 'other']),
        }),
      ownDecisions: { remove: () => Promise.resolve(() => Promise.resolve()) },
    };
    return { parts, asked, loadings };
  }

  it('says that the text is away, loads it, and gives the decisions in story order', async () => {
    const { parts, asked } = open();
    const page = new NovelPage('emma', parts);
    page.open();
    await vi.waitFor(() => expect(page.where).toBe('absent'));
    await vi.waitFor(() => expect(page.decisions.map(({ id }) => id)).toEqual(['early', 'late']));
    const loading = page.load();
    asked[0]?.done();
    await loading;
    expect([page.where, page.novel]).toEqual(['here', novel]);
  });

  it('joins a download that another page began', async () => {
    const { parts, asked, loadings } = open();
    void loadings.of('emma').start();
    const page = new NovelPage('emma', parts);
    page.open();
    await vi.waitFor(() => expect(page.decisions.length).toBe(2));
    asked[0]?.done();
    await vi.waitFor(() => expect(page.where).toBe('here'));
    expect(asked.length).toBe(1);
  });

  it('says so where there is no such novel', async () => {
    const page = new NovelPage('nothing', open().parts);
    page.open();
    await vi.waitFor(() => expect(page.problem?.code).toBe('novel-missing'));
  });

  it('takes the reader’s own decisions away, and puts them back', async () => {
    const page = new NovelPage('emma', open().parts);
    page.open();
    await vi.waitFor(() => expect(page.ownDecisions.map(({ id }) => id)).toEqual(['early']));
    const undo = await page.removeDecisions();
    expect(page.decisions.map(({ id }) => id)).toEqual(['late']);
    expect(page.ownDecisions).toEqual([]);
    await undo();
    expect(page.decisions.map(({ id }) => id)).toEqual(['early', 'late']);
  });

  it('puts a deleted text back', async () => {
    const { parts, asked } = open();
    const page = new NovelPage('emma', parts);
    page.open();
    await vi.waitFor(() => expect(page.where).toBe('absent'));
    const loading = page.load();
    asked[0]?.done();
    await loading;
    const undo = await page.remove();
    expect([page.where, page.novel]).toEqual(['absent', null]);
    await undo();
    expect([page.where, page.novel]).toEqual(['here', novel]);
  });
});

const keepsNothing = (): Promise<void> => Promise.reject(new Error('nothing is to be kept'));

describe('decisions being added', () => {
  const found = { dataset: {}, file: 'mine.jsonl' } as unknown as FoundDecisions;

  it('are kept when the reader says so, and not before', async () => {
    const kept: FoundDecisions[] = [];
    const queue = new AddQueue(
      () => Promise.resolve(found),
      (given) => {
        kept.push(given);
        return Promise.resolve();
      },
    );
    await queue.add([new File([], 'mine.jsonl'), new File([], 'again.jsonl')]);
    const kinds = (): string[] => queue.items.map(({ state }) => state.kind);
    expect([kinds(), kept]).toEqual([['found', 'found'], []]);
    expect(queue.hasEnded).toBe(false);
    queue.clear();
    await queue.decide(1, true);
    await queue.decide(2, false);
    // What is decided is decided.
    await queue.decide(1, true);
    await queue.decide(2, true);
    expect([kinds(), kept]).toEqual([['kept', 'left'], [found]]);
    expect(queue.hasEnded).toBe(true);
  });

  it('are read again once their novel is here, and fail with a sentence where they cannot be kept', async () => {
    let reads = 0;
    const queue = new AddQueue(
      () => {
        reads += 1;
        return Promise.resolve(found);
      },
      () => Promise.reject(new Problem('disk-full', { what: 'Full.' })),
    );
    await queue.add([new File([], 'mine.jsonl')]);
    await queue.again(1);
    expect(reads).toBe(2);
    await queue.decide(1, true);
    expect(queue.items[0]?.state).toMatchObject({ kind: 'failed', problem: { code: 'disk-full' } });
  });
});

describe('files being added', () => {
  it('are read one after the other; a bad one and a stop harm none of the others', async () => {
    const order: string[] = [];
    const queue = new AddQueue(async (file, signal) => {
      order.push(`${file.name} begins`);
      await Promise.resolve();
      if (file.name === 'bad') throw new Problem('bad-file', { what: 'No book.' });
      if (file.name === 'last') queue.stop();
      if (signal.aborted) throw aborted();
      order.push(`${file.name} ends`);
      return { novel, notes: ['A note.'], already: false };
    }, keepsNothing);
    await queue.add(['good', 'bad', 'next', 'last', 'never'].map((name) => new File([], name)));
    expect(order).toEqual([
      'good begins',
      'good ends',
      'bad begins',
      'next begins',
      'next ends',
      'last begins',
    ]);
    expect(queue.items.map(({ state }) => state.kind)).toEqual([
      'done',
      'failed',
      'done',
      'stopped',
      'stopped',
    ]);
    queue.clear();
    expect(queue.items).toEqual([]);
  });
});

describe('a search', () => {
  const found = (count: number) => ({ hits: [], count, novels: 1, every: true });
  function slowFinder() {
    const asked: { query: string; options: FindOptions; done(count: number): void }[] = [];
    const ask = (query: string, _novels: readonly string[], options: FindOptions) =>
      new Promise<ReturnType<typeof found>>((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(aborted()));
        asked.push({ query, options, done: (count) => resolve(found(count)) });
      });
    const rest = vi.fn();
    return { asked, finder: { byWords: ask, byMeaning: ask, rest }, rest };
  }

  it('gives way to the next one, and shows that one’s hits alone', async () => {
    const { asked, finder } = slowFinder();
    const find = new Find(finder);
    const first = find.search('whale', 'words', ['a']);
    const second = find.search(' white whale ', 'words', ['a']);
    expect(asked[0]?.options.signal.aborted).toBe(true);
    asked[1]?.options.onProgress(1, 2);
    expect(find.progress).toEqual({ done: 1, total: 2 });
    asked[0]?.done(7);
    asked[1]?.done(3);
    await Promise.all([first, second]);
    expect([find.found?.count, find.query, find.progress, find.problem]).toEqual([
      3,
      'white whale',
      null,
      null,
    ]);
  });

  it('asks for more at a time, keeps the hits meanwhile, and is cleared by nothing', async () => {
    const { asked, finder } = slowFinder();
    const find = new Find(finder);
    const first = find.search('whale', 'words', ['a']);
    asked[0]?.done(50);
    await first;
    const more = find.more();
    expect(find.found?.count).toBe(50);
    expect(asked.map(({ options }) => options.limit)).toEqual([20, 40]);
    asked[1]?.done(51);
    await more;
    expect(find.found?.count).toBe(51);
    await find.search('', 'words', ['a']);
    expect([find.found, find.query, asked.length]).toEqual([null, '', 2]);
  });

  it('stops without a problem and frees what it holds when its page is left', async () => {
    const { finder, rest } = slowFinder();
    const find = new Find(finder);
    const search = find.search('whale', 'meaning', ['a']);
    find.close();
    await search;
    expect([find.problem, find.progress]).toEqual([null, null]);
    expect(rest).toHaveBeenCalledOnce();
  });
});

import { describe, expect, it } from 'vitest';
import { RETRIEVAL_DEFAULTS } from '../../../src/core/retriever';
import { chunkNovel, paragraphLengths } from '../../../src/retrieval/chunks';
import { makeRetriever } from '../../../src/retrieval/retriever';
import { findByMeaning, ShelfSearch } from '../../../src/retrieval/shelf-search';
import { quantise } from '../../../src/retrieval/vectors';
import { madeNovel, offlineNovel, seaAndLand, standInEmbedder, words } from './made';

const filler = 'word '.repeat(119).trim();
const sea = {
  ...madeNovel([`the old whale ${filler}`, 'a whaleboat and an old man'], ['whale']),
  id: 'sea',
};
const land = { ...madeNovel(['an old whale on land'], ['nothing here']), id: 'land' };

async function shelf() {
  const search = new ShelfSearch();
  await search.add(sea);
  await search.add(land);
  return search;
}

function placesOf(
  hits: readonly { novel: string; from: { chapter: number; paragraph: number } }[],
) {
  return hits.map(({ novel, from }) => `${novel} ${from.chapter}.${from.paragraph}`).sort();
}

describe('the search over the shelf', () => {
  it('finds the passages with all words, whole ones, in every novel', async () => {
    const search = await shelf();
    expect(placesOf(await search.find('old Whale', 10))).toEqual(['land 1.1', 'sea 1.1']);
    expect(placesOf(await search.find('whale', 10))).toEqual(['land 1.1', 'sea 1.1', 'sea 2.1']);
    expect(await search.find('wha', 10)).toEqual([]);
    expect(await search.find(' — ', 10)).toEqual([]);
  });

  it('finds those with any where none has all', async () => {
    expect(placesOf(await (await shelf()).find('whaleboat nothing', 10))).toEqual([
      'land 2.1',
      'sea 1.2',
    ]);
  });

  it('keeps to the novels that are named, and forgets one', async () => {
    const search = await shelf();
    expect(placesOf(await search.find('whale', 10, ['land']))).toEqual(['land 1.1']);
    await search.remove('land');
    expect(search.has('land')).toBe(false);
    expect(placesOf(await search.find('whale', 10))).toEqual(['sea 1.1', 'sea 2.1']);
    await search.add(land);
    expect(await search.find('whale', 1)).toHaveLength(1);
  });

  it('finds a place in a whole novel', async () => {
    const search = new ShelfSearch();
    const alice = await offlineNovel('alice', 'carroll-alice.txt');
    await search.add(alice);
    const [first] = await search.find('orange marmalade', 5);
    expect(first?.from.chapter).toBe(1);
    expect(first?.text).toContain('ORANGE MARMALADE');
  });
});

describe('the search over the shelf by meaning', () => {
  it('merges the nearest passages of all novels', async () => {
    const settings = { ...RETRIEVAL_DEFAULTS, chunkTokens: 8 };
    const novels = new Map([
      ['a', { ...madeNovel(['sea sea sea', 'land land land of the free men here']), id: 'a' }],
      ['b', { ...madeNovel(['sea and other things', 'none of it']), id: 'b' }],
    ]);
    const hits = await findByMeaning(
      {
        novel: (id) => Promise.resolve(novels.get(id)!),
        retriever: (id, kind) => {
          const novel = novels.get(id)!;
          const chunked = chunkNovel(novel, paragraphLengths(novel, words), settings);
          const vectors = quantise(
            chunked.chunks.map(({ text }) => seaAndLand(text)),
            3,
          );
          const meaning = { vectors, embedder: standInEmbedder() };
          return Promise.resolve(makeRetriever(kind, chunked, settings, { meaning }));
        },
      },
      'sea sea',
      2,
      ['b', 'a'],
    );
    expect(hits.map(({ novel }) => novel)).toEqual(['a', 'b']);
    expect(hits[0]?.text).toBe('sea sea sea');
    expect(hits[0]?.score).toBeGreaterThan(0.99);
  });
});

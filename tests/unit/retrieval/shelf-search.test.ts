import { describe, expect, it } from 'vitest';
import { ShelfIndex, type ShelfFound } from '../../../src/retrieval/shelf-search';
import { madeNovel, offlineNovel } from './made';

const sea = {
  ...madeNovel(['the old whale', 'a whaleboat and an old man'], ['a whale, a whale']),
  id: 'sea',
};
const land = { ...madeNovel(['an old whale on land'], ['nothing here']), id: 'land' };
const both = ['sea', 'land'];

function shelf(): ShelfIndex {
  const index = new ShelfIndex();
  index.add(sea);
  index.add(land);
  index.add(sea);
  return index;
}

function placesOf({ hits }: ShelfFound): string[] {
  return hits.map(({ novel, place }) => `${novel} ${place.chapter}.${place.paragraph}`).sort();
}

describe('the search over the shelf', () => {
  it('finds the paragraphs with all words, whole ones, in every novel', () => {
    const found = shelf().search('old Whale', both, 10);
    expect(placesOf(found)).toEqual(['land 1.1', 'sea 1.1']);
    expect(found).toMatchObject({ count: 2, novels: 2, every: true });
    expect(placesOf(shelf().search('whale', both, 10))).toEqual(['land 1.1', 'sea 1.1', 'sea 2.1']);
    expect(shelf().search('wha', both, 10)).toMatchObject({ hits: [], count: 0, novels: 0 });
    expect(shelf().search(' — ', both, 10)).toMatchObject({ hits: [], count: 0 });
  });

  it('finds those with any where none has all, and says so', () => {
    const found = shelf().search('whaleboat nothing', both, 10);
    expect(placesOf(found)).toEqual(['land 2.1', 'sea 1.2']);
    expect(found.every).toBe(false);
  });

  it('keeps to the novels that are named, and counts what it does not show', () => {
    expect(placesOf(shelf().search('whale', ['land'], 10))).toEqual(['land 1.1']);
    expect(shelf().search('whale', [], 10).count).toBe(0);
    const found = shelf().search('whale', both, 1);
    expect(found.hits).toHaveLength(1);
    expect(found).toMatchObject({ count: 3, novels: 2 });
  });

  it('finds a place in a whole novel', async () => {
    const index = new ShelfIndex();
    index.add(await offlineNovel('alice', 'carroll-alice.txt'));
    const [first] = index.search('orange marmalade', ['alice'], 5).hits;
    expect(first?.place.chapter).toBe(1);
    expect(first?.text).toContain('ORANGE MARMALADE');
  });
});

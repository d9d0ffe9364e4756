import { describe, expect, it } from 'vitest';
import { bm25Statistics, bm25Weights, Vocabulary } from '../../../src/retrieval/bm25';
import { termsOf } from '../../../src/retrieval/terms';

describe('the words of a text', () => {
  it.each([
    ['The Captain’s dog', ['the', 'captain', 'dog']],
    ["Don't! — she’d said", ["don't", "she'd", 'said']],
    ['’tis ‘quoted’ text', ['tis', 'quoted', 'text']],
    ['Zürich naïve, 3.50 €', ['zürich', 'naïve', '3', '50']],
    ['half-past ten_o', ['half', 'past', 'ten', 'o']],
    ['— … !', []],
  ])('%s', (text, words) => {
    expect(termsOf(text)).toEqual(words);
  });
});

/** Worked out by hand: three texts of 2, 4 and 3 words. */
describe('BM25', () => {
  const vocabulary = new Vocabulary();
  const texts = ['sea sea', 'land ship land land', 'ship sea wind'].map((text) =>
    vocabulary.count(text),
  );
  const statistics = bm25Statistics(texts, vocabulary.size);
  const idf = (term: string): number => statistics.idf[vocabulary.terms.indexOf(term)] ?? NaN;

  it('weighs rare words, and common ones by a quarter of the mean', () => {
    // ln((3 - 1 + 0.5) / 1.5) for land and wind, ln((3 - 2 + 0.5) / 2.5) for sea and ship, which is negative.
    const rare = Math.log(2.5 / 1.5);
    const common = Math.log(1.5 / 2.5);
    expect(idf('land')).toBeCloseTo(rare, 12);
    expect(idf('wind')).toBeCloseTo(rare, 12);
    expect(idf('sea')).toBeCloseTo((0.25 * (2 * rare + 2 * common)) / 4, 12);
    expect(statistics.meanLength).toBe(3);
  });

  it('scores a text by its counts and its length, a word asked twice twice', () => {
    const asked = vocabulary.ask('land LAND unknown');
    const [weight] = bm25Weights(texts[1] ?? texts[0]!, asked, statistics, { k1: 1.5, b: 0.75 });
    const rare = Math.log(2.5 / 1.5);
    const expected = (2 * rare * 3 * 2.5) / (3 + 1.5 * (0.25 + (0.75 * 4) / 3));
    expect(weight?.weight).toBeCloseTo(expected, 12);
    expect(bm25Weights(texts[0]!, asked, statistics, { k1: 1.5, b: 0.75 })).toEqual([]);
  });
});

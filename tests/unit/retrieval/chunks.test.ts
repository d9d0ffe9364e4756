import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePlaces, paragraphsBefore, type Novel, type Place } from '../../../src/core/novel';
import type { Chunk } from '../../../src/core/retriever';
import { chunkNovel, paragraphLengths, type Chunking } from '../../../src/retrieval/chunks';
import { madeNovel, words } from './made';

function chunked(novel: Novel, chunkTokens: number, overlapTokens = 0) {
  return chunkNovel(novel, paragraphLengths(novel, words), { chunkTokens, overlapTokens });
}

function ids(chunks: readonly Chunk[]): string[] {
  return chunks.map(({ id }) => id);
}

const five = madeNovel(['a b', 'c d e'], ['f', 'g h i j k l', 'm n']);

describe('a novel in chunks', () => {
  it('is cut before the paragraph that would be too much, over the ends of chapters', () => {
    const { chunks } = chunked(five, 6);
    expect(ids(chunks)).toEqual(['1.1-2.1', '2.2-2.2', '2.3-2.3']);
    expect(chunks.map(({ tokens }) => tokens)).toEqual([6, 6, 2]);
    expect(chunks[0]?.text).toBe('a b\nc d e\nf');
    expect(chunks[0]?.from).toEqual({ chapter: 1, paragraph: 1 });
    expect(chunks[0]?.to).toEqual({ chapter: 2, paragraph: 1 });
  });

  it('lets a paragraph that is too long stand alone', () => {
    expect(ids(chunked(five, 4).chunks)).toEqual(['1.1-1.1', '1.2-2.1', '2.2-2.2', '2.3-2.3']);
  });

  it('repeats whole paragraphs where an overlap is asked for', () => {
    expect(ids(chunked(madeNovel(['a b', 'c', 'd e', 'f', 'g h']), 4, 2).chunks)).toEqual([
      '1.1-1.2',
      '1.2-1.4',
      '1.4-1.5',
    ]);
  });

  it('of nothing has no chunks', () => {
    expect(chunked(madeNovel([]), 10).chunks).toEqual([]);
    expect(chunked(madeNovel([]), 10).before({ chapter: 1, paragraph: 1 }).chunks).toEqual([]);
  });
});

describe('the chunks before a place', () => {
  it('end strictly before it, the one that reaches past it cut there', () => {
    const { before } = chunked(five, 6);
    expect(before({ chapter: 1, paragraph: 1 })).toMatchObject({ chunks: [], whole: 0 });
    const first = before({ chapter: 1, paragraph: 2 });
    expect(ids(first.chunks)).toEqual(['1.1-1.1']);
    expect(first.whole).toBe(0);
    expect(first.chunks[0]).toMatchObject({ tokens: 2, text: 'a b' });
    const third = before({ chapter: 2, paragraph: 2 });
    expect(ids(third.chunks)).toEqual(['1.1-2.1']);
    expect(third.whole).toBe(1);
    expect(ids(before({ chapter: 9, paragraph: 9 }).chunks)).toEqual(ids(chunked(five, 6).chunks));
  });

  it('do not repeat what overlaps at the cut', () => {
    // 1.1-1.2, 1.2-1.4, 1.4-1.5: before 1.3 the second would hold only the 1.2 that the first has.
    const { before } = chunked(madeNovel(['a b', 'c', 'd e', 'f', 'g h']), 4, 2);
    expect(ids(before({ chapter: 1, paragraph: 3 }).chunks)).toEqual(['1.1-1.2']);
    expect(ids(before({ chapter: 1, paragraph: 4 }).chunks)).toEqual(['1.1-1.2', '1.2-1.3']);
  });
});

const novels = fc
  .array(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }), { maxLength: 5 })
  .map((chapters) => {
    let n = 0;
    // Every word is another one, so that a paragraph found twice or not at all shows.
    const paragraph = (length: number): string =>
      Array.from({ length: length + 1 }, () => `w${(n += 1)}`).join(' ');
    return madeNovel(...chapters.map((lengths) => lengths.map(paragraph)));
  });
const chunkings: fc.Arbitrary<Chunking> = fc.record({
  chunkTokens: fc.integer({ min: 1, max: 60 }),
  overlapTokens: fc.integer({ min: 0, max: 60 }),
});
const places: fc.Arbitrary<Place> = fc.record({
  chapter: fc.integer({ min: 1, max: 6 }),
  paragraph: fc.integer({ min: 1, max: 13 }),
});

describe('however long the paragraphs are', () => {
  it('every one is in a chunk, in order, and no chunk is too long unless it is one paragraph', () => {
    fc.assert(
      fc.property(novels, chunkings, (novel, { chunkTokens, overlapTokens }) => {
        const { chunks } = chunked(novel, chunkTokens, overlapTokens);
        const lines = chunks.flatMap(({ text }) => text.split('\n'));
        const whole = paragraphsBefore(novel).map(({ text }) => text);
        expect([...new Set(lines)]).toEqual(whole);
        for (const [i, { text, tokens, from, to }] of chunks.entries()) {
          expect(tokens).toBe(words(text.replaceAll('\n', ' ')));
          expect(tokens <= chunkTokens || !text.includes('\n')).toBe(true);
          expect(comparePlaces(from, to)).toBeLessThanOrEqual(0);
          const next = chunks[i + 1];
          if (next) expect(comparePlaces(to, next.to)).toBeLessThan(0);
          if (next) expect(comparePlaces(from, next.from)).toBeLessThan(0);
        }
        if (overlapTokens === 0) expect(lines).toEqual(whole);
      }),
    );
  });

  it('what stands before a place is found once and nothing else', () => {
    fc.assert(
      fc.property(novels, chunkings, places, (novel, chunking, place) => {
        const { chunks, before } = chunked(novel, chunking.chunkTokens, chunking.overlapTokens);
        const cut = before(place);
        const lines = cut.chunks.flatMap(({ text }) => text.split('\n'));
        expect([...new Set(lines)]).toEqual(paragraphsBefore(novel, place).map(({ text }) => text));
        expect(cut.chunks.slice(0, cut.whole)).toEqual(chunks.slice(0, cut.whole));
        expect(cut.chunks.length - cut.whole).toBeLessThanOrEqual(1);
        for (const { to } of cut.chunks) expect(comparePlaces(to, place)).toBeLessThan(0);
      }),
    );
  });
});

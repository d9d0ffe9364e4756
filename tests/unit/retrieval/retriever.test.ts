import { describe, expect, it } from 'vitest';
import { RETRIEVAL_DEFAULTS } from '../../../src/core/retriever';
import { chunkNovel, paragraphLengths } from '../../../src/retrieval/chunks';
import { makeRetriever } from '../../../src/retrieval/retriever';
import { quantise } from '../../../src/retrieval/vectors';
import { madeNovel, seaAndLand, standInEmbedder, words } from './made';

const settings = { ...RETRIEVAL_DEFAULTS, chunkTokens: 6 };
const novel = madeNovel(
  ['the sea the sea the sea', 'a land of our own land', 'the ship sails home again now'],
  ['the old ship', 'the new sea', 'the marker comes last of all'],
);
const chunked = chunkNovel(novel, paragraphLengths(novel, words), settings);
const end = { chapter: 3, paragraph: 1 };

function withMeaning(kind: 'embedding' | 'hybrid') {
  const embedder = standInEmbedder();
  const vectors = quantise(
    chunked.chunks.map(({ text }) => seaAndLand(text)),
    3,
  );
  return {
    embedder,
    retriever: makeRetriever(kind, chunked, settings, { meaning: { vectors, embedder } }),
  };
}

describe('the search by words', () => {
  const retriever = makeRetriever('bm25', chunked, settings);

  it('finds the passages with the words, all of them ranked', async () => {
    const hits = await retriever.search('Old ship', end);
    expect(hits.map(({ chunk }) => chunk.id)).toEqual([
      '2.1-2.2',
      '1.3-1.3',
      '1.1-1.1',
      '1.2-1.2',
      '2.3-2.3',
    ]);
    expect(hits[0]?.terms.map(({ term }) => term)).toEqual(['old', 'ship']);
    const sum = hits[0]?.terms.reduce((total, { weight }) => total + weight, 0);
    expect(hits[0]?.score).toBeCloseTo(sum ?? NaN, 12);
    expect(hits[2]).toMatchObject({ score: 0, terms: [] });
  });

  it('knows nothing of what comes at the place or after it', async () => {
    const place = { chapter: 2, paragraph: 2 };
    const hits = await retriever.search('new marker sea', place);
    expect(hits.map(({ chunk }) => chunk.id)).toContain('2.1-2.1');
    for (const { chunk, terms } of hits) {
      expect(chunk.text).not.toMatch(/new|marker/);
      expect(terms.map(({ term }) => term)).not.toContain('new');
    }
    // The same search in a novel that ends there: not even the statistics differ.
    const short = madeNovel(novel.chapters[0]?.paragraphs ?? [], ['the old ship']);
    const alone = makeRetriever(
      'bm25',
      chunkNovel(short, paragraphLengths(short, words), settings),
      settings,
    );
    expect(hits).toEqual(await alone.search('new marker sea', end));
  });

  it('gives the chunks before a place in story order', () => {
    expect(retriever.chunksBefore({ chapter: 2, paragraph: 2 }).map(({ id }) => id)).toEqual([
      '1.1-1.1',
      '1.2-1.2',
      '1.3-1.3',
      '2.1-2.1',
    ]);
  });

  it('refuses when it was stopped before', async () => {
    await expect(retriever.search('sea', end, AbortSignal.abort())).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('the search by meaning', () => {
  it('ranks by cosine, and embeds the chunk that is cut once', async () => {
    const { embedder, retriever } = withMeaning('embedding');
    const place = { chapter: 2, paragraph: 2 };
    const hits = await retriever.search('sea', place);
    expect(hits[0]?.chunk.id).toBe('1.1-1.1');
    expect(hits.map(({ score }) => score)).toEqual(
      hits.map(({ score }) => score).sort((a, b) => b - a),
    );
    const cut = hits.find(({ chunk }) => chunk.id === '2.1-2.1');
    const [a, b] = [seaAndLand('sea'), seaAndLand('the old ship')];
    expect(cut?.score).toBeCloseTo(
      a.reduce((dot, value, i) => dot + value * (b[i] ?? 0), 0),
      6,
    );
    await retriever.search('land', place);
    expect(embedder.asked.filter((text) => text === 'the old ship')).toHaveLength(1);
    expect(hits[0]?.terms[0]?.term).toBe('sea');
  });

  it('needs the model, and vectors of the same chunks', () => {
    expect(() => makeRetriever('embedding', chunked, settings)).toThrow(
      expect.objectContaining({ code: 'model-missing' }),
    );
    const vectors = quantise([Float32Array.of(1, 0, 0)], 3);
    expect(() =>
      makeRetriever('hybrid', chunked, settings, {
        meaning: { vectors, embedder: standInEmbedder() },
      }),
    ).toThrow(expect.objectContaining({ code: 'hash-mismatch' }));
  });

  it('tries again what failed', async () => {
    const { embedder, retriever } = withMeaning('embedding');
    const embed = embedder.embed.bind(embedder);
    embedder.embed = () => Promise.reject(new Error('no memory'));
    await expect(retriever.search('sea', { chapter: 2, paragraph: 2 })).rejects.toThrow();
    embedder.embed = embed;
    expect(await retriever.search('sea', { chapter: 2, paragraph: 2 })).toHaveLength(4);
  });
});

describe('the search by both', () => {
  it('adds half of each score over its largest', async () => {
    const { retriever } = withMeaning('hybrid');
    const hits = await retriever.search('old ship', end);
    expect(hits).toHaveLength(5);
    const most = (of: 'bm25' | 'cosine'): number =>
      Math.max(...hits.map(({ parts }) => parts?.[of] ?? 0));
    for (const { score, parts } of hits) {
      const expected =
        (0.5 * (parts?.bm25 ?? 0)) / most('bm25') + (0.5 * (parts?.cosine ?? 0)) / most('cosine');
      expect(score).toBeCloseTo(expected, 6);
    }
    expect(hits[0]?.chunk.id).toBe('2.1-2.2');
  });

  it('takes whole words only', async () => {
    const { retriever } = withMeaning('hybrid');
    const hits = await retriever.search('se', end);
    expect(hits.every(({ parts }) => parts?.bm25 === 0)).toBe(true);
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
  });
});

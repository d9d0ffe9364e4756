import { beforeAll, describe, expect, it } from 'vitest';
import type { Novel, Place } from '../../../src/core/novel';
import { RETRIEVAL_DEFAULTS, type RetrievalSettings } from '../../../src/core/retriever';
import { windowsOf } from '../../../src/engines/embedder-windows';
import { chunkNovel, paragraphLengths, type ChunkedNovel } from '../../../src/retrieval/chunks';
import { makeHybridIndex } from '../../../src/retrieval/hybrid';
import { makeRetriever } from '../../../src/retrieval/retriever';
import { offlineNovel, readJson, realTokenizer } from './made';

/** What Python made of the same chunks (scripts/fixtures/retrieval.py). */
interface Found {
  readonly query: string;
  readonly hits: readonly (readonly [string, number])[];
}
interface Bm25Fixture {
  readonly chunking: { readonly chunkTokens: number; readonly overlapTokens: number };
  readonly novels: Record<
    string,
    {
      readonly hash: string;
      readonly chunks: readonly (readonly [string, number])[];
      readonly all: readonly Found[];
      readonly otherSettings: {
        readonly k1: number;
        readonly b: number;
        readonly found: readonly Found[];
      };
      readonly firstThird: readonly Found[];
    }
  >;
}
interface EmbeddingFixture {
  readonly texts: readonly { readonly text: string; readonly ids: readonly number[] }[];
}

const bm25 = readJson('tests/fixtures/retrieval/bm25.json') as Bm25Fixture;
const embeddings = readJson('tests/fixtures/retrieval/embeddings.json') as EmbeddingFixture;
const tokenizer = realTokenizer();
const END: Place = { chapter: 1000, paragraph: 1 };

describe.each([
  ['alice', 'carroll-alice.txt'],
  ['the-man-who-was-thursday', 'chesterton-thursday.txt'],
])('%s, against rank_bm25', (id, file) => {
  let novel: Novel;
  let chunked: ChunkedNovel;
  const fixture = bm25.novels[id];
  if (!fixture) throw new Error('not in the fixture');

  beforeAll(async () => {
    novel = await offlineNovel(id, file);
    chunked = chunkNovel(novel, paragraphLengths(novel, tokenizer.count), bm25.chunking);
  });

  /** The same chunks with the same scores in the same order. */
  async function compare(found: readonly Found[], settings: RetrievalSettings, before: Place) {
    const retriever = makeRetriever('bm25', chunked, settings);
    for (const { query, hits } of found) {
      const ours = await retriever.search(query, before);
      expect(ours.slice(0, hits.length).map(({ chunk }) => chunk.id)).toEqual(
        hits.map(([chunk]) => chunk),
      );
      for (const [i, [, score]] of hits.entries()) expect(ours[i]?.score).toBeCloseTo(score, 6);
    }
  }

  it('is cut into the same chunks of the same length', () => {
    expect(novel.hash).toBe(fixture.hash);
    expect(chunked.chunks.map(({ id: chunk, tokens }) => [chunk, tokens])).toEqual(fixture.chunks);
  });

  it('is ranked alike, with equal scores', async () => {
    await compare(fixture.all, RETRIEVAL_DEFAULTS, END);
  });

  it('is ranked alike with other settings', async () => {
    const { k1, b, found } = fixture.otherSettings;
    await compare(found, { ...RETRIEVAL_DEFAULTS, k1, b }, END);
  });

  it('is ranked by the statistics of the text before a place', async () => {
    const third = chunked.chunks[Math.floor(chunked.chunks.length / 3)];
    await compare(fixture.firstThird, RETRIEVAL_DEFAULTS, third?.from ?? END);
  });

  it('is ranked otherwise by Orama, which is why the ranking by words is ours', async () => {
    // The texts alone: every vector is the same, so the order by words is what Orama's own score gives.
    const vector = Float32Array.of(1);
    const index = await makeHybridIndex(chunked.chunks.map(({ text }) => ({ text, vector })));
    let shared = 0;
    for (const { query, hits } of fixture.all) {
      const scores = await index.search(query, vector, RETRIEVAL_DEFAULTS);
      const best = scores
        .map(({ bm25: score }, i) => ({ score, chunk: chunked.chunks[i]?.id }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 5)
        .map(({ chunk }) => chunk);
      shared += hits.slice(0, 5).filter(([chunk]) => best.includes(chunk)).length;
    }
    const overlap = shared / (5 * fixture.all.length);
    expect(overlap).toBeLessThan(0.95);
    expect(overlap).toBeGreaterThan(0.5);
  });
});

describe('the tokenizer', () => {
  it.each(embeddings.texts.map(({ text, ids }) => [text.slice(0, 40), text, ids] as const))(
    'reads "%s" as Python does',
    (_, text, ids) => {
      expect(tokenizer.ids(text)).toEqual(ids);
    },
  );
});

describe('the windows of a text', () => {
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1000);

  it('are as equal as can be and lose nothing', () => {
    for (const count of [0, 1, 254, 255, 508, 509, 1000]) {
      const windows = windowsOf([numbers(count)], 256);
      expect(windows.flatMap(({ ids }) => ids.slice(1, -1))).toEqual(numbers(count));
      expect(windows).toHaveLength(Math.max(1, Math.ceil(count / 254)));
      const lengths = windows.map(({ ids }) => ids.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(256);
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(windows.length);
    }
  });
});

import { create, insertMultiple, search, type AnyOrama, type Results } from '@orama/orama';
import { makeWordTokenizer } from './orama-words';

/** A text with its vector. */
export interface HybridText {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface HybridScore {
  /** Orama's: half the text score and half the cosine, each over its largest in this search. */
  readonly score: number;
  readonly bm25: number;
  readonly cosine: number;
}

/** Orama's own share of the score that a word earns by being there. */
const PRESENCE = 0.5;

/** Everything counts, however far: the default leaves out cosines under 0.8, which prose seldom reaches. */
const ANY_SIMILARITY = -1;

/** Texts in Orama, to be searched by words and by meaning at once. */
export interface HybridIndex {
  /** Scores in the order of the texts. */
  search(
    query: string,
    vector: Float32Array,
    settings: { readonly k1: number; readonly b: number },
  ): Promise<HybridScore[]>;
}

/**
 * Puts texts into Orama. Its BM25 is not `rank_bm25`'s (bm25.ts): it sees that a word is there and not how often, takes
 * idf as ln(1 + (N - n + 0.5) / (n + 0.5)) and adds a constant for presence. Three to four of its five best passages
 * are `rank_bm25`'s too (tests/unit/retrieval/parity.test.ts), so the search by words alone is ours.
 */
export async function makeHybridIndex(texts: readonly HybridText[]): Promise<HybridIndex> {
  const dimensions = texts[0]?.vector.length ?? 1;
  const db: AnyOrama = create({
    schema: { text: 'string', vector: `vector[${dimensions}]` },
    components: { tokenizer: makeWordTokenizer() },
  });
  await insertMultiple(
    db,
    texts.map(({ text, vector }, index) => ({ id: `${index}`, text, vector: [...vector] })),
    texts.length,
  );
  return {
    async search(query, vector, { k1, b }) {
      const common = { limit: texts.length, relevance: { k: k1, b, d: PRESENCE } };
      const meaning = {
        vector: { value: [...vector], property: 'vector' },
        similarity: ANY_SIMILARITY,
      };
      const properties: ['text'] = ['text'];
      const [both, words, near] = await Promise.all([
        search(db, { ...common, ...meaning, mode: 'hybrid', term: query, properties }),
        search(db, { ...common, mode: 'fulltext', term: query, properties }),
        search(db, { ...common, ...meaning, mode: 'vector' }),
      ]);
      const [scores, bm25, cosine] = [both, words, near].map(byId) as [Scores, Scores, Scores];
      return texts.map((_, index) => ({
        score: scores.get(index) ?? 0,
        bm25: bm25.get(index) ?? 0,
        cosine: cosine.get(index) ?? 0,
      }));
    },
  };
}

type Scores = Map<number, number>;

function byId({ hits }: Results<unknown>): Scores {
  return new Map(hits.map(({ id, score }) => [Number(id), score]));
}

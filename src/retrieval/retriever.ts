import type { Embedder } from '../core/embedder';
import { aborted, Problem } from '../core/errors';
import type { Place } from '../core/novel';
import type { Chunk, Hit, RetrievalSettings, Retriever, RetrieverKind } from '../core/retriever';
import type { ChunkedNovel } from './chunks';
import { makeHybridIndex, type HybridIndex } from './hybrid';
import {
  countTerms,
  makeTermIndex,
  type CountedTerms,
  type TermIndex,
  type TermScorer,
} from './term-index';
import { cosine, cosines, vectorAt, type UnitVectors } from './vectors';

/** What searching by meaning needs: a vector for each chunk of the whole novel, and the model that made them. */
export interface Meaning {
  readonly vectors: UnitVectors;
  readonly embedder: Embedder;
}

/** What is made of a novel before it is searched. */
export interface Preparation {
  /** The words of its chunks; counted at the first search where they are not given. */
  readonly terms?: CountedTerms;
  /** Needed for `embedding` and `hybrid`. */
  readonly meaning?: Meaning;
}

/** What was made for the last few places, which are asked again and again. */
const PLACES_KEPT = 4;

/** The text before one place, made ready. */
interface Prepared {
  readonly chunks: readonly Chunk[];
  readonly whole: number;
  readonly words: TermScorer;
  /** Vectors of the chunks that are cut at the place. */
  readonly cut: readonly Float32Array[];
  readonly hybrid: HybridIndex | null;
}

/**
 * The search over one novel.
 * @throws Problem `model-missing` where `meaning` is needed and not given, `hash-mismatch` where it is another text's
 */
export function makeRetriever(
  kind: RetrieverKind,
  novel: ChunkedNovel,
  settings: RetrievalSettings,
  { terms, meaning }: Preparation = {},
): Retriever {
  if (kind !== 'bm25') checkMeaning(novel, meaning);
  let index: TermIndex | undefined;
  const places = new Map<string, Promise<Prepared>>();

  const prepare = async (before: Place, signal?: AbortSignal): Promise<Prepared> => {
    index ??= makeTermIndex(terms ?? countTerms(novel.chunks));
    const { chunks, whole } = novel.before(before);
    const words = index.among(chunks, whole);
    if (kind === 'bm25' || !meaning) return { chunks, whole, words, cut: [], hybrid: null };
    const texts = chunks.slice(whole).map(({ text }) => text);
    const cut = texts.length === 0 ? [] : await meaning.embedder.embed(texts, signal);
    if (kind === 'embedding') return { chunks, whole, words, cut, hybrid: null };
    const all = chunks.map(({ text }, i) => {
      const vector = i < whole ? vectorAt(meaning.vectors, i) : cut[i - whole];
      return { text, vector: vector as Float32Array };
    });
    return { chunks, whole, words, cut, hybrid: await makeHybridIndex(all) };
  };

  const prepared = (before: Place, signal?: AbortSignal): Promise<Prepared> => {
    const key = `${before.chapter}.${before.paragraph}`;
    const found = places.get(key) ?? prepare(before, signal);
    places.delete(key);
    places.set(key, found);
    const oldest = places.keys().next();
    if (places.size > PLACES_KEPT && !oldest.done) places.delete(oldest.value);
    // What failed or was stopped is made anew when it is asked for again.
    found.catch(() => places.delete(key));
    return found;
  };

  return {
    kind,
    settings,
    chunksBefore: (before) => novel.before(before).chunks,
    async search(query, before, signal) {
      if (signal?.aborted) throw aborted();
      const ready = await prepared(before, signal);
      const words = ready.words.score(query, settings);
      const [vector] =
        kind === 'bm25' || !meaning ? [] : await meaning.embedder.embed([query], signal);
      const hits = await scored(kind, ready, words, { query, vector, settings, meaning });
      if (signal?.aborted) throw aborted();
      // The sort is stable: of equal scores the earlier passage stands first.
      return hits.sort((a, b) => b.score - a.score);
    },
  };
}

type Words = ReturnType<TermScorer['score']>;

interface Query {
  readonly query: string;
  readonly vector: Float32Array | undefined;
  readonly settings: RetrievalSettings;
  readonly meaning: Meaning | undefined;
}

async function scored(
  kind: RetrieverKind,
  { chunks, whole, cut, hybrid }: Prepared,
  words: Words,
  { query, vector, settings, meaning }: Query,
): Promise<Hit[]> {
  const hit = (i: number, score: number): Hit => ({
    chunk: chunks[i] as Chunk,
    score,
    terms: words[i]?.terms ?? [],
  });
  if (!vector || !meaning) return chunks.map((_, i) => hit(i, words[i]?.score ?? 0));
  if (kind === 'hybrid' && hybrid) {
    const scores = await hybrid.search(query, vector, settings);
    return scores.map(({ score, bm25, cosine: near }, i) => ({
      ...hit(i, score),
      parts: { bm25, cosine: near },
    }));
  }
  const near = cosines(vector, meaning.vectors, whole);
  return chunks.map((_, i) =>
    hit(i, i < whole ? (near[i] as number) : cosine(vector, cut[i - whole] as Float32Array)),
  );
}

function checkMeaning({ novel, chunks }: ChunkedNovel, meaning: Meaning | undefined): void {
  if (!meaning) {
    throw new Problem('model-missing', {
      what: 'Searching by meaning needs the embedding model, which is not here.',
      kept: 'The search by words works without it.',
      next: 'Choose BM25 memories, or load the embedding model.',
    });
  }
  if (meaning.vectors.count === chunks.length) return;
  throw new Problem('hash-mismatch', {
    what: `The vectors of ${novel.title} belong to another text or were cut otherwise.`,
    kept: 'They are not used.',
    next: 'Have them made again from the text that is here.',
  });
}

import type { Chunk } from '../core/retriever';
import {
  bm25Statistics,
  bm25Weights,
  Vocabulary,
  type Bm25Statistics,
  type TermCounts,
  type TermWeight,
} from './bm25';

/** A chunk's BM25 score with what makes it up. */
export interface TermScore {
  readonly score: number;
  /** Heaviest first. */
  readonly terms: readonly TermWeight[];
}

/** The words of a novel's chunks, counted; plain data, which a worker can send. */
export interface CountedTerms {
  /** The different terms; a text's `ids` are places in this list. */
  readonly terms: readonly string[];
  readonly texts: readonly TermCounts[];
}

/** Scores a novel's chunks by their words. */
export interface TermIndex {
  /**
   * What scores some chunks by their own statistics; nothing outside them counts.
   * @param whole how many of them, which come first, are the index's own first ones; the others are counted now
   */
  among(chunks: readonly Chunk[], whole: number): TermScorer;
}

/** Scores the chunks it was made for, in their order. */
export interface TermScorer {
  score(query: string, settings: { readonly k1: number; readonly b: number }): TermScore[];
}

/** Counts the words of all chunks of a novel. */
export function countTerms(all: readonly Chunk[]): CountedTerms {
  const vocabulary = new Vocabulary();
  const texts = all.map(({ text }) => vocabulary.count(text));
  return { terms: vocabulary.terms, texts };
}

/** Makes the counted words of all chunks of a novel searchable. */
export function makeTermIndex({ terms, texts: counted }: CountedTerms): TermIndex {
  const vocabulary = new Vocabulary(terms);
  return {
    among(chunks, whole) {
      const cut = chunks.slice(whole).map(({ text }) => vocabulary.count(text));
      const texts = [...counted.slice(0, whole), ...cut];
      return scorer(vocabulary, texts, bm25Statistics(texts, vocabulary.size));
    },
  };
}

function scorer(
  vocabulary: Vocabulary,
  texts: readonly TermCounts[],
  statistics: Bm25Statistics,
): TermScorer {
  return {
    score(query, settings) {
      const asked = vocabulary.ask(query);
      return texts.map((text) => {
        const weights = bm25Weights(text, asked, statistics, settings);
        const terms = weights
          .map(({ id, weight }) => ({ term: vocabulary.name(id), weight }))
          .sort((a, b) => b.weight - a.weight);
        return { score: weights.reduce((sum, { weight }) => sum + weight, 0), terms };
      });
    },
  };
}

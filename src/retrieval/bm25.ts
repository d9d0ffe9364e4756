import { queryTermsOf, termsOf } from './terms';

/** A text as counts of its terms. */
export interface TermCounts {
  /** Ids of the different terms, in order of their first place in the text. */
  readonly ids: Uint32Array;
  /** How often each of `ids` occurs. */
  readonly counts: Uint32Array;
  /** Number of words. */
  readonly length: number;
}

/** What a query term adds to a text's score. */
export interface TermWeight {
  readonly term: string;
  readonly weight: number;
}

/** The terms of many texts under small numbers, so that scoring walks over arrays. */
export class Vocabulary {
  private readonly ids: Map<string, number>;
  private readonly names: string[];

  /** @param names the terms that have numbers already, in order */
  constructor(names: readonly string[] = []) {
    this.names = [...names];
    this.ids = new Map(names.map((name, id) => [name, id]));
  }

  get terms(): readonly string[] {
    return this.names;
  }

  get size(): number {
    return this.names.length;
  }

  /** Counts a text's terms; new ones are added. */
  count(text: string): TermCounts {
    const counts = new Map<number, number>();
    const terms = termsOf(text);
    for (const term of terms) {
      let id = this.ids.get(term);
      if (id === undefined) {
        id = this.names.push(term) - 1;
        this.ids.set(term, id);
      }
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return {
      ids: Uint32Array.from(counts.keys()),
      counts: Uint32Array.from(counts.values()),
      length: terms.length,
    };
  }

  /** How often a query says each term, by its id; stop words and unknown terms are left out. */
  ask(query: string): Uint32Array {
    const asked = new Uint32Array(this.size);
    for (const term of queryTermsOf(query)) {
      const id = this.ids.get(term);
      if (id !== undefined) asked[id] = (asked[id] as number) + 1;
    }
    return asked;
  }

  name(id: number): string {
    return this.names[id] ?? '';
  }
}

/** Of the mean idf, the weight of a term that stands in more than half of the texts. */
const EPSILON = 0.25;

/** The statistics of a set of texts that scoring needs. */
export interface Bm25Statistics {
  readonly idf: Float64Array;
  /** Mean number of words of a text. */
  readonly meanLength: number;
}

/**
 * The statistics as Python's `rank_bm25.BM25Okapi` computes them: idf = ln((N - n + 0.5) / (n + 0.5)), and where that
 * is negative a quarter of the mean over all terms of the set (negative ones counted in the mean).
 */
export function bm25Statistics(texts: readonly TermCounts[], terms: number): Bm25Statistics {
  const holding = new Uint32Array(terms);
  let words = 0;
  for (const { ids, length } of texts) {
    words += length;
    for (const id of ids) holding[id] = (holding[id] as number) + 1;
  }
  const idf = new Float64Array(terms);
  let sum = 0;
  let seen = 0;
  for (const [id, n] of holding.entries()) {
    if (n === 0) continue;
    idf[id] = Math.log(texts.length - n + 0.5) - Math.log(n + 0.5);
    sum += idf[id];
    seen += 1;
  }
  const floor = seen === 0 ? 0 : EPSILON * (sum / seen);
  for (const [id, value] of idf.entries()) if (value < 0) idf[id] = floor;
  return { idf, meanLength: texts.length === 0 ? 0 : words / texts.length };
}

/**
 * What each query term adds to a text's score: idf * f (k1 + 1) / (f + k1 (1 - b + b length / mean length)), as often
 * as the query says it. The score is their sum.
 */
export function bm25Weights(
  text: TermCounts,
  asked: Uint32Array,
  { idf, meanLength }: Bm25Statistics,
  { k1, b }: { readonly k1: number; readonly b: number },
): { readonly id: number; readonly weight: number }[] {
  const weights: { id: number; weight: number }[] = [];
  const norm = k1 * (1 - b + (b * text.length) / meanLength);
  const { ids, counts } = text;
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] as number;
    const times = asked[id] as number;
    if (times === 0) continue;
    const f = counts[place] as number;
    weights.push({ id, weight: (times * (idf[id] as number) * f * (k1 + 1)) / (f + norm) });
  }
  return weights;
}

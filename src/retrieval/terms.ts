import { stopwords } from '@orama/stopwords/english';

/**
 * Letters, marks and digits; an apostrophe inside a word belongs to it. The script that makes the parity fixture
 * (scripts/fixtures/retrieval.py) splits in the same way.
 */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The words of a text for BM25: lower case, typographic apostrophes made plain, a possessive `'s` dropped so that
 * "Alice's" is found by "Alice". No stemming, and nothing is left out of a text.
 */
export function termsOf(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) =>
    word.replaceAll('’', "'").replace(/'s$/, ''),
  );
}

/** Orama's list lacks the article. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...stopwords, 'a']);

/**
 * The words that a query asks for: without English stop words, whose small weights add up in a long question and
 * would outdo the words that matter. A query of nothing else asks for all of them.
 */
export function queryTermsOf(query: string): string[] {
  const terms = termsOf(query);
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  return telling.length === 0 ? terms : telling;
}

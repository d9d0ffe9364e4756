/**
 * Letters, marks and digits; an apostrophe inside a word belongs to it. The script that makes the parity fixture
 * (scripts/fixtures/retrieval.py) splits in the same way.
 */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * The words of a text for BM25: lower case, typographic apostrophes made plain, a possessive `'s` dropped so that
 * "Alice's" is found by "Alice". No stemming and no stop words: what is common gets little weight by itself.
 */
export function termsOf(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) =>
    word.replaceAll('’', "'").replace(/'s$/, ''),
  );
}

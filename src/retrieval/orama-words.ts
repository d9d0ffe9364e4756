import { termsOf } from './terms';

/** Orama finds words by their beginnings; with this at every word's end only whole words are found. */
const END = '\u0000';

/** As much of Orama's tokenizer as it uses. */
export interface WordTokenizer {
  readonly language: string;
  readonly normalizationCache: Map<string, string>;
  tokenize(text: string, language?: string, property?: string): string[];
}

/**
 * Our words for Orama, so that all searches read a text alike; each once, for Orama takes a word that is repeated within
 * a text for one that many texts have.
 */
export function makeWordTokenizer(): WordTokenizer {
  return {
    language: 'english',
    normalizationCache: new Map(),
    tokenize: (text) => [...new Set(termsOf(text))].map((term) => `${term}${END}`),
  };
}

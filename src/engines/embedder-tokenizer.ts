import { Tokenizer } from '@huggingface/tokenizers';
import type { TokenCounter } from '../core/embedder';

/** The embedding model's WordPiece tokenizer. */
export interface EmbedderTokenizer {
  /** A text's tokens without the two special ones. */
  ids(text: string): number[];
  readonly count: TokenCounter;
}

/** Marks the beginning and the end of what the model reads. */
export const CLS = 101;
export const SEP = 102;

/**
 * Reads the tokenizer from its publisher's two files (`datasets/embedding/`), as parsed JSON. It splits at white space
 * first, so the tokens of joined paragraphs are those of the paragraphs.
 */
export function makeTokenizer(tokenizer: object, config: object): EmbedderTokenizer {
  const wordPiece = new Tokenizer(tokenizer, config);
  const ids = (text: string): number[] => wordPiece.encode(text, { add_special_tokens: false }).ids;
  return { ids, count: (text) => ids(text).length };
}

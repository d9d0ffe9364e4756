import type { Place } from './novel';

/** Consecutive paragraphs of a novel, the unit that is searched. */
export interface Chunk {
  /** `<first chapter>.<first paragraph>-<last chapter>.<last paragraph>`: stable for a text and a chunking. */
  readonly id: string;
  readonly from: Place;
  /** Last paragraph, included. */
  readonly to: Place;
  /** Length by the embedding model's tokenizer. */
  readonly tokens: number;
  /** The paragraphs, a line each. */
  readonly text: string;
}

/** A chunk that a query found. */
export interface Hit {
  readonly chunk: Chunk;
  /** BM25 score, cosine or hybrid score; comparable within one search only. */
  readonly score: number;
  /** The query's words found in the chunk with what each adds to a BM25 score, heaviest first. */
  readonly terms: readonly { readonly term: string; readonly weight: number }[];
  /** The single scores behind a hybrid one. */
  readonly parts?: { readonly bm25: number; readonly cosine: number };
}

export const RETRIEVER_KINDS = ['bm25', 'embedding', 'hybrid'] as const;
export type RetrieverKind = (typeof RETRIEVER_KINDS)[number];

/** How a novel is cut and searched. */
export interface RetrievalSettings {
  /** Greatest length of a chunk in tokens of the embedding model's tokenizer. */
  readonly chunkTokens: number;
  /** Whole paragraphs of at most so many tokens are repeated at the next chunk's start. */
  readonly overlapTokens: number;
  /** BM25's saturation of a word's count and its normalisation by length. */
  readonly k1: number;
  readonly b: number;
}

export const RETRIEVAL_DEFAULTS: RetrievalSettings = {
  chunkTokens: 1000,
  overlapTokens: 0,
  k1: 1.5,
  b: 0.75,
};

/** Finds the passages of one novel that fit a query. */
export interface Retriever {
  readonly kind: RetrieverKind;
  readonly settings: RetrievalSettings;
  /**
   * All chunks that hold only paragraphs strictly before a place, best first (a chunk that reaches past the place is
   * cut there and scored as cut). Word statistics are those of the text before the place too.
   * @throws Problem `model-missing` where embeddings cannot be made, `aborted`
   */
  search(query: string, before: Place, signal?: AbortSignal): Promise<readonly Hit[]>;
  /** The chunks before a place in story order, cut there as `search` cuts them. */
  chunksBefore(before: Place): readonly Chunk[];
}

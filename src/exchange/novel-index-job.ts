import type { Novel } from '../core/novel';
import { chunkNovel, paragraphLengths, type Chunking } from '../retrieval/chunks';
import { countTerms, type CountedTerms } from '../retrieval/term-index';
import { loadTokenizer } from './tokenizer-here';

/** A novel to be made ready for the search. */
export interface IndexJob {
  readonly novel: Novel;
  readonly chunking: Chunking;
}

/**
 * What takes long about it: its paragraphs' lengths, and the words of its chunks. It is done in a worker
 * (novel-index-worker.ts).
 */
export async function indexNovel({
  novel,
  chunking,
}: IndexJob): Promise<{ lengths: Uint32Array; terms: CountedTerms }> {
  const { count } = await loadTokenizer();
  const lengths = paragraphLengths(novel, count);
  return { lengths, terms: countTerms(chunkNovel(novel, lengths, chunking).chunks) };
}

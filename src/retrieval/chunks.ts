import type { TokenCounter } from '../core/embedder';
import { comparePlaces, paragraphsBefore, type Novel, type Place } from '../core/novel';
import type { Chunk, RetrievalSettings } from '../core/retriever';

/** What decides where a novel is cut. */
export type Chunking = Pick<RetrievalSettings, 'chunkTokens' | 'overlapTokens'>;

/** A paragraph with its length. */
interface Paragraph {
  readonly place: Place;
  readonly text: string;
  readonly tokens: number;
}

/** A chunk as positions in the list of paragraphs, both included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** A novel cut into chunks once, and cut again at any place. */
export interface ChunkedNovel {
  readonly novel: Novel;
  readonly chunking: Chunking;
  /** All chunks of the whole novel, in story order. */
  readonly chunks: readonly Chunk[];
  /**
   * The chunks that hold only paragraphs strictly before a place, in story order. `whole` of them, which come first,
   * are those of `chunks`, by index; the others reached past the place and are cut there.
   */
  before(place: Place): { readonly chunks: readonly Chunk[]; readonly whole: number };
}

/** The length of each paragraph of a novel in tokens, in story order. */
export function paragraphLengths(novel: Novel, count: TokenCounter): Uint32Array<ArrayBuffer> {
  return Uint32Array.from(paragraphsBefore(novel), ({ text }) => count(text));
}

/**
 * Cuts a novel at its paragraphs into chunks of at most `chunkTokens`. A longer single paragraph stands alone. Where
 * `overlapTokens` is above 0, a chunk begins with the last whole paragraphs of the one before, as far as they fit both
 * that number and the chunk. Chunks run over the ends of chapters.
 * @param lengths of its paragraphs (`paragraphLengths`); a chunk's length is their sum
 */
export function chunkNovel(novel: Novel, lengths: Uint32Array, chunking: Chunking): ChunkedNovel {
  const paragraphs = paragraphsBefore(novel).map(({ place, text }, index): Paragraph => ({
    place,
    text,
    tokens: lengths[index] ?? 0,
  }));
  const ranges = rangesOf([...lengths], chunking);
  const chunks = ranges.map((range) => chunkOf(paragraphs, range));
  return {
    novel,
    chunking: { chunkTokens: chunking.chunkTokens, overlapTokens: chunking.overlapTokens },
    chunks,
    before(place) {
      const end = firstNotBefore(paragraphs, place);
      const whole = ranges.findIndex(({ last }) => last >= end);
      if (whole < 0) return { chunks, whole: chunks.length };
      // Of the chunks that reach past the place the first holds all that is left: the next ones, cut, would only
      // repeat what they share with it.
      const cut = ranges[whole];
      const covered = whole === 0 ? 0 : (ranges[whole - 1] as Range).last + 1;
      const kept = chunks.slice(0, whole);
      if (cut === undefined || covered >= end) return { chunks: kept, whole };
      const straddling = chunkOf(paragraphs, { first: cut.first, last: end - 1 });
      return { chunks: [...kept, straddling], whole };
    },
  };
}

function rangesOf(lengths: readonly number[], { chunkTokens, overlapTokens }: Chunking): Range[] {
  const ranges: Range[] = [];
  let first = 0;
  let total = 0;
  for (const [index, tokens] of lengths.entries()) {
    if (index > first && total + tokens > chunkTokens) {
      ranges.push({ first, last: index - 1 });
      first = startAfter(lengths, first, index, chunkTokens, overlapTokens);
      total = sum(lengths, first, index);
    }
    total += tokens;
  }
  if (lengths.length > 0) ranges.push({ first, last: lengths.length - 1 });
  return ranges;
}

/** Where the chunk begins whose first new paragraph is `next`: earlier by what is repeated. */
function startAfter(
  lengths: readonly number[],
  previous: number,
  next: number,
  chunkTokens: number,
  overlapTokens: number,
): number {
  const room = Math.min(overlapTokens, chunkTokens - (lengths[next] ?? 0));
  let start = next;
  let repeated = 0;
  // Never back to the previous chunk's start: each chunk has something that the one before had not, and the other way.
  while (start - 1 > previous) {
    repeated += lengths[start - 1] ?? 0;
    if (repeated > room) break;
    start -= 1;
  }
  return start;
}

function sum(lengths: readonly number[], from: number, to: number): number {
  let total = 0;
  for (let index = from; index < to; index += 1) total += lengths[index] ?? 0;
  return total;
}

function chunkOf(paragraphs: readonly Paragraph[], { first, last }: Range): Chunk {
  const part = paragraphs.slice(first, last + 1);
  const from = (part[0] as Paragraph).place;
  const to = (part.at(-1) as Paragraph).place;
  return {
    id: `${nameOf(from)}-${nameOf(to)}`,
    from,
    to,
    tokens: part.reduce((total, { tokens }) => total + tokens, 0),
    text: part.map(({ text }) => text).join('\n'),
  };
}

function nameOf({ chapter, paragraph }: Place): string {
  return `${chapter}.${paragraph}`;
}

/** The number of paragraphs strictly before a place. */
function firstNotBefore(paragraphs: readonly Paragraph[], place: Place): number {
  let low = 0;
  let high = paragraphs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePlaces((paragraphs[middle] as Paragraph).place, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

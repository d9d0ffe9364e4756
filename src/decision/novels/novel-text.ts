import type { Chapter, Novel } from '../../core/novel';
import { hashOf } from '../../core/hash';
import { Problem } from '../../core/errors';

/** What a reader finds in a file, before it has an id. */
export interface NovelText {
  /** Empty where the file does not say. */
  readonly title: string;
  readonly author: string;
  readonly chapters: readonly Chapter[];
  /** Sentences for the person who added the book: what was not found, what was left out. */
  readonly notes: readonly string[];
}

/** Longest text that is read, in bytes as stored or inflated. */
export const MOST_TEXT = 50_000_000;

/** SHA-256 over the canonical JSON of the chapters' paragraphs: the text's identity, whatever the titles. */
export function textHash(chapters: readonly Chapter[]): Promise<string> {
  return hashOf(chapters.map(({ paragraphs }) => paragraphs));
}

/**
 * The novel of a text.
 * @param known the catalogue's id, title and author; a book without them gets `own-` and 16 digits of its hash
 */
export async function novelOf(
  text: NovelText,
  known: { readonly id?: string; readonly title?: string; readonly author?: string } = {},
): Promise<Novel> {
  const hash = await textHash(text.chapters);
  return {
    id: known.id ?? `own-${hash.slice(0, 16)}`,
    title: known.title ?? text.title,
    author: known.author ?? text.author,
    hash,
    chapters: text.chapters,
  };
}

/** Number of words of a novel: runs of characters without white space, in all paragraphs. */
export function wordCount(chapters: readonly Chapter[]): number {
  let words = 0;
  for (const { paragraphs } of chapters)
    for (const paragraph of paragraphs) words += paragraph.split(' ').length;
  return words;
}

/** The Problem of a file that holds no novel or must not be read. */
export function badBook(what: string, next: string, cause?: unknown): Problem {
  return new Problem('bad-file', { what, kept: 'Nothing was added to the shelf.', next, cause });
}

/** No text has a larger share of control characters; what was made for machines has. */
const MOST_CONTROL = 0.01;

/** Refuses what is no text: NULs or many control characters, as a picture or a program has under any name. */
export function refuseBinary(text: string): void {
  const start = text.slice(0, 1_000_000);
  const control = start.match(/(?![\t\n\v\f\r])\p{Cc}/gu)?.length ?? 0;
  if (!text.includes('\0') && control <= start.length * MOST_CONTROL) return;
  throw badBook(
    'This file is no text: it holds bytes that stand for no letters, as pictures, programs and documents of word processors do.',
    'Choose the novel as .txt or .epub; a document can be saved as plain text (UTF-8) where it was written.',
  );
}

/** Refuses a text over the limit. */
export function refuseTooLong(bytes: number): void {
  if (bytes <= MOST_TEXT) return;
  const millions = (bytes / 1e6).toFixed(0);
  throw badBook(
    `This text is ${millions} MB long; a novel of at most ${MOST_TEXT / 1e6} MB can be read.`,
    'Choose a single novel instead of a collection, or split the file.',
  );
}

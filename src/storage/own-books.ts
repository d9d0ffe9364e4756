import type { NovelRow } from './db';

/** A reader's own book as the shelf lists it. Kept beside its text: hundreds of texts take seconds to read. */
export interface OwnBook {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly file: string;
  readonly addedAt: string;
  readonly chapters: number;
  readonly words: number;
}

/** What the shelf lists of a book. */
export function ownBook({ id, novel, addedAt, source }: NovelRow): OwnBook {
  const { title, author, chapters } = novel;
  const words = chapters
    .flatMap(({ paragraphs }) => paragraphs)
    .reduce((sum, paragraph) => sum + paragraph.split(' ').length, 0);
  const file = source.kind === 'own' ? source.file : '';
  return { id, title, author, file, addedAt, chapters: chapters.length, words };
}

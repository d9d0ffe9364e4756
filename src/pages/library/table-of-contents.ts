import type { Novel } from '../../core/novel';

/** A part of a novel with its chapters; without a title where the novel has no parts. */
export interface ContentsPart {
  readonly title: string;
  readonly chapters: readonly ContentsChapter[];
}
export interface ContentsChapter {
  /** From 1. */
  readonly n: number;
  /** Without its part's. */
  readonly title: string;
  readonly words: number;
}

/** The readers join the names of a chapter's parts and its own with this. */
const BETWEEN = ' · ';

/** A novel's table of contents: chapters that follow each other in one part stand together. */
export function tableOfContents(novel: Novel): ContentsPart[] {
  const parts: { title: string; chapters: ContentsChapter[] }[] = [];
  for (const [index, { title, paragraphs }] of novel.chapters.entries()) {
    const names = title.split(BETWEEN);
    const own = names.pop() ?? '';
    const part = names.join(BETWEEN);
    const words = paragraphs.reduce((sum, text) => sum + text.split(' ').length, 0);
    if (parts.at(-1)?.title !== part) parts.push({ title: part, chapters: [] });
    parts.at(-1)?.chapters.push({ n: index + 1, title: own, words });
  }
  return parts;
}

import type { Chapter } from '../../core/novel';
import { isBareNumber } from './headings';
import type { Flow, Page } from './xhtml';

/*
 * Editions whose pages say what they are (Standard Ebooks): a page is a chapter where its body is `bodymatter`.
 */

/** Pages that are no part of the story, wherever they stand. */
const APART =
  /^(dedication|epigraph|colophon|copyright-page|imprint|titlepage|halftitlepage|endnotes|loi|toc|appendix|bibliography|index)$/;
/** A foreword told within the story is its first chapter; one of a few lines is a note to the reader. */
const FICTION = /^(foreword|preface|introduction|prologue)$/;
const SHORTEST_FOREWORD = 4;
/** What a page's chapter is, against the letters and sections within it. */
const WITHIN = /^(z3998:subchapter|z3998:letter|z3998:diary-entry|z3998:verse|se:[a-z.-]+)$/;

/** Whether the pages say what they are. */
export function saysWhatItIs(pages: readonly Page[]): boolean {
  return pages.some(({ types }) => types.includes('bodymatter'));
}

/** The chapters of such pages; a page that holds only a heading (a part, a book) gives its name to those within it. */
export function chaptersByType(pages: readonly Page[]): Chapter[] {
  const names = new Map<string, { readonly name: string; readonly parent: string }>();
  const chapters: Chapter[] = [];
  for (const page of pages) {
    for (const { id, parent } of page.sections)
      names.set(id, { name: headingOf(page, id), parent });
    if (!isStory(page)) continue;
    const paragraphs = paragraphsOf(page.flow);
    if (paragraphs.length === 0) continue;
    chapters.push({ title: titleOf(page, names), paragraphs });
  }
  return chapters;
}

/** A page's paragraphs: its text, and headings within it that are more than a number. */
export function paragraphsOf(flow: readonly Flow[]): string[] {
  const first = flow.findIndex(({ kind }) => kind === 'paragraph');
  if (first < 0) return [];
  return flow
    .slice(first)
    .flatMap(({ kind, text }) => (kind === 'heading' && isBareNumber(text) ? [] : [text]));
}

function isStory({ types, sections, flow }: Page): boolean {
  const outer = sections[0]?.types ?? [];
  if (outer.some((type) => APART.test(type))) return false;
  if (types.includes('bodymatter')) return true;
  if (!types.includes('z3998:fiction') || !outer.some((type) => FICTION.test(type))) return false;
  return flow.filter(({ kind }) => kind === 'paragraph').length >= SHORTEST_FOREWORD;
}

function headingOf({ flow }: Page, section: string): string {
  return flow.find((piece) => piece.kind === 'heading' && piece.section === section)?.text ?? '';
}

type Names = ReadonlyMap<string, { readonly name: string; readonly parent: string }>;

/** The names of the sections around the page's first paragraph, from the outermost. */
function titleOf(page: Page, names: Names): string {
  const first = page.flow.find(({ kind }) => kind === 'paragraph');
  const types = new Map(page.sections.map((section) => [section.id, section.types]));
  const found: string[] = [];
  const seen = new Set<string>();
  let id = first?.section ?? '';
  while (id !== '' && !seen.has(id)) {
    seen.add(id);
    const { name = '', parent = '' } = names.get(id) ?? {};
    const within = types.get(id)?.some((type) => WITHIN.test(type)) && parent !== '';
    if (name !== '' && !within) found.unshift(name);
    id = parent;
  }
  return found.length > 0 ? found.join(' · ') : page.title;
}

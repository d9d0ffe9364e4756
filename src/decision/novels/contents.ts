import { Parser } from 'htmlparser2';
import type { Chapter } from '../../core/novel';
import { cleanLine } from './clean';
import { isOrnament } from './blocks';
import { paragraphsOf } from './edition';
import { decoded } from './package-file';
import type { Flow, Page } from './xhtml';

/** An entry of a book's table of contents. */
export interface Entry {
  readonly title: string;
  /** A page's address, relative to the table's own, and the id within it after `#`, if any. */
  readonly href: string;
  /** 0 for the outermost. */
  readonly depth: number;
}

/** A page with its address. */
export interface AddressedPage extends Page {
  readonly address: string;
}

/** What publishers put around a story, by its name in the table of contents. */
const APART =
  /^(the )?(contents|table of contents|cover|title( ?page)?|copyright.*|imprint|dedication|epigraph|colophon|acknowledge?ments?|about .*|also by .*|other books.*|praise.*|foreword|preface|introduction|(foot|end)?notes?|bibliography|index|glossary|illustrations|list of .*|transcriber.*|.*project gutenberg.*|advertisements?|newsletter.*)\.?$/i;

/** Reads `nav.xhtml` (the list marked `toc`) or `toc.ncx`. */
export function readContents(xml: string): Entry[] {
  const entries: { title: string; href: string; depth: number }[] = [];
  const inNcx = /<(?:\w+:)?ncx[\s>]/.test(xml);
  let depth = -1;
  // Only one list of a navigation page is the table of contents; others name landmarks and pages.
  let listed = inNcx;
  let label = false;
  const parser = new Parser(
    {
      onopentag(tag, a) {
        const name = tag.replace(/^.*:/, '').toLowerCase();
        if (name === 'nav') listed = (a['epub:type'] ?? '').split(/\s+/).includes('toc');
        if (!listed) return;
        if (name === 'ol' || name === 'navpoint') depth += 1;
        if (name === 'navpoint') entries.push({ title: '', href: '', depth });
        if (name === 'content' && entries.at(-1)?.href === '')
          entries[entries.length - 1]!.href = a.src ?? '';
        if (name === 'a') entries.push({ title: '', href: a.href ?? '', depth });
        if (name === 'text' || name === 'a') label = true;
      },
      ontext(text) {
        const entry = entries.at(-1);
        if (label && entry !== undefined) entry.title += text;
      },
      onclosetag(tag) {
        const name = tag.replace(/^.*:/, '').toLowerCase();
        if (name === 'text' || name === 'a') label = false;
        if (listed && (name === 'ol' || name === 'navpoint')) depth -= 1;
        if (name === 'nav') listed = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return entries
    .filter(({ href }) => href !== '')
    .map((entry) => ({ ...entry, title: cleanLine(entry.title) }));
}

/** The chapters of pages that do not say what they are: from one place of the table of contents to the next. */
export function chaptersByContents(
  pages: readonly AddressedPage[],
  entries: readonly Entry[],
): Chapter[] {
  const flow: Flow[] = [];
  const starts = new Map<string, number>();
  for (const page of pages) {
    starts.set(page.address, flow.length);
    for (const piece of page.flow) {
      for (const id of piece.ids) starts.set(`${page.address}#${id}`, flow.length);
      flow.push(piece);
    }
  }
  const parents: string[] = [];
  const marks = entries.flatMap(({ title, href, depth }) => {
    const [address = '', id] = href.split('#');
    const page = decoded(address);
    const at = (id === undefined ? undefined : starts.get(`${page}#${id}`)) ?? starts.get(page);
    parents.length = depth;
    const above = parents.filter((name) => name !== undefined && name !== '');
    parents[depth] = title;
    return at === undefined ? [] : [{ at, title, name: [...above, title].join(' · ') }];
  });
  marks.sort((a, b) => a.at - b.at);
  return marks.flatMap(({ at, title, name }, i) => {
    if (APART.test(title)) return [];
    const paragraphs = storyOf(flow.slice(at, marks[i + 1]?.at));
    return paragraphs.length === 0 ? [] : [{ title: name, paragraphs }];
  });
}

/** A chapter a page, for books without a table of contents. */
export function chaptersByPage(pages: readonly Page[]): Chapter[] {
  return pages.flatMap((page) => {
    const title = page.flow.find(({ kind }) => kind === 'heading')?.text ?? page.title;
    const paragraphs = storyOf(page.flow);
    return paragraphs.length === 0 || APART.test(title) ? [] : [{ title, paragraphs }];
  });
}

function storyOf(flow: readonly Flow[]): string[] {
  return paragraphsOf(flow).filter((text) => !isOrnament(text));
}

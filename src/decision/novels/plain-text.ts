import type { Chapter } from '../../core/novel';
import { blocksOf, isOrnament, withoutMarks, type Block } from './blocks';
import { namesIn, withoutLicence } from './gutenberg';
import { findHeadings, isBareNumber, isPart, looksLikeTitle, type Heading } from './headings';
import { badBook, type NovelText } from './novel-text';
import { quietTitle } from './titles';

const NO_CHAPTERS = 'No chapter headings were found, so the whole text is one chapter.';
/** A title on the line after its heading, or a first sentence. */
const TITLE_UP_TO = 100;

/**
 * The novel in a plain text, such as Project Gutenberg's. What stands before the first chapter's heading (title page,
 * contents, preface, quotations), licences and ornaments are left out; a text without headings is one chapter.
 * @throws Problem `bad-file` where there is no text
 */
export function readPlainText(file: string): NovelText {
  const names = namesIn(file);
  const blocks = blocksOf(withoutLicence(file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')));
  const headings = findHeadings(blocks);
  const chapters =
    headings.length === 0 ? [wholeOf(blocks, names.title)] : chaptersOf(blocks, headings);
  const told = chapters.filter(({ paragraphs }) => paragraphs.length > 0);
  if (told.length === 0)
    throw badBook('This file holds no text.', 'Choose a text file or an EPUB that holds a novel.');
  return { ...names, chapters: told, notes: headings.length === 0 ? [NO_CHAPTERS] : [] };
}

function wholeOf(blocks: readonly Block[], title: string): Chapter {
  const [first] = blocks;
  // "[Emma by Jane Austen 1816]"
  const body = first !== undefined && /^\[.+ by .+\]$/.test(first.text) ? blocks.slice(1) : blocks;
  return { title, paragraphs: paragraphsOf(body) };
}

function chaptersOf(blocks: readonly Block[], headings: readonly Heading[]): Chapter[] {
  const usual = titlesFollow(blocks, headings);
  const isHeading = new Set(headings.map(({ at }) => at));
  let volume = volumeBefore(blocks, headings[0]?.at ?? 0, 0).title;
  return headings.map((heading, i) => {
    const after = blocks[heading.at + 1];
    const entitled =
      heading.bare && after !== undefined && !isHeading.has(heading.at + 1)
        ? (usual && after.text.length < TITLE_UP_TO) || isTitle(after)
        : false;
    const names = entitled ? [trimmed(heading.text), after?.text ?? ''] : [heading.text];
    const own = names.map(quietTitle).join(': ');
    const title = volume === '' ? own : `${volume} · ${own}`;
    const from = heading.at + (entitled ? 2 : 1);
    const next = headings[i + 1];
    if (next === undefined) return { title, paragraphs: paragraphsOf(blocks.slice(from)) };
    const beyond = volumeBefore(blocks, next.at, from);
    if (beyond.title !== '') volume = beyond.title;
    return { title, paragraphs: paragraphsOf(blocks.slice(from, beyond.start)) };
  });
}

/** The part's heading in the two blocks before a chapter's, and where it starts (at the chapter's where there is none). */
function volumeBefore(
  blocks: readonly Block[],
  at: number,
  notBefore: number,
): { readonly title: string; readonly start: number } {
  for (let start = at - 1; start >= Math.max(notBefore, at - 2); start -= 1) {
    const block = blocks[start];
    if (block === undefined || !isPart(block)) continue;
    const rest = blocks.slice(start + 1, at).filter(({ text }) => text.length < TITLE_UP_TO);
    if (rest.length < at - start - 1) continue;
    return {
      title: [block, ...rest].map(({ text }) => quietTitle(trimmed(text))).join(': '),
      start,
    };
  }
  return { title: '', start: at };
}

/** Whether this novel's headings have their titles on the next line: four of five bare ones are followed by a short block. */
function titlesFollow(blocks: readonly Block[], headings: readonly Heading[]): boolean {
  const bare = headings.filter((heading) => heading.bare);
  const short = bare.filter(({ at }) => (blocks[at + 1]?.text.length ?? Infinity) < TITLE_UP_TO);
  return bare.length >= 3 && short.length >= bare.length * 0.8;
}

/** A block that can only be a title: one line, capitals, no full stop, no speech. */
function isTitle({ text, lines }: Block): boolean {
  return lines === 1 && text.length < 80 && !/[.!?,;:"”’']$/.test(text) && looksLikeTitle(text);
}

function paragraphsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap(({ text }) =>
    isOrnament(text) || isBareNumber(text) ? [] : [withoutMarks(text)],
  );
}

function trimmed(heading: string): string {
  return heading.replace(/[\s.:]+$/, '');
}

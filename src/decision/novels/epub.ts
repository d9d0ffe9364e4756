import type { Chapter } from '../../core/novel';
import { decodeText } from './decode';
import {
  chaptersByContents,
  chaptersByPage,
  readContents,
  type AddressedPage,
  type Entry,
} from './contents';
import { chaptersByType, saysWhatItIs } from './edition';
import { badBook, type NovelText } from './novel-text';
import { packageAddress, readPackage, type PackageFile } from './package-file';
import { unzip } from './unzip';
import { readPage } from './xhtml';

const NO_CONTENTS = 'The book has no table of contents, so each of its pages is a chapter.';
const TEXT_ENTRY = /\.(x?html?|opf|ncx|xml)$/i;

/** Whether the bytes are a ZIP archive, as every EPUB is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/**
 * The novel in an EPUB.
 * @throws Problem `bad-file` for what is no EPUB, a protected one, one without text, and all that `unzip` refuses
 */
export function readEpub(archive: Uint8Array): NovelText {
  const files = unzip(archive, (name) => TEXT_ENTRY.test(name));
  const textOf = (name: string) => {
    const bytes = files.get(name);
    return bytes === undefined ? null : decodeText(bytes);
  };
  // Fonts may be scrambled in an open book; pages never are.
  if (/\.x?html?["<]/i.test(textOf('META-INF/encryption.xml') ?? ''))
    throw badBook(
      'This EPUB is protected, so its text cannot be read here.',
      'Choose a copy without protection.',
    );
  const container = textOf('META-INF/container.xml');
  const address = container === null ? null : packageAddress(container);
  const opf = address === null ? null : textOf(address);
  if (address === null || opf === null)
    throw badBook(
      'This archive is not an EPUB: it names no book.',
      'Choose an EPUB or a text file.',
    );
  return readEdition(readPackage(opf), (href) => textOf(resolve(address, href)));
}

/**
 * The novel in an EPUB's unpacked pages.
 * @param textOf a file by its address relative to the package file; null where it is missing
 */
export function readEdition(book: PackageFile, textOf: (href: string) => string | null): NovelText {
  let missing = 0;
  // A page stands in the reading order once; a file that names it a thousand times would be read as often.
  const spine = [...new Set(book.spine)];
  const pages = spine.flatMap((address): AddressedPage[] => {
    const text = textOf(address);
    if (text !== null) return [{ address, ...readPage(text) }];
    // A picture may stand in the reading order too; only a page can be missed.
    if (/\.x?html?$/i.test(address)) missing += 1;
    return [];
  });
  if (missing > 0)
    throw badBook(
      `This book is incomplete: ${missing} of its ${spine.length} pages are missing.`,
      'Download it again.',
    );
  const { chapters, notes } = chaptersOf(pages, entriesOf(book, textOf));
  if (chapters.length === 0)
    throw badBook('This EPUB holds no text.', 'Choose a text file or an EPUB that holds a novel.');
  return { title: book.title, author: book.author, chapters, notes };
}

function chaptersOf(
  pages: readonly AddressedPage[],
  entries: readonly Entry[],
): { readonly chapters: Chapter[]; readonly notes: string[] } {
  if (saysWhatItIs(pages)) return { chapters: chaptersByType(pages), notes: [] };
  const chapters = entries.length < 2 ? [] : chaptersByContents(pages, entries);
  if (chapters.length > 0) return { chapters, notes: [] };
  return { chapters: chaptersByPage(pages), notes: [NO_CONTENTS] };
}

/** The table of contents with addresses relative to the package file, as the spine has them. */
function entriesOf(book: PackageFile, textOf: (href: string) => string | null): Entry[] {
  for (const table of [book.nav, book.ncx]) {
    const text = table === '' ? null : textOf(table);
    if (text === null) continue;
    const entries = readContents(text);
    if (entries.length > 0)
      return entries.map((entry) => ({ ...entry, href: resolve(table, entry.href) }));
  }
  return [];
}

/** An address as seen from a file, as one relative to the same root: `text/a.xhtml` + `../b` is `b`. */
export function resolve(from: string, href: string): string {
  const parts = from.split('/').slice(0, -1);
  const [path = '', ...fragment] = href.split('#');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const target = path === '' ? from : parts.join('/');
  return fragment.length === 0 ? target : `${target}#${fragment.join('#')}`;
}

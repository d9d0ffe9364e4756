/**
 * What the sources of the novels hold, by means of their own (patterns over the file), so that the project's readers
 * can be held against it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Source
 * @property {string[]} titles the table of contents
 * @property {string[]} lines what is told, a line or an element each, in order
 * @property {(line: string, titles: string) => boolean} heading whether a line may stand in no paragraph, given the
 *   titles that were read
 */

/**
 * An edition of Standard Ebooks: its table of contents is its reading order with the pages' titles.
 * @param {string} folder of its `content.opf`
 * @returns {Source}
 */
export function editionSource(folder) {
  const opf = readFileSync(join(folder, 'content.opf'), 'utf8');
  const hrefs = new Map(
    [...opf.matchAll(/<item\b[^>]*>/g)].map(([item]) => [
      attribute(item, 'id'),
      attribute(item, 'href'),
    ]),
  );
  const titles = [];
  const lines = [];
  for (const [, ref] of opf.matchAll(/<itemref\b[^>]*idref="([^"]+)"/g)) {
    const file = join(folder, hrefs.get(ref) ?? '');
    if (!existsSync(file)) throw new Error(`${hrefs.get(ref)} is missing`);
    const told = toldOn(readFileSync(file, 'utf8'));
    if (told === null) continue;
    titles.push(told.title);
    lines.push(...told.lines);
  }
  return { titles, lines, heading: () => false };
}

function toldOn(page) {
  const [bodyTag = '', outerTag = ''] =
    /(<body\b[^>]*>)\s*(<section\b[^>]*>)?/.exec(page)?.slice(1) ?? [];
  const body = attribute(bodyTag, 'epub:type');
  const outer = attribute(outerTag, 'epub:type');
  if (/dedication|epigraph|appendix|endnotes/.test(outer)) return null;
  const lines = textOf(page.slice(page.indexOf('<body')));
  const foreword = /z3998:fiction/.test(body) && /foreword|preface|introduction/.test(outer);
  if (lines.length === 0 || !(body.includes('bodymatter') || (foreword && lines.length > 3)))
    return null;
  return { title: clean(/<title>([^]*?)<\/title>/.exec(page)?.[1] ?? ''), lines };
}

/** The elements that hold text, without heads, pictures and marks of notes. */
function textOf(body) {
  let first = true;
  return body
    .replace(/<a\b[^>]*epub:type="noteref"[^>]*>[^]*?<\/a>/g, '')
    .replace(/<(figure|figcaption)\b[^]*?<\/\1>/g, '')
    .replace(/<header\b[^]*?<\/header>/g, (head) => (/<h[1-6]\b/.test(head) ? '<hgroup/>' : head))
    .replace(/<hgroup\b[^]*?<\/hgroup>/g, '<hgroup/>')
    .replace(/<hgroup\/>|<h[1-6]\b[^]*?<\/h[1-6]>/g, (head) => {
      const title = first || /^[IVXLC\d]*$/.test(clean(head));
      first = false;
      return title ? '' : head;
    })
    .split(/<\/(?:p|td|li|dt|dd|h[1-6])>/)
    .map(clean)
    .filter((text) => text !== '');
}

/**
 * A plain text: its headings are the lines of their own that name a chapter.
 * @param {string} file
 * @returns {Source}
 */
export function plainSource(file) {
  const text = readFileSync(file, 'latin1').replace(/\r\n?/g, '\n');
  const end = text.search(/^End of Project Gutenberg/m);
  const lines = (end < 0 ? text : text.slice(0, end)).split('\n').map(clean);
  const worded = /^(chapter ([ivxlc]+|\d+)\b\.?.*|epilogue)$/i;
  const numbered = /^[IVXL]+\. [A-Z][A-Z ,'-]+$/;
  const heads = lines.some((line) => /^chapter (1|i)\b/i.test(line)) ? worded : numbered;
  const isHead = (line, i) => heads.test(line) && lines[i - 1] === '' && lines[i + 1] === '';
  const first = lines.findIndex(isHead);
  const told = lines.slice(first).filter((line) => line !== '');
  const ornament = /^([* ]+|finis|the end|\(end of volume one\.\)|volume [ivx]+)$/i;
  const titles = lines.filter(isHead);
  // A title may stand on the line after its heading, in one line or two.
  const after = new Set();
  for (const [i, line] of told.entries())
    if (heads.test(line)) for (const next of told.slice(i + 1, i + 3)) after.add(next);
  const heading = (line, read) =>
    heads.test(line) ||
    ornament.test(line) ||
    (after.has(line) && read.toLowerCase().includes(line.toLowerCase()));
  return { titles, lines: told, heading };
}

/**
 * What differs between a source and the paragraphs read from it; null where every line stands in them once and in
 * order, and nothing else does.
 * @param {Source} source
 * @param {{ title: string, paragraphs: string[] }[]} chapters
 */
export function compareWords(source, chapters) {
  const titles = chapters.map(({ title }) => title).join('\n');
  const paragraphs = chapters.flatMap((chapter) => chapter.paragraphs);
  const read = paragraphs.join(' ');
  let at = 0;
  for (const line of source.lines) {
    if (read.startsWith(line, at) && [' ', undefined].includes(read[at + line.length]))
      at += line.length + 1;
    else if (!source.heading(line, titles)) return `it has lost or moved “${line.slice(0, 60)}”`;
  }
  return at >= read.length ? null : `it has more than its source: “${read.slice(at, at + 60)}”`;
}

function attribute(tag, name) {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function clean(text) {
  return text
    .replace(/<br\s*\/>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&amp;/g, '&')
    .normalize('NFC')
    .replace(/[\u2060\u00ad\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

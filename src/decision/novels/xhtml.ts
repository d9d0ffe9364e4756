import { Parser } from 'htmlparser2';
import { cleanLine } from './clean';

/** A section of a page: what `epub:type` calls it, and the section it lies in (around it, or by `data-parent`). */
export interface Section {
  readonly id: string;
  readonly types: readonly string[];
  readonly parent: string;
}

/** A heading or a paragraph, in reading order. */
export interface Flow {
  readonly kind: 'heading' | 'paragraph';
  readonly text: string;
  /** The innermost section around it; empty where there is none. */
  readonly section: string;
  /** Ids that stand at or before it, after the piece before: where a link to them leads. */
  readonly ids: readonly string[];
}

/** What a page of an EPUB holds. */
export interface Page {
  /** From its head. */
  readonly title: string;
  /** What `epub:type` calls the body. */
  readonly types: readonly string[];
  readonly sections: readonly Section[];
  readonly flow: readonly Flow[];
}

const BLOCKS = new Set(
  (
    'address article aside blockquote body caption center dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr li main ol p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
);
const SECTIONS = new Set(['section', 'article', 'body', 'div', 'header']);
const HEADING = /^h[1-6]$/;
/** Never read: code, forms of navigation, pictures and what stands under them. */
const UNREAD = new Set(
  'audio figcaption iframe img math nav noscript object script style svg template video'.split(' '),
);
/** Never read: notes and the marks that point to them, page numbers. */
const UNREAD_TYPE = /\b(noteref|footnotes?|endnotes?|rearnotes?|pagebreak|pg-boilerplate)\b/;
const UNREAD_ROLE = /^doc-(noteref|footnote|endnotes?|pagebreak)$/;

/**
 * Reads one XHTML page. Nothing in it runs: it is read as a stream of tags, and scripts are passed over.
 * A chapter's head (a heading, an `hgroup`, or a `header` around one) becomes one heading; a `header` without a
 * heading, such as a letter's date, is text.
 */
export function readPage(xhtml: string): Page {
  const reader = new PageReader();
  const parser = new Parser(reader, { recognizeSelfClosing: true });
  parser.end(xhtml);
  return reader.page();
}

interface Open {
  readonly name: string;
  readonly section: boolean;
  /** A head's pieces start here in the flow. */
  readonly from: number;
  /** Where a link's text starts in the line. */
  readonly line: number;
  readonly mark: boolean;
}

class PageReader {
  private title = '';
  private types: string[] = [];
  private readonly sections: Section[] = [];
  private readonly flow: Flow[] = [];
  private readonly open: Open[] = [];
  private readonly inside: string[] = [];
  private line = '';
  private ids: string[] = [];
  /** Number of open elements that are not read, counted from the outermost. */
  private unread = 0;

  page(): Page {
    this.flush();
    return { title: this.title, types: this.types, sections: this.sections, flow: this.flow };
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const types = words(attributes['epub:type']);
    const unread = this.unread > 0 || isUnread(name, types, attributes);
    if (unread) this.unread += 1;
    if (BLOCKS.has(name)) this.flush();
    else if (name === 'br') this.line += ' ';
    const { id } = attributes;
    if (id !== undefined && !unread) this.ids.push(id);
    const section = !unread && SECTIONS.has(name) && (name === 'section' || types.length > 0);
    if (name === 'body') this.types = types;
    else if (section) {
      const key = id ?? `#${this.sections.length}`;
      const parent = this.inside.at(-1) ?? attributes['data-parent'] ?? '';
      this.sections.push({ id: key, types, parent });
      this.inside.push(key);
    }
    this.open.push({
      name,
      section: section && name !== 'body',
      from: this.flow.length,
      line: this.line.length,
      mark: name === 'a' && (attributes.href ?? '').includes('#'),
    });
  }

  ontext(text: string): void {
    if (this.open.at(-1)?.name === 'title') this.title = cleanLine(this.title + text);
    else if (this.unread === 0 && this.open.some(({ name }) => name === 'body')) this.line += text;
  }

  onclosetag(name: string): void {
    const opened = this.open.at(-1);
    if (opened === undefined) return;
    if (opened.mark) this.dropMark(opened.line);
    if (BLOCKS.has(name)) this.flush();
    this.open.pop();
    if (opened.section) this.inside.pop();
    if (this.unread > 0) this.unread -= 1;
    if (name === 'hgroup' || (name === 'header' && this.hasHeading(opened.from)))
      this.join(opened.from);
  }

  /** A link that shows nothing but a number or a star points to a note. */
  private dropMark(from: number): void {
    if (/^\s*[[(]?(?:\d{1,4}|[*†‡]{1,3})[\])]?\s*$/.test(this.line.slice(from)))
      this.line = this.line.slice(0, from);
  }

  private flush(): void {
    const text = cleanLine(this.line);
    this.line = '';
    if (text === '') return;
    const heading = this.open.some(({ name }) => HEADING.test(name) || name === 'hgroup');
    const section = this.inside.at(-1) ?? '';
    this.flow.push({ kind: heading ? 'heading' : 'paragraph', text, section, ids: this.ids });
    this.ids = [];
  }

  private hasHeading(from: number): boolean {
    return this.flow.slice(from).some(({ kind }) => kind === 'heading');
  }

  /** Makes one heading of the pieces of a head. Long lines that tell what a chapter brings are left out. */
  private join(from: number): void {
    const pieces = this.flow.splice(from);
    const [first] = pieces;
    if (first === undefined) return;
    const told = pieces.filter(({ kind, text }) => kind === 'heading' || text.length <= 80);
    const text = told
      .map((piece, i) => (i < told.length - 1 ? piece.text.replace(/[.:]+$/, '') : piece.text))
      .join(': ');
    const section = this.inside.at(-1) ?? '';
    this.flow.push({ kind: 'heading', text, section, ids: pieces.flatMap(({ ids }) => ids) });
  }
}

function isUnread(
  name: string,
  types: readonly string[],
  attributes: Readonly<Record<string, string>>,
): boolean {
  return (
    UNREAD.has(name) ||
    attributes.hidden !== undefined ||
    UNREAD_TYPE.test([...types, attributes.class ?? ''].join(' ')) ||
    UNREAD_ROLE.test(attributes.role ?? '')
  );
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((word) => word !== '');
}

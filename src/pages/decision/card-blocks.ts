/** A stretch of a line: plain, strong or code. */
export interface Span {
  readonly kind: 'plain' | 'strong' | 'code';
  readonly text: string;
}

/** A piece of the data card. */
export type CardBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'bullets' | 'numbers'; readonly items: readonly (readonly Span[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Span[])[];
      readonly rows: readonly (readonly (readonly Span[])[])[];
    };

/**
 * The blocks of a text in the little Markdown that the data cards use: headings, paragraphs, flat lists and tables;
 * strong words and code within them. Anything else stays as it is written. The title, a heading of the first level,
 * is left out.
 */
export function cardBlocks(markdown: string): CardBlock[] {
  return markdown
    .trim()
    .split(/\n\s*\n/)
    .filter((block) => !block.startsWith('# '))
    .map(blockOf);
}

function blockOf(block: string): CardBlock {
  if (/^#{2,} /.test(block)) {
    return { kind: 'heading', spans: spansOf(block.replace(/^#+ /, '')) };
  }
  if (block.startsWith('|')) {
    const [head = [], , ...rows] = block.split('\n').map(cellsOf);
    return { kind: 'table', head, rows };
  }
  const mark = /^(?:- |\d+\. )/;
  if (mark.test(block)) {
    const items = block.split(/\n(?=- |\d+\. )/).map((item) => spansOf(item.replace(mark, '')));
    return { kind: block.startsWith('- ') ? 'bullets' : 'numbers', items };
  }
  return { kind: 'paragraph', spans: spansOf(block) };
}

function cellsOf(line: string): Span[][] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => spansOf(cell.trim()));
}

function spansOf(lines: string): Span[] {
  const text = lines.replace(/\s*\n\s*/g, ' ');
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((piece) => piece !== '')
    .map((piece): Span => {
      if (/^\*\*[^*]+\*\*$/.test(piece)) return { kind: 'strong', text: piece.slice(2, -2) };
      if (/^`[^`]+`$/.test(piece)) return { kind: 'code', text: piece.slice(1, -1) };
      return { kind: 'plain', text: piece };
    });
}

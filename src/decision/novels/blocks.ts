import { cleanLine } from './clean';

/** A piece of a plain text between empty lines. */
export interface Block {
  readonly text: string;
  /** Number of lines in the file. */
  readonly lines: number;
}

/**
 * The blocks of a plain text. Most files part paragraphs by empty lines; one without them has a paragraph a line
 * (where lines are long) or indents each paragraph's first line.
 */
export function blocksOf(text: string): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const filled = lines.filter((line) => line.trim() !== '').length;
  const empty = lines.length - filled;
  if (empty * 40 >= filled) return grouped(lines, (line) => line.trim() === '');
  const indented = lines.filter((line) => /^(?:\t| {2,})\S/.test(line)).length;
  if (indented * 40 >= filled && indented < filled)
    return grouped(
      lines,
      (line) => line.trim() === '',
      (line) => /^\s/.test(line),
    );
  return lines.map(cleanLine).flatMap((line) => (line === '' ? [] : [{ text: line, lines: 1 }]));
}

function grouped(
  lines: readonly string[],
  parts: (line: string) => boolean,
  starts: (line: string) => boolean = () => false,
): Block[] {
  const blocks: Block[] = [];
  let group: string[] = [];
  const close = () => {
    const text = cleanLine(group.join('\n'));
    if (text !== '') blocks.push({ text, lines: group.length });
    group = [];
  };
  for (const line of lines) {
    if (parts(line) || starts(line)) close();
    if (!parts(line)) group.push(line);
  }
  close();
  return blocks;
}

const LEFT_OUT = [
  // Rows of stars and the like between scenes.
  /^[\s*_.·•~#=—–-]+$/,
  /^\(?(?:the end|finis|fin)\.?\)?$/i,
  /^\(?end of (?:the )?(?:\w+ )?(?:volume|book|part)\b.{0,30}$/i,
  // What those who typed a book add to it.
  /^\[(?:illustration|footnote|transcriber|note:)[^]*\]$/i,
];

/** True for what is no sentence of the story: ornaments, "The End", pictures, transcribers' notes. */
export function isOrnament(text: string): boolean {
  return LEFT_OUT.some((pattern) => pattern.test(text));
}

/** A paragraph's text without the bracketed numbers that point to notes. */
export function withoutMarks(text: string): string {
  return text.replace(/(?<=\S)\[\d{1,3}\]/g, '');
}

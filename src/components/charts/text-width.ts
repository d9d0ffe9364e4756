/** Width of letters in em, rounded up: charts are laid out before anything is drawn, so nothing is measured. */
const NARROW = /[ijlft.,:;'’|!()[\] ]/;
const WIDE = /[mwMWQO@%—]/;
const CAPITAL = /[A-Z]/;

/** About how wide a text is, in px, never less than it turns out in the page's faces. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const letter of text) {
    em += NARROW.test(letter)
      ? 0.34
      : WIDE.test(letter)
        ? 0.88
        : CAPITAL.test(letter)
          ? 0.66
          : 0.55;
  }
  return em * size;
}

/** A text cut at spaces and hyphens into lines of at most `width` px; a longer word keeps a line of its own. */
export function wrapText(text: string, width: number, size: number): string[] {
  const pieces = text.split(/(?<=[\s-])/);
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && textWidth((line + piece).trimEnd(), size) > width) {
      lines.push(line.trimEnd());
      line = piece;
    } else {
      line += piece;
    }
  }
  if (line.trim() !== '' || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** The widest piece that cannot be cut. */
export function widestWord(text: string, size: number): number {
  return Math.max(0, ...text.split(/(?<=[\s-])/).map((word) => textWidth(word.trimEnd(), size)));
}

/** A piece of a passage. */
export interface Piece {
  readonly text: string;
  /** A word that the query matched. */
  readonly isMatch: boolean;
  /** Lies after the cut, so the model does not see it. */
  readonly isCut: boolean;
}

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Cuts a passage into matched words and what lies between; joined the pieces are the passage.
 * @param terms the search's words, in lower case
 * @param used how many characters from the start the model sees; 0: none was used, so nothing is dimmed
 */
export function highlight(text: string, terms: readonly string[], used: number): Piece[] {
  const known = new Set(terms);
  const end = used > 0 ? used : text.length;
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isMatch: boolean): void => {
    // A piece that the cut goes through becomes two.
    const parts = from < end && end < to ? [from, end, to] : [from, to];
    for (const [index, start] of parts.slice(0, -1).entries()) {
      const stop = parts[index + 1] as number;
      if (stop > start) {
        const isCut = start >= end;
        pieces.push({ text: text.slice(start, stop), isMatch: isMatch && !isCut, isCut });
      }
    }
  };
  let from = 0;
  for (const found of text.matchAll(WORD)) {
    if (!known.has(found[0].toLowerCase())) continue;
    add(from, found.index, false);
    from = found.index + found[0].length;
    add(found.index, from, true);
  }
  add(from, text.length, false);
  return pieces;
}

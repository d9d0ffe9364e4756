/** A piece of a paragraph. */
export interface TextPiece {
  readonly text: string;
  readonly emphatic: boolean;
}

/** A paragraph's text with what plain texts mark as `_emphatic_` taken apart. */
export function emphasis(text: string): TextPiece[] {
  return text
    .split(/(?<![\p{L}\p{N}])_([^_]{1,400})_(?![\p{L}\p{N}])/u)
    .map((piece, i) => ({ text: piece, emphatic: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

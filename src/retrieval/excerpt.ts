import { termsOf } from './terms';

/** A piece of a text; `found` where it is a word that was searched for. */
export interface FoundPiece {
  readonly text: string;
  readonly found: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * Part of a text around the first word of a query, with the query's words taken apart.
 * @param most longest excerpt, in characters; cut at spaces and marked with an ellipsis
 */
export function excerpt(text: string, query: string, most = 320): FoundPiece[] {
  const terms = new Set(termsOf(query));
  const words = [...text.matchAll(WORD)].filter(([word]) =>
    termsOf(word).some((term) => terms.has(term)),
  );
  const first = words[0]?.index ?? 0;
  const from = text.length <= most || first < most / 2 ? 0 : afterSpace(text, first - most / 3);
  const to = text.length <= from + most ? text.length : beforeSpace(text, from + most);
  const pieces: FoundPiece[] = [];
  let at = from;
  const put = (end: number, found: boolean): void => {
    if (end > at) pieces.push({ text: text.slice(at, end), found });
    at = Math.max(at, end);
  };
  if (from > 0) pieces.push({ text: '… ', found: false });
  for (const { 0: word, index } of words) {
    if (index < from || index + word.length > to) continue;
    put(index, false);
    put(index + word.length, true);
  }
  put(to, false);
  if (to < text.length) pieces.push({ text: ' …', found: false });
  return pieces;
}

function afterSpace(text: string, at: number): number {
  const space = text.indexOf(' ', Math.floor(at));
  return space < 0 ? 0 : space + 1;
}

function beforeSpace(text: string, at: number): number {
  const space = text.lastIndexOf(' ', Math.floor(at));
  return space <= 0 ? Math.floor(at) : space;
}

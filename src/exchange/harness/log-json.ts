import { badFile } from '../run-assembly';
import { LIMITS, nesting } from '../limits';

/**
 * The value of a JSON text as Python writes it: numbers that JSON does not know (NaN, Infinity) become null.
 * Undefined where it is no JSON.
 * @throws Problem `bad-file` where it nests deeper than any log
 */
export function logJson(text: string): unknown {
  if (nesting(text).deepest > LIMITS.depth) {
    throw badFile(`The log nests its values deeper than ${LIMITS.depth} levels`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Tried once more below, for what Python writes beyond JSON.
  }
  if (!/NaN|Infinity/.test(text)) return undefined;
  try {
    return JSON.parse(withoutOdd(text)) as unknown;
  } catch {
    return undefined;
  }
}

/** Strings are stepped over by hand: in one of many megabytes a pattern for them runs out of stack. */
function withoutOdd(text: string): string {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? -1 : stringEnd(text, quote);
    const until = quote < 0 ? text.length : quote;
    parts.push(text.slice(from, until).replace(/-?\b(?:NaN|Infinity)\b/g, 'null'));
    from = end < 0 ? text.length : end + 1;
    parts.push(text.slice(until, from));
  }
  return parts.join('');
}

/** An object that breaks off: what stands before a list in it, and the list's whole elements. */
export interface CutObject {
  /** The members before the list, closed. */
  readonly head: string;
  readonly elements: readonly string[];
}

/**
 * What is whole of the text of an object that was cut off: the elements of one of its lists, and what stands before.
 * Null where the text breaks off before the list begins.
 */
export function wholeElements(text: string, member: string): CutObject | null {
  const key = `"${member}"`;
  const elements: string[] = [];
  let depth = 0;
  let listAt = -1;
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '"') {
      const end = stringEnd(text, i);
      if (end < 0) break;
      const isKey = listAt < 0 && depth === 1 && text.slice(i, end + 1) === key;
      const opening = isKey ? /^\s*:\s*\[/.exec(text.slice(end + 1, end + 100)) : null;
      if (opening !== null) {
        listAt = i;
        depth = 2;
        i = end + opening[0].length;
        from = i + 1;
      } else i = end;
    } else if (character === '{' || character === '[') {
      if (listAt >= 0 && depth === 2) from = i;
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (listAt >= 0 && depth === 2) elements.push(text.slice(from, i + 1));
      if (listAt >= 0 && depth < 2) break;
    }
  }
  if (listAt < 0) return null;
  return { head: `${text.slice(0, listAt).replace(/,\s*$/, '')}}`, elements };
}

/** The index of the quotation mark that ends a string, -1 where it breaks off. */
function stringEnd(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === '"') return i;
  }
  return -1;
}

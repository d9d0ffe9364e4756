import type { Entity } from './rows-schema';

/** Hides which book a text is from, the same way everywhere. */
export interface Replacer {
  /** Puts each entity's placeholder for all its forms. */
  replace(text: string): string;
  /** Puts each entity's main form back for its placeholder. */
  restore(text: string): string;
}

/** Leaves everything as it is. */
export const NO_REPLACER: Replacer = { replace: (text) => text, restore: (text) => text };

const PLACEHOLDER = /\[(?:character|place|group|family|thing|phrase) [A-Z]{1,2}\]/g;

/**
 * Replaces a novel's entities (LifeChoice section 5.1): the longest form first, whatever comes first in the text, and
 * whole words only, so that a possessive keeps its ending. A form counts as written, with a capital first letter and
 * in capitals; either apostrophe, any white space and any hyphen will do. What is a placeholder already stays.
 */
export function replacerOf(entities: readonly Entity[]): Replacer {
  const forms = entities
    .flatMap(({ forms, placeholder }) =>
      forms.map((form) => ({ form, pattern: patternOf(form), placeholder })),
    )
    .sort((a, b) => b.form.length - a.form.length);
  const main = new Map(entities.map(({ forms, placeholder }) => [placeholder, forms[0] as string]));
  return {
    replace: (text) => {
      let pieces = split([text], PLACEHOLDER, (found) => found);
      for (const { pattern, placeholder } of forms)
        pieces = split(pieces, pattern, () => placeholder);
      return pieces
        .map((piece) => (typeof piece === 'string' ? piece : piece.placeholder))
        .join('');
    },
    restore: (text) => text.replace(PLACEHOLDER, (found) => main.get(found) ?? found),
  };
}

/** Text that is still as it was, or what was put for a form. */
type Piece = string | { readonly placeholder: string };

function split(pieces: readonly Piece[], pattern: RegExp, put: (found: string) => string): Piece[] {
  return pieces.flatMap((piece) => {
    if (typeof piece !== 'string') return [piece];
    const parts: Piece[] = [];
    let from = 0;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(piece); found !== null; found = pattern.exec(piece)) {
      const end = found.index + found[0].length;
      if (WORD.test(piece.charAt(found.index - 1)) || WORD.test(piece.charAt(end))) {
        // Within a longer word; the form may still begin within what was found.
        pattern.lastIndex = found.index + 1;
        continue;
      }
      parts.push(piece.slice(from, found.index), { placeholder: put(found[0]) });
      from = end;
    }
    return from === 0 ? [piece] : [...parts, piece.slice(from)];
  });
}

/** One expression for all forms' ends: made anew for each of a thousand forms it would take seconds. */
const WORD = /[\p{L}\p{M}\p{N}]/u;

function patternOf(form: string): RegExp {
  const capital = form.charAt(0).toUpperCase() + form.slice(1);
  const written = [...new Set([form, capital, form.toUpperCase()])].map(escaped).join('|');
  return new RegExp(`(?:${written})`, 'g');
}

function escaped(form: string): string {
  return form
    .trim()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/['’]/g, "['’]")
    .replace(/[-‐‑]/g, '[-‐‑]')
    .replace(/\s+/g, '\\s+');
}

const made = new WeakMap<readonly Entity[], Replacer>();

/** The replacer of a novel, made once; one that changes nothing where the condition keeps the names. */
export function replacerOfNovel(
  { entities }: { readonly entities: ReadonlyMap<string, readonly Entity[]> },
  novel: string,
  hides: boolean,
): Replacer {
  const own = hides ? entities.get(novel) : undefined;
  if (own === undefined) return NO_REPLACER;
  const known = made.get(own) ?? replacerOf(own);
  made.set(own, known);
  return known;
}

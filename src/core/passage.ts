import * as v from 'valibot';

/*
 * A recorded or shared run holds no sentence of a novel (design section 4): where a stored text quotes one, it holds
 * the place instead, which the shelf fills in when it is shown.
 */
const place = v.object({
  chapter: v.pipe(v.number(), v.integer(), v.minValue(1)),
  paragraph: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export const passageSchema = v.object({
  /** The novel's shelf id. */
  novel: v.pipe(v.string(), v.minLength(1)),
  /** First and last paragraph, both included. */
  from: place,
  to: place,
  /** Where it was cut: so many characters of the original text, from its start. */
  characters: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Whether names and places were replaced after that. */
  entities: v.optional(v.boolean()),
  /** First 16 hex digits of the SHA-256 of the text as the model saw it. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
});
/** A passage of a novel by its place. */
export type Passage = v.InferOutput<typeof passageSchema>;

export const storedTextSchema = v.union([
  v.string(),
  v.array(v.union([v.string(), passageSchema])),
]);
/** A text in which passages of novels may stand as places. */
export type StoredText = v.InferOutput<typeof storedTextSchema>;

/** A passage with its text as the model saw it. */
export interface Quoted {
  readonly passage: Passage;
  readonly text: string;
}

/** Puts places where the text quotes one of the passages; longer passages first, each wherever it occurs. */
export function fold(text: string, quoted: readonly Quoted[]): StoredText {
  let parts: (string | Passage)[] = [text];
  const longestFirst = [...quoted].sort((a, b) => b.text.length - a.text.length);
  for (const { passage, text: quote } of longestFirst) {
    if (quote === '') continue;
    parts = parts.flatMap((part) => {
      if (typeof part !== 'string' || !part.includes(quote)) return [part];
      return part
        .split(quote)
        .flatMap((piece, index) => (index === 0 ? [piece] : [passage, piece]))
        .filter((piece) => piece !== '');
    });
  }
  return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
}

/** Fills the places in; `textOf` gives null for a passage that is not at hand, which `missing` then stands for. */
export function unfold(
  stored: StoredText,
  textOf: (passage: Passage) => string | null,
  missing: (passage: Passage) => string,
): string {
  if (typeof stored === 'string') return stored;
  return stored
    .map((part) => (typeof part === 'string' ? part : (textOf(part) ?? missing(part))))
    .join('');
}

/** The passages that a stored text refers to. */
export function passagesIn(stored: StoredText): Passage[] {
  return typeof stored === 'string' ? [] : stored.filter((part) => typeof part !== 'string');
}

/** A short note for a passage where its novel is not at hand. */
export function passageNote({ novel, from, to }: Passage): string {
  const last = from.chapter === to.chapter ? `${to.paragraph}` : `${to.chapter}.${to.paragraph}`;
  return `[${novel} ${from.chapter}.${from.paragraph}-${last}]`;
}

/** A stored text with a note for each passage, for searching and for tables of text. */
export function plainText(stored: StoredText): string {
  return unfold(stored, () => null, passageNote);
}

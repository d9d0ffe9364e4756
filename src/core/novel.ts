/** A paragraph's place in a novel; both numbers count from 1. */
export interface Place {
  readonly chapter: number;
  readonly paragraph: number;
}

export interface Chapter {
  readonly title: string;
  /** One line each: NFC, white space collapsed, no footnote marks. */
  readonly paragraphs: readonly string[];
}

/** A novel's story alone: front matter, notes and licences are left out by its reader. */
export interface Novel {
  /** A shelf id: `moby-dick`, or `own-` and 16 hex digits of the hash for a reader's own book. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** SHA-256 over the canonical JSON of the chapters' paragraphs; titles do not count. */
  readonly hash: string;
  readonly chapters: readonly Chapter[];
}

/** What the id of a reader's own book begins with. */
export const OWN_BOOK = 'own-';

/** Whether a shelf id is that of a reader's own book. */
export function isOwnBook(id: string): boolean {
  return id.startsWith(OWN_BOOK);
}

/** Negative where `a` stands before `b`, 0 where they are one place. */
export function comparePlaces(a: Place, b: Place): number {
  return a.chapter - b.chapter || a.paragraph - b.paragraph;
}

/** A paragraph with its place. */
export interface PlacedParagraph {
  readonly place: Place;
  readonly text: string;
}

/** The paragraphs strictly before a place (all of them without one), in story order. */
export function paragraphsBefore(novel: Novel, before?: Place): PlacedParagraph[] {
  const found: PlacedParagraph[] = [];
  for (const [c, { paragraphs }] of novel.chapters.entries())
    for (const [p, text] of paragraphs.entries()) {
      const place = { chapter: c + 1, paragraph: p + 1 };
      if (before && comparePlaces(place, before) >= 0) return found;
      found.push({ place, text });
    }
  return found;
}

/** The text of one paragraph; undefined where the novel has no such place. */
export function paragraphAt(novel: Novel, place: Place): string | undefined {
  return novel.chapters[place.chapter - 1]?.paragraphs[place.paragraph - 1];
}

/** The text from one paragraph to another, both included, a line each; null where the novel has no such places. */
export function textBetween(novel: Novel, from: Place, to: Place): string | null {
  if (paragraphAt(novel, from) === undefined || paragraphAt(novel, to) === undefined) return null;
  if (comparePlaces(from, to) > 0) return null;
  const lines: string[] = [];
  for (let chapter = from.chapter; chapter <= to.chapter; chapter += 1) {
    const paragraphs = novel.chapters[chapter - 1]?.paragraphs ?? [];
    const first = chapter === from.chapter ? from.paragraph - 1 : 0;
    const last = chapter === to.chapter ? to.paragraph : paragraphs.length;
    lines.push(...paragraphs.slice(first, last));
  }
  return lines.join('\n');
}

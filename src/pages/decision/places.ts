import type { Novel, Place } from '../../core/novel';
import { hrefOf } from '../../exchange/routes';
import { en } from '../../text/en';

const text = en.decision.places;

/** Where a place is read. */
export function placeHref(novel: string, { chapter, paragraph }: Place): string {
  return hrefOf({ page: 'chapter', novel, chapter, at: String(paragraph) });
}

/** A place in words, with the chapter's title where the novel is at hand. */
export function placeWords({ chapter, paragraph }: Place, novel: Novel | null): string {
  // Many books number the chapter in its title, too.
  const title = (novel?.chapters[chapter - 1]?.title ?? '')
    .replace(/^chapter\s+[\p{L}\p{N}-]+(?:[.:]\s*|\s*$)/iu, '')
    .replace(/^(?:[IVXLC]+|\d+)(?:[.:]\s*|\s*$)/, '');
  return title === '' ? text.long(chapter, paragraph) : text.titled(chapter, title);
}

/** `16.3–16.9`. */
export function spanWords(from: Place, to: Place): string {
  return text.span(shortWords(from), shortWords(to));
}

/** `16.3`. */
export function shortWords({ chapter, paragraph }: Place): string {
  return text.short(chapter, paragraph);
}

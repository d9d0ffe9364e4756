import { paragraphsBefore, type Novel, type Place } from '../core/novel';
import type { Section } from '../core/study';

/**
 * Where the text before a decision is cut so that `section` fifths of its words are known (LifeChoice section 5.2,
 * figure 5): the place before which they stand. The paragraph in which a fifth ends is known whole.
 * @returns the decision's own place for 5
 */
export function sectionPlace(novel: Novel, at: Place, section: Section): Place {
  if (section === 5) return at;
  const paragraphs = paragraphsBefore(novel, at);
  const counts = paragraphs.map(({ text }) => wordsIn(text));
  const most = (counts.reduce((sum, count) => sum + count, 0) * section) / 5;
  let known = 0;
  for (const [index, count] of counts.entries()) {
    if (known >= most) return (paragraphs[index] as { place: Place }).place;
    known += count;
  }
  return at;
}

/** Words of a text, parted by white space. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

import { comparePlaces, textBetween, type Novel, type Place } from '../core/novel';
import type { Passage } from '../core/passage';
import type { PlaceHash } from './dataset';
import type { ProfileTrace } from './profile';

/**
 * Which of a decision's evidence paragraphs stand in the passages of a profile; a paragraph that a cut goes through
 * does not.
 */
export function evidenceIn(
  evidence: readonly PlaceHash[],
  passages: readonly Passage[],
  novel: Novel,
): { chapter: number; paragraph: number; found: boolean }[] {
  return evidence.map(({ chapter, paragraph }) => ({
    chapter,
    paragraph,
    found: passages.some((passage) => holds(passage, { chapter, paragraph }, novel)),
  }));
}

function holds({ from, to, characters }: Passage, place: Place, novel: Novel): boolean {
  if (comparePlaces(from, place) > 0 || comparePlaces(place, to) > 0) return false;
  if (characters === undefined) return true;
  return (textBetween(novel, from, place)?.length ?? Infinity) <= characters;
}

/**
 * Evidence recall (design section 5): the share of a decision's evidence paragraphs inside the retrieved memories.
 * @returns 0 to 1; null for a profile without memories or a decision without evidence
 */
export function evidenceRecall({ evidence }: Pick<ProfileTrace, 'evidence'>): number | null {
  if (evidence === null || evidence.length === 0) return null;
  return evidence.filter(({ found }) => found).length / evidence.length;
}

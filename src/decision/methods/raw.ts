import { paragraphsBefore, type PlacedParagraph } from '../../core/novel';
import type { ProfilePart } from '../../core/profile';
import { lastFitting } from '../budget';
import { quote } from '../passage-text';
import { novelOf, type Task } from './task';

/** More characters than this a token is never worth: what lies further back need not be counted. */
const MOST_CHARACTERS_A_TOKEN = 8;

/** The text itself, as it stands before the place. */
export interface RawText {
  readonly part: ProfilePart | null;
  /** Whether its beginning was left out. */
  readonly cut: boolean;
}

/**
 * The long-context baseline: the last paragraphs before the place that fit into so many tokens, whole paragraphs only,
 * so that what was left out is the beginning.
 */
export async function rawText(task: Task, most: number): Promise<RawText> {
  const { workshop, replacer, condition, before } = task;
  const novel = novelOf(task);
  const paragraphs = paragraphsBefore(novel, before);
  const near = lastCharacters(paragraphs, most * MOST_CHARACTERS_A_TOKEN);
  // Position 0 is the last paragraph alone; each further one begins a paragraph earlier.
  const best = await lastFitting(near.length, async (index) => {
    const text = near
      .slice(near.length - 1 - index)
      .map((paragraph) => paragraph.text)
      .join('\n');
    const tokens = await workshop.count(replacer.replace(text));
    return tokens <= most ? tokens : null;
  });
  if (best === null) return { part: null, cut: paragraphs.length > 0 };
  const first = near[near.length - 1 - best.index] as PlacedParagraph;
  const last = near.at(-1) as PlacedParagraph;
  const passage = await quote(novel, first.place, last.place, {
    replacer: condition.entities ? replacer : null,
  });
  const cut = best.index + 1 < paragraphs.length;
  return { part: { kind: 'raw', text: passage.text, tokens: best.tokens, cut, passage }, cut };
}

/** The last paragraphs that together have at most so many characters. */
function lastCharacters(paragraphs: readonly PlacedParagraph[], most: number): PlacedParagraph[] {
  let left = most;
  let from = paragraphs.length;
  while (from > 0 && left >= 0) {
    left -= (paragraphs[from - 1] as PlacedParagraph).text.length;
    if (left >= 0) from -= 1;
  }
  return paragraphs.slice(from);
}

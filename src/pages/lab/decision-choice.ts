import type { Decision, DecisionDataset } from '../../decision/dataset';

/** So many words of a question tell decisions apart without telling the story. */
const FIRST_WORDS = 9;

/** A decision as it can be picked from a list. */
export interface Choice {
  readonly id: string;
  readonly novel: string;
  readonly character: string;
  /** The first words of the question. */
  readonly words: string;
}

/** Every decision in authored order; nothing of what comes of it is said. */
export function choicesOf({ decisions, novels }: DecisionDataset): Choice[] {
  return decisions.map((decision) => ({
    id: decision.id,
    novel: novels.get(decision.novel)?.title ?? decision.novel,
    character: decision.character.name,
    words: firstWords(decision),
  }));
}

/** The choices in which every word of a search stands, in any order and case. */
export function choicesLike(choices: readonly Choice[], search: string): Choice[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter((choice) => {
    const text = `${choice.novel} ${choice.character} ${choice.words}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The ids named after one is ticked or not, in authored order; those that are not here come last. Null where none is
 * left: then novels say it again.
 */
export function pickedIds(
  ids: readonly string[] | null,
  id: string,
  isIn: boolean,
  { decisions, byId }: DecisionDataset,
): string[] | null {
  const named = new Set(ids ?? []);
  if (isIn) named.add(id);
  else named.delete(id);
  if (named.size === 0) return null;
  const here = decisions.filter((one) => named.has(one.id)).map((one) => one.id);
  return [...here, ...[...named].filter((one) => !byId.has(one))];
}

/** Without “You are …”, which the character's name says already. */
function firstWords({ question }: Decision): string {
  const words = question
    .replace(/^You are [^.?]*\.\s+/, '')
    .split(/\s+/)
    .filter(Boolean);
  return words.length <= FIRST_WORDS
    ? words.join(' ')
    : `${words.slice(0, FIRST_WORDS).join(' ')} …`;
}

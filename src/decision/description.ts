import { comparePlaces, type Place } from '../core/novel';
import type { Character, Statement } from './rows-schema';

/** The statements that someone who has read all strictly before a place may say, in story order. */
export function statementsBefore(character: Character, before: Place): readonly Statement[] {
  return character.statements.filter(({ after }) => comparePlaces(after, before) < 0);
}

/** The curated description as it stands before a place, a statement a line: it can never tell the future. */
export function curatedDescription(character: Character, before: Place): string {
  return statementsBefore(character, before)
    .map(({ text }) => text)
    .join('\n');
}

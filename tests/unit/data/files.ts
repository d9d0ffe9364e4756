import { readdirSync, readFileSync } from 'node:fs';
import { parseDataset, type BehaviorDataset } from '../../../src/behavior/dataset';

const folder = new URL('../../../datasets/', import.meta.url);
export const readText = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
export const readJson = (name: string): unknown => JSON.parse(readText(name));

export const dataset: BehaviorDataset = parseDataset(
  readJson('behavior/behaviors.json'),
  readText('behavior/scenarios.jsonl'),
);
/** The ids of the built-in studies, from their file names. */
export const studyIds: string[] = readdirSync(new URL('studies/', folder))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))
  .sort();

/** The words of a text, lower case, in order. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
/** The number of words as a person counts them. */
export const lengthOf = (text: string): number => text.trim().split(/\s+/).length;

/** Words that name nothing of what a behaviour is about. */
const SMALL = new Set(
  (
    'a an the of on in to for your you yourself that this from with it its into who something someone thing or and at ' +
    'up out one more than they them their way be is has have by below do add try make s first while through some'
  ).split(' '),
);
/** What a behaviour is about, as words that its scenarios should not say beforehand. */
export const keyWords = (behavior: string): string[] =>
  wordsOf(behavior).filter((word) => !SMALL.has(word));

/** Whether a word is a key word or one of its plain inflections. */
export function isForm(word: string, key: string): boolean {
  const forms = (stem: string): string[] =>
    ['', 's', 'es', 'd', 'ed', 'ing'].map((end) => stem + end);
  const cut = key.endsWith('e') ? forms(key.slice(0, -1)) : [];
  return [...forms(key), ...cut].includes(word) || (word.length > 3 && forms(word).includes(key));
}

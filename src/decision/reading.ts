import { cleaned, plain, refuses } from '../core/free-answer';
import type { Reading } from '../core/suite';
import { LETTERS } from './rows-schema';

/** An option as shown: its content key and the texts by which an answer may name it. */
export interface ShownOption {
  readonly key: string;
  readonly texts: readonly string[];
}

/**
 * Reads a free answer to a decision; the options are in the order shown, so that the first is A.
 *
 * A letter counts where it opens the answer ("B", "(B)", "B. Burn it", "b)"), where the answer states it ("Answer: B",
 * "the answer is (B)", "I would choose option B"), and else where the only letters named so ("option B", "(B)") are
 * one. So does an option's text, or a start of it. What names several, or a letter beside another option's text, is
 * `unparsed`; thoughts before the answer are cut off; declining as a machine is `refused`.
 */
export function read(text: string, options: readonly ShownOption[]): Reading {
  const answer = cleaned(text);
  const found = answerIn(answer, options);
  if (found !== null) return { status: 'answered', answer: found };
  return { status: refuses(answer) ? 'refused' : 'unparsed' };
}

/** Reads as the paper's script does: an answer is the bare letter and nothing else (white space around it aside). */
export function readBareLetter(text: string, options: readonly ShownOption[]): Reading {
  const index = LETTERS.findIndex((letter) => letter === text.trim());
  const option = options[index];
  return option ? { status: 'answered', answer: option.key } : { status: 'unparsed' };
}

function answerIn(answer: string, options: readonly ShownOption[]): string | null {
  const named = namedOptions(plain(answer), options);
  const letter = letterIn(answer, named.length > 1);
  if (letter === 'several') return null;
  const lettered = letter === null ? null : (options[LETTERS.indexOf(letter)]?.key ?? null);
  // An answer that repeats several options decides by its letter alone.
  if (named.length !== 1) return lettered;
  return lettered === null || lettered === named[0] ? (named[0] ?? null) : null;
}

type FoundLetter = (typeof LETTERS)[number];

/** A letter that stands for itself, which "A" before most words does not: there it is an article. */
const ALONE =
  `["'([{]*(?:([A-D])(?=["')\\]}]*(?:[.:,;!?)\\]]|\\s*$|\\s*\\n))` +
  `|([B-D])(?=["')\\]}]*\\s)` +
  `|(A)(?=["')\\]]*\\s+(?:[-–—(]|(?:because|since|is|would|or|and)\\b)))`;
const CALLED = `(?:[Oo]ption|[Ll]etter) ["'(]*([A-D])\\b(?!')`;
const LETTER = `(?:${CALLED}|${ALONE})`;
const OPENS = new RegExp(`^["']*${LETTER}`);
const SMALL = /^(?:\(([a-d])\)|([a-d])(?:\)|[.:]?\s*$))/;
const STATED = new RegExp(
  `(?:\\b(?:[Aa]nswer|[Cc]hoice|[Dd]ecision|[Rr]esponse)(?: is| would be)?\\s*:?\\s*` +
    `|\\b(?:I|[Ww]e|would|will)(?:'d| would| will|'ll)? (?:choose|pick|select|go with|take|opt for|say)\\s+` +
    `|\\bboxed\\s*)(?:the )?${LETTER}`,
  'g',
);
const MENTIONED = new RegExp(`${CALLED}|(?:\\(|(?:^|\\n)\\s*)${ALONE}`, 'g');
const SEVERAL =
  /^[^a-z]*\(?[A-D]\)?\s*(?:[,/&]|or|and)\s*\(?[A-D]\b(?!')|\b[Oo]ption [A-D] (?:or|and) (?:option )?[A-D]\b/;
const DENIED =
  /\b(?:not|never|neither|nor|cannot|reject|against|rather than|instead of)\b[^.,;:\n]*$|n't\b[^.,;:\n]*$/i;

/** @param repeats whether the answer repeats several options, so that a letter at its start says nothing */
function letterIn(answer: string, repeats: boolean): FoundLetter | 'several' | null {
  if (SEVERAL.test(answer)) return 'several';
  const opening = repeats ? null : (OPENS.exec(answer) ?? SMALL.exec(answer));
  const stated = [...answer.matchAll(STATED)].filter((found) => !denied(answer, found));
  const strong = new Set([...(opening ? [opening] : []), ...stated].map(letterOf));
  if (strong.size > 0) return strong.size === 1 ? only(strong) : 'several';
  const mentioned = [...answer.matchAll(MENTIONED)].filter((found) => !denied(answer, found));
  const weak = new Set(mentioned.map(letterOf));
  return weak.size === 1 ? only(weak) : null;
}

function letterOf(found: RegExpMatchArray): FoundLetter {
  return found
    .slice(1)
    .find((group) => group !== undefined)
    ?.toUpperCase() as FoundLetter;
}

function only(letters: ReadonlySet<FoundLetter>): FoundLetter {
  return [...letters][0] as FoundLetter;
}

function denied(answer: string, found: RegExpMatchArray): boolean {
  return DENIED.test(answer.slice(0, found.index));
}

/** Words that a start of an option's text must have to name it. */
const LEAST_WORDS = 4;

/** The keys of the options whose text an answer holds; an answer that stops within one text names that one. */
function namedOptions(answer: string, options: readonly ShownOption[]): string[] {
  let rest = ` ${answer} `;
  const texts = options
    .flatMap(({ key, texts }) => texts.map((text) => ({ key, text: ` ${plain(text)} ` })))
    .sort((a, b) => b.text.length - a.text.length);
  const named = new Set<string>();
  for (const { key, text } of texts) {
    const parts = rest.split(text);
    if (parts.slice(0, -1).some((before) => !/\b(?:not|than|instead of)$/.test(before)))
      named.add(key);
    rest = parts.join(' | ');
  }
  if (named.size > 0) return [...named];
  // The opening letter and the words before a quoted text are no part of it.
  const said = answer.replace(/^(?:answer (?:is )?)?(?:option )?[b-d] /, '');
  if (said.split(' ').length < LEAST_WORDS) return [];
  return [
    ...new Set(texts.filter(({ text }) => text.startsWith(` ${said}`)).map(({ key }) => key)),
  ];
}

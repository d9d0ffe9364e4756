import { cleaned, plain, refuses } from '../core/free-answer';
import type { Reading } from '../core/suite';
import type { BehaviorItem } from './dataset';

/**
 * Reads a free answer to an item.
 *
 * Thoughts before the answer (`<think>…</think>`) are cut off; thoughts that never end leave nothing to read.
 * What names both options, none, or only denies one is `unparsed`, and so is a yes or no in another language; a text
 * in which the model declines to answer as a machine is `refused`, unless it goes on to answer.
 */
export function read(text: string, item: BehaviorItem, order: readonly string[]): Reading {
  const answer = cleaned(text);
  const found = item.choices ? readChoice(answer, item.choices, order) : readYesNo(answer);
  if (found !== null) return { status: 'answered', answer: found };
  return { status: refuses(answer) ? 'refused' : 'unparsed' };
}

/**
 * Yes or no, clause by clause. A clause counts in full where it is the word and no more, opens the answer with it, or
 * states it ("I would say yes"); only where no clause does is a word inside one looked at. All that count must agree.
 */
function readYesNo(answer: string): 'yes' | 'no' | null {
  const plainText = answer.toLowerCase().replace(/"/g, '').replace(OFFERED, ' ');
  if (/\b(?:yes and no|no and yes)\b/.test(plainText)) return null;
  const clauses = plainText
    .split(/[.,;:!?()[\]\n]+|\s[-–—]+\s|—/)
    .map((clause) => clause.replace(/^[\s']+|[\s']+$/g, '').replace(OPENING, ''))
    .filter((clause) => clause !== '');
  const first = clauses[0];
  const strong = clauses.flatMap((clause) => stated(clause, clause === first));
  const counted = new Set(strong.length > 0 ? strong : clauses.flatMap(mentioned));
  return counted.size === 1 ? ([...counted][0] as 'yes' | 'no') : null;
}

/** The two words as the question offers them, `'Yes' or 'No'`, which is no answer. */
const OFFERED = /'?\b(?:yes|no)\b'?\s*(?:or|nor|\/)\s*'?\b(?:yes|no)\b'?/g;
const OPENING = /^(?:(?:but|and|then|so|well|oh|okay|ok|hmm|still|therefore|thus)\s+)+/;
const YES = /^(?:yes|yeah|yep|yup)\b/;
const NO = /^(?:no|nope|nah)\b/;
/** "No" before a noun is a determiner ("no rush", "no reason not to"); before these it is an answer. */
const NO_GOES_ON =
  /^no (?:i|i'\w+|we|it|it's|this|that|that's|there|the|my|you|he|she|they|thanks?|thank|not|never|way|chance|sorry|because|since|as|definitely|absolutely|for|to)\b/;
const DENIED =
  /(?:\bnot|n't|\bnever|\bcannot|\bneither|\bno \w+|\bif|\bwhether|\bunless)\b.*\b(?:yes|no)\b/;

function stated(clause: string, isFirst: boolean): ('yes' | 'no')[] {
  if (YES.test(clause) && (isFirst || /^\w+$/.test(clause))) return ['yes'];
  if (NO.test(clause) && (/^\w+$/.test(clause) || (isFirst && NO_GOES_ON.test(clause))))
    return ['no'];
  if (DENIED.test(clause)) return [];
  const said =
    /^(?:i(?:'d| would| will|'ll)? (?:say|answer|reply|respond|choose|go with|have to say)|.*\b(?:answer|response|reply|choice|decision)\b(?: is| would be| will be)?)\s*(?:with |a |'|definitely )*(yes|no)\b/.exec(
      clause,
    );
  return said && endsClause(clause, said[1]) ? [said[1] as 'yes' | 'no'] : [];
}

function mentioned(clause: string): ('yes' | 'no')[] {
  if (DENIED.test(clause)) return [];
  return (['yes', 'no'] as const).filter((word) => endsClause(clause, word));
}

/** Whether a clause holds the word as an answer: "yes" anywhere, "no" where no noun follows. */
function endsClause(clause: string, word: string | undefined): boolean {
  if (word === 'yes') return /\b(?:yes|yeah|yep|yup)\b/.test(clause);
  return /(?<!\b(?:or|to) )\b(?:no|nope|nah)\b'?(?=$|\s+(?:from|for|to|because|since|here|in this)\b)/.test(
    clause,
  );
}

/**
 * One of two texts. Case, punctuation and articles do not matter; a text directly after "not", "than", "instead of" or
 * "over" is not chosen. A short answer may give only the words that tell the two apart. A letter counts as the option
 * shown first (A) or second (B), unless the text beside it is the other one.
 */
function readChoice(
  answer: string,
  choices: Readonly<Record<'biased' | 'unbiased', string>>,
  order: readonly string[],
): string | null {
  const letter = letterOf(answer);
  const lettered = letter === null ? null : (order[letter === 'A' ? 0 : 1] ?? null);
  const named = namedChoices(plain(answer), choices);
  if (named.length === 0) return lettered ?? byTellingWords(answer, choices);
  if (named.length > 1) return null;
  return lettered === null || lettered === named[0] ? (named[0] as string) : null;
}

const KEYS = ['biased', 'unbiased'] as const;

function namedChoices(
  text: string,
  choices: Readonly<Record<'biased' | 'unbiased', string>>,
): string[] {
  // The longer first: one text may hold the other, as "a train and a bus" holds "a train".
  const longest = [...KEYS].sort((a, b) => plain(choices[b]).length - plain(choices[a]).length);
  let rest = ` ${text} `;
  return longest.filter((key) => {
    const found = ` ${plain(choices[key])} `;
    const parts = rest.split(found);
    rest = parts.join(' | ');
    return parts.slice(0, -1).some((before) => !/\b(?:not|than|instead of|over)$/.test(before));
  });
}

function byTellingWords(
  answer: string,
  choices: Readonly<Record<'biased' | 'unbiased', string>>,
): string | null {
  const words = plain(answer).split(' ');
  if (words.length > 12 || /\b(?:no|not|never|neither|than|instead|over)\b|n't/i.test(answer)) {
    return null;
  }
  const said = new Set(words);
  const telling = (key: 'biased' | 'unbiased', other: 'biased' | 'unbiased'): string[] => {
    const others = new Set(plain(choices[other]).split(' '));
    return plain(choices[key])
      .split(' ')
      .filter((word) => !others.has(word));
  };
  const own = { biased: telling('biased', 'unbiased'), unbiased: telling('unbiased', 'biased') };
  const has = (key: 'biased' | 'unbiased'): boolean =>
    own[key].length > 0 && own[key].every((word) => said.has(word));
  const touches = (key: 'biased' | 'unbiased'): boolean => own[key].some((word) => said.has(word));
  if (has('biased') && !touches('unbiased')) return 'biased';
  if (has('unbiased') && !touches('biased')) return 'unbiased';
  return null;
}

const LABEL =
  "(?:(?:[Mm]y|[Tt]he) )?(?:[Aa]nswer|[Oo]ption|[Cc]hoice|[Ll]etter|I(?:'d| would| will)? (?:choose|pick|prefer|select|go with|take))(?: is| would be)?:?\\s*(?:[Oo]ption |[Ll]etter )?";
/** "A walk" is an article, "A" or "(A)" a letter: only a letter that stands for itself counts. */
const CAPITAL = new RegExp(
  `^(?:${LABEL})?["'([]*(?:(A)(?=["')\\].:,;!?]|\\s*$|\\s*\\n|\\s+(?:[-–—(]|because|since|is|would|the)\\b)|(B)(?=["')\\].:,;!?]|\\s|$))`,
);
const SMALL = /^(?:\(([ab])\)|([ab])(?:\)|[.:]?\s*$))/;
const SEVERAL = /^[^a-z]*\(?[AB]\)?\s*(?:[,/&]|or|and)\s*\(?[AB]\b/;

function letterOf(answer: string): 'A' | 'B' | null {
  if (SEVERAL.test(answer)) return null;
  const found = CAPITAL.exec(answer) ?? SMALL.exec(answer);
  const letter = (found?.[1] ?? found?.[2])?.toUpperCase();
  return letter === 'A' || letter === 'B' ? letter : null;
}

import type { Sample } from '../../core/run';
import type { DecisionParts } from '../../decision/trial-parts';
import { en } from '../../text/en';
import { formatShare } from '../../text/format';
import { SHOWN_LETTERS, shownLetter } from '../shown-letters';
import type { RunModel } from './RunModel.svelte';

/** What a trial is about, in words; null where this version does not know its item or condition. */
export interface SampleWords {
  readonly question: string;
  readonly situation: string;
  readonly choices: Readonly<Record<string, string>> | null;
  /** What the scored end is an end of; empty for a decision. */
  readonly trait: string;
  readonly decision: DecisionParts | null;
}

/** The question and the situation of a sample. */
export function wordsOf(run: RunModel, sample: Sample): SampleWords | null {
  const condition = run.conditionOf(sample.condition);
  if (condition === undefined || run.placeOf(sample.item) === null) return null;
  const parts = run.suite.parts(sample.item, condition, run.manifest.study);
  if (parts.suite === 'decision') {
    return {
      question: parts.question,
      situation: parts.scenario,
      choices: parts.options,
      trait: '',
      decision: parts,
    };
  }
  return {
    question:
      parts.act === null ? en.run.sample.choice : en.run.sample.question(parts.act, parts.negated),
    situation: parts.situation,
    choices: parts.choices,
    trait: en.results.traits[parts.trait],
    decision: null,
  };
}

/** An answer's content in a word: yes, no, biased, unbiased. */
export function answerWord(key: string): string {
  const short: Readonly<Record<string, string>> = en.run.sample.short;
  return short[key] ?? key;
}

/** An answer as a reader knows it: in a word, or for a decision by the letter under which the option was shown. */
export function answerName(key: string, order: string): string {
  const isLetter = (SHOWN_LETTERS as readonly string[]).includes(key);
  return isLetter ? shownLetter(key, order) : answerWord(key);
}

/** The answer with its share where there is one: `yes 73 %`. */
export function answerText(sample: Sample): string {
  if (sample.answer === undefined) return en.run.samples.statuses[sample.status];
  const share = sample.probabilities?.[sample.answer];
  const word = answerName(sample.answer, sample.order);
  return share === undefined ? word : `${word} ${formatShare(share)}`;
}

/** The share of the answer that `answerText` names, 0 to 1; null where there is none. */
export function answerShare({ answer, probabilities }: Sample): number | null {
  return answer === undefined ? null : (probabilities?.[answer] ?? null);
}

/** Which option comes first in a bar, whatever was shown first. */
const rank = (key: string): number => (key === 'yes' || key === 'biased' ? 0 : 1);

/** The shares of two options for a bar: yes before no, biased before unbiased; null where there are not two. */
export function barOf(
  probabilities: Readonly<Record<string, number>> | undefined,
): { readonly names: readonly [string, string]; readonly first: number } | null {
  const keys = Object.keys(probabilities ?? {}).sort((a, b) => rank(a) - rank(b));
  const [first, second] = keys;
  if (first === undefined || second === undefined || keys.length !== 2) return null;
  return {
    names: [answerWord(first), answerWord(second)],
    first: probabilities?.[first] ?? 0,
  };
}

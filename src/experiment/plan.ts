import { Problem } from '../core/errors';
import { canonical, hashOf, sha256, type Json } from '../core/hash';
import type { Condition, Plan, Trial } from '../core/plan';
import { seeded, shuffled } from '../core/seed';
import type { Study } from '../core/study';
import type { Question, Suite, SuiteItem } from '../core/suite';
import { expandConditions } from './condition';

/** A plan with what the runner and the estimate need of every trial. */
export interface PreparedPlan extends Plan {
  readonly items: readonly SuiteItem[];
  /** The question of each trial, in plan order; where the suite makes profiles, with a stand-in for the profile. */
  readonly questions: readonly Question[];
  /** Characters of each trial's prompt that the prompt before it does not start with, in plan order. */
  readonly newCharacters: readonly number[];
}

/** A study of more trials than this is refused: it would not fit a browser's storage. */
export const MOST_TRIALS = 200_000;

/**
 * Expands a study into its trials, ordered so that neighbours share the longest prefix (design section 7).
 * Pure but for hashing: the same study and data give the same plan on every machine.
 * @throws Problem `bad-study`
 */
export async function makePlan(study: Study, suite: Suite): Promise<PreparedPlan> {
  const items = suite.select(study.items);
  const conditions = await expandConditions(study);
  refuseIdleRepeats(study, conditions);
  refuseTooMany(study, conditions, items);
  const drafts: Draft[] = [];
  for (const condition of conditions)
    for (const item of items)
      for (let repeat = 1; repeat <= study.repeats; repeat += 1)
        for (const order of ordersOf(item, study, repeat)) {
          drafts.push({ condition, item, repeat, order });
        }
  const asked = drafts.map((draft) => {
    const question = suite.question(draft.item, draft.condition, draft.order, study);
    return { ...draft, question, text: textOf(question) };
  });
  const ordered = byLines(asked);
  const trials: Trial[] = [];
  for (const { condition, item, repeat, order } of ordered) {
    const named = { item: item.id, condition: condition.id, repeat, order: order.join(',') };
    trials.push({ id: (await hashOf(named)).slice(0, 16), ...named });
  }
  return {
    study,
    conditions,
    items,
    trials,
    questions: ordered.map(({ question }) => question),
    newCharacters: ordered.map(
      ({ text }, index) => text.length - sharedPrefix(text, ordered[index - 1]?.text ?? ''),
    ),
    studyHash: await hashOf(whatIsAsked(study) as unknown as Json),
    dataHash: await hashOf(items.map((item) => item.content)),
    promptHash: await sha256(
      ordered.map(({ question }) => canonical(question.input as unknown as Json)).join('\n'),
    ),
  };
}

/**
 * A study without its names, its models and what is rated afterwards: what is asked, whoever answers. Runs of two
 * models share this hash.
 */
function whatIsAsked(study: Study): Omit<Study, 'id' | 'title' | 'models' | 'reviews'> {
  const { id: _id, title: _title, models: _models, reviews: _reviews, ...asked } = study;
  return asked;
}

interface Draft {
  readonly condition: Condition;
  readonly item: SuiteItem;
  readonly repeat: number;
  readonly order: readonly string[];
}

/** Repeats or temperatures under `probability` would repeat one and the same number (design section 5). */
function refuseIdleRepeats(study: Study, conditions: readonly Condition[]): void {
  if (study.answer !== 'probability') return;
  const temperatures = new Set(conditions.map(({ temperature }) => temperature));
  if (study.repeats > 1 || temperatures.size > 1) {
    throw new Problem('bad-study', {
      what: 'Answering by probability gives the same number every time, so repeats and temperatures would vary nothing.',
      next: 'Set one repeat and one temperature, or answer by generation.',
    });
  }
}

/** Counted before anything is made, so that the answer comes at once. */
function refuseTooMany(
  study: Study,
  conditions: readonly Condition[],
  items: readonly SuiteItem[],
): void {
  const orders = items.reduce((sum, item) => sum + ordersOf(item, study, 1).length, 0);
  if (orders * conditions.length * study.repeats <= MOST_TRIALS) return;
  throw new Problem('bad-study', {
    what: `The study has more than ${MOST_TRIALS.toLocaleString('en')} trials.`,
    next: 'Choose fewer items, conditions or repeats.',
  });
}

/** The option orders that a trial's item is asked in. */
function ordersOf(item: SuiteItem, study: Study, repeat: number): readonly (readonly string[])[] {
  if (study.order === 'authored') return [item.options];
  if (study.order === 'shuffled') {
    // Conditions are paired item by item, so they share the order; repeats draw a new one.
    return [shuffled(item.options, seeded(`${study.seed}/${item.id}/${repeat}`))];
  }
  return item.options.map((_, start) => [
    ...item.options.slice(start),
    ...item.options.slice(0, start),
  ]);
}

function textOf(question: Question): string {
  const messages = question.input.messages.map(({ role, content }) => `${role}\n${content}`);
  return `${messages.join('\n')}\n${question.input.lead}`;
}

/**
 * Orders drafts along a tree of prompt lines: neighbours share as many leading lines as can be, and what appears first
 * in the authored order comes first.
 */
function byLines<T extends { text: string }>(drafts: readonly T[]): T[] {
  const ranks = new Map<string, number>();
  const keyed = drafts.map((draft, index) => {
    const key: number[] = [];
    let prefix = '';
    for (const line of draft.text.split('\n')) {
      prefix += `${line}\n`;
      let rank = ranks.get(prefix);
      if (rank === undefined) {
        rank = ranks.size;
        ranks.set(prefix, rank);
      }
      key.push(rank);
    }
    return { draft, key, index };
  });
  keyed.sort((a, b) => {
    const shorter = Math.min(a.key.length, b.key.length);
    for (let i = 0; i < shorter; i += 1) {
      const difference = (a.key[i] as number) - (b.key[i] as number);
      if (difference !== 0) return difference;
    }
    return a.key.length - b.key.length || a.index - b.index;
  });
  return keyed.map(({ draft }) => draft);
}

/** Number of leading characters that two texts share. */
export function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  return i;
}

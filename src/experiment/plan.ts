import { Problem } from '../core/errors';
import { canonical, hashOf, type Json } from '../core/hash';
import { TextHash } from '../core/hash-stream';
import type { Condition, Plan, Trial } from '../core/plan';
import { seeded, shuffled } from '../core/seed';
import type { Study } from '../core/study';
import type { Question, Suite, SuiteItem } from '../core/suite';
import { expandConditions } from './condition';
import { LineTree } from './line-tree';
import { Questions } from './questions';

/** A plan with what the runner and the estimate need of every trial. */
export interface PreparedPlan extends Plan {
  readonly items: readonly SuiteItem[];
  /** The question of each trial, in plan order; where the suite makes profiles, with a stand-in for the profile. */
  readonly questions: Questions;
  /** Characters of each trial's prompt that the prompt before it does not start with, in plan order. */
  readonly newCharacters: readonly number[];
}

/** A study of more trials than this is refused: it would not fit a browser's storage. */
export const MOST_TRIALS = 200_000;

/** So many trials are planned before the page may draw again. */
const AT_ONCE = 4096;

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
  const { drafts, tree } = await draft(study, suite, conditions, items);
  const questionOf = ({ item, condition, order }: Draft): Question =>
    suite.question(item, condition, order.keys, study);

  const trials: Trial[] = [];
  const newCharacters: number[] = [];
  const ids = await TextHash.create();
  const prompts = await TextHash.create();
  let before: Draft | undefined;
  let prompt = '';
  for (const draft of drafts) {
    if (trials.length % AT_ONCE === AT_ONCE - 1) await breath();
    const { condition, item, repeat, order, end } = draft;
    const named = { item: item.id, condition: condition.id, repeat, order: order.text };
    trials.push({ id: ids.add(canonical(named)).end().slice(0, 16), ...named });
    newCharacters.push(
      tree.length(end) - (before === undefined ? 0 : tree.shared(end, before.end)),
    );
    if (before === undefined || !isSameQuestion(draft, before)) {
      prompt = canonical(questionOf(draft).input as unknown as Json);
    }
    if (before !== undefined) prompts.add('\n');
    prompts.add(prompt);
    before = draft;
  }
  return {
    study,
    conditions,
    items,
    trials,
    questions: new Questions(drafts.length, (index) => questionOf(drafts[index] as Draft)),
    newCharacters,
    studyHash: await hashOf(whatIsAsked(study) as unknown as Json),
    dataHash: await hashOf(items.map((item) => item.content)),
    promptHash: prompts.end(),
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

/** A trial to be, without its prompt: 100,000 prompts would fill the memory. */
interface Draft {
  readonly condition: Condition;
  readonly item: SuiteItem;
  readonly repeat: number;
  readonly order: Order;
  /** Where its prompt ends in the tree of lines. */
  readonly end: number;
}

/** An option order, as a suite and as a trial writes it. */
interface Order {
  readonly keys: readonly string[];
  readonly text: string;
}

/** The trials to be, along a tree of prompt lines; those with one and the same prompt in the order made. */
async function draft(
  study: Study,
  suite: Suite,
  conditions: readonly Condition[],
  items: readonly SuiteItem[],
): Promise<{ drafts: readonly Draft[]; tree: LineTree }> {
  const asked = items.map((item) => ordersByRepeat(item, study));
  const tree = new LineTree();
  const drafts: Draft[] = [];
  let next = AT_ONCE;
  for (const condition of conditions)
    for (const [index, item] of items.entries()) {
      if (drafts.length >= next) {
        await breath();
        next += AT_ONCE;
      }
      // Repeats ask the same question again.
      const ends = new Map<string, number>();
      for (const [repeat, orders] of (asked[index] ?? []).entries())
        for (const order of orders) {
          let end = ends.get(order.text);
          if (end === undefined) {
            end = tree.add(textOf(suite.question(item, condition, order.keys, study)));
            ends.set(order.text, end);
          }
          drafts.push({ condition, item, repeat: repeat + 1, order, end });
        }
    }
  const places = tree.places();
  drafts.sort((a, b) => (places[a.end] as number) - (places[b.end] as number));
  return { drafts, tree };
}

/** Lets the page draw, and its buttons be pressed, while a large study is planned. */
function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function isSameQuestion(a: Draft, b: Draft): boolean {
  return a.condition === b.condition && a.item === b.item && a.order.text === b.order.text;
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

/** An item's orders of each repeat; the same under every condition. */
function ordersByRepeat(item: SuiteItem, study: Study): readonly (readonly Order[])[] {
  return Array.from({ length: study.repeats }, (_, index) =>
    ordersOf(item, study, index + 1).map((keys) => ({ keys, text: keys.join(',') })),
  );
}

function textOf(question: Question): string {
  const messages = question.input.messages.map(({ role, content }) => `${role}\n${content}`);
  return `${messages.join('\n')}\n${question.input.lead}`;
}

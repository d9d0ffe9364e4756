import { Problem } from '../core/errors';
import type { Condition } from '../core/plan';
import type { Study, StudyItems } from '../core/study';
import type { Suite, SuiteItem } from '../core/suite';
import type { BehaviorDataset, BehaviorItem } from './dataset';
import { question } from './prompt';
import { read } from './reading';
import type { NamedProfile, ShapingTexts } from './shaping';

/** The BehaviorBench suite over a dataset and the texts of the personas. */
export function behaviorSuite(
  dataset: BehaviorDataset,
  texts: ShapingTexts,
  profiles: readonly NamedProfile[],
): Suite {
  return {
    id: 'behavior',
    select: (selector) => select(dataset, selector).map(asSuiteItem),
    item: (id) => {
      const found = dataset.byId.get(id);
      return found && asSuiteItem(found);
    },
    question: (item, condition, order, study) =>
      question(known(dataset, item.id), condition, order, study, texts, profiles),
    read: (text, item, order) => read(text, known(dataset, item.id), order),
    endorses: (item, answer, condition, study) =>
      endorses(known(dataset, item.id), answer, condition, study),
  };
}

/**
 * Whether an answer shows the high end of the item's trait. With `literal` scoring a yes (or the biased choice)
 * always counts, as if no behaviour were reversed. A negated question turns yes and no around under both.
 */
export function endorses(
  item: BehaviorItem,
  answer: string,
  condition: Pick<Condition, 'negated'>,
  study: Pick<Study, 'scoring'>,
): boolean {
  if (item.choices) return answer === 'biased';
  const does = (answer === 'yes') !== condition.negated;
  return study.scoring === 'literal' ? does : does !== item.behavior.reversed;
}

/** The items of a selector in authored order; every part given narrows the choice. */
export function select(dataset: BehaviorDataset, selector: StudyItems): BehaviorItem[] {
  const behaviors = new Set(dataset.behaviors.map(({ id }) => id));
  refuseUnknown('behaviour', selector.behaviors, (id) => behaviors.has(id));
  refuseUnknown('item', selector.ids, (id) => dataset.byId.has(id));
  const taken = new Map<string, number>();
  const chosen = dataset.items.filter((item) => {
    if (selector.traits && !selector.traits.includes(item.behavior.trait)) return false;
    if (selector.behaviors && !selector.behaviors.includes(item.behavior.id)) return false;
    if (selector.ids && !selector.ids.includes(item.id)) return false;
    const count = (taken.get(item.behavior.id) ?? 0) + 1;
    taken.set(item.behavior.id, count);
    return count <= (selector.perBehavior ?? Infinity);
  });
  const limited = chosen.slice(0, selector.limit ?? Infinity);
  if (limited.length === 0) {
    throw new Problem('bad-study', {
      what: 'The study selects no item.',
      next: 'Choose at least one trait, behaviour or item.',
    });
  }
  return limited;
}

function refuseUnknown(
  what: string,
  ids: readonly string[] | undefined,
  known: (id: string) => boolean,
): void {
  const unknown = ids?.find((id) => !known(id));
  if (unknown === undefined) return;
  throw new Problem('bad-study', {
    what: `The study asks for the ${what} "${unknown}", which is not in this version's data.`,
    next: 'Correct the name, or open the study with the version that it was made for.',
  });
}

function known(dataset: BehaviorDataset, id: string): BehaviorItem {
  const item = dataset.byId.get(id);
  if (item) return item;
  throw new Problem('bad-study', { what: `The item "${id}" is not in this version's data.` });
}

function asSuiteItem(item: BehaviorItem): SuiteItem {
  const { id, trait, behavior, reversed } = item.behavior;
  return {
    id: item.id,
    cluster: id,
    scale: trait,
    options: item.options,
    content: {
      id: item.id,
      behavior: { id, trait, behavior, reversed },
      scenario: item.scenario,
      choices: item.choices && { ...item.choices },
      options: item.options,
    },
  };
}

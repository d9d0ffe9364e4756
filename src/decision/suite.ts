import { Problem } from '../core/errors';
import { isOwnBook } from '../core/novel';
import type { Json } from '../core/hash';
import type { StudyItems } from '../core/study';
import type { Suite, SuiteItem } from '../core/suite';
import type { Decision, DecisionDataset } from './dataset';
import { statementsBefore } from './description';
import { replacerOfNovel } from './entities';
import { profileOf } from './profile-of';
import { question } from './prompt';
import { read, readBareLetter, type ShownOption } from './reading';
import { reviewsOf } from './reviews';
import { ALL_DECISIONS } from './rows';
import { LETTERS, type Letter } from './rows-schema';
import { standIn } from './stand-in';

/** The LifeChoice suite over a dataset. */
export function decisionSuite(dataset: DecisionDataset): Suite {
  const decisionOf = (id: string): Decision => known(dataset, id);
  const suiteItem = (decision: Decision): SuiteItem => asSuiteItem(decision, dataset);
  return {
    id: 'decision',
    select: (selector) => select(dataset, selector).map(suiteItem),
    item: (id) => {
      const found = dataset.byId.get(id);
      return found && suiteItem(found);
    },
    question: (item, condition, order, study, profile) => {
      const decision = decisionOf(item.id);
      const { replace } = replacerOfNovel(dataset, decision.novel, condition.entities);
      const text = profile?.text ?? standIn(decision, condition, study, replace);
      return question(decision, condition, order, study, replace, text);
    },
    profile: (item, condition, study, workshop) =>
      profileOf(decisionOf(item.id), condition, study, workshop, dataset),
    reviews: (items, conditions, study) => reviewsOf(items, conditions, study, dataset),
    read: (text, item, order, study) => {
      const options = shownOptions(decisionOf(item.id), order, dataset);
      return study.reading === 'bare-letter' ? readBareLetter(text, options) : read(text, options);
    },
    endorses: (item, answer) => decisionOf(item.id).answer === answer,
  };
}

/**
 * The decisions of a selector in authored order; every part given narrows the choice. The reader's own are asked only
 * where they are named, or the book that they are in is the reader's own and named.
 */
export function select(dataset: DecisionDataset, selector: StudyItems): Decision[] {
  const foreign = (['traits', 'behaviors', 'perBehavior'] as const).find(
    (part) => selector[part] !== undefined,
  );
  if (foreign !== undefined) {
    throw new Problem('bad-study', {
      what: `The study selects decisions by "${foreign}", which decisions do not have.`,
      next: 'Select by novels or ids.',
    });
  }
  refuseUnknown('novel', selector.novels, (id) => dataset.novels.has(id));
  refuseUnknown('decision', selector.ids, (id) => dataset.byId.has(id));
  const chosen = dataset.decisions
    .filter(({ novel }) => selector.novels?.includes(novel) ?? true)
    .filter(({ id }) => selector.ids?.includes(id) ?? true)
    .filter(
      ({ id, novel }) =>
        dataset.own?.has(id) !== true || selector.ids !== undefined || isNamedBook(novel, selector),
    )
    .slice(0, selector.limit ?? Infinity);
  if (chosen.length > 0) return chosen;
  throw new Problem('bad-study', {
    what: 'The study selects no decision.',
    next: 'Choose at least one novel or decision.',
  });
}

function isNamedBook(novel: string, { novels }: StudyItems): boolean {
  return isOwnBook(novel) && novels?.includes(novel) === true;
}

function refuseUnknown(
  what: string,
  ids: readonly string[] | undefined,
  isKnown: (id: string) => boolean,
): void {
  const unknown = ids?.find((id) => !isKnown(id));
  if (unknown === undefined) return;
  throw new Problem('bad-study', {
    what: `The study asks for the ${what} "${unknown}", which is neither in this version's data nor among your own here.`,
    next: 'Correct the name, open the study with the version that it was made for, or add your own file in the library first.',
  });
}

function known(dataset: DecisionDataset, id: string): Decision {
  const decision = dataset.byId.get(id);
  if (decision) return decision;
  throw new Problem('bad-study', { what: `The decision "${id}" is not in this version's data.` });
}

/** The options in the order shown, named with and without their entities: a reader of answers knows no condition. */
function shownOptions(
  { options, novel }: Decision,
  order: readonly string[],
  dataset: DecisionDataset,
): ShownOption[] {
  const { replace } = replacerOfNovel(dataset, novel, true);
  return order.map((key) => {
    const text = options[key as Letter];
    return { key, texts: [...new Set([text, replace(text)])] };
  });
}

function asSuiteItem(decision: Decision, dataset: DecisionDataset): SuiteItem {
  const { id, novel, cluster, character, at, scenario, options, answer, motivation } = decision;
  return {
    id,
    cluster,
    scale: ALL_DECISIONS,
    options: LETTERS,
    content: {
      id,
      novel,
      at: { ...at },
      name: character.name,
      statements: statementsBefore(character, at).map(({ after, text }) => ({
        after: { ...after },
        text,
      })),
      scenario,
      question: decision.question,
      options: { ...options },
      answer,
      motivation: motivation && { ...motivation },
      entities: (dataset.entities.get(novel) ?? []) as unknown as Json,
    },
  };
}

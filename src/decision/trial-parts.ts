import { Problem } from '../core/errors';
import type { Condition } from '../core/plan';
import type { Decision, DecisionDataset, PlaceHash } from './dataset';
import { replacerOfNovel } from './entities';
import { LETTERS, type Letter } from './rows-schema';

/** A decision's trial taken apart for a reader. What the model sees, word for word, is its prompt. */
export interface DecisionParts {
  readonly novel: string;
  readonly title: string;
  readonly at: PlaceHash;
  /** As the model sees them: names replaced where the condition asks for it. */
  readonly name: string;
  readonly scenario: string;
  readonly question: string;
  /** By content key, in authored order. */
  readonly options: Readonly<Record<Letter, string>>;
  /** The book's choice; shown on a deliberate reveal only. */
  readonly answer: Letter;
  readonly motivation: Decision['motivation'];
  readonly evidence: readonly PlaceHash[];
}

/**
 * The parts of a trial.
 * @throws Problem `bad-study` for an item that this version does not know
 */
export function trialParts(
  item: string,
  condition: Condition,
  dataset: DecisionDataset,
): DecisionParts {
  const found = dataset.byId.get(item);
  if (found === undefined) {
    throw new Problem('bad-study', {
      what: `The decision "${item}" is not in this version's data.`,
    });
  }
  const { replace } = replacerOfNovel(dataset, found.novel, condition.entities);
  const options = Object.fromEntries(
    LETTERS.map((letter) => [letter, replace(found.options[letter])]),
  ) as Record<Letter, string>;
  return {
    novel: found.novel,
    title: dataset.novels.get(found.novel)?.title ?? found.novel,
    at: found.at,
    name: replace(found.character.name),
    scenario: replace(found.scenario),
    question: replace(found.question),
    options,
    answer: found.answer,
    motivation: found.motivation,
    evidence: found.evidence,
  };
}

import { Problem } from '../core/errors';
import type { Condition } from '../core/plan';
import type { Study, Trait } from '../core/study';
import type { BehaviorDataset } from './dataset';
import { personaText, type NamedProfile, type ShapingTexts } from './shaping';

/** A trial taken apart for a reader. What the model sees, word for word, is its prompt. */
export interface TrialParts {
  readonly trait: Trait;
  /** Id of the behaviour. */
  readonly behavior: string;
  /** The personality text; empty where the study's generic text is empty. */
  readonly persona: string;
  /** What is asked, as a behaviour that completes "will you ...?"; null for a choice between two texts. */
  readonly act: string | null;
  readonly negated: boolean;
  readonly situation: string;
  /** The two options by content key, as a reader sees them; null for yes and no. */
  readonly choices: { readonly biased: string; readonly unbiased: string } | null;
}

/**
 * The parts of a trial.
 * @throws Problem `bad-study` for an item that this version does not know, and those of `personaText`
 */
export function trialParts(
  item: string,
  condition: Condition,
  study: Pick<Study, 'templates'>,
  data: {
    readonly dataset: BehaviorDataset;
    readonly texts: ShapingTexts;
    readonly profiles: readonly NamedProfile[];
  },
): TrialParts {
  const found = data.dataset.byId.get(item);
  if (found === undefined) {
    throw new Problem('bad-study', { what: `The item "${item}" is not in this version's data.` });
  }
  const { behavior, scenario, choices } = found;
  const baseline = study.templates?.baseline;
  return {
    trait: behavior.trait,
    behavior: behavior.id,
    persona: personaText(condition, behavior.trait, data.texts, data.profiles, baseline),
    act: choices === null ? behavior.behavior : null,
    negated: condition.negated,
    situation: scenario,
    choices,
  };
}

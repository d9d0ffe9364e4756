import { PROFILE_DEFAULTS } from '../../core/study';
import { en } from '../../text/en';
import { budgetsOf } from './decision-draft';
import type { Draft } from './draft';
import { temperaturesOf } from './draft-study';

/** Which part of the form an issue belongs to. */
export type Field =
  | 'title'
  | 'items'
  | 'perBehavior'
  | 'limit'
  | 'conditions'
  | 'wordings'
  | 'budgets'
  | 'sections'
  | 'repeats'
  | 'temperatures'
  | 'seed'
  | 'topP'
  | 'topK'
  | 'maxTokens';

/** What stands in the way of a run: what is wrong and what would be right. */
export interface Issue {
  readonly field: Field;
  readonly text: string;
}

/** Everything that keeps a draft from being a study, in the order of the form. */
export function issuesOf(draft: Draft): Issue[] {
  const text = en.lab.issues;
  const found: Issue[] = [];
  const add = (isWrong: boolean, field: Field, sentence: string): void => {
    if (isWrong) found.push({ field, text: sentence });
  };
  add(draft.title.trim() === '' || draft.title.length > 200, 'title', text.title);
  if (draft.suite === 'decision') add(draft.ids?.length === 0, 'items', text.decisions);
  else {
    const chosen = draft.traits.length + draft.behaviors.length + (draft.ids?.length ?? 0);
    add(chosen === 0, 'items', text.traits);
  }
  add(!isWhole(draft.perBehavior, 1), 'perBehavior', text.perBehavior);
  add(!isWhole(draft.limit, 1), 'limit', text.limit);
  if (draft.suite === 'decision') addDecisionIssues(draft, add);
  else if (!draft.keepsConditions) addConditionIssues(draft, add);
  addAskingIssues(draft, add);
  add(draft.topP !== null && !(draft.topP > 0 && draft.topP <= 1), 'topP', text.topP);
  add(!isWhole(draft.topK, 0), 'topK', text.topK);
  add(!isWhole(draft.maxTokens, 1, 8192), 'maxTokens', text.maxTokens);
  return found;
}

type Add = (isWrong: boolean, field: Field, sentence: string) => void;

function addConditionIssues(draft: Draft, add: Add): void {
  const text = en.lab.issues;
  const { baseline, quantified, descriptive, combos, comboShaping, wordings } = draft;
  const levels = quantified.length + descriptive.length + combos.length;
  add(!baseline && levels === 0, 'conditions', text.conditions);
  combos.forEach((combo, index) => {
    const given = Object.values(combo);
    const isBetween = given.some((level) => level !== 1 && level !== 5);
    add(given.length === 0, 'conditions', text.combo(index + 1));
    add(
      comboShaping === 'descriptive' && isBetween,
      'conditions',
      text.comboDescriptive(index + 1),
    );
  });
  add(wordings.length === 0, 'wordings', text.wordings);
}

function addDecisionIssues({ decisions, keepsConditions }: Draft, add: Add): void {
  const text = en.lab.issues;
  const budgets = budgetsOf(decisions.budgets);
  add(budgets === null, 'budgets', text.budgets);
  const { chunkTokens, overlapTokens } = decisions.profile ?? PROFILE_DEFAULTS;
  add(overlapTokens >= chunkTokens, 'budgets', text.overlap);
  if (keepsConditions) return;
  add(decisions.methods.length === 0, 'conditions', text.methods);
  add(decisions.sections.length === 0, 'sections', text.sections);
}

function addAskingIssues(draft: Draft, add: Add): void {
  const text = en.lab.issues;
  const { repeats, seed } = draft;
  const byProbability = draft.answer === 'probability';
  const temperatures = temperaturesOf(draft.temperatures);
  const isCount = repeats !== null && isWhole(repeats, 1, 100);
  add(!isCount, 'repeats', text.repeatsRange);
  add(isCount && byProbability && repeats > 1, 'repeats', text.repeats);
  add(temperatures === null, 'temperatures', text.temperatures);
  add(
    byProbability && temperatures !== null && temperatures.length > 1,
    'temperatures',
    text.temperaturesProbability,
  );
  add(seed === null || !isWhole(seed, 0, 4294967295), 'seed', text.seed);
}

/** True for a whole number in the range, and for nothing. */
function isWhole(value: number | null, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return value === null || (Number.isInteger(value) && value >= least && value <= most);
}

import type { Condition } from '../../core/plan';
import { recordedName, type RunAtHand } from '../../components/results/runs-at-hand';
import { largestReferenceRun } from '../../exchange/reference-runs';
import type { CompareView } from '../../exchange/routes';
import { baselineOf, bareOf } from '../../experiment/condition';

/** The names of the two runs; they may be one. */
export interface RunPair {
  readonly a: string;
  readonly b: string;
}

/** The study whose two recorded models an empty address opens with, if there still are two. */
const FIRST_STUDY = 'behavior-table-3-p';

/**
 * Which runs an address means. Where it names one, two conditions of that one; where it names none, two recorded models
 * on one study, the larger one first, or else whatever run is at hand. Null where there is none.
 */
export function pairOf(
  view: Pick<CompareView, 'a' | 'b'>,
  atHand: readonly RunAtHand[],
): RunPair | null {
  const named = view.a ?? view.b;
  if (named !== undefined) return { a: view.a ?? named, b: view.b ?? named };
  const recorded = atHand.filter(({ badge }) => badge === 'recorded');
  const studies = [FIRST_STUDY, ...recorded.map(({ study }) => study)];
  for (const study of studies) {
    const largest = largestReferenceRun(study);
    const a = recorded.find(({ name }) => largest !== undefined && name === recordedName(largest));
    const b = recorded.find((run) => run.study === study && run !== a);
    if (a !== undefined && b !== undefined) return { a: a.name, b: b.name };
  }
  const any = atHand.find(({ isFinished }) => isFinished) ?? atHand[0];
  return any === undefined ? null : { a: any.name, b: any.name };
}

/** The two conditions that are compared; null where a run has none. */
export interface ConditionPair {
  readonly ca: string | null;
  readonly cb: string | null;
}

/**
 * Which conditions an address means, of those that each run has answers under. Of one run a condition against what it
 * is compared with; of two runs the same condition of both. What an address names and a run does not have is replaced.
 * @param a a run's conditions in the study's order
 */
export function conditionsOf(
  view: Pick<CompareView, 'ca' | 'cb'>,
  a: readonly Condition[],
  b: readonly Condition[],
  sameRun: boolean,
): ConditionPair {
  const ofA = a.find(({ id }) => id === view.ca);
  const ofB = b.find(({ id }) => id === view.cb);
  if (sameRun) {
    const first = ofA ?? mainOf(a.filter((one) => one !== ofB));
    const second = ofB ?? referenceOf(first, b);
    return { ca: first?.id ?? null, cb: second?.id ?? null };
  }
  const shared = a.filter(({ id }) => b.some((other) => other.id === id));
  const first = ofA ?? a.find(({ id }) => id === ofB?.id) ?? mainOf(shared) ?? mainOf(a);
  const second = ofB ?? b.find(({ id }) => id === first?.id) ?? mainOf(b);
  return { ca: first?.id ?? null, cb: second?.id ?? null };
}

/** The condition that a study is most likely about: the descriptive high end, a high end, what has a baseline. */
function mainOf(conditions: readonly Condition[]): Condition | undefined {
  const high = conditions.filter(
    ({ levels }) => levels !== null && 'own' in levels && levels.own === 5,
  );
  return (
    high.find(({ shaping }) => shaping === 'descriptive') ??
    high.at(-1) ??
    conditions.filter((one) => baseOf(one, conditions) !== undefined).at(-1) ??
    conditions[0]
  );
}

/** What a condition is compared with in the same run: its baseline, or of the baseline what the study is about. */
function referenceOf(
  condition: Condition | undefined,
  conditions: readonly Condition[],
): Condition | undefined {
  if (condition === undefined) return undefined;
  const others = conditions.filter(({ id }) => id !== condition.id);
  return baseOf(condition, conditions) ?? mainOf(others) ?? condition;
}

/** The baseline of a condition, other than itself: of a decision's method, the same without a profile. */
function baseOf(condition: Condition, conditions: readonly Condition[]): Condition | undefined {
  const id =
    condition.method === 'none' ? baselineOf(condition, conditions) : bareOf(condition, conditions);
  return conditions.find((other) => other.id === id && other.id !== condition.id);
}

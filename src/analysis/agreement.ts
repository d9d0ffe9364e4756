import { canonical } from '../core/hash';
import type { Manifest, Sample } from '../core/run';
import { cellsOf } from './cells';
import { LEAST_SUMS, pairsOf, testOf } from './comparison';
import { holm } from './holm';
import type { Row } from './row';
import { unitsOf } from './units';

/*
 * The rule of design section 6: when a rerun agrees with a recorded run.
 */

/** Answers whose two best options lie within this are left out; probabilities within it are equal. */
export const CLOSE = 0.02;
/** The share of equal answers, and of equal probabilities, that agreement needs. */
export const AGREES_FROM = 0.99;
/** Decimal fractions are not exact: 0.52 - 0.5 is a little more than 0.02. */
const ROUNDING = 1e-9;

/** In what two runs differ that bars any talk of reproduction. */
export type Ground = 'model' | 'engine' | 'data' | 'settings';

export interface ProbabilityAgreement {
  /** `incomplete`: alike so far, but trials are missing on one side. */
  readonly verdict: 'agrees' | 'differs' | 'incomplete';
  /** Trials with an outcome on both sides. */
  readonly trials: number;
  /** Trials with an outcome on one side only. */
  readonly unmatched: number;
  /** Trials left out of the answers because their two best options are near a tie, in either run. */
  readonly nearTies: number;
  /** Share of equal answers, 0 to 1; null where all are near ties. */
  readonly equalAnswers: number | null;
  /** Share of the options' probabilities within 0.02; null without any. */
  readonly closeProbabilities: number | null;
}

export interface SampledAgreement {
  /** `cannot-tell`: the answers differ, but on too few clusters for the test. */
  readonly verdict: 'consistent' | 'inconsistent' | 'cannot-tell' | 'incomplete';
  /** One a scale and condition, in order of first appearance. */
  readonly cells: readonly {
    readonly scale: string;
    readonly condition: string;
    /** Items answered in both runs. */
    readonly n: number;
    readonly nonZero: number;
    readonly midP: number;
    /** Over all cells, by Holm. */
    readonly adjusted: number;
  }[];
}

export type Agreement =
  | ({ readonly kind: 'probability' } & ProbabilityAgreement)
  | ({ readonly kind: 'sampled' } & SampledAgreement)
  /** Another model, other items or other settings: compared by the claims' verdicts only. */
  | {
      readonly kind: 'not-comparable';
      readonly verdict: 'not-comparable';
      readonly differs: readonly Ground[];
    };

/** A run as it is compared: its rows are made by its suite. */
export interface Compared {
  readonly manifest: Pick<Manifest, 'study' | 'dataHash' | 'promptHash' | 'engine' | 'models'>;
  readonly samples: readonly Sample[];
  readonly rows: readonly Row[];
}

/** Whether a rerun agrees with a recorded run of the same model file, data and settings, by section 6's rule. */
export function agreementOf(recorded: Compared, rerun: Compared): Agreement {
  const differs = differingGrounds(recorded.manifest, rerun.manifest);
  if (differs.length > 0) return { kind: 'not-comparable', verdict: 'not-comparable', differs };
  return recorded.manifest.study.answer === 'probability'
    ? { kind: 'probability', ...probabilityAgreement(recorded.samples, rerun.samples) }
    : { kind: 'sampled', ...sampledAgreement(recorded.rows, rerun.rows) };
}

/**
 * What two runs do not share. The seed and the title may differ. A model file whose hash is not known (an endpoint's)
 * is never the same. Nor is another kind of engine: two builds of llama.cpp were seen to give the same file's answers
 * probabilities up to 0.07 apart (docs/engines.md).
 */
export function differingGrounds(a: Compared['manifest'], b: Compared['manifest']): Ground[] {
  const file = a.models.answer.sha256;
  const grounds: Ground[] = [];
  if (file === '' || file !== b.models.answer.sha256) grounds.push('model');
  if (a.engine !== b.engine) grounds.push('engine');
  if (a.dataHash !== b.dataHash) grounds.push('data');
  if (a.promptHash !== b.promptHash || settingsOf(a) !== settingsOf(b)) grounds.push('settings');
  return grounds;
}

/**
 * Two lists of samples answered by probability, matched by trial: agrees when 99 % of the answers are equal (near
 * ties left out) and 99 % of the probabilities lie within 0.02. Another status counts as another answer.
 */
export function probabilityAgreement(
  recorded: readonly Sample[],
  rerun: readonly Sample[],
): ProbabilityAgreement {
  const others = new Map(rerun.filter(hasOutcome).map((sample) => [sample.trial, sample]));
  const own = recorded.filter(hasOutcome);
  let trials = 0;
  let nearTies = 0;
  let equal = 0;
  let close = 0;
  let probabilities = 0;
  for (const sample of own) {
    const other = others.get(sample.trial);
    if (other === undefined) continue;
    trials += 1;
    if (isNearTie(sample) || isNearTie(other)) nearTies += 1;
    else if (sample.status === other.status && sample.answer === other.answer) equal += 1;
    const first = sample.probabilities ?? {};
    const second = other.probabilities ?? {};
    for (const option of new Set([...Object.keys(first), ...Object.keys(second)])) {
      probabilities += 1;
      const gap = Math.abs((first[option] ?? Infinity) - (second[option] ?? 0));
      if (option in second && gap <= CLOSE + ROUNDING) close += 1;
    }
  }
  const unmatched = own.length + others.size - 2 * trials;
  const equalAnswers = trials === nearTies ? null : equal / (trials - nearTies);
  const closeProbabilities = probabilities === 0 ? null : close / probabilities;
  const enough = (share: number | null) => share === null || share >= AGREES_FROM;
  const verdict = !(enough(equalAnswers) && enough(closeProbabilities))
    ? 'differs'
    : unmatched > 0 || trials === 0
      ? 'incomplete'
      : 'agrees';
  return { verdict, trials, unmatched, nearTies, equalAnswers, closeProbabilities };
}

/**
 * Two lists of rows whose answers were sampled: consistent unless a cell's paired test, adjusted over the cells by
 * Holm, is significant at 5 %. Needs rows of the same items and conditions.
 */
export function sampledAgreement(
  recorded: readonly Row[],
  rerun: readonly Row[],
): SampledAgreement {
  const others = new Map(
    cellsOf(rerun, 'scale').map((cell) => [keyOf(cell.group, cell.condition), cell.rows]),
  );
  let incomplete = false;
  const tested = cellsOf(recorded, 'scale').map(({ group, condition, rows }) => {
    const other = others.get(keyOf(group, condition)) ?? [];
    if (!sameTrials(rows, other)) incomplete = true;
    const pairs = pairsOf(unitsOf(rows), unitsOf(other));
    const { midP, nonZero } = testOf(pairs);
    return { scale: group, condition, n: pairs.length, nonZero, midP };
  });
  const adjusted = holm(tested.map((cell) => cell.midP));
  const cells = tested.map((cell, i) => ({ ...cell, adjusted: adjusted[i] as number }));
  if (cells.length === 0 || others.size !== cells.length) incomplete = true;
  const rejected = cells.some((cell) => cell.nonZero >= LEAST_SUMS && cell.adjusted <= 0.05);
  const blind = cells.every((cell) => cell.nonZero < LEAST_SUMS);
  const alike = cells.every((cell) => cell.nonZero === 0);
  const verdict = rejected
    ? 'inconsistent'
    : incomplete
      ? 'incomplete'
      : blind && !alike
        ? 'cannot-tell'
        : 'consistent';
  return { verdict, cells };
}

function settingsOf({ study }: Compared['manifest']): string {
  const { suite, conditions, repeats, answer, order, unparsed, scoring, decoding } = study;
  return canonical({ suite, conditions, repeats, answer, order, unparsed, scoring, decoding });
}

function hasOutcome(sample: { readonly status: Sample['status'] }): boolean {
  return sample.status !== 'error';
}

function isNearTie(sample: Sample): boolean {
  const [best, second] = Object.values(sample.probabilities ?? {}).sort((x, y) => y - x);
  return best !== undefined && second !== undefined && best - second <= CLOSE + ROUNDING;
}

/** Repeats and items alike; an order may be shuffled anew from another seed. */
function sameTrials(a: readonly Row[], b: readonly Row[]): boolean {
  const keys = (rows: readonly Row[]) =>
    rows.filter(hasOutcome).map((row) => keyOf(row.item, row.repeat));
  const first = keys(a).sort();
  const second = keys(b).sort();
  return first.length === second.length && first.every((key, i) => key === second[i]);
}

function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

import {
  differenceOf,
  pairsOf,
  testOf,
  verdictOf,
  type ComparisonTest,
  type Pair,
  type Verdict,
} from './comparison';
import type { NoInterval } from './interval';
import { squareAndAdd, type Limited } from './newcombe';
import type { Row } from './row';
import { unitsOf, type UnitOptions } from './units';

/** Points of headroom under which a share of it is noise. */
export const LEAST_HEADROOM = 5;

/** d: +1 where the instruction asks for a higher level of the trait, -1 for a lower, 0 at level 3 of five. */
export type Direction = 1 | -1 | 0;

/** An instruction and its baseline: conditions' ids. */
export interface Contrast {
  readonly instruction: string;
  readonly baseline: string;
  /** One direction, or one for each scale; a scale not named has none and is left out. */
  readonly direction: Direction | Readonly<Record<string, Direction | undefined>>;
}

/** A score of one trait in points, -100 to 100 (design section 5, PIS). */
export interface Pis {
  /** d * (r under the instruction - r of the baseline); the signed difference where d is 0. Null without items. */
  readonly value: number | null;
  /** False where d is undefined (level 3) and `value` is the signed difference. */
  readonly directed: boolean;
  readonly direction: Direction;
  readonly low: number | null;
  readonly high: number | null;
  /** The 90 % limits, for claims of no effect. */
  readonly low90: number | null;
  readonly high90: number | null;
  readonly missing: NoInterval | null;
  /** Items answered under both conditions, and their clusters. */
  readonly n: number;
  readonly clusters: number;
  /** Rates in points over the same items. */
  readonly instructed: number | null;
  readonly baseline: number | null;
  /** Ours: what the baseline leaves to gain, in points: 100 - r0 upward, r0 downward; null where d is 0. */
  readonly headroom: number | null;
  /** Ours: PIS / headroom, at most 1; null under 5 points of headroom, where it would say nothing. */
  readonly perHeadroom: number | null;
  readonly pairs: readonly Pair[];
}

/**
 * The PIS of one trait from the rows of its instruction and of its baseline, over the items answered under both.
 * The test is not run here: see `pisTest`.
 */
export function pisOf(
  instructed: readonly Row[],
  baseline: readonly Row[],
  direction: Direction,
  options: UnitOptions = {},
): Pis {
  const pairs = pairsOf(unitsOf(instructed, options), unitsOf(baseline, options));
  const difference = differenceOf(pairs);
  const sign = direction === 0 ? 1 : direction;
  const empty = difference.n === 0;
  const value = empty ? null : 100 * sign * difference.delta;
  const r0 = empty ? null : 100 * difference.b.mean;
  const headroom = r0 === null || direction === 0 ? null : direction === 1 ? 100 - r0 : r0;
  const wide = turned(difference.interval95, sign);
  const narrow = turned(difference.interval90, sign);
  return {
    value,
    directed: direction !== 0,
    direction,
    low: wide?.low ?? null,
    high: wide?.high ?? null,
    low90: narrow?.low ?? null,
    high90: narrow?.high ?? null,
    missing: difference.missing,
    n: difference.n,
    clusters: difference.clusters,
    instructed: empty ? null : 100 * difference.a.mean,
    baseline: r0,
    headroom,
    perHeadroom:
      value === null || headroom === null || headroom < LEAST_HEADROOM ? null : value / headroom,
    pairs,
  };
}

/** The paired test of a PIS; slower than the score itself, so it is asked for separately. */
export function pisTest(pis: Pis): ComparisonTest {
  return testOf(pis.pairs);
}

/** What a PIS shows (`higher`: the expected direction), with `p` its mid-p, adjusted over the family where there is one. */
export function pisVerdict(pis: Pis, test: ComparisonTest, p = test.midP): Verdict {
  const interval90 =
    pis.low90 === null || pis.high90 === null
      ? null
      : { low: pis.low90 / 100, high: pis.high90 / 100 };
  return verdictOf({ delta: pis.value ?? 0, interval90 }, test, p);
}

/** A mean of several traits' scores. */
export interface OverallPis {
  /** Points; null unless every trait has a directed score. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly low90: number | null;
  readonly high90: number | null;
  /** The first trait's reason, where one has no interval. */
  readonly missing: NoInterval | null;
  /** Items and clusters of all traits together, and the number of traits. */
  readonly n: number;
  readonly clusters: number;
  readonly traits: number;
}

/**
 * The overall PIS of one shaping and direction: the mean over the traits, its interval by square-and-add.
 * The traits' items differ, so their scores are independent given the model; there is no overall test.
 */
export function overallPis(scores: readonly Pis[]): OverallPis {
  const values = scores.map((score) => score.value).filter((value) => value !== null);
  const defined =
    scores.length > 0 && values.length === scores.length && scores.every((score) => score.directed);
  const wide = defined ? limited(scores, (score) => [score.low, score.high]) : null;
  const narrow = defined ? limited(scores, (score) => [score.low90, score.high90]) : null;
  return {
    value: defined ? values.reduce((sum, value) => sum + value, 0) / values.length : null,
    low: wide?.low ?? null,
    high: wide?.high ?? null,
    low90: narrow?.low ?? null,
    high90: narrow?.high ?? null,
    missing:
      scores.length === 0
        ? 'no-items'
        : (scores.find((score) => score.missing !== null)?.missing ?? null),
    n: scores.reduce((sum, score) => sum + score.n, 0),
    clusters: scores.reduce((sum, score) => sum + score.clusters, 0),
    traits: scores.length,
  };
}

/** The direction a contrast has on a scale; null where it does not concern it. */
export function directionOn(contrast: Contrast, scale: string): Direction | null {
  const { direction } = contrast;
  return typeof direction === 'number' ? direction : (direction[scale] ?? null);
}

/** Limits in points, times the direction. */
function turned(interval: { low: number; high: number } | null, sign: 1 | -1) {
  if (interval === null) return null;
  return sign === 1
    ? { low: 100 * interval.low, high: 100 * interval.high }
    : { low: -100 * interval.high, high: -100 * interval.low };
}

function limited(
  scores: readonly Pis[],
  limits: (score: Pis) => readonly [number | null, number | null],
): Limited | null {
  const parts: Limited[] = [];
  for (const score of scores) {
    const [low, high] = limits(score);
    if (score.value === null || low === null || high === null) return null;
    parts.push({ value: score.value, low, high });
  }
  return squareAndAdd(parts);
}

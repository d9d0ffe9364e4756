import { flipTest, type FlipTest } from './flips';
import { estimateOf, intervalOf, type Estimate, type Interval, type NoInterval } from './interval';
import { newcombe } from './newcombe';
import type { Unit } from './units';
import { clustersOf, varianceOf } from './variance';

/** Under so many non-zero sums a test cannot tell (design section 5, Comparisons). */
export const LEAST_SUMS = 5;
/** "No effect" is claimed only where the 90 % interval lies within so much of zero (0-1 scale: 5 points). */
export const NO_EFFECT_WITHIN = 0.05;

/** An item answered under both conditions. */
export interface Pair {
  readonly a: Unit;
  readonly b: Unit;
}

/** Two conditions compared item by item; everything on the 0-1 scale. */
export interface Difference {
  /** Items in both. */
  readonly n: number;
  readonly clusters: number;
  readonly a: Estimate;
  readonly b: Estimate;
  /** a - b; NaN without items. */
  readonly delta: number;
  /** V_d: the variance of the mean of the items' differences. */
  readonly variance: number;
  readonly rho: number;
  readonly interval95: Interval | null;
  readonly interval90: Interval | null;
  readonly missing: NoInterval | null;
}

/** McNemar's test; it assumes independent items. */
export interface McNemar {
  /** Items answered 1 under a and 0 under b. */
  readonly gained: number;
  /** Items answered 0 under a and 1 under b. */
  readonly lost: number;
  readonly exact: number;
  readonly midP: number;
}

export interface ComparisonTest extends FlipTest {
  /** Beside single binary answers only. */
  readonly mcnemar: McNemar | null;
}

export type Verdict = 'higher' | 'lower' | 'no-effect' | 'cannot-tell';

/** The items in both lists, in the order of the first. */
export function pairsOf(a: readonly Unit[], b: readonly Unit[]): Pair[] {
  const others = new Map(b.map((unit) => [unit.item, unit]));
  const pairs: Pair[] = [];
  for (const unit of a) {
    const other = others.get(unit.item);
    if (other !== undefined) pairs.push({ a: unit, b: other });
  }
  return pairs;
}

/**
 * The difference a - b with its 95 and 90 % intervals: Newcombe's method 10 from both Wilson intervals.
 * rho = (V_A + V_B - V_d) / (2 sqrt(V_A V_B)), 0 if undefined; for single binary answers a positive rho drops by
 * 1 / (2 n sqrt(a (1-a) b (1-b))), not below 0 (Newcombe's continuity correction of phi).
 */
export function differenceOf(pairs: readonly Pair[]): Difference {
  const a = estimateOf(pairs.map((pair) => pair.a));
  const b = estimateOf(pairs.map((pair) => pair.b));
  const clusters = clustersOf(pairs.map((pair) => pair.a.cluster));
  const differences = pairs.map((pair) => pair.a.mean - pair.b.mean);
  const variance = varianceOf(differences, clusters, pairs[0]?.a.design ?? 'cluster');
  const rho = correlation(a, b, variance, isSingleBinary(pairs));
  const at = (level: number): Interval | null => {
    const first = intervalOf(a, level);
    const second = intervalOf(b, level);
    if (first === null || second === null) return null;
    return newcombe({ value: a.mean, ...first }, { value: b.mean, ...second }, rho);
  };
  return {
    n: pairs.length,
    clusters: clusters.sizes.length,
    a,
    b,
    delta: a.mean - b.mean,
    variance,
    rho,
    interval95: at(0.95),
    interval90: at(0.9),
    missing: a.missing ?? b.missing,
  };
}

/**
 * The paired test: sign flips of the clusters' summed differences, or of the items' where clusters are fixed strata.
 * It costs far more than `differenceOf`, so tables ask for it separately.
 */
export function testOf(pairs: readonly Pair[], seed?: string | number): ComparisonTest {
  const differences = pairs.map((pair) => pair.a.mean - pair.b.mean);
  return {
    ...flipTest(blockSums(pairs, differences), seed),
    mcnemar: isSingleBinary(pairs) ? mcNemar(differences) : null,
  };
}

/**
 * What a comparison shows. `p` is the test's mid-p, adjusted over its family where there is one; a direction needs
 * p <= alpha and five non-zero sums, "no effect" the 90 % interval within 5 points of zero, and all else cannot tell.
 */
export function verdictOf(
  difference: Pick<Difference, 'delta' | 'interval90'>,
  test: Pick<FlipTest, 'midP' | 'nonZero'>,
  p = test.midP,
  alpha = 0.05,
): Verdict {
  if (test.nonZero >= LEAST_SUMS && p <= alpha) return difference.delta > 0 ? 'higher' : 'lower';
  return isWithin(difference.interval90) ? 'no-effect' : 'cannot-tell';
}

function isWithin(interval: Interval | null): boolean {
  if (interval === null) return false;
  return interval.low >= -NO_EFFECT_WITHIN && interval.high <= NO_EFFECT_WITHIN;
}

/** True where every item has exactly one answer, 0 or 1, under both conditions. */
function isSingleBinary(pairs: readonly Pair[]): boolean {
  const single = (unit: Unit) => unit.answers === 1 && (unit.mean === 0 || unit.mean === 1);
  return pairs.length > 0 && pairs.every((pair) => single(pair.a) && single(pair.b));
}

function correlation(a: Estimate, b: Estimate, variance: number, single: boolean): number {
  const scale = Math.sqrt(a.variance * b.variance);
  if (!(scale > 0)) return 0;
  const raw = (a.variance + b.variance - variance) / (2 * scale);
  const rho = Math.max(-1, Math.min(1, raw));
  if (!single || rho <= 0) return rho;
  const spread = a.mean * (1 - a.mean) * b.mean * (1 - b.mean);
  return Math.max(0, rho - 1 / (2 * a.n * Math.sqrt(spread)));
}

/** Clusters flip as a whole; where they are fixed strata, each item does. */
function blockSums(pairs: readonly Pair[], differences: readonly number[]): number[] {
  const sums = new Map<string, number>();
  pairs.forEach(({ a }, i) => {
    const block = a.design === 'strata' ? `item ${a.item}` : `cluster ${a.cluster}`;
    sums.set(block, (sums.get(block) ?? 0) + (differences[i] as number));
  });
  return [...sums.values()];
}

/**
 * McNemar's exact conditional and mid-p tests: the sign-flip test over the discordant items.
 * Fagerland, Lydersen and Laake 2013, BMC Med Res Methodol 13:91.
 */
function mcNemar(differences: readonly number[]): McNemar {
  const { exact, midP } = flipTest(differences);
  return {
    gained: differences.filter((difference) => difference > 0).length,
    lost: differences.filter((difference) => difference < 0).length,
    exact,
    midP,
  };
}

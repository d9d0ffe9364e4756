import { sampleCorrelation } from 'simple-statistics';
import { seeded } from '../core/seed';
import { mean } from './variance';

/** Resamples of the items for an interval. */
const RESAMPLES = 10_000;
/** Under so many items a bootstrap only repeats them. */
const LEAST_ITEMS = 5;
/** Values nearer to each other than this are equal: means of ratings are sums of fractions. */
const TOLERANCE = 1e-9;

/** A correlation, -1 to 1, with its 95 % interval. */
export interface Correlation {
  /** Null where undefined: fewer than two items, or all the same on one side. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Items. */
  readonly n: number;
}

/** How far a judge's scores go with one rater's, or with the mean of all raters. */
export interface RaterAgreement {
  /** Null: the mean over the raters, over the items that all of them rated. */
  readonly rater: string | null;
  readonly pearson: Correlation;
  readonly kendall: Correlation;
}

/** Pearson's r; null where it is undefined (fewer than two pairs, or constant on one side). */
export function pearson(x: readonly number[], y: readonly number[]): number | null {
  refuseUnequal(x, y);
  if (isConstant(x) || isConstant(y)) return null;
  return Math.max(-1, Math.min(1, sampleCorrelation([...x], [...y])));
}

/**
 * Kendall's tau-b: concordant less discordant pairs over the root of the pairs not tied on either side. Null where it
 * is undefined. Kendall 1945 (seen through SciPy's documentation of kendalltau).
 */
export function kendallTauB(x: readonly number[], y: readonly number[]): number | null {
  refuseUnequal(x, y);
  let sum = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (let i = 0; i < x.length; i += 1)
    for (let j = 0; j < i; j += 1) {
      const dx = signOf((x[i] as number) - (x[j] as number));
      const dy = signOf((y[i] as number) - (y[j] as number));
      sum += dx * dy;
      untiedX += dx * dx;
      untiedY += dy * dy;
    }
  return untiedX === 0 || untiedY === 0 ? null : sum / Math.sqrt(untiedX * untiedY);
}

/**
 * A correlation over items with its 95 % interval: the 2.5 and 97.5 percentiles over seeded resamples of the items.
 * Resamples in which it is undefined are left out; there is no interval where they are more than half, or under five
 * items. No formula is known to hold for ratings of three steps.
 */
export function correlationOf(
  statistic: (x: readonly number[], y: readonly number[]) => number | null,
  x: readonly number[],
  y: readonly number[],
  seed: string | number = 'correlation',
): Correlation {
  const n = x.length;
  const value = statistic(x, y);
  if (value === null || n < LEAST_ITEMS) return { value, low: null, high: null, n };
  const random = seeded(seed);
  const found: number[] = [];
  for (let draw = 0; draw < RESAMPLES; draw += 1) {
    const places = Array.from({ length: n }, () => Math.floor(random() * n));
    const drawn = statistic(
      places.map((place) => x[place] as number),
      places.map((place) => y[place] as number),
    );
    if (drawn !== null) found.push(drawn);
  }
  if (found.length < RESAMPLES / 2) return { value, low: null, high: null, n };
  found.sort((a, b) => a - b);
  return { value, low: percentile(found, 0.025), high: percentile(found, 0.975), n };
}

/**
 * A judge's scores beside people's: Pearson and tau-b with each rater over the items that both rated, then with the
 * mean of the raters over the items that all of them rated (LifeChoice appendix B.3).
 * @param judge score by item
 * @param raters score by item, by rater
 */
export function raterAgreements(
  judge: ReadonlyMap<string, number>,
  raters: ReadonlyMap<string, ReadonlyMap<string, number>>,
  seed?: string | number,
): RaterAgreement[] {
  const compare = (rater: string | null, scores: ReadonlyMap<string, number>): RaterAgreement => {
    const items = [...judge.keys()].filter((item) => scores.has(item));
    const x = items.map((item) => judge.get(item) as number);
    const y = items.map((item) => scores.get(item) as number);
    return {
      rater,
      pearson: correlationOf(pearson, x, y, seed),
      kendall: correlationOf(kendallTauB, x, y, seed),
    };
  };
  const each = Array.from(raters, ([rater, scores]) => compare(rater, scores));
  if (raters.size < 2) return each;
  const lists = [...raters.values()];
  const common = [...judge.keys()].filter((item) => lists.every((scores) => scores.has(item)));
  const means = new Map(
    common.map((item) => [item, mean(lists.map((scores) => scores.get(item) as number))]),
  );
  return [...each, compare(null, means)];
}

/** A percentile of sorted values, linear between neighbours (as NumPy's default). */
function percentile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] as number;
  const high = sorted[Math.ceil(at)] as number;
  return low + (at - Math.floor(at)) * (high - low);
}

function signOf(difference: number): number {
  return Math.abs(difference) <= TOLERANCE ? 0 : Math.sign(difference);
}

function isConstant(values: readonly number[]): boolean {
  const [first] = values;
  return first === undefined || values.every((value) => signOf(value - first) === 0);
}

function refuseUnequal(x: readonly number[], y: readonly number[]): void {
  if (x.length !== y.length) throw new RangeError('a correlation needs values in pairs');
}

import { tQuantile } from './quantile';
import type { Unit } from './units';
import { clustersOf, mean, simpleVariance, varianceOf } from './variance';

/** Limits on the 0-1 scale (for differences from -1 to 1). */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Why there is no interval: no items at all; under five effective clusters; a stratum with under two items;
 * items of both designs in one cell.
 */
export type NoInterval = 'no-items' | 'few-clusters' | 'few-items' | 'mixed-designs';

/** No interval generalises from fewer effective clusters (design section 5). */
export const LEAST_CLUSTERS = 5;

/** A mean and what its interval rests on; everything on the 0-1 scale. */
export interface Estimate {
  /** Items. */
  readonly n: number;
  /** G: clusters (or strata) that hold them. */
  readonly clusters: number;
  /** G*. */
  readonly effective: number;
  /** ybar; NaN without items. */
  readonly mean: number;
  /** V; NaN where undefined. */
  readonly variance: number;
  /** D, at least 1; 1 for strata, where it has no part. */
  readonly designEffect: number;
  /** n*: how many independent binary answers would tell as much; NaN where there is no interval. */
  readonly effectiveN: number;
  /** Degrees of freedom of t, fractional. */
  readonly df: number;
  readonly missing: NoInterval | null;
}

/**
 * The mean over items with its variance, design effect and effective sample size (design section 5, Intervals).
 * Design effect: Kish 1965; n*: Korn and Graubard 1998 (both cited after statistics.md). n* may exceed n where
 * values are probabilities, which vary less than answers.
 */
export function estimateOf(units: readonly Unit[]): Estimate {
  const values = units.map((unit) => unit.mean);
  const clusters = clustersOf(units.map((unit) => unit.cluster));
  const design = units[0]?.design ?? 'cluster';
  const n = units.length;
  const centre = mean(values);
  const common = {
    n,
    clusters: clusters.sizes.length,
    effective: clusters.effective,
    mean: centre,
  };
  const without = (missing: NoInterval, variance = Number.NaN): Estimate => ({
    ...common,
    variance,
    designEffect: 1,
    effectiveN: Number.NaN,
    df: Number.NaN,
    missing,
  });
  if (n === 0) return without('no-items');
  if (units.some((unit) => unit.design !== design)) return without('mixed-designs');
  const variance = varianceOf(values, clusters, design);
  const spread = centre * (1 - centre);

  if (design === 'strata') {
    if (Number.isNaN(variance)) return without('few-items');
    const effectiveN = variance === 0 ? n : spread / variance;
    return {
      ...common,
      variance,
      designEffect: 1,
      effectiveN,
      df: n - clusters.sizes.length,
      missing: null,
    };
  }

  // A rounding error must not cost a cell of five equal clusters its interval.
  if (clusters.effective < LEAST_CLUSTERS - 1e-9) return without('few-clusters', variance);
  const simple = simpleVariance(values);
  const sum = centre * n;
  const rare = Math.min(sum, n - sum) < 10 - 1e-9;
  const floor = rare ? 1 + 0.2 * (n / clusters.effective - 1) : 1;
  const designEffect = Math.max(floor, simple === 0 ? 1 : variance / simple);
  const effectiveN = simple === 0 ? n / designEffect : spread / (designEffect * simple);
  return {
    ...common,
    variance,
    designEffect,
    effectiveN,
    df: clusters.effective - 1,
    missing: null,
  };
}

/** The estimate's interval at a confidence level (0.95 or 0.90); null where `missing` says why. */
export function intervalOf(estimate: Estimate, level = 0.95): Interval | null {
  if (estimate.missing !== null) return null;
  return wilson(estimate.mean, estimate.effectiveN, tQuantile((1 + level) / 2, estimate.df));
}

/**
 * Wilson's score interval of a proportion: the p with |mean - p| <= t sqrt(p (1 - p) / n).
 * `n` > 0 may be fractional; the limits stay within 0 and 1.
 */
export function wilson(proportion: number, n: number, t: number): Interval {
  const square = (t * t) / n;
  const centre = (proportion + square / 2) / (1 + square);
  const half =
    (t / (1 + square)) * Math.sqrt((proportion * (1 - proportion)) / n + square / (4 * n));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

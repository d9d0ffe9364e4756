import type { Row } from './row';

/** Below this a variance on the 0-1 scale is rounding noise and counts as 0. */
export const TINY_VARIANCE = 1e-24;

/** How items fall into clusters. */
export interface Clusters {
  /** Cluster number of each item, from 0. */
  readonly index: readonly number[];
  /** n_g: items in each cluster. */
  readonly sizes: readonly number[];
  /** G* = n^2 / sum n_g^2, the number of equal clusters that tell as much; 0 without items. */
  readonly effective: number;
}

/** Numbers the clusters in order of first appearance. G*: Potthoff et al. 1992 (cited after statistics.md). */
export function clustersOf(labels: readonly string[]): Clusters {
  const numbers = new Map<string, number>();
  const sizes: number[] = [];
  const index = labels.map((label) => {
    let number = numbers.get(label);
    if (number === undefined) {
      number = sizes.length;
      numbers.set(label, number);
      sizes.push(0);
    }
    sizes[number] = (sizes[number] ?? 0) + 1;
    return number;
  });
  const squares = sizes.reduce((sum, size) => sum + size * size, 0);
  return { index, sizes, effective: squares === 0 ? 0 : labels.length ** 2 / squares };
}

/** The variance of a mean under the row's design; NaN where it is not defined. */
export function varianceOf(
  values: readonly number[],
  clusters: Clusters,
  design: Row['design'],
): number {
  const variance =
    design === 'strata' ? strataVariance(values, clusters) : jackknifeVariance(values, clusters);
  return variance < TINY_VARIANCE ? 0 : variance;
}

/**
 * V = (G-1)/G * sum_g [ sum_{i in g} (y_i - ybar) / (n - n_g) ]^2, the delete-one-cluster jackknife of the mean,
 * centred at the mean itself. NaN with fewer than two clusters.
 * Source: MacKinnon, Nielsen and Webb 2023, arXiv 2301.04527 (seen through the R package summclust's documentation).
 */
export function jackknifeVariance(values: readonly number[], clusters: Clusters): number {
  const { index, sizes } = clusters;
  const count = sizes.length;
  if (count < 2) return Number.NaN;
  const centre = mean(values);
  const sums = sizes.map(() => 0);
  values.forEach((value, i) => {
    const g = index[i] as number;
    sums[g] = (sums[g] as number) + value - centre;
  });
  const total = sums.reduce(
    (sum, part, g) => sum + (part / (values.length - (sizes[g] as number))) ** 2,
    0,
  );
  return ((count - 1) / count) * total;
}

/**
 * V = sum_h s_h^2 / n_h / H^2 over H fixed strata, with s^2 over n_h - 1: for two strata (s1^2/n1 + s2^2/n2) / 4.
 * NaN where a stratum has fewer than two items.
 */
export function strataVariance(values: readonly number[], clusters: Clusters): number {
  const { index, sizes } = clusters;
  if (sizes.length === 0 || sizes.some((size) => size < 2)) return Number.NaN;
  const sums = sizes.map(() => 0);
  values.forEach((value, i) => {
    const h = index[i] as number;
    sums[h] = (sums[h] as number) + value;
  });
  const squares = sizes.map(() => 0);
  values.forEach((value, i) => {
    const h = index[i] as number;
    const deviation = value - (sums[h] as number) / (sizes[h] as number);
    squares[h] = (squares[h] as number) + deviation * deviation;
  });
  const total = squares.reduce((sum, square, h) => {
    const size = sizes[h] as number;
    return sum + square / (size - 1) / size;
  }, 0);
  return total / sizes.length ** 2;
}

/** v = sum (y_i - ybar)^2 / n^2: the variance of the mean if the items were independent. */
export function simpleVariance(values: readonly number[]): number {
  const centre = mean(values);
  let sum = 0;
  for (const value of values) sum += (value - centre) ** 2;
  const variance = sum / values.length ** 2;
  return variance < TINY_VARIANCE ? 0 : variance;
}

/** The arithmetic mean; NaN of nothing. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

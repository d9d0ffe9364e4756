import type { Interval } from './interval';

/** A value with its limits. */
export interface Limited extends Interval {
  readonly value: number;
}

/**
 * Newcombe's method 10: the interval of a - b from the intervals of a and b and their correlation rho.
 * Newcombe 1998, Stat Med 17:2635 (seen through statsmodels' and biostatUZH's documentation, not itself).
 */
export function newcombe(a: Limited, b: Limited, rho: number): Interval {
  const difference = a.value - b.value;
  const below = joint(a.value - a.low, b.high - b.value, rho);
  const above = joint(a.high - a.value, b.value - b.low, rho);
  return { low: difference - below, high: difference + above };
}

/**
 * The mean of independent differences with its interval by square-and-add: mean -+ (1/N) sqrt(sum (value - limit)^2).
 * Zou and Donner 2008 (cited after statistics.md). Needs at least one part.
 */
export function squareAndAdd(parts: readonly Limited[]): Limited {
  const count = parts.length;
  let sum = 0;
  let below = 0;
  let above = 0;
  for (const part of parts) {
    sum += part.value;
    below += (part.value - part.low) ** 2;
    above += (part.high - part.value) ** 2;
  }
  const value = sum / count;
  return { value, low: value - Math.sqrt(below) / count, high: value + Math.sqrt(above) / count };
}

function joint(x: number, y: number, rho: number): number {
  // Never negative but for rounding: |rho| is at most 1.
  return Math.sqrt(Math.max(0, x * x - 2 * rho * x * y + y * y));
}

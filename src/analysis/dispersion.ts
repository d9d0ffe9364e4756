import type { Row } from './row';
import { meanOf, unitsOf, type UnitOptions } from './units';

/** r-hat = 1 + 4 r / 100: r (0 to 100) on a questionnaire's scale of 1 to 5, as the paper rescales it. */
export function rHat(r: number): number {
  return 1 + (4 * r) / 100;
}

/** |r - 50| in points: how far a rate is from the midpoint (Table 6 of BehaviorBench). */
export function deviation(r: number): number {
  return Math.abs(r - 50);
}

/** r high - r low in points: how far an instruction moves a trait. */
export function separation(high: number, low: number): number {
  return high - low;
}

/** Sample variance (n - 1), in squared points where the values are points; null under two values. */
export function sampleVariance(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
}

/** A rate of each part of some rows and how the rates vary. */
export interface Dispersion {
  /** Points, by the part's name, in order of first appearance. */
  readonly rates: ReadonlyMap<string, number>;
  /** Squared points; null under two parts. */
  readonly variance: number | null;
}

/**
 * The variance of a rate over repeats (the default) or any other part of the rows, e.g. their condition where these
 * are one setting in several wordings (Table 8 of BehaviorBench). A part without an answer is missing.
 */
export function dispersionOf(
  rows: readonly Row[],
  options: UnitOptions & { readonly part?: (row: Row) => string } = {},
): Dispersion {
  const partOf = options.part ?? ((row: Row) => String(row.repeat));
  const parts = new Map<string, Row[]>();
  for (const row of rows) {
    const name = partOf(row);
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [row]);
    else part.push(row);
  }
  const rates = new Map<string, number>();
  for (const [name, part] of parts) {
    const rate = meanOf(unitsOf(part, options));
    if (rate !== null) rates.set(name, 100 * rate);
  }
  return { rates, variance: sampleVariance([...rates.values()]) };
}

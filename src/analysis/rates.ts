import { cellsOf, type By, type CellRows, type PlannedCell } from './cells';
import { estimateOf, intervalOf, type NoInterval } from './interval';
import { isFlagged, type Row } from './row';
import { meanOf, reader, unitsBy, unitsOf, type UnitOptions } from './units';

/** Cells with fewer items are marked. */
export const FEW_ITEMS = 10;

/** A rate in points, 0 to 100, over items. */
export interface Rate {
  /** Null without an answered item. */
  readonly value: number | null;
  /** 95 % limits; null where `missing` says why. */
  readonly low: number | null;
  readonly high: number | null;
  readonly missing: NoInterval | null;
  /** Items, and the clusters that hold them. */
  readonly n: number;
  readonly clusters: number;
  /** G*. */
  readonly effective: number;
  /** The rate with all unparsed answers as low and all as high; null without answered or unparsed ones. */
  readonly unparsedBounds: readonly [number, number] | null;
  /** Expected r with every unseen token as low and as high as it could be, equal where all were seen; null for r. */
  readonly tokenBounds: readonly [number, number] | null;
  /** Both together: the least and the most that the rate could be. */
  readonly bounds: readonly [number, number] | null;
}

/** One cell of a table of rates (design section 5). */
export interface RateCell extends Counts {
  /** A scale, a cluster or `all`. */
  readonly group: string;
  readonly condition: string;
  readonly r: Rate;
  readonly expected: Rate;
  /** Points: answers that said yes over answers to items that have a yes; null where none has. */
  readonly yesRate: number | null;
  /** 0 to 1; null where answers were generated. */
  readonly meanMass: number | null;
  /** Under 10 items answered. */
  readonly few: boolean;
}

export interface Counts {
  readonly answered: number;
  readonly unparsed: number;
  readonly refused: number;
  readonly errors: number;
  /** Trials without an outcome: errors, and those missing where an expected count is given. */
  readonly holes: number;
  /** Samples with an answer mass under 0.5, whether or not they are left out. */
  readonly flagged: number;
}

export interface RateOptions extends Omit<UnitOptions, 'measure'> {
  readonly by?: By;
  readonly planned?: readonly PlannedCell[];
}

/** One cell for each group and condition that is planned or has rows, in that order. */
export function ratesOf(rows: readonly Row[], options: RateOptions = {}): RateCell[] {
  return cellsOf(rows, options.by ?? 'scale', options.planned).map((cell) => {
    const kept = options.leaveOutFlagged ? cell.rows.filter((row) => !isFlagged(row)) : cell.rows;
    const r = rateOf(kept, { ...options, measure: 'r' });
    const spoken = kept.map((row) => row.yes).filter((yes) => yes !== null);
    const masses = kept.map((row) => row.mass).filter((mass) => mass !== null);
    return {
      group: cell.group,
      condition: cell.condition,
      ...countsOf(cell),
      r,
      expected: rateOf(kept, { ...options, measure: 'expected' }),
      yesRate: average(spoken, 100),
      meanMass: average(masses, 1),
      few: r.n < FEW_ITEMS,
    };
  });
}

/** The rate of some rows of one condition, as the options read them. */
export function rateOf(rows: readonly Row[], options: UnitOptions = {}): Rate {
  const units = unitsOf(rows, options);
  const estimate = estimateOf(units);
  const interval = intervalOf(estimate);
  const kept = options.leaveOutFlagged ? rows.filter((row) => !isFlagged(row)) : rows;
  const expected = options.measure === 'expected';
  const read = reader(options);
  const limits = (unparsed: boolean, unseen: boolean) =>
    boundsOf(kept, (row) => {
      if (unparsed && row.status === 'unparsed') return [0, 1];
      if (unseen && expected && row.bounds !== null) return row.bounds;
      const value = read(row);
      return value === null ? null : [value, value];
    });
  return {
    value: estimate.n === 0 ? null : 100 * estimate.mean,
    low: interval === null ? null : 100 * interval.low,
    high: interval === null ? null : 100 * interval.high,
    missing: estimate.missing,
    n: estimate.n,
    clusters: estimate.clusters,
    effective: estimate.effective,
    unparsedBounds: limits(true, false),
    tokenBounds: expected ? limits(false, true) : null,
    bounds: limits(true, true),
  };
}

/** How the trials of a cell ended. */
export function countsOf(cell: CellRows): Counts {
  const counts = { answered: 0, unparsed: 0, refused: 0, error: 0 };
  let flagged = 0;
  for (const row of cell.rows) {
    counts[row.status] += 1;
    if (isFlagged(row)) flagged += 1;
  }
  const { error: errors, ...outcomes } = counts;
  const ended = outcomes.answered + outcomes.unparsed + outcomes.refused;
  return { ...outcomes, errors, holes: Math.max(errors, cell.planned - ended), flagged };
}

type Limits = readonly [number, number];

function boundsOf(rows: readonly Row[], read: (row: Row) => Limits | null): Limits | null {
  const low = meanOf(unitsBy(rows, (row) => read(row)?.[0] ?? null));
  const high = meanOf(unitsBy(rows, (row) => read(row)?.[1] ?? null));
  return low === null || high === null ? null : [100 * low, 100 * high];
}

function average(values: readonly number[], scale: number): number | null {
  if (values.length === 0) return null;
  return (scale * values.reduce((sum, value) => sum + value, 0)) / values.length;
}

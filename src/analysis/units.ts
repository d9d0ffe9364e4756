import { isFlagged, type Row } from './row';

/** What is averaged: r counts answers (`y`), expected r their probabilities (`p`). */
export type Measure = 'r' | 'expected';

/** An item as a unit of the statistics (design section 5, Intervals). */
export interface Unit {
  readonly item: string;
  readonly cluster: string;
  readonly design: Row['design'];
  /** y_i: the mean over the item's repeats, orders and other traits' settings, 0 to 1. */
  readonly mean: number;
  /** How many answers the mean is over. */
  readonly answers: number;
}

export interface UnitOptions {
  readonly measure?: Measure;
  /** Unparsed and refused answers: left out (the default) or counted as 0, as accuracy does. Errors never count. */
  readonly unparsed?: 'leave-out' | 'wrong';
  /** Leaves out samples with an answer mass under 0.5. */
  readonly leaveOutFlagged?: boolean;
}

/**
 * The items of some rows, in order of first appearance; items without an answer are missing.
 * Give it the rows of one condition (or of several that are to be averaged).
 */
export function unitsOf(rows: readonly Row[], options: UnitOptions = {}): Unit[] {
  const kept = options.leaveOutFlagged === true ? rows.filter((row) => !isFlagged(row)) : rows;
  return unitsBy(kept, reader(options));
}

/** As `unitsOf`, with any reading of a row as a number from 0 to 1; null leaves the row out. */
export function unitsBy(rows: readonly Row[], read: (row: Row) => number | null): Unit[] {
  const sums = new Map<string, { row: Row; sum: number; count: number }>();
  for (const row of rows) {
    const value = read(row);
    if (value === null) continue;
    const entry = sums.get(row.item);
    if (entry === undefined) sums.set(row.item, { row, sum: value, count: 1 });
    else {
      entry.sum += value;
      entry.count += 1;
    }
  }
  return Array.from(sums.values(), ({ row, sum, count }) => ({
    item: row.item,
    cluster: row.cluster,
    design: row.design,
    mean: sum / count,
    answers: count,
  }));
}

/** Mean of the items' means, 0 to 1; null without items. */
export function meanOf(units: readonly Unit[]): number | null {
  if (units.length === 0) return null;
  let sum = 0;
  for (const unit of units) sum += unit.mean;
  return sum / units.length;
}

/**
 * The same rows under other conditions' names, so that several conditions are averaged as one:
 * all 16 settings with a high level of the row's own trait become `high`. Null leaves a row out.
 */
export function relabelled(rows: readonly Row[], label: (row: Row) => string | null): Row[] {
  const result: Row[] = [];
  for (const row of rows) {
    const condition = label(row);
    if (condition !== null) result.push({ ...row, condition });
  }
  return result;
}

/** How a row is read for a measure. */
export function reader(options: UnitOptions): (row: Row) => number | null {
  const measure = options.measure ?? 'r';
  const missing = options.unparsed === 'wrong' ? 0 : null;
  return (row) => {
    if (row.status === 'answered') return measure === 'r' ? row.y : row.p;
    return row.status === 'error' ? null : missing;
  };
}

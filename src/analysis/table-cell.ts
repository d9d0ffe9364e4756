import type { By, PlannedCell } from './cells';
import type { Verdict } from './comparison';
import type { NoInterval } from './interval';
import type { Contrast } from './pis';
import { FEW_ITEMS, type Counts } from './rates';
import type { UnitOptions } from './units';

/**
 * What a table shows; `accuracy` is r, and `accuracy-expected` expected r, with unparsed answers counted as wrong. All
 * in points but `mass` (0 to 1) and `score` (1 to 3). `gain`, `score`, `recall` and `changed` have tables of their own
 * (methods, sections).
 */
export type TableMeasure =
  | 'r'
  | 'expected'
  | 'accuracy'
  | 'accuracy-expected'
  | 'yes'
  | 'mass'
  | 'pis'
  | 'pis-expected'
  | 'gain'
  | 'score'
  | 'recall'
  | 'changed';

/** The group name of the mean over traits. */
export const OVERALL = 'overall';

/** What a reader must know of a cell, beside its numbers; the page has the sentences. */
export type Note =
  | NoInterval
  /** n under 10. */
  | 'under-10'
  | 'holes'
  | 'unparsed'
  | 'refused'
  | 'flagged'
  /** Level 3: the signed difference stands in PIS's place. */
  | 'undirected'
  /** The test had under five non-zero sums. */
  | 'few-differences';

/** One cell, as a page and a CSV need it. */
export interface TableCell {
  /** A scale, a cluster, `all` or `overall`. */
  readonly group: string;
  readonly condition: string;
  /** The condition compared with, for PIS. */
  readonly baseline: string | null;
  readonly measure: TableMeasure;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Least and most the value could be with unparsed answers and unseen tokens either way; null where not shown. */
  readonly bounds: readonly [number, number] | null;
  /** Items, and their clusters. */
  readonly n: number;
  readonly clusters: number;
  /** Mid-p, and Holm's over the table; null where no test was asked for. */
  readonly p: number | null;
  readonly adjusted: number | null;
  readonly verdict: Verdict | null;
  readonly notes: readonly Note[];
}

export interface Table {
  readonly cells: readonly TableCell[];
  /** Holm's family: its size, and whether it is so large that no test here could have rejected. */
  readonly family: { readonly size: number; readonly tooLarge: boolean } | null;
}

export interface TableOptions {
  readonly measure: TableMeasure;
  readonly by?: By;
  readonly leaveOutFlagged?: boolean;
  readonly unparsed?: UnitOptions['unparsed'];
  readonly planned?: readonly PlannedCell[];
  /** For PIS: each instruction with its baseline and direction. */
  readonly contrasts?: readonly Contrast[];
  /** For PIS: run the paired tests; slower. */
  readonly tests?: boolean;
}

/** The notes that a cell's items and outcomes call for. */
export function notesOf(
  over: { readonly n: number; readonly missing: NoInterval | null },
  counts: Counts,
): Note[] {
  const notes: Note[] = [];
  if (over.missing !== null) notes.push(over.missing);
  if (over.n < FEW_ITEMS) notes.push('under-10');
  if (counts.holes > 0) notes.push('holes');
  if (counts.unparsed > 0) notes.push('unparsed');
  if (counts.refused > 0) notes.push('refused');
  if (counts.flagged > 0) notes.push('flagged');
  return notes;
}

/** For a cell in which the outcomes of its trials say nothing more. */
export const NO_COUNTS: Counts = {
  answered: 0,
  unparsed: 0,
  refused: 0,
  errors: 0,
  holes: 0,
  flagged: 0,
};

/** The members of a cell that was not compared with anything. */
export const NOT_COMPARED = { baseline: null, p: null, adjusted: null, verdict: null } as const;

import { ALL, cellsOf, type CellRows, type PlannedCell } from './cells';
import {
  differenceOf,
  LEAST_SUMS,
  pairsOf,
  testOf,
  verdictOf,
  type ComparisonTest,
  type Difference,
} from './comparison';
import { familyTooLarge, holm } from './holm';
import { estimateOf, intervalOf } from './interval';
import { countsOf } from './rates';
import { isFlagged, type Row } from './row';
import { tableOf } from './table';
import {
  NOT_COMPARED,
  notesOf,
  type Note,
  type Table,
  type TableCell,
  type TableMeasure,
} from './table-cell';
import { unitsBy, unitsOf, type UnitOptions } from './units';

/** Answers count by what was chosen, or by the probability of the book's choice. */
export type AccuracyMeasure = 'accuracy' | 'accuracy-expected';

/** A condition as a line of the table of methods. Conditions by their ids. */
export interface MethodPlace {
  readonly condition: string;
  /** The condition without a profile that it is compared with; null where there is none, or where it is that one. */
  readonly bare: string | null;
  /** The same condition with the motivation added; null where the study has none. */
  readonly motivated: string | null;
}

/** What one run gives to the table. */
export interface MethodRun {
  readonly model: string;
  readonly rows: readonly Row[];
  readonly places: readonly MethodPlace[];
  readonly planned?: readonly PlannedCell[];
  /** Profile score (1 to 3) by trial; a trial without one is left out. */
  readonly scores?: ReadonlyMap<string, number>;
  /** Evidence recall (0 to 1) by trial; a trial whose profile has no memories is left out. */
  readonly recalls?: ReadonlyMap<string, number>;
}

/** One method by one model. Accuracies, gain and recall in percent or points, the score from 1 to 3. */
export interface MethodLine {
  readonly model: string;
  readonly condition: string;
  readonly accuracy: TableCell;
  readonly expected: TableCell;
  /** Paired with no profile, by the table's measure; null where there is nothing to compare with. */
  readonly gain: TableCell | null;
  /** By the table's measure; null where the study has no such condition. */
  readonly motivated: TableCell | null;
  readonly score: TableCell | null;
  readonly recall: TableCell | null;
}

export interface MethodTable {
  readonly measure: AccuracyMeasure;
  readonly lines: readonly MethodLine[];
  /** Holm's family: the gains of the whole table. */
  readonly family: Table['family'];
}

export interface MethodOptions {
  /** What gain and accuracy with motivation are measured by. */
  readonly measure: AccuracyMeasure;
  readonly leaveOutFlagged?: boolean;
}

/** How rows are read for an accuracy: an unparsed or refused answer is wrong (design section 5). */
export function accuracyOptions({ measure, leaveOutFlagged }: MethodOptions): UnitOptions {
  return {
    measure: measure === 'accuracy' ? 'r' : 'expected',
    unparsed: 'wrong',
    leaveOutFlagged: leaveOutFlagged ?? false,
  };
}

/** The table of methods by model (LifeChoice's Table 3), its lines in the order given. */
export function methodTable(runs: readonly MethodRun[], options: MethodOptions): MethodTable {
  const drafts = runs.flatMap((run) => draftsOf(run, options));
  const tests = drafts.flatMap(({ gain }) => (gain === null ? [] : [gain.test]));
  const adjusted = holm(tests.map(({ midP }) => midP));
  let at = 0;
  const lines = drafts.map(({ gain, ...line }): MethodLine => {
    if (gain === null) return { ...line, gain: null };
    const p = adjusted[at] as number;
    at += 1;
    const { cell, difference, test } = gain;
    const verdict = verdictOf(difference, test, p);
    return { ...line, gain: { ...cell, p: test.midP, adjusted: p, verdict } };
  });
  const least = tests.map((test) => test.least);
  const family =
    tests.length === 0 ? null : { size: tests.length, tooLarge: familyTooLarge(least) };
  return { measure: options.measure, lines, family };
}

interface Gain {
  readonly cell: TableCell;
  readonly difference: Difference;
  readonly test: ComparisonTest;
}
type Draft = Omit<MethodLine, 'gain'> & { readonly gain: Gain | null };

function draftsOf(run: MethodRun, options: MethodOptions): Draft[] {
  const byCondition = new Map(
    cellsOf(run.rows, 'all', run.planned).map((cell) => [cell.condition, cell]),
  );
  const table = (measure: AccuracyMeasure) =>
    new Map(
      tableOf(run.rows, { ...options, measure, by: 'all', planned: run.planned ?? [] }).cells.map(
        (cell) => [cell.condition, cell],
      ),
    );
  const accuracies = table('accuracy');
  const expecteds = table('accuracy-expected');
  const shown = options.measure === 'accuracy' ? accuracies : expecteds;
  return run.places.map(({ condition, bare, motivated }) => {
    const cell = byCondition.get(condition) ?? { group: ALL, condition, rows: [], planned: 0 };
    const other = bare === null ? undefined : byCondition.get(bare);
    return {
      model: run.model,
      condition,
      accuracy: accuracies.get(condition) ?? emptyCell(condition, 'accuracy'),
      expected: expecteds.get(condition) ?? emptyCell(condition, 'accuracy-expected'),
      gain: other === undefined ? null : gainOf(cell, other, options),
      motivated: motivated === null ? null : (shown.get(motivated) ?? null),
      score: run.scores === undefined ? null : meanCell(cell, 'score', run.scores, SCORE, options),
      recall:
        run.recalls === undefined ? null : meanCell(cell, 'recall', run.recalls, RECALL, options),
    };
  });
}

function gainOf(cell: CellRows, bare: CellRows, options: MethodOptions): Gain {
  const reading = accuracyOptions(options);
  const pairs = pairsOf(unitsOf(cell.rows, reading), unitsOf(bare.rows, reading));
  const difference = differenceOf(pairs);
  const test = testOf(pairs);
  const { n, clusters, missing, interval95, delta } = difference;
  const notes = new Set<Note>();
  for (const part of [cell, bare])
    for (const note of notesOf({ n, missing }, countsOf(part))) notes.add(note);
  if (test.nonZero < LEAST_SUMS) notes.add('few-differences');
  return {
    difference,
    test,
    cell: {
      ...NOT_COMPARED,
      group: ALL,
      condition: cell.condition,
      baseline: bare.condition,
      measure: 'gain',
      value: n === 0 ? null : 100 * delta,
      low: interval95 === null ? null : 100 * interval95.low,
      high: interval95 === null ? null : 100 * interval95.high,
      bounds: null,
      n,
      clusters,
      notes: [...notes],
    },
  };
}

/** A measure's own scale: what 0 and 1 of the statistics stand for. */
interface Scale {
  readonly from: number;
  readonly to: number;
  /** The least and most of the values given. */
  readonly least: number;
  readonly most: number;
}
const SCORE: Scale = { from: 1, to: 3, least: 1, most: 3 };
const RECALL: Scale = { from: 0, to: 100, least: 0, most: 1 };

/**
 * A mean over items of a number that each trial has. Its interval is that of a mean of probabilities, on the scale's
 * ends moved to 0 and 1.
 */
function meanCell(
  cell: CellRows,
  measure: TableMeasure,
  values: ReadonlyMap<string, number>,
  { from, to, least, most }: Scale,
  { leaveOutFlagged = false }: MethodOptions,
): TableCell | null {
  const kept = leaveOutFlagged ? cell.rows.filter((row) => !isFlagged(row)) : cell.rows;
  const units = unitsBy(kept, (row) => {
    const value = values.get(row.trial);
    return value === undefined ? null : (value - least) / (most - least);
  });
  if (units.length === 0) return null;
  const estimate = estimateOf(units);
  const interval = intervalOf(estimate);
  const scaled = (share: number): number => from + share * (to - from);
  const { n, clusters, missing } = estimate;
  return {
    ...NOT_COMPARED,
    group: ALL,
    condition: cell.condition,
    measure,
    value: scaled(estimate.mean),
    low: interval === null ? null : scaled(interval.low),
    high: interval === null ? null : scaled(interval.high),
    bounds: null,
    n,
    clusters,
    notes: notesOf({ n, missing }, { ...countsOf(cell), unparsed: 0, refused: 0, flagged: 0 }),
  };
}

function emptyCell(condition: string, measure: TableMeasure): TableCell {
  return {
    ...NOT_COMPARED,
    group: ALL,
    condition,
    measure,
    value: null,
    low: null,
    high: null,
    bounds: null,
    n: 0,
    clusters: 0,
    notes: ['no-items', 'under-10'],
  };
}

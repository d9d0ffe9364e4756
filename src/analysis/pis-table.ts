import { cellsOf } from './cells';
import { LEAST_SUMS, type ComparisonTest } from './comparison';
import { familyTooLarge, holm } from './holm';
import {
  directionOn,
  overallPis,
  pisOf,
  pisTest,
  pisVerdict,
  type Contrast,
  type OverallPis,
  type Pis,
} from './pis';
import { countsOf } from './rates';
import type { Row } from './row';
import {
  NOT_COMPARED,
  OVERALL,
  notesOf,
  type Note,
  type Table,
  type TableCell,
  type TableMeasure,
  type TableOptions,
} from './table-cell';
import type { Measure } from './units';

/**
 * A table of PIS: one cell for each contrast and group, then each contrast's mean over the traits where all have the
 * same direction. With `tests`, Holm's family is all of the table's comparisons.
 */
export function pisTable(rows: readonly Row[], options: TableOptions): Table {
  const by = options.by ?? 'scale';
  const measure: Measure = options.measure === 'pis' ? 'r' : 'expected';
  const cells = cellsOf(rows, by, options.planned);
  const groups = [...new Set(cells.map((cell) => cell.group))];
  const scales = by === 'cluster' ? new Map(rows.map((row) => [row.cluster, row.scale])) : null;
  const byKey = new Map(cells.map((cell) => [keyOf(cell.group, cell.condition), cell]));
  const scored: { cell: TableCell; pis: Pis; test: ComparisonTest | null }[] = [];
  const overall: TableCell[] = [];

  for (const contrast of options.contrasts ?? []) {
    const scores: Pis[] = [];
    for (const group of groups) {
      const direction = directionOn(contrast, scales?.get(group) ?? group);
      const instructed = byKey.get(keyOf(group, contrast.instruction));
      const baseline = byKey.get(keyOf(group, contrast.baseline));
      if (direction === null || instructed === undefined || baseline === undefined) continue;
      const pis = pisOf(instructed.rows, baseline.rows, direction, { ...options, measure });
      scores.push(pis);
      const test = options.tests === true ? pisTest(pis) : null;
      const notes = new Set<Note>();
      for (const part of [instructed, baseline]) {
        for (const note of notesOf(pis, countsOf(part))) notes.add(note);
      }
      if (!pis.directed) notes.add('undirected');
      if (test !== null && test.nonZero < LEAST_SUMS) notes.add('few-differences');
      const cell = pisCell(group, contrast, options.measure, pis, [...notes]);
      scored.push({ cell, pis, test });
    }
    const directions = new Set(scores.map((score) => score.direction));
    if (by === 'scale' && scores.length > 1 && directions.size === 1 && !directions.has(0)) {
      const mean = overallPis(scores);
      const notes = mean.missing === null ? [] : [mean.missing];
      overall.push(pisCell(OVERALL, contrast, options.measure, mean, notes));
    }
  }

  const tests = scored.map((entry) => entry.test).filter((test) => test !== null);
  const adjusted = holm(tests.map((test) => test.midP));
  // Either every comparison of a table has a test or none has.
  const finished = scored.map(({ cell, pis, test }, i) => {
    if (test === null) return cell;
    const p = adjusted[i] as number;
    return { ...cell, p: test.midP, adjusted: p, verdict: pisVerdict(pis, test, p) };
  });
  const least = tests.map((test) => test.least);
  return {
    cells: [...finished, ...overall],
    family: tests.length === 0 ? null : { size: tests.length, tooLarge: familyTooLarge(least) },
  };
}

function pisCell(
  group: string,
  contrast: Contrast,
  measure: TableMeasure,
  score: Pick<OverallPis, 'value' | 'low' | 'high' | 'n' | 'clusters'>,
  notes: readonly Note[],
): TableCell {
  return {
    ...NOT_COMPARED,
    group,
    condition: contrast.instruction,
    baseline: contrast.baseline,
    measure,
    value: score.value,
    low: score.low,
    high: score.high,
    bounds: null,
    n: score.n,
    clusters: score.clusters,
    notes,
  };
}

function keyOf(group: string, condition: string): string {
  return JSON.stringify([group, condition]);
}

import { cellsOf } from '../../analysis/cells';
import { directionOn, pisOf, type Pis } from '../../analysis/pis';
import type { Row } from '../../analysis/row';
import type { TableCell } from '../../analysis/table-cell';
import type { Condition } from '../../core/plan';
import { contrastsOf } from '../../experiment/contrasts';
import { isPis, type ResultOptions, type Results } from './results-of';

/** What stands beside a PIS and is ours: the baseline it started from and what that left to gain. */
export type Headroom = Pick<Pis, 'baseline' | 'headroom' | 'perHeadroom'>;

/** The headroom of every cell of a table of PIS, by `cellKey`; empty for other tables. */
export function headroomsOf(
  rows: readonly Row[],
  conditions: readonly Condition[],
  results: Results,
  options: ResultOptions,
): Map<string, Headroom> {
  const found = new Map<string, Headroom>();
  if (!isPis(results.measure)) return found;
  const scales = new Map(rows.map((row) => [row.cluster, row.scale]));
  const cells = new Map(
    cellsOf(rows, results.by).map((cell) => [`${cell.group}\n${cell.condition}`, cell.rows]),
  );
  const measure = results.measure === 'pis' ? 'r' : 'expected';
  for (const contrast of contrastsOf(conditions)) {
    for (const { id } of results.groups) {
      const instructed = cells.get(`${id}\n${contrast.instruction}`);
      const baseline = cells.get(`${id}\n${contrast.baseline}`);
      const direction = directionOn(contrast, scales.get(id) ?? id);
      if (!instructed || !baseline || direction === null) continue;
      const pis = pisOf(instructed, baseline, direction, { ...options, measure });
      found.set(`${id}\n${contrast.instruction}`, pis);
    }
  }
  return found;
}

export function cellKey(cell: Pick<TableCell, 'group' | 'condition'>): string {
  return `${cell.group}\n${cell.condition}`;
}

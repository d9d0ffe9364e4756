import { cellsOf, type CellRows } from './cells';
import { pisTable } from './pis-table';
import { countsOf, rateOf, ratesOf, type RateCell } from './rates';
import type { Row } from './row';
import {
  NOT_COMPARED,
  notesOf,
  type Table,
  type TableCell,
  type TableMeasure,
  type TableOptions,
} from './table-cell';

/** A table of some rows: one cell for each group and condition (for PIS, each contrast), in order of appearance. */
export function tableOf(rows: readonly Row[], options: TableOptions): Table {
  if (options.measure === 'pis' || options.measure === 'pis-expected') {
    return pisTable(rows, options);
  }
  const cells =
    options.measure === 'yes' || options.measure === 'mass'
      ? ratesOf(rows, options).map((cell) => plainCell(cell, options.measure))
      : cellsOf(rows, options.by ?? 'scale', options.planned).map((cell) =>
          rateCell(cell, options),
        );
  return { cells, family: null };
}

function rateCell(cell: CellRows, options: TableOptions): TableCell {
  const { measure } = options;
  const isAccuracy = measure === 'accuracy' || measure === 'accuracy-expected';
  const rate = rateOf(cell.rows, {
    measure: measure === 'expected' || measure === 'accuracy-expected' ? 'expected' : 'r',
    leaveOutFlagged: options.leaveOutFlagged ?? false,
    unparsed: isAccuracy ? 'wrong' : (options.unparsed ?? 'leave-out'),
  });
  return {
    ...NOT_COMPARED,
    group: cell.group,
    condition: cell.condition,
    measure,
    value: rate.value,
    low: rate.low,
    high: rate.high,
    bounds: rate.bounds,
    n: rate.n,
    clusters: rate.clusters,
    notes: notesOf(rate, countsOf(cell)),
  };
}

/** Shares of answers, without an interval: they describe how the model answers, not a trait. */
function plainCell(cell: RateCell, measure: TableMeasure): TableCell {
  return {
    ...NOT_COMPARED,
    group: cell.group,
    condition: cell.condition,
    measure,
    value: measure === 'yes' ? cell.yesRate : cell.meanMass,
    low: null,
    high: null,
    bounds: null,
    n: cell.r.n,
    clusters: cell.r.clusters,
    notes: notesOf({ n: cell.r.n, missing: null }, cell),
  };
}

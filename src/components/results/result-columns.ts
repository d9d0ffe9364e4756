import type { TableCell } from '../../analysis/table-cell';
import { en } from '../../text/en';
import { formatInterval, formatNumber, formatPercent, formatPoints } from '../../text/format';
import type { Column } from '../DataTable.svelte';
import { cellKey, type Headroom } from './headroom';
import { cellNotes, chartValue, isPis, rHat, type Results } from './results-of';

/** A line of the table: a cell with its names. */
export interface ResultLine {
  readonly key: string;
  readonly group: string;
  readonly condition: string;
  readonly cell: TableCell;
  readonly headroom: Headroom | null;
}

/** The cells of a table in the order of its lines and columns. */
export function resultLines(
  results: Results,
  headrooms: ReadonlyMap<string, Headroom>,
): ResultLine[] {
  const byKey = new Map(results.cells.map((cell) => [cellKey(cell), cell]));
  return results.groups.flatMap((group) =>
    results.conditions.flatMap((condition) => {
      const key = cellKey({ group: group.id, condition: condition.id });
      const cell = byKey.get(key);
      if (cell === undefined) return [];
      const headroom = headrooms.get(key) ?? null;
      return [{ key, group: group.label, condition: condition.label, cell, headroom }];
    }),
  );
}

/** The columns that a measure calls for: PIS has a test, a baseline and a headroom, a rate has r-hat and bounds. */
export function resultColumns(
  results: Results,
  hrefOf?: (cell: TableCell) => string | undefined,
): Column<ResultLine>[] {
  const text = en.results.columns;
  const none = en.components.table.none;
  const pis = isPis(results.measure);
  const show = pis ? formatPoints : formatNumber;
  const number = (
    id: string,
    label: string,
    value: (line: ResultLine) => number | null,
    format: (value: number) => string,
  ): Column<ResultLine> => ({
    id,
    label,
    numeric: true,
    value,
    text: (line) => {
      const found = value(line);
      return found === null ? none : format(found);
    },
  });
  const isRate = results.measure === 'r' || results.measure === 'expected';
  const tested = results.family !== null;
  return [
    {
      id: 'group',
      label: en.results.groupings[results.by],
      value: ({ group }) => group,
      sortable: true,
    },
    {
      id: 'condition',
      label: text.condition,
      value: ({ condition }) => condition,
      href: ({ cell }) => hrefOf?.(cell),
    },
    number('value', en.results.measures[results.measure], ({ cell }) => chartValue(cell), show),
    {
      id: 'interval',
      label: text.interval,
      numeric: true,
      value: ({ cell }) => cell.low,
      text: ({ cell: { low, high } }) =>
        low === null || high === null ? en.results.noInterval : formatInterval(low, high, pis),
    },
    ...(pis && tested
      ? [
          {
            id: 'verdict',
            label: text.verdict,
            value: ({ cell: { verdict } }: ResultLine) =>
              verdict === null ? null : en.results.verdicts[verdict],
          },
          number('adjusted', text.adjusted, ({ cell }) => cell.adjusted, en.results.p),
          number('p', text.p, ({ cell }) => cell.p, en.results.p),
        ]
      : []),
    {
      id: 'n',
      label: text.items,
      numeric: true,
      value: ({ cell }) => cell.n,
      text: ({ cell }) => en.results.items(cell.n, cell.clusters),
    },
    ...(isRate
      ? [
          number(
            'rHat',
            text.rHat,
            ({ cell }) => rHat(cell),
            (value) => formatNumber(value, 2),
          ),
        ]
      : []),
    ...(isRate && results.cells.some(({ bounds }) => saysMore(bounds))
      ? [
          {
            id: 'bounds',
            label: text.bounds,
            numeric: true,
            value: ({ cell }: ResultLine) => cell.bounds?.[0] ?? null,
            text: ({ cell: { bounds } }: ResultLine) =>
              saysMore(bounds) ? formatInterval(...bounds) : none,
          },
        ]
      : []),
    ...(pis
      ? [
          number(
            'baseline',
            text.baseline,
            (line) => line.headroom?.baseline ?? null,
            formatPercent,
          ),
          number(
            'headroom',
            text.headroom,
            (line) => line.headroom?.headroom ?? null,
            formatNumber,
          ),
          number(
            'perHeadroom',
            text.perHeadroom,
            (line) => line.headroom?.perHeadroom ?? null,
            (value) => formatNumber(value, 2),
          ),
        ]
      : []),
    ...(results.cells.some(({ notes }) => notes.length > 0)
      ? [
          {
            id: 'notes',
            label: text.notes,
            prose: true,
            value: ({ cell }: ResultLine) => cellNotes(cell).join(' '),
          },
        ]
      : []),
  ];
}

/** Bounds that say nothing more than the value are not shown. */
function saysMore(bounds: TableCell['bounds']): bounds is readonly [number, number] {
  return bounds !== null && bounds[1] - bounds[0] >= 0.05;
}

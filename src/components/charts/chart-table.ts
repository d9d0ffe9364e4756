import { en } from '../../text/en';
import type { Estimate } from './describe';

/** A chart's figures as a table: what stands behind the toggle and what is saved as CSV. */
export interface ChartTable {
  readonly columns: readonly { readonly label: string; readonly numeric?: boolean }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The columns of an estimate, after those that say what it is of; `estimateCells` fills them. */
export function estimateColumns(measureLabel: string): ChartTable['columns'] {
  const { low, high, n, note } = en.charts.columns;
  return [
    { label: measureLabel, numeric: true },
    { label: low, numeric: true },
    { label: high, numeric: true },
    { label: n, numeric: true },
    { label: note },
  ];
}

/** An estimate under `estimateColumns`. */
export function estimateCells(estimate: Estimate): ChartTable['rows'][number] {
  const { value, low = null, high = null, n, note = '' } = estimate;
  return [value, low, high, n, note];
}

/** RFC 4180 with a header row, UTF-8, full precision; a text that a spreadsheet would run as a formula is quoted off. */
export function tableCsv({ columns, rows }: ChartTable): string {
  const lines = [columns.map(({ label }) => label), ...rows];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

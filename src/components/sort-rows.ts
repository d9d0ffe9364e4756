/** What a table can be sorted by: null stands for no value. */
export type Sortable = number | string | null;

/** A copy in order; equal rows keep theirs, and rows without a value come last whichever way it goes. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => Sortable,
  direction: 'ascending' | 'descending',
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => {
    const x = value(a);
    const y = value(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * compare(x, y);
  });
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(x: number | string, y: number | string): number {
  return typeof x === 'number' && typeof y === 'number'
    ? x - y
    : words.compare(String(x), String(y));
}

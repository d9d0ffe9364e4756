/** A place in a grid, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * Where a key leads from a place in a grid of cells (the keys of the ARIA grid pattern); null for any other key.
 * Movement stops at the edges.
 */
export function moveInGrid(
  event: { readonly key: string; readonly ctrlKey?: boolean },
  from: Place,
  rows: number,
  columns: number,
): Place | null {
  const all = event.ctrlKey === true;
  const lastRow = rows - 1;
  const lastColumn = columns - 1;
  const moves: Record<string, Place> = {
    ArrowRight: { row: from.row, column: from.column + 1 },
    ArrowLeft: { row: from.row, column: from.column - 1 },
    ArrowDown: { row: from.row + 1, column: from.column },
    ArrowUp: { row: from.row - 1, column: from.column },
    Home: { row: all ? 0 : from.row, column: 0 },
    End: { row: all ? lastRow : from.row, column: lastColumn },
    PageDown: { row: from.row + 5, column: from.column },
    PageUp: { row: from.row - 5, column: from.column },
  };
  const to = moves[event.key];
  if (to === undefined || rows === 0 || columns === 0) return null;
  return {
    row: Math.max(0, Math.min(lastRow, to.row)),
    column: Math.max(0, Math.min(lastColumn, to.column)),
  };
}

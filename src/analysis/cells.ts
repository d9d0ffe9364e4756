import type { Row } from './row';

/** What a table's lines are: a trait, a behaviour or book, or everything together. */
export type By = 'scale' | 'cluster' | 'all';

/** The group name of a table over everything. */
export const ALL = 'all';

/** How many trials the plan has for a cell, so that a table with holes can say so. */
export interface PlannedCell {
  /** A scale, a cluster or `all`, as the table's lines are. */
  readonly group: string;
  readonly condition: string;
  readonly trials: number;
}

/** The rows of one group under one condition. */
export interface CellRows {
  readonly group: string;
  readonly condition: string;
  readonly rows: readonly Row[];
  /** 0 where the plan was not given. */
  readonly planned: number;
}

/** Which group a row belongs to. */
export function groupOf(row: Row, by: By): string {
  if (by === 'all') return ALL;
  return by === 'scale' ? row.scale : row.cluster;
}

/**
 * Splits rows into cells in one pass: planned cells first and in their order, even without rows, then groups and
 * conditions in order of first appearance.
 */
export function cellsOf(
  rows: readonly Row[],
  by: By,
  planned: readonly PlannedCell[] = [],
): CellRows[] {
  const groups = new Map<string, Map<string, { rows: Row[]; planned: number }>>();
  const cellOf = (group: string, condition: string) => {
    let conditions = groups.get(group);
    if (conditions === undefined) groups.set(group, (conditions = new Map()));
    let cell = conditions.get(condition);
    if (cell === undefined) conditions.set(condition, (cell = { rows: [], planned: 0 }));
    return cell;
  };
  for (const { group, condition, trials } of planned) cellOf(group, condition).planned += trials;
  for (const row of rows) cellOf(groupOf(row, by), row.condition).rows.push(row);
  return Array.from(groups, ([group, conditions]) =>
    Array.from(conditions, ([condition, cell]) => ({ group, condition, ...cell })),
  ).flat();
}

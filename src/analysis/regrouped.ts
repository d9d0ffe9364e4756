import type { Row } from './row';

/**
 * The same rows under other groups' names, so that a table shows groups that overlap (a novel's genres) or stand one
 * in the other (motivation types and their families): a row appears once in each of its groups, as its scale. A group
 * counts each of its items once; groups that share items are not independent, so they are never compared as if they
 * were.
 */
export function regrouped(
  rows: readonly Row[],
  groupsOf: (item: string) => readonly string[],
): Row[] {
  const known = new Map<string, readonly string[]>();
  return rows.flatMap((row) => {
    let groups = known.get(row.item);
    if (groups === undefined) known.set(row.item, (groups = groupsOf(row.item)));
    return groups.map((scale) => ({ ...row, scale }));
  });
}

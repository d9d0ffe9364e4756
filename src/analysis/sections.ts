import type { PlannedCell } from './cells';
import { estimateOf, intervalOf } from './interval';
import type { AccuracyMeasure } from './methods';
import { isFlagged, type Row } from './row';
import { tableOf } from './table';
import { NO_COUNTS, NOT_COMPARED, notesOf, type TableCell } from './table-cell';
import { meanOf, unitsBy, unitsOf } from './units';

/** A condition of a curve and how many sections of the preceding text it knows. */
export interface SectionCondition {
  readonly condition: string;
  readonly section: number;
}

/** Accuracy over growing sections of the preceding text, for one group of decisions (LifeChoice's Figure 5). */
export interface SectionLine {
  readonly group: string;
  readonly points: readonly { readonly section: number; readonly cell: TableCell }[];
  /** Share of the decisions whose answer changed from one section to the next, in percent. */
  readonly changes: readonly {
    readonly from: number;
    readonly to: number;
    readonly cell: TableCell;
  }[];
}

/** One decision over the sections. */
export interface Trajectory {
  readonly item: string;
  readonly cluster: string;
  readonly points: readonly {
    readonly section: number;
    /** Over repeats and orders, in percent; null where it was not answered. */
    readonly accuracy: number | null;
    readonly expected: number | null;
  }[];
}

export interface SectionOptions {
  readonly measure: AccuracyMeasure;
  readonly leaveOutFlagged?: boolean;
  readonly planned?: readonly PlannedCell[];
}

/**
 * The curves of some conditions that differ in their section alone. Rows stand in their groups already (`regrouped`);
 * lines come in order of the groups' first appearance, points by section.
 */
export function sectionLines(
  rows: readonly Row[],
  conditions: readonly SectionCondition[],
  options: SectionOptions,
): SectionLine[] {
  const ordered = [...conditions].sort((a, b) => a.section - b.section);
  const cells = tableOf(rows, { ...options, by: 'scale', planned: options.planned ?? [] }).cells;
  const groups = [...new Set(cells.map(({ group }) => group))];
  return groups.map((group) => {
    const own = rows.filter(({ scale }) => scale === group);
    return {
      group,
      points: ordered.flatMap(({ condition, section }) => {
        const cell = cells.find((one) => one.group === group && one.condition === condition);
        return cell === undefined ? [] : [{ section, cell }];
      }),
      changes: ordered.slice(1).map((to, index) => {
        const from = ordered[index] as SectionCondition;
        return {
          from: from.section,
          to: to.section,
          cell: changeCell(own, group, from.condition, to.condition, options),
        };
      }),
    };
  });
}

/** Each decision's way over the sections, in order of first appearance. */
export function trajectoriesOf(
  rows: readonly Row[],
  conditions: readonly SectionCondition[],
  { leaveOutFlagged = false }: Pick<SectionOptions, 'leaveOutFlagged'> = {},
): Trajectory[] {
  const ordered = [...conditions].sort((a, b) => a.section - b.section);
  const known = new Set(ordered.map(({ condition }) => condition));
  const byItem = new Map<string, Row[]>();
  for (const row of rows) {
    if (!known.has(row.condition)) continue;
    const own = byItem.get(row.item);
    if (own === undefined) byItem.set(row.item, [row]);
    else own.push(row);
  }
  return Array.from(byItem, ([item, own]) => ({
    item,
    cluster: (own[0] as Row).cluster,
    points: ordered.map(({ condition, section }) => {
      const at = own.filter((row) => row.condition === condition);
      const value = (measure: 'r' | 'expected'): number | null => {
        const share = meanOf(unitsOf(at, { measure, unparsed: 'wrong', leaveOutFlagged }));
        return share === null ? null : 100 * share;
      };
      return { section, accuracy: value('r'), expected: value('expected') };
    }),
  }));
}

/**
 * An item's value is the share of its trials (repeat and order alike on both sides) whose chosen option differs; only
 * trials answered under both conditions count.
 */
function changeCell(
  rows: readonly Row[],
  group: string,
  from: string,
  to: string,
  { leaveOutFlagged = false }: SectionOptions,
): TableCell {
  const kept = leaveOutFlagged ? rows.filter((row) => !isFlagged(row)) : rows;
  const before = new Map(
    kept.filter(({ condition }) => condition === from).map((row) => [keyOf(row), chosenBy(row)]),
  );
  const units = unitsBy(
    kept.filter(({ condition }) => condition === to),
    (row) => {
      const [earlier, now] = [before.get(keyOf(row)) ?? null, chosenBy(row)];
      return earlier === null || now === null ? null : earlier === now ? 0 : 1;
    },
  );
  const estimate = estimateOf(units);
  const interval = intervalOf(estimate);
  return {
    ...NOT_COMPARED,
    group,
    condition: to,
    baseline: from,
    measure: 'changed',
    value: estimate.n === 0 ? null : 100 * estimate.mean,
    low: interval === null ? null : 100 * interval.low,
    high: interval === null ? null : 100 * interval.high,
    bounds: null,
    n: estimate.n,
    clusters: estimate.clusters,
    notes: notesOf(estimate, NO_COUNTS),
  };
}

/** The content key of the chosen option; null where there is none. */
function chosenBy({ order, position }: Row): string | null {
  return position === null ? null : (order.split(',')[position] ?? null);
}

function keyOf({ item, repeat, order }: Row): string {
  return JSON.stringify([item, repeat, order]);
}

import type { MethodRun } from '../../analysis/methods';
import { regrouped } from '../../analysis/regrouped';
import type { Row } from '../../analysis/row';
import { tableOf } from '../../analysis/table';
import type { TableCell } from '../../analysis/table-cell';
import type { AccuracyMeasure } from '../../analysis/methods';
import type { Condition } from '../../core/plan';
import type { Manifest } from '../../core/run';
import type { Suite } from '../../core/suite';
import type { DecisionDataset } from '../../decision/dataset';
import {
  FAMILIES,
  MOTIVATION_NAMES,
  OF_FAMILY,
  type Family,
  type Motivation,
} from '../../decision/motivations';
import { groupsOf, type Grouping } from '../../decision/rows';
import { isControl, methodPlaces } from '../../experiment/method-places';
import { en } from '../../text/en';
import type { HeatmapCell } from '../charts/Heatmap.svelte';
import type { Label } from '../charts/heatmap-layout';
import { plannedIn, plannedOf } from './planned';
import { cellNotes, type Named } from './results-of';

/** A decision run with what its tables need. */
export interface DecisionRun {
  readonly model: string;
  readonly manifest: Pick<Manifest, 'study' | 'trials'>;
  readonly rows: readonly Row[];
  readonly conditions: readonly Condition[];
  readonly suite: Suite;
  readonly dataset: DecisionDataset;
  /** Whether trials are still without an outcome. */
  readonly hasHoles: boolean;
  /** Profile score and evidence recall by trial. */
  readonly scores?: ReadonlyMap<string, number>;
  readonly recalls?: ReadonlyMap<string, number>;
}

export interface DecisionOptions {
  readonly measure: AccuracyMeasure;
  readonly leaveOutFlagged: boolean;
}

/** What can be measured of a run's decisions: one that was written has no probabilities. */
export function accuracyMeasures({ study }: Pick<Manifest, 'study'>): readonly AccuracyMeasure[] {
  return study.answer === 'probability' ? ['accuracy-expected', 'accuracy'] : ['accuracy'];
}

/** Short names for a study's conditions, no longer than it takes to tell them apart. */
export function methodNames(conditions: readonly Condition[]): ReadonlyMap<string, string> {
  const text = en.decisionRun;
  const varies = (value: (condition: Condition) => unknown): boolean =>
    new Set(conditions.map(value)).size > 1;
  const withBudget = conditions.filter(({ budget }) => budget !== null);
  const budgets = new Set(withBudget.map(({ budget }) => budget)).size > 1;
  const namesVary = new Set(
    conditions.filter(({ entities }) => entities).map(({ method }) => method),
  );
  return new Map(
    conditions.map((condition) => {
      const { id, method, budget, motivation, entities, section, temperature, thinking } =
        condition;
      const notes = [
        budgets && budget !== null ? text.notes.tokens(budget) : '',
        entities ? text.namesReplaced : namesVary.has(method) ? text.namesKept : '',
        section === 5 ? '' : text.notes.section(section),
        temperature !== null && varies((one) => one.temperature)
          ? text.notes.temperature(temperature)
          : '',
        thinking && varies((one) => one.thinking) ? text.notes.thinking : '',
      ].filter((note) => note !== '');
      const name = motivation
        ? `${text.short(method)} ${text.notes.motivation}`
        : text.short(method);
      return [id, [name, ...notes].join(', ')] as const;
    }),
  );
}

/** The conditions that have a line in the table of methods, in its order, each with its name. */
export function methodsOf(conditions: readonly Condition[]): (Named & { control: boolean })[] {
  const names = methodNames(conditions);
  const byId = new Map(conditions.map((condition) => [condition.id, condition]));
  return methodPlaces(conditions).map(({ condition: id }) => ({
    id,
    label: names.get(id) ?? id,
    control: isControl(byId.get(id) as Condition),
  }));
}

/** A run as the table of methods takes it. */
export function methodRun(run: DecisionRun): MethodRun {
  const { model, rows, conditions, manifest, suite, scores, recalls } = run;
  return {
    model,
    rows,
    places: methodPlaces(conditions),
    planned: run.hasHoles ? plannedOf(manifest, conditions, suite, 'all') : [],
    ...(scores === undefined ? {} : { scores }),
    ...(recalls === undefined ? {} : { recalls }),
  };
}

/** Cells by groups of decisions: families and types of motivation, genres. One for each group and condition. */
export function groupedCells(
  run: DecisionRun,
  by: readonly Grouping[],
  options: DecisionOptions,
): readonly TableCell[] {
  const groups = (item: string): readonly string[] => itemGroups(item, run.dataset, by);
  const planned = run.hasHoles
    ? plannedIn(run.manifest, run.conditions, run.suite, ({ id }) => groups(id))
    : [];
  return tableOf(regrouped(run.rows, groups), { ...options, by: 'scale', planned }).cells;
}

/** The groups that an item belongs to; none where this version does not know it. */
export function itemGroups(
  item: string,
  dataset: DecisionDataset,
  by: readonly Grouping[],
): readonly string[] {
  const decision = dataset.byId.get(item);
  return decision === undefined ? [] : by.flatMap((one) => groupsOf(decision, dataset, one));
}

/** Lines by motivation: each family's types under its heading, all of them together first; those that occur. */
export function motivationRows(present: ReadonlySet<string>): Label[] {
  const text = en.decisionRun.motivations;
  return FAMILIES.filter((family) => present.has(family)).flatMap((family): Label[] => {
    const group = text.families[family] ?? family;
    const types = OF_FAMILY[family].filter((type) => present.has(type));
    return [
      { id: family, label: text.all, group },
      ...types.map((type) => ({ id: type, label: MOTIVATION_NAMES[type], group })),
    ];
  });
}

/** The name of a motivation type or family. */
export function motivationName(id: string): string {
  const { families } = en.decisionRun.motivations;
  return families[id as Family] ?? MOTIVATION_NAMES[id as Motivation] ?? id;
}

/** A genre in words. */
export function genreName(id: string): string {
  const names: Readonly<Record<string, string>> = en.library.genres;
  return names[id] ?? id;
}

/** A table's cells for a heatmap. */
export function heatmapCells(
  cells: readonly TableCell[],
  columnOf: (condition: string) => string,
  hrefOf: (cell: TableCell) => string | undefined,
): HeatmapCell[] {
  return cells.map((cell) => {
    const href = hrefOf(cell);
    return {
      row: cell.group,
      column: columnOf(cell.condition),
      value: cell.value,
      low: cell.low,
      high: cell.high,
      n: cell.n,
      note: cellNotes(cell).join(' '),
      ...(href === undefined ? {} : { href }),
    };
  });
}

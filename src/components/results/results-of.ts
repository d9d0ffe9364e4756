import { OVERALL, type Table, type TableCell, type TableMeasure } from '../../analysis/table-cell';
import { ALL, type By, type PlannedCell } from '../../analysis/cells';
import type { Row } from '../../analysis/row';
import { tableOf } from '../../analysis/table';
import type { UnitOptions } from '../../analysis/units';
import type { Condition } from '../../core/plan';
import { TRAITS, type Trait } from '../../core/study';
import { conditionLabel } from '../../experiment/condition-label';
import { contrastsOf } from '../../experiment/contrasts';
import { en } from '../../text/en';
import type { Measure } from '../charts/colour';

/** What of a run is shown, and how. */
export interface ResultOptions {
  readonly measure: TableMeasure;
  readonly by: By;
  readonly leaveOutFlagged?: boolean;
  readonly unparsed?: UnitOptions['unparsed'];
  /** How many trials each cell should have (`plannedOf`), so that holes are said. */
  readonly planned?: readonly PlannedCell[];
  /** Runs the paired tests of PIS; slower. */
  readonly tests?: boolean;
}

/** A line or a column of a table of results. */
export interface Named {
  readonly id: string;
  readonly label: string;
}

/** A run's results as charts and tables show them. */
export interface Results {
  readonly measure: TableMeasure;
  readonly by: By;
  /** Which scale of the charts the values stand on. */
  readonly scale: Measure;
  /** Traits in the order O C E A N, behaviours under their traits; the mean over the traits last. */
  readonly groups: readonly Named[];
  /** Only those that have a cell. */
  readonly conditions: readonly Named[];
  readonly cells: readonly TableCell[];
  readonly family: Table['family'];
}

/**
 * The table of some rows with its lines and columns in the order a reader expects and in words.
 * PIS has no line over everything: its mean over the traits is the line `overall` among the traits.
 */
export function resultsOf(
  rows: readonly Row[],
  conditions: readonly Condition[],
  options: ResultOptions,
): Results {
  const { measure } = options;
  const by = isPis(measure) && options.by === 'all' ? 'scale' : options.by;
  const contrasts = isPis(measure) ? contrastsOf(conditions) : [];
  const { cells, family } = tableOf(rows, { ...options, by, contrasts });
  const traits = traitsOf(rows);
  const groups = [...new Set(cells.map((cell) => cell.group))]
    .map((id, place) => ({ id, label: groupLabel(id, by, traits), place }))
    .sort((a, b) => rankOf(a.id, traits) - rankOf(b.id, traits) || a.place - b.place)
    .map(({ id, label }) => ({ id, label }));
  return {
    measure,
    by,
    scale: isPis(measure) ? 'pis' : 'rate',
    groups,
    conditions: columnsOf(cells, conditions),
    cells,
    family,
  };
}

export function isPis(measure: TableMeasure): boolean {
  return measure === 'pis' || measure === 'pis-expected';
}

/** A cell's value as the charts draw it: percent or points, the answer mass too. */
export function chartValue(cell: TableCell): number | null {
  return cell.value === null || cell.measure !== 'mass' ? cell.value : 100 * cell.value;
}

/** r on the questionnaires' scale from 1 to 5 (design section 5); null for what is not a rate of a trait. */
export function rHat(cell: TableCell): number | null {
  const isRate = cell.measure === 'r' || cell.measure === 'expected';
  return isRate && cell.value !== null ? 1 + (4 * cell.value) / 100 : null;
}

/** What a reader must know of a cell, as sentences. */
export function cellNotes(cell: TableCell): string[] {
  return cell.notes.map((note) => en.results.notes[note]);
}

/**
 * The conditions in the order of display: from low over the baseline to high where they differ in one level only,
 * else as the study has them.
 */
export function displayOrder(conditions: readonly Condition[]): readonly Condition[] {
  const factors = conditions
    .filter(({ levels }) => levels !== null)
    .map(({ id: _id, levels: _levels, ...rest }) => JSON.stringify(rest));
  const others = conditions.filter(({ levels }) => levels === null);
  if (new Set(factors).size !== 1 || others.length > 1) return conditions;
  const own = ({ levels }: Condition): number | null =>
    levels === null ? 2.5 : 'own' in levels ? levels.own : null;
  if (conditions.some((condition) => own(condition) === null)) return conditions;
  return [...conditions].sort((a, b) => (own(a) as number) - (own(b) as number));
}

/** A trait's name, a behaviour's short one with its trait's initial, or the words for everything. */
export function groupLabel(id: string, by: By, traits: ReadonlyMap<string, string>): string {
  if (id === OVERALL) return en.results.overall;
  if (id === ALL && by === 'all') return en.results.all;
  if (isTrait(id)) return en.results.traits[id];
  const trait = traits.get(id);
  const words = id.replace(/^[a-z]-/, '').replaceAll('-', ' ');
  return trait !== undefined && isTrait(trait)
    ? en.results.behaviour(words, en.results.traits[trait])
    : words;
}

export function isTrait(id: string): id is Trait {
  return (TRAITS as readonly string[]).includes(id);
}

/** Each behaviour's trait. */
function traitsOf(rows: readonly Row[]): Map<string, string> {
  return new Map(rows.map((row) => [row.cluster, row.scale]));
}

function rankOf(id: string, traits: ReadonlyMap<string, string>): number {
  if (id === OVERALL || id === ALL) return TRAITS.length + 1;
  const place = (TRAITS as readonly string[]).indexOf(isTrait(id) ? id : (traits.get(id) ?? ''));
  return place === -1 ? TRAITS.length : place;
}

function columnsOf(cells: readonly TableCell[], conditions: readonly Condition[]): Named[] {
  const present = new Set(cells.map((cell) => cell.condition));
  const known = displayOrder(conditions)
    .filter(({ id }) => present.has(id))
    .map((condition) => ({ id: condition.id, label: conditionLabel(condition) }));
  const named = new Set(known.map(({ id }) => id));
  // A condition that the study does not have (a file put together by hand) is shown by its id.
  const others = [...present].filter((id) => !named.has(id)).map((id) => ({ id, label: id }));
  return [...known, ...others];
}

import type { By } from '../../analysis/cells';
import { isPisMeasure, type PairedMeasure, type PairedSide } from '../../analysis/paired-items';
import { directionOn, type Contrast } from '../../analysis/pis';
import { regrouped } from '../../analysis/regrouped';
import type { Row } from '../../analysis/row';
import { itemGroups, motivationName } from '../../components/results/decision-view';
import { groupLabel, isTrait } from '../../components/results/results-of';
import { measuresOf } from '../../components/run/run-place';
import type { RunModel } from '../../components/run/RunModel.svelte';
import type { Manifest } from '../../core/run';
import { TRAITS } from '../../core/study';
import { FAMILIES } from '../../decision/motivations';
import type { CompareView } from '../../exchange/routes';
import { contrastsOf } from '../../experiment/contrasts';

/** A run under one of its conditions. */
export interface ComparedSide {
  /** What an address calls the run. */
  readonly name: string;
  readonly run: RunModel;
  readonly condition: string;
}

const MEASURES: readonly PairedMeasure[] = [
  'expected',
  'r',
  'pis-expected',
  'pis',
  'accuracy-expected',
  'accuracy',
];

/** What both sides can be compared by; PIS only where both conditions have a baseline in their run. */
export function pairedMeasures(a: ComparedSide, b: ComparedSide): readonly PairedMeasure[] {
  const of = (manifest: Pick<Manifest, 'study'>): readonly string[] => measuresOf(manifest);
  const shared = of(a.run.manifest).filter((one) => of(b.run.manifest).includes(one));
  const hasPis = contrastOf(a) !== null && contrastOf(b) !== null;
  return MEASURES.filter(
    (measure) => shared.includes(measure) && (hasPis || !isPisMeasure(measure)),
  );
}

/** What the lines of the table can be. PIS is of traits, so it has no line over everything. */
export function groupings(measure: PairedMeasure, { run }: ComparedSide): readonly By[] {
  if (run.decisions !== null) return ['all', 'scale', 'cluster'];
  return isPisMeasure(measure) ? ['scale', 'cluster'] : ['scale', 'cluster', 'all'];
}

/** What an address asks for, or the first that there is. */
export function chosen<Value>(wanted: unknown, among: readonly Value[]): Value | null {
  return among.find((one) => one === wanted) ?? among[0] ?? null;
}

/** A side as the statistics take it; a decision's scale is its family of motivations where `by` is `scale`. */
export function pairedSide(side: ComparedSide, by: By): PairedSide {
  const { run, condition } = side;
  const contrast = contrastOf(side);
  const { decisions } = run;
  const rows =
    decisions !== null && by === 'scale'
      ? regrouped(run.rows, (item) => itemGroups(item, decisions, ['family']))
      : run.rows;
  const of = (id: string): readonly Row[] => rows.filter((row) => row.condition === id);
  return {
    rows: of(condition),
    unparsed: run.manifest.study.unparsed,
    ...(contrast === null
      ? {}
      : {
          baseline: of(contrast.baseline),
          direction: (scale: string) => directionOn(contrast, scale),
        }),
  };
}

/** A condition's baseline and direction in its run; null where it has none. */
export function contrastOf({ run, condition }: ComparedSide): Contrast | null {
  return contrastsOf(run.conditions).find(({ instruction }) => instruction === condition) ?? null;
}

/** A group's name and its place among the others: traits O C E A N, behaviours under theirs. */
export function namedGroup(
  { run }: ComparedSide,
  group: string,
  by: By,
  traits: ReadonlyMap<string, string>,
): { readonly label: string; readonly rank: number } {
  if (run.decisions === null) {
    const trait = isTrait(group) ? group : (traits.get(group) ?? '');
    const rank = (TRAITS as readonly string[]).indexOf(trait);
    return { label: groupLabel(group, by, traits), rank: rank < 0 ? TRAITS.length : rank };
  }
  if (by === 'scale') {
    return { label: motivationName(group), rank: (FAMILIES as readonly string[]).indexOf(group) };
  }
  return { label: by === 'all' ? groupLabel(group, by, traits) : run.novelTitle(group), rank: 0 };
}

/** Which group an item belongs to in the table's lines; null where it is in none. */
export function groupOfItem({ run }: ComparedSide, by: By): (item: string) => string | null {
  const { decisions } = run;
  return (item) => {
    if (by === 'all') return 'all';
    if (decisions !== null && by === 'scale') {
      return itemGroups(item, decisions, ['family'])[0] ?? null;
    }
    const place = run.placeOf(item);
    if (place === null) return null;
    return by === 'scale' ? place.trait : place.behaviour;
  };
}

/** An address without what only the list of items says: another comparison has another list. */
export function withoutItem(view: CompareView): CompareView {
  const { item: _item, group: _group, ...rest } = view;
  return rest;
}

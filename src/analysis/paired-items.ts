import type { Direction } from './pis';
import { isFlagged, type Row } from './row';
import { reader, unitsOf, type Unit, type UnitOptions } from './units';

/** What two sides can be compared by. PIS needs a baseline on both sides; `accuracy` counts unparsed answers as wrong. */
export type PairedMeasure =
  'expected' | 'r' | 'pis-expected' | 'pis' | 'accuracy-expected' | 'accuracy';

/** One side of a comparison: a run's rows under one condition. */
export interface PairedSide {
  readonly rows: readonly Row[];
  /** For PIS: the rows of the condition's baseline in the same run. */
  readonly baseline?: readonly Row[];
  /** For PIS: d of the condition on a scale; null where it does not concern it. */
  readonly direction?: (scale: string) => Direction | null;
  /** As the side's study says; accuracy always counts an unparsed answer as wrong. */
  readonly unparsed?: UnitOptions['unparsed'];
}

export interface PairedReading {
  readonly measure: PairedMeasure;
  readonly leaveOutFlagged?: boolean;
}

/** An item's value on one side, with what it was made of. */
export interface SideItem {
  /** From 0 to 1; a PIS from -1 to 1. */
  readonly value: number;
  readonly unit: Unit;
  /** For PIS only. */
  readonly baseline: Unit | null;
  /** d, for PIS only; 0 where it is undefined and `value` is the signed difference. */
  readonly direction: Direction | null;
}

/** An item answered on both sides. */
export interface PairedItem {
  readonly item: string;
  readonly cluster: string;
  readonly scale: string;
  readonly design: Row['design'];
  readonly a: SideItem;
  readonly b: SideItem;
}

/** Items that are in no pair, by the reason; one that lacks an answer on both sides counts on both. */
export interface LeftOut {
  /** Items left out in all. */
  readonly items: number;
  /** Asked on one side only (of PIS: under the condition and under its baseline). */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Asked on both, without an answer that counts. */
  readonly unansweredA: number;
  readonly unansweredB: number;
  /** Asked on both, with an answer mass under 0.5 only. */
  readonly flaggedA: number;
  readonly flaggedB: number;
}

export interface Pairing {
  readonly items: readonly PairedItem[];
  readonly left: LeftOut;
}

export function isPisMeasure(measure: PairedMeasure): boolean {
  return measure === 'pis' || measure === 'pis-expected';
}

/** Pairs the items of two sides by their ids, in the order of the first; both sides must be rows of one group. */
export function pairItems(a: PairedSide, b: PairedSide, reading: PairedReading): Pairing {
  const first = readSide(a, reading);
  const second = readSide(b, reading);
  const items: PairedItem[] = [];
  const left = {
    items: 0,
    onlyA: 0,
    onlyB: 0,
    unansweredA: 0,
    unansweredB: 0,
    flaggedA: 0,
    flaggedB: 0,
  };
  for (const [item, { row, state }] of first) {
    const other = second.get(item)?.state;
    if (other !== undefined && typeof state !== 'string' && typeof other !== 'string') {
      const { cluster, scale, design } = row;
      items.push({ item, cluster, scale, design, a: state, b: other });
      continue;
    }
    left.items += 1;
    if (other === undefined) left.onlyA += 1;
    else {
      if (state === 'unanswered') left.unansweredA += 1;
      if (state === 'flagged') left.flaggedA += 1;
      if (other === 'unanswered') left.unansweredB += 1;
      if (other === 'flagged') left.flaggedB += 1;
    }
  }
  for (const item of second.keys()) {
    if (first.has(item)) continue;
    left.items += 1;
    left.onlyB += 1;
  }
  return { items, left };
}

/** What became of an item on a side. */
type State = SideItem | 'unanswered' | 'flagged';

/** The items that a side asked, in order of appearance. */
function readSide(
  side: PairedSide,
  reading: PairedReading,
): Map<string, { readonly row: Row; readonly state: State }> {
  const own = readUnits(side.rows, side, reading);
  const base = isPisMeasure(reading.measure) ? readUnits(side.baseline ?? [], side, reading) : null;
  const states = new Map<string, { row: Row; state: State }>();
  for (const [item, { row, state: unit }] of own) {
    if (base === null) {
      const state: State =
        typeof unit === 'string'
          ? unit
          : { value: unit.mean, unit, baseline: null, direction: null };
      states.set(item, { row, state });
      continue;
    }
    const direction = side.direction?.(row.scale) ?? null;
    const baseline = base.get(item)?.state;
    if (direction === null || baseline === undefined) continue;
    states.set(item, { row, state: moved(unit, baseline, direction) });
  }
  return states;
}

/** An item's PIS: d times the way from the baseline; where one of the two lacks an answer, that one's reason. */
function moved(unit: UnitState, baseline: UnitState, direction: Direction): State {
  if (typeof unit === 'string') return unit;
  if (typeof baseline === 'string') return baseline;
  const sign = direction === 0 ? 1 : direction;
  return { value: sign * (unit.mean - baseline.mean), unit, baseline, direction };
}

type UnitState = Unit | 'unanswered' | 'flagged';

function readUnits(
  rows: readonly Row[],
  { unparsed }: PairedSide,
  { measure, leaveOutFlagged = false }: PairedReading,
): Map<string, { readonly row: Row; readonly state: UnitState }> {
  const isAccuracy = measure === 'accuracy' || measure === 'accuracy-expected';
  const options: UnitOptions = {
    measure: measure.endsWith('expected') ? 'expected' : 'r',
    unparsed: isAccuracy ? 'wrong' : (unparsed ?? 'leave-out'),
    leaveOutFlagged,
  };
  const units = new Map(unitsOf(rows, options).map((unit) => [unit.item, unit]));
  const read = reader(options);
  const states = new Map<string, { row: Row; state: UnitState }>();
  for (const row of rows) {
    const state = units.get(row.item) ?? 'unanswered';
    if (!states.has(row.item)) states.set(row.item, { row, state });
    // It would count if flagged samples were not left out.
    if (state === 'unanswered' && isFlagged(row) && read(row) !== null) {
      states.set(row.item, { row, state: 'flagged' });
    }
  }
  return states;
}

import type { Condition } from '../core/plan';

/** What a scale curve's values are drawn against: model size between runs, the others within one run. */
export type ScaleAxis = 'size' | 'level' | 'temperature' | 'wording';

/** The conditions that stand at one place of the axis; each by its id, null where the study has none. */
export interface ScalePlace {
  /** Level, temperature or wording; null for model size, which the run has. */
  readonly x: number | null;
  /** The highest and the lowest level of the item's own trait. */
  readonly high: string | null;
  readonly low: string | null;
  /** A condition that has no such ends. */
  readonly single: string | null;
}

/** Conditions that differ in nothing but what is drawn: the ends of a line, and the places on its axis. */
export interface ScaleSet {
  /** The id of its last condition: what an address calls the set. */
  readonly id: string;
  /** One of them, for naming the set. */
  readonly condition: Condition;
  /** In the order of the axis. */
  readonly places: readonly ScalePlace[];
}

/** Fewer places on an axis are no curve. */
const LEAST_PLACES: Readonly<Record<ScaleAxis, number>> = {
  size: 1,
  level: 3,
  temperature: 2,
  wording: 2,
};

/**
 * The sets of a study's conditions that have a curve on an axis, in order of appearance. Against size, temperature and
 * wording the highest and the lowest level of the item's own trait are the two ends; a middle level is left out.
 */
export function scaleSets(conditions: readonly Condition[], axis: ScaleAxis): ScaleSet[] {
  const groups = new Map<string, Condition[]>();
  for (const condition of conditions) {
    const key = keyOf(condition, axis);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [condition]);
    else group.push(condition);
  }
  return [...groups.values()].flatMap((group) => {
    const places = axis === 'level' ? levelPlaces(group) : endPlaces(group, axis);
    if (places.length < LEAST_PLACES[axis]) return [];
    const condition = group.at(-1) as Condition;
    return [{ id: condition.id, condition, places }];
  });
}

/** The level of the item's own trait; null where a condition has none. */
export function ownLevel({ levels }: Pick<Condition, 'levels'>): number | null {
  return levels !== null && 'own' in levels ? levels.own : null;
}

/** All that must be equal within a set. */
function keyOf({ id: _id, ...condition }: Condition, axis: ScaleAxis): string {
  const own = ownLevel(condition);
  return JSON.stringify({
    ...condition,
    levels: own === null ? condition.levels : 'own',
    ...(axis === 'temperature' ? { temperature: null } : {}),
    ...(axis === 'wording' ? { template: null } : {}),
  });
}

function levelPlaces(group: readonly Condition[]): ScalePlace[] {
  return group
    .flatMap((condition): ScalePlace[] => {
      const x = ownLevel(condition);
      return x === null ? [] : [{ x, high: null, low: null, single: condition.id }];
    })
    .sort(byX);
}

function endPlaces(group: readonly Condition[], axis: ScaleAxis): ScalePlace[] {
  const byPlace = new Map<number | null, Condition[]>();
  for (const condition of group) {
    const x = placeOf(condition, axis);
    // Without a temperature of its own a condition takes the model's default, which is no number here.
    if (x === null && axis !== 'size') continue;
    const there = byPlace.get(x);
    if (there === undefined) byPlace.set(x, [condition]);
    else there.push(condition);
  }
  return Array.from(byPlace, ([x, there]) => ({ x, ...endsOf(there) })).sort(byX);
}

function placeOf(condition: Condition, axis: ScaleAxis): number | null {
  if (axis === 'temperature') return condition.temperature;
  return axis === 'wording' ? condition.template : null;
}

function endsOf(conditions: readonly Condition[]): Omit<ScalePlace, 'x'> {
  const sorted = conditions
    .filter((condition) => ownLevel(condition) !== null)
    .sort((a, b) => (ownLevel(a) as number) - (ownLevel(b) as number));
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || ownLevel(low) === ownLevel(high)) {
    return { high: null, low: null, single: conditions[0]?.id ?? null };
  }
  return { high: high.id, low: low.id, single: null };
}

function byX(a: { readonly x: number | null }, b: { readonly x: number | null }): number {
  return (a.x ?? 0) - (b.x ?? 0);
}

import { groupOf, type By } from './cells';
import {
  differenceOf,
  LEAST_SUMS,
  testOf,
  verdictOf,
  type ComparisonTest,
  type McNemar,
  type Pair,
  type Verdict,
} from './comparison';
import { familyTooLarge, holm } from './holm';
import type { Interval, NoInterval } from './interval';
import { newcombe, squareAndAdd, type Limited } from './newcombe';
import {
  isPisMeasure,
  pairItems,
  type LeftOut,
  type PairedItem,
  type PairedReading,
  type PairedSide,
} from './paired-items';
import { countsOf } from './rates';
import type { Row } from './row';
import { notesOf, type Note, type Table } from './table-cell';
import type { Unit } from './units';
import { clustersOf, varianceOf } from './variance';

/** Two sides compared over one group of items: a trait, a behaviour, all of them. Values and limits in points. */
export interface PairedLine {
  readonly group: string;
  /** What is compared, over the paired items: a rate of 0 to 100, a PIS of -100 to 100; null without any. */
  readonly a: number | null;
  readonly b: number | null;
  /** a - b. */
  readonly delta: number | null;
  /** 95 % limits; null where `missing` says why. */
  readonly low: number | null;
  readonly high: number | null;
  /** 90 % limits, for claims of no effect. */
  readonly low90: number | null;
  readonly high90: number | null;
  readonly missing: NoInterval | null;
  /** Paired items, and their clusters. */
  readonly n: number;
  readonly clusters: number;
  readonly left: LeftOut;
  /** Mid-p of the paired test, and Holm's over the table; 1 where nothing differs. */
  readonly p: number;
  readonly adjusted: number;
  /** Sums that differ from zero: under five the test cannot tell. */
  readonly nonZero: number;
  /** Beside single binary answers only; it assumes independent items. */
  readonly mcnemar: McNemar | null;
  /** `higher`: a over b. */
  readonly verdict: Verdict;
  readonly notes: readonly Note[];
}

/** The mean of the groups' differences, for PIS over traits; it has no test (design section 5). In points. */
export interface PairedOverall {
  readonly a: number;
  readonly b: number;
  readonly delta: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly groups: number;
  readonly n: number;
  readonly clusters: number;
}

export interface PairedTable {
  /** In order of first appearance. */
  readonly lines: readonly PairedLine[];
  readonly overall: PairedOverall | null;
  /** Holm's family: the table's lines that hold an item. */
  readonly family: Table['family'];
}

export interface PairedOptions extends PairedReading {
  readonly by: By;
}

/**
 * Two sides compared group by group, item by item (design section 5, Comparisons): Newcombe's method 10, the sign-flip
 * test over clusters, Holm over the table's lines. The rows' scale is the group where `by` is `scale`.
 */
export function pairedTable(a: PairedSide, b: PairedSide, options: PairedOptions): PairedTable {
  // A group that neither side's levels concern has no PIS to compare.
  const drafts = groupsOf(a, b, options.by)
    .map((group) => draftOf(group, a, b, options))
    .filter(({ pairing }) => pairing.items.length + pairing.left.items > 0);
  const tested = drafts.filter(({ pairing }) => pairing.items.length > 0);
  const adjusted = holm(tested.map(({ test }) => test.midP));
  const byGroup = new Map(tested.map(({ group }, i) => [group, adjusted[i] as number]));
  const lines = drafts.map((draft) => lineOf(draft, byGroup.get(draft.group) ?? 1));
  const least = tested.map(({ test }) => test.least);
  return {
    lines,
    overall:
      isPisMeasure(options.measure) && options.by === 'scale' ? overallOf(lines, drafts) : null,
    family: tested.length === 0 ? null : { size: tested.length, tooLarge: familyTooLarge(least) },
  };
}

interface Draft {
  readonly group: string;
  readonly pairing: ReturnType<typeof pairItems>;
  readonly compared: Compared;
  readonly test: ComparisonTest;
  readonly notes: readonly Note[];
  /** Every item of a PIS has a direction. */
  readonly directed: boolean;
}

/** A difference on the 0-1 scale. */
interface Compared {
  readonly a: number;
  readonly b: number;
  readonly delta: number;
  readonly interval95: Interval | null;
  readonly interval90: Interval | null;
  readonly missing: NoInterval | null;
  readonly clusters: number;
}

function groupsOf(a: PairedSide, b: PairedSide, by: By): string[] {
  return [...new Set([...a.rows, ...b.rows].map((row) => groupOf(row, by)))];
}

function draftOf(group: string, a: PairedSide, b: PairedSide, options: PairedOptions): Draft {
  const of = (rows: readonly Row[]) => rows.filter((row) => groupOf(row, options.by) === group);
  const within = (side: PairedSide): PairedSide => ({
    ...side,
    rows: of(side.rows),
    ...(side.baseline === undefined ? {} : { baseline: of(side.baseline) }),
  });
  const [first, second] = [within(a), within(b)];
  const pairing = pairItems(first, second, options);
  const pis = isPisMeasure(options.measure);
  const compared = pis ? comparedPis(pairing.items) : comparedRates(pairing.items);
  const test = testOf(pairing.items.map((item) => (pis ? pairOfMoves(item) : pairOf(item))));
  const directed = pairing.items.every(({ a: x, b: y }) => x.direction !== 0 && y.direction !== 0);
  const notes = new Set<Note>();
  const over = { n: pairing.items.length, missing: compared.missing };
  for (const rows of pis
    ? [first.rows, first.baseline ?? [], second.rows, second.baseline ?? []]
    : [first.rows, second.rows]) {
    const counts = countsOf({ group, condition: '', rows, planned: 0 });
    for (const note of notesOf(over, counts)) notes.add(note);
  }
  if (pis && !directed) notes.add('undirected');
  if (over.n > 0 && test.nonZero < LEAST_SUMS) notes.add('few-differences');
  return { group, pairing, compared, test, notes: [...notes], directed };
}

function lineOf({ group, pairing, compared, test, notes }: Draft, adjusted: number): PairedLine {
  const { a, b, delta, interval95, interval90, missing, clusters } = compared;
  const n = pairing.items.length;
  const points = (value: number | undefined) =>
    n === 0 || value === undefined ? null : 100 * value;
  return {
    group,
    a: points(a),
    b: points(b),
    delta: points(delta),
    low: points(interval95?.low),
    high: points(interval95?.high),
    low90: points(interval90?.low),
    high90: points(interval90?.high),
    missing,
    n,
    clusters,
    left: pairing.left,
    p: test.midP,
    adjusted,
    nonZero: test.nonZero,
    mcnemar: test.mcnemar,
    verdict: verdictOf({ delta, interval90 }, test, adjusted),
    notes,
  };
}

function comparedRates(items: readonly PairedItem[]): Compared {
  const { a, b, ...rest } = differenceOf(items.map(pairOf));
  return { ...rest, a: a.mean, b: b.mean };
}

/**
 * The difference of two PIS over the same items, each item's y under the instruction less its y under the baseline:
 * square-and-add with correlation from the two PIS and their own limits, as method 10 does with two rates, and
 * rho = (V_A + V_B - V_d) / (2 sqrt(V_A V_B)) of the items' moves (Zou and Donner 2008, cited after statistics.md).
 */
function comparedPis(items: readonly PairedItem[]): Compared {
  const clusters = clustersOf(items.map(({ cluster }) => cluster));
  const design = items[0]?.design ?? 'cluster';
  const first = pisOfSide(items, 'a');
  const second = pisOfSide(items, 'b');
  const differences = items.map(({ a, b }) => a.value - b.value);
  const scale = Math.sqrt(first.variance * second.variance);
  const shared = first.variance + second.variance - varianceOf(differences, clusters, design);
  const rho = scale > 0 ? Math.max(-1, Math.min(1, shared / (2 * scale))) : 0;
  const at = (level: '95' | '90'): Interval | null => {
    const [x, y] = [first[level], second[level]];
    return x === null || y === null ? null : newcombe(x, y, rho);
  };
  return {
    a: first.value,
    b: second.value,
    delta: first.value - second.value,
    interval95: at('95'),
    interval90: at('90'),
    missing: first.missing ?? second.missing,
    clusters: clusters.sizes.length,
  };
}

interface SidePis {
  readonly value: number;
  readonly variance: number;
  readonly 95: Limited | null;
  readonly 90: Limited | null;
  readonly missing: NoInterval | null;
}

function pisOfSide(items: readonly PairedItem[], name: 'a' | 'b'): SidePis {
  const found = differenceOf(
    items.map((item): Pair => {
      const { unit, baseline, direction } = item[name];
      // Both are turned where a lower level is asked for, and with them their intervals.
      const turned = direction === -1;
      return { a: turned ? against(unit) : unit, b: against(baseline as Unit, turned) };
    }),
  );
  const { delta, interval95, interval90, variance, missing } = found;
  const limited = (interval: Interval | null) =>
    interval === null ? null : { value: delta, ...interval };
  return { value: delta, variance, 95: limited(interval95), 90: limited(interval90), missing };
}

/** The unit scored by the low end. */
function against(unit: Unit, turned = true): Unit {
  return turned ? { ...unit, mean: 1 - unit.mean } : unit;
}

function pairOf({ a, b }: PairedItem): Pair {
  return { a: a.unit, b: b.unit };
}

/** Two moves as the test takes them; they are never single answers. */
function pairOfMoves({ a, b }: PairedItem): Pair {
  const unit = (side: PairedItem['a']): Unit => ({ ...side.unit, mean: side.value, answers: 2 });
  return { a: unit(a), b: unit(b) };
}

/** The traits' items differ, so their differences are independent given the models. */
function overallOf(lines: readonly PairedLine[], drafts: readonly Draft[]): PairedOverall | null {
  const parts = lines.filter(({ n }) => n > 0);
  if (parts.length < 2 || drafts.some(({ directed }) => !directed)) return null;
  const mean = (of: (line: PairedLine) => number | null) =>
    parts.reduce((sum, line) => sum + (of(line) as number), 0) / parts.length;
  const limited = parts.flatMap(({ delta, low, high }): Limited[] =>
    delta === null || low === null || high === null ? [] : [{ value: delta, low, high }],
  );
  const interval = limited.length === parts.length ? squareAndAdd(limited) : null;
  return {
    a: mean(({ a }) => a),
    b: mean(({ b }) => b),
    delta: mean(({ delta }) => delta),
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    groups: parts.length,
    n: parts.reduce((sum, { n }) => sum + n, 0),
    clusters: parts.reduce((sum, { clusters }) => sum + clusters, 0),
  };
}

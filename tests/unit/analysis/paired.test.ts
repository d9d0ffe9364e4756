import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/analysis/row';
import { pairedTable, type PairedLine, type PairedTable } from '../../../src/analysis/paired';
import type { PairedMeasure, PairedSide } from '../../../src/analysis/paired-items';
import { gridRows, row, unanswered } from './made';

const TENS = Array<number>(10).fill(10);
const a1 = gridRows(TENS, (i, g) => (i + g) % 10 < ((3 * g) % 8) + (g % 4 === 3 ? -1 : 2));
const b1 = gridRows(TENS, (i, g) => i < (3 * g) % 8);

function table(
  a: readonly Row[] | PairedSide,
  b: readonly Row[] | PairedSide,
  measure: PairedMeasure = 'r',
  options: { by?: 'scale' | 'cluster' | 'all'; leaveOutFlagged?: boolean } = {},
): PairedTable {
  const side = (given: readonly Row[] | PairedSide): PairedSide =>
    'rows' in given ? given : { rows: given };
  return pairedTable(side(a), side(b), { measure, by: 'scale', ...options });
}
function only({ lines }: PairedTable): PairedLine {
  expect(lines).toHaveLength(1);
  return lines[0] as PairedLine;
}
/** Limits to the places that statistics.md prints. */
function expectDifference(
  line: PairedLine,
  expected: {
    delta: number;
    wide: readonly [number, number];
    narrow: readonly [number, number];
    midP: number;
  },
): void {
  expect(line.delta).toBeCloseTo(expected.delta, 2);
  expect(line.low).toBeCloseTo(expected.wide[0], 1);
  expect(line.high).toBeCloseTo(expected.wide[1], 1);
  expect(line.low90).toBeCloseTo(expected.narrow[0], 1);
  expect(line.high90).toBeCloseTo(expected.narrow[1], 1);
  expect(line.p).toBeCloseTo(expected.midP, 4);
}

describe('the fixtures of the statistics', () => {
  it('F1: ten behaviours of ten items, single answers', () => {
    const line = only(table(a1, b1));
    expect(line).toMatchObject({ n: 100, clusters: 10, verdict: 'higher', missing: null });
    expect(line.a).toBeCloseTo(45, 10);
    expect(line.b).toBeCloseTo(31, 10);
    expectDifference(line, {
      delta: 14,
      wide: [4.55, 23.79],
      narrow: [6.28, 22.0],
      midP: 0.0146,
    });
    expect(line.mcnemar).toMatchObject({ gained: 24, lost: 10 });
    expect(line.mcnemar?.exact).toBeCloseTo(0.0243, 4);
    expect(line.mcnemar?.midP).toBeCloseTo(0.0167, 4);
  });
  it('F2: nearly everything at the ceiling cannot tell, for three sums differ', () => {
    const a = gridRows(TENS, () => true);
    const b = gridRows(TENS, (i, g) => !(g < 3 && i === 0));
    const line = only(table(a, b));
    expectDifference(line, {
      delta: 3,
      wide: [-9.79, 17.33],
      narrow: [-5.93, 13.47],
      midP: 0.125,
    });
    expect(line).toMatchObject({ nonZero: 3, verdict: 'cannot-tell' });
    expect(line.notes).toContain('few-differences');
    const same = only(table(a, a));
    expectDifference(same, {
      delta: 0,
      wide: [-12.53, 12.53],
      narrow: [-8.6, 8.6],
      midP: 1,
    });
  });
  it('F3: eight books of unequal size', () => {
    const sizes = Array.from({ length: 8 }, (_, g) => 3 + ((5 * g) % 8));
    const a = gridRows(sizes, (i, g) => (i + 2 * g) % 5 < 1 + ((3 * g) % 5));
    const b = gridRows(sizes, (i, g) => (i + g) % 6 < 1 + ((3 * g) % 4));
    const c = gridRows(sizes, (i, g) => i === 0 && g % 3 === 0);
    const first = only(table(a, b, 'accuracy'));
    expectDifference(first, {
      delta: 15.38,
      wide: [-17.86, 43.73],
      narrow: [-11.75, 39.13],
      midP: 0.375,
    });
    expect(first).toMatchObject({ n: 52, nonZero: 4, verdict: 'cannot-tell' });
    expect(first.mcnemar).toMatchObject({ gained: 19, lost: 11 });
    const second = only(table(a, c, 'accuracy'));
    expectDifference(second, {
      delta: 55.77,
      wide: [28.05, 75.51],
      narrow: [33.95, 72.46],
      midP: 0.0078,
    });
    expect(second.verdict).toBe('higher');
    expect(only(table(c, a, 'accuracy')).verdict).toBe('lower');
  });
  it('F4: probabilities', () => {
    const of = (p: (i: number, g: number) => number) =>
      Array.from({ length: 11 }, (_, g) =>
        Array.from({ length: 10 }, (_unused, i) =>
          row({ item: `g${g}i${i}`, cluster: `g${g}`, y: 0, p: p(i, g) }),
        ),
      ).flat();
    const a = of((i, g) => (1 + ((7 * g + 3 * i) % 10) + (g % 4)) / 14);
    const b = of((i, g) => 1 / (2 + (g % 5) + (i % 4)));
    const line = only(table(a, b, 'expected'));
    expectDifference(line, {
      delta: 26.14,
      wide: [18.04, 33.62],
      narrow: [19.58, 32.28],
      midP: 0.0005,
    });
    expect(line.mcnemar).toBeNull();
  });
  it('F5: neuroticism flips items, not its two heuristics', () => {
    const of = (one: (k: number) => boolean, two: (k: number) => boolean) =>
      [one, two].flatMap((y, s) =>
        Array.from({ length: 50 }, (_, k) =>
          row({
            item: `s${s}k${k}`,
            cluster: `s${s}`,
            scale: 'neuroticism',
            design: 'strata',
            y: y(k) ? 1 : 0,
          }),
        ),
      );
    const a = of(
      (k) => (7 * k) % 10 < 6,
      (k) => (3 * k) % 10 < 9,
    );
    const b = of(
      (k) => (7 * k + 1) % 10 < 4,
      (k) => k % 8 < 6,
    );
    const line = only(table(a, b));
    expectDifference(line, {
      delta: 17,
      wide: [5.31, 28.04],
      narrow: [7.23, 26.31],
      midP: 0.0039,
    });
    expect(line.mcnemar).toMatchObject({ gained: 26, lost: 9 });
  });
});

describe('the pairing', () => {
  const item = (name: string, given: Partial<Row> = {}) => row({ item: name, ...given });
  it('leaves an item out by the first reason there is, and says on which side', () => {
    const a = [
      item('both'),
      item('only a'),
      unanswered('unparsed', { item: 'silent in a' }),
      unanswered('refused', { item: 'silent in both' }),
      item('flagged in b', { mass: 0.9 }),
      item('flagged in a', { mass: 0.2 }),
    ];
    const b = [
      item('both'),
      item('only b'),
      item('silent in a'),
      unanswered('error', { item: 'silent in both' }),
      item('flagged in b', { mass: 0.49 }),
      item('flagged in a', { mass: 0.5 }),
    ];
    const line = only(table(a, b, 'r', { leaveOutFlagged: true }));
    expect(line.n).toBe(1);
    expect(line.left).toEqual({
      items: 6,
      onlyA: 1,
      onlyB: 1,
      unansweredA: 2,
      unansweredB: 1,
      flaggedA: 1,
      flaggedB: 1,
    });
    const all = only(table(a, b));
    expect(all).toMatchObject({ n: 3, left: { flaggedA: 0, flaggedB: 0, items: 4 } });
  });
  it('keeps an item of which one answer of several is unreadable', () => {
    const a = [item('x'), unanswered('unparsed', { item: 'x', repeat: 2 })];
    expect(only(table(a, [item('x')]))).toMatchObject({ n: 1, left: { items: 0 } });
  });
  it('counts an unreadable answer as wrong for accuracy, and as the side’s study says for r', () => {
    const a = [item('x'), unanswered('unparsed', { item: 'y' })];
    const b = [item('x'), item('y')];
    expect(only(table(a, b))).toMatchObject({ n: 1, delta: 0 });
    expect(only(table(a, b, 'accuracy'))).toMatchObject({ n: 2, delta: -50 });
    expect(only(table({ rows: a, unparsed: 'wrong' }, b))).toMatchObject({ n: 2, delta: -50 });
  });
  it('says that nothing is shared, and tests nothing', () => {
    const found = table([item('x')], [item('y')]);
    expect(only(found)).toMatchObject({ n: 0, delta: null, low: null, p: 1, adjusted: 1 });
    expect(only(found).notes).toContain('no-items');
    expect(found.family).toBeNull();
  });
});

describe('the family', () => {
  /** Five behaviours of four items each; in every one of `changed` of them one answer is lost. */
  const trait = (scale: string, changed: number) =>
    [0, 1].map((side) =>
      gridRows([4, 4, 4, 4, 4, 4], (i, g) => side === 0 || i > 0 || g >= changed, { scale }).map(
        (given) => ({
          ...given,
          item: `${scale}${given.item}`,
          cluster: `${scale}${given.cluster}`,
        }),
      ),
    ) as [Row[], Row[]];

  it('is the table: Holm multiplies the smallest p by the number of lines', () => {
    const [a1s, b1s] = trait('openness', 6);
    const [a2s, b2s] = trait('extraversion', 5);
    const { lines, family } = table([...a1s, ...a2s], [...b1s, ...b2s]);
    // Six and five sums of the same sign: mid-p 1/64 and 1/32.
    expect(lines.map(({ p }) => p)).toEqual([1 / 64, 1 / 32]);
    expect(lines.map(({ adjusted }) => adjusted)).toEqual([1 / 32, 1 / 32]);
    expect(lines.map(({ verdict }) => verdict)).toEqual(['higher', 'higher']);
    expect(family).toEqual({ size: 2, tooLarge: false });
  });
  it('says so where Holm can reject nothing', () => {
    const sides = ['o', 'c', 'e', 'a'].map((scale) => trait(scale, 6));
    const found = table(
      sides.flatMap(([a]) => a),
      sides.flatMap(([, b]) => b),
    );
    // 4 * 1/64 > 0.05.
    expect(found.family).toEqual({ size: 4, tooLarge: true });
    expect(found.lines.every(({ verdict }) => verdict === 'cannot-tell')).toBe(true);
  });
});

describe('PIS of two sides', () => {
  const up = () => 1 as const;
  const down = () => -1 as const;
  it('is the difference of what each moves from its own baseline', () => {
    const zeros = gridRows(TENS, () => false);
    const a = { rows: a1, baseline: b1, direction: up };
    const b = { rows: b1, baseline: zeros, direction: up };
    const line = only(table(a, b, 'pis'));
    expect(line.a).toBeCloseTo(14, 10);
    expect(line.b).toBeCloseTo(31, 10);
    expect(line.delta).toBeCloseTo(-17, 10);
    expect(line.mcnemar).toBeNull();
  });
  it('with nothing moved on the other side has the test of the one', () => {
    const still = { rows: b1, baseline: b1, direction: up };
    const line = only(table({ rows: a1, baseline: b1, direction: up }, still, 'pis'));
    expect(line.delta).toBeCloseTo(14, 10);
    expect(line.p).toBeCloseTo(0.0146, 4);
    // Square-and-add of F1's limits and those of 31 % against itself.
    expect(line.low).toBeLessThanOrEqual(4.55);
    expect(line.high).toBeGreaterThanOrEqual(23.79);
  });
  it('turns a side that is asked to go down', () => {
    const a = { rows: a1, baseline: b1, direction: up };
    const turned = { rows: b1, baseline: a1, direction: down };
    const line = only(table(a, turned, 'pis'));
    expect(line.a).toBeCloseTo(14, 10);
    expect(line.b).toBeCloseTo(14, 10);
    expect(line.delta).toBeCloseTo(0, 10);
    expect(line.p).toBe(1);
  });
  it('pairs only what is answered in all four, and says where a level asks for no direction', () => {
    const a = { rows: a1, baseline: b1.slice(0, 90), direction: () => 0 as const };
    const b = { rows: b1, baseline: b1, direction: up };
    const found = table(a, b, 'pis');
    const line = only(found);
    expect(line).toMatchObject({ n: 90, left: { items: 10, onlyB: 10 } });
    expect(line.notes).toContain('undirected');
    expect(found.overall).toBeNull();
  });
  it('has no line where neither side’s levels concern the trait', () => {
    const side = { rows: a1, baseline: b1, direction: () => null };
    expect(table(side, side, 'pis').lines).toEqual([]);
  });
  it('has a mean over the traits by square-and-add', () => {
    const other = (rows: readonly Row[]) =>
      rows.map((given) => ({ ...given, scale: 'extraversion', item: `e ${given.item}` }));
    const a = { rows: [...a1, ...other(a1)], baseline: [...b1, ...other(b1)], direction: up };
    const b = { rows: [...b1, ...other(b1)], baseline: [...b1, ...other(b1)], direction: up };
    const { lines, overall } = table(a, b, 'pis');
    const [line] = lines as [PairedLine];
    expect(overall?.delta).toBeCloseTo(14, 10);
    const below = (line.delta ?? NaN) - (line.low ?? NaN);
    expect(overall?.low).toBeCloseTo(14 - below / Math.SQRT2, 8);
    expect(overall).toMatchObject({ groups: 2, n: 200, clusters: 20 });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, pairsOf, testOf, verdictOf } from '../../../src/analysis/comparison';
import { familyTooLarge, holm } from '../../../src/analysis/holm';
import { newcombe, squareAndAdd } from '../../../src/analysis/newcombe';
import comparisons from '../../fixtures/statistics/comparisons.json';
import families from '../../fixtures/statistics/holm.json';
import mcnemar from '../../fixtures/statistics/mcnemar.json';
import tables from '../../fixtures/statistics/paired-tables.json';
import { units } from './made';

describe('random data, worked out in Python', () => {
  it.each(comparisons.map((given, i) => [i, given.kind, given.design, given] as const))(
    'case %i: %s, %s',
    (_, kind, design, { a, b, cluster, expected }) => {
      const answers = kind === 'thirds' ? 3 : 1;
      const of = (values: readonly number[]) =>
        units(
          values.map((value) => (kind === 'thirds' ? value / 3 : value)),
          cluster,
          design as 'cluster' | 'strata',
          answers,
        );
      const pairs = pairsOf(of(a), of(b));
      const found = differenceOf(pairs);
      for (const side of ['a', 'b'] as const) {
        expect(found[side].variance).toBeCloseTo(expected[side].variance, 12);
        expect(found[side].effectiveN / expected[side].effectiveN).toBeCloseTo(1, 9);
        expect(found[side].df).toBeCloseTo(expected[side].df, 10);
      }
      expect(found.rho).toBeCloseTo(expected.rho, 9);
      expect(found.interval95?.low).toBeCloseTo(expected.interval95[0] as number, 9);
      expect(found.interval95?.high).toBeCloseTo(expected.interval95[1] as number, 9);
      expect(found.interval90?.low).toBeCloseTo(expected.interval90[0] as number, 9);
      expect(found.interval90?.high).toBeCloseTo(expected.interval90[1] as number, 9);
      const test = testOf(pairs);
      if (expected.flips !== undefined) {
        expect(test.exact).toBeCloseTo(expected.flips.exact, 10);
        expect(test.midP).toBeCloseTo(expected.flips.midP, 10);
      }
      if (expected.mcnemar === undefined) expect(test.mcnemar).toBeNull();
      else {
        expect(test.mcnemar?.gained).toBe(expected.mcnemar.gained);
        expect(test.mcnemar?.lost).toBe(expected.mcnemar.lost);
        expect(test.mcnemar?.exact).toBeCloseTo(expected.mcnemar.exact, 10);
        expect(test.mcnemar?.midP).toBeCloseTo(expected.mcnemar.midP, 10);
      }
    },
  );
});

describe('Newcombe’s method 10', () => {
  it.each(tables)('rho is the corrected phi of the table $table', ({ table, rho }) => {
    const [both = 0, first = 0, second = 0, none = 0] = table;
    const a = [both + first, second + none].flatMap((n, i) => Array<number>(n).fill(1 - i));
    const b = [
      ...Array<number>(both).fill(1),
      ...Array<number>(first).fill(0),
      ...Array<number>(second).fill(1),
      ...Array<number>(none).fill(0),
    ];
    // Every item its own cluster: V is s^2 / n and rho the table's phi.
    const own = a.map((_, i) => i);
    expect(differenceOf(pairsOf(units(a, own), units(b, own))).rho).toBeCloseTo(rho, 10);
  });
  it.each(tables)('without correlation it is statsmodels’ interval of $table', (given) => {
    const [a, lowA, highA] = given.a as [number, number, number];
    const [b, lowB, highB] = given.b as [number, number, number];
    const found = newcombe(
      { value: a, low: lowA, high: highA },
      { value: b, low: lowB, high: highB },
      0,
    );
    expect(found.low).toBeCloseTo(given.uncorrelated[0] as number, 8);
    expect(found.high).toBeCloseTo(given.uncorrelated[1] as number, 8);
  });
  it('is the difference of the limits themselves at a correlation of 1 and -1', () => {
    const a = { value: 0.6, low: 0.5, high: 0.8 };
    const b = { value: 0.4, low: 0.3, high: 0.7 };
    const together = newcombe(a, b, 1);
    expect(together.low).toBeCloseTo(0.2 - (0.3 - 0.1), 12);
    expect(together.high).toBeCloseTo(0.2 + (0.2 - 0.1), 12);
    const apart = newcombe(a, b, -1);
    expect(apart.low).toBeCloseTo(0.5 - 0.7, 12);
    expect(apart.high).toBeCloseTo(0.8 - 0.3, 12);
  });
  it('adds squares: 3 and 4 below make 5, over two parts', () => {
    const mean = squareAndAdd([
      { value: 10, low: 7, high: 10 },
      { value: 20, low: 16, high: 32 },
    ]);
    expect(mean).toEqual({ value: 15, low: 12.5, high: 21 });
  });
});

describe('McNemar’s test', () => {
  it.each(mcnemar)('$gained against $lost', ({ gained, lost, exact, midP }) => {
    const n = gained + lost + 3;
    const a = Array.from({ length: n }, (_, i) => (i < gained ? 1 : 0));
    const b = Array.from({ length: n }, (_, i) => (i >= gained && i < gained + lost ? 1 : 0));
    const test = testOf(pairsOf(units(a, a.map(String)), units(b, a.map(String))));
    expect(test.mcnemar?.exact).toBeCloseTo(exact, 10);
    expect(test.mcnemar?.midP).toBeCloseTo(midP, 10);
  });
  it('stands beside single binary answers only', () => {
    const values = [0, 1, 1];
    const single = units(values, values);
    const repeated = units(values, values, 'cluster', 2);
    expect(testOf(pairsOf(single, single)).mcnemar).not.toBeNull();
    expect(testOf(pairsOf(single, repeated)).mcnemar).toBeNull();
  });
});

describe('Holm', () => {
  it.each(families)('adjusts $p as statsmodels does', ({ p, adjusted }) => {
    holm(p).forEach((value, i) => expect(value).toBeCloseTo(adjusted[i] as number, 12));
  });
  it('meets its limit with 8 clusters beyond 12 comparisons by mid-p and 6 by the exact p', () => {
    const family = (size: number, least: number) => familyTooLarge(Array<number>(size).fill(least));
    expect([family(12, 2 ** -8), family(13, 2 ** -8)]).toEqual([false, true]);
    expect([family(6, 2 ** -7), family(7, 2 ** -7)]).toEqual([false, true]);
    expect(familyTooLarge([])).toBe(false);
  });
});

describe('verdicts', () => {
  const narrow = { delta: 0.01, interval90: { low: -0.02, high: 0.05 } };
  const wide = { delta: -0.2, interval90: { low: -0.3, high: -0.1 } };
  it('need five non-zero sums and a small p for a direction', () => {
    expect(verdictOf(wide, { midP: 0.01, nonZero: 5 })).toBe('lower');
    expect(verdictOf({ ...wide, delta: 0.2 }, { midP: 0.05, nonZero: 5 })).toBe('higher');
    expect(verdictOf(wide, { midP: 0.01, nonZero: 4 })).toBe('cannot-tell');
    expect(verdictOf(wide, { midP: 0.01, nonZero: 9 }, 0.06)).toBe('cannot-tell');
  });
  it('claim no effect only within five points', () => {
    const quiet = { midP: 0.6, nonZero: 8 };
    expect(verdictOf(narrow, quiet)).toBe('no-effect');
    const outside = { low: -0.0501, high: 0.02 };
    expect(verdictOf({ ...narrow, interval90: outside }, quiet)).toBe('cannot-tell');
    expect(verdictOf({ ...narrow, interval90: { low: -0.02, high: 0.0501 } }, quiet)).toBe(
      'cannot-tell',
    );
    expect(verdictOf({ ...narrow, interval90: null }, quiet)).toBe('cannot-tell');
  });
});

describe('properties of a comparison', () => {
  const binary = fc.constantFrom(0, 1);
  // Coarse enough that sums do not hang on rounding: near rho = 1 the interval loses half its digits.
  const share = fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000);
  const data = fc
    .tuple(
      fc.integer({ min: 6, max: 9 }),
      fc.oneof(
        fc.array(fc.tuple(binary, binary), { minLength: 30, maxLength: 60 }),
        fc.array(fc.tuple(share, share), { minLength: 30, maxLength: 60 }),
      ),
    )
    .map(([groups, values]) => {
      const clusters = values.map((_, i) => i % groups);
      return {
        a: units(
          values.map(([a]) => a),
          clusters,
        ),
        b: units(
          values.map(([, b]) => b),
          clusters,
        ),
      };
    });

  it('turning the two round turns the signs', () => {
    fc.assert(
      fc.property(data, ({ a, b }) => {
        const there = differenceOf(pairsOf(a, b));
        const back = differenceOf(pairsOf(b, a));
        expect(back.delta).toBeCloseTo(-there.delta, 10);
        expect(back.interval95?.low).toBeCloseTo(-(there.interval95?.high ?? Number.NaN), 6);
        expect(testOf(pairsOf(b, a)).midP).toBeCloseTo(testOf(pairsOf(a, b)).midP, 10);
      }),
      { numRuns: 60, seed: 1 },
    );
  });
  it('relabelling y as 1 - y turns the signs', () => {
    const turned = (list: ReturnType<typeof units>) =>
      list.map((unit) => ({ ...unit, mean: 1 - unit.mean }));
    fc.assert(
      fc.property(data, ({ a, b }) => {
        const found = differenceOf(pairsOf(a, b));
        const other = differenceOf(pairsOf(turned(a), turned(b)));
        expect(other.rho).toBeCloseTo(found.rho, 6);
        expect(other.interval95?.low).toBeCloseTo(-(found.interval95?.high ?? Number.NaN), 6);
        expect(other.interval90?.high).toBeCloseTo(-(found.interval90?.low ?? Number.NaN), 6);
      }),
      { numRuns: 60, seed: 2 },
    );
  });
  it('the order of the items, also of one side alone, changes nothing', () => {
    fc.assert(
      fc.property(data, ({ a, b }) => {
        const found = differenceOf(pairsOf(a, b));
        const mixed = pairsOf([...a].reverse(), [...b.slice(7), ...b.slice(0, 7)]);
        const other = differenceOf(mixed);
        expect(other.delta).toBeCloseTo(found.delta, 12);
        expect(other.rho).toBeCloseTo(found.rho, 6);
        expect(other.interval95?.high).toBeCloseTo(found.interval95?.high ?? Number.NaN, 6);
        expect(testOf(mixed).midP).toBeCloseTo(testOf(pairsOf(a, b)).midP, 10);
      }),
      { numRuns: 60, seed: 3 },
    );
  });
  it('limits hold the difference and stay within -1 and 1', () => {
    fc.assert(
      fc.property(data, ({ a, b }) => {
        const { delta, interval95, interval90 } = differenceOf(pairsOf(a, b));
        for (const interval of [interval95, interval90]) {
          const chain = [-1, interval?.low, delta, interval?.high, 1] as number[];
          chain.slice(1).forEach((value, i) => {
            expect(value).toBeGreaterThanOrEqual((chain[i] as number) - 1e-9);
          });
        }
      }),
      { numRuns: 100, seed: 4 },
    );
  });
  it('pairs only the items answered under both', () => {
    const a = units([1, 0, 1], ['x', 'x', 'y']);
    const b = units([0, 1], ['x', 'x']).map((unit, i) => ({ ...unit, item: `i${2 - i}` }));
    const pairs = pairsOf(a, b);
    expect(pairs.map((pair) => [pair.a.item, pair.a.mean, pair.b.mean])).toEqual([
      ['i1', 0, 1],
      ['i2', 1, 0],
    ]);
  });
  it('of nothing is nothing', () => {
    const empty = differenceOf([]);
    expect(empty).toMatchObject({ n: 0, missing: 'no-items', interval95: null });
    expect(testOf([])).toMatchObject({ midP: 1, nonZero: 0, mcnemar: null });
  });
});

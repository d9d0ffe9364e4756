import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateOf, intervalOf, wilson } from '../../../src/analysis/interval';
import { clustersOf, jackknifeVariance, strataVariance } from '../../../src/analysis/variance';
import { units } from './made';

describe('where there is no interval, the estimate says why', () => {
  it('no items', () => {
    const estimate = estimateOf([]);
    expect(estimate.missing).toBe('no-items');
    expect(estimate.mean).toBeNaN();
    expect(intervalOf(estimate)).toBeNull();
  });
  it('under five effective clusters, though there are five', () => {
    const equal = estimateOf(units([1, 0, 1, 0, 1], [1, 2, 3, 4, 5]));
    expect(equal.effective).toBe(5);
    expect(equal.missing).toBeNull();
    expect(intervalOf(equal)).not.toBeNull();
    const unequal = estimateOf(units([1, 0, 1, 0, 1, 0], [1, 2, 3, 4, 5, 5]));
    expect(unequal.clusters).toBe(5);
    expect(unequal.effective).toBeCloseTo(36 / 8, 12);
    expect(unequal.missing).toBe('few-clusters');
    expect(unequal.mean).toBe(0.5);
    expect(intervalOf(unequal)).toBeNull();
  });
  it('one cluster', () => {
    expect(estimateOf(units([1, 0], ['a', 'a'])).missing).toBe('few-clusters');
  });
  it('a stratum with one item', () => {
    expect(estimateOf(units([1, 0, 1], ['a', 'a', 'b'], 'strata')).missing).toBe('few-items');
    expect(estimateOf(units([1, 0, 1, 1], ['a', 'a', 'b', 'b'], 'strata')).missing).toBeNull();
  });
  it('both designs in one cell', () => {
    const mixed = [...units([1, 0], ['a', 'b']), ...units([1, 0], ['c', 'c'], 'strata')];
    expect(estimateOf(mixed).missing).toBe('mixed-designs');
  });
});

describe('special cases', () => {
  it('a constant probability counts as no variance, whatever rounding makes of it', () => {
    // 0.1 added up thirty times is not 3.
    const estimate = estimateOf(
      units(
        Array<number>(30).fill(0.1),
        Array.from({ length: 30 }, (_, i) => i % 6),
      ),
    );
    expect(estimate.variance).toBe(0);
    // n min(p, 1 - p) = 3 < 10: D = 1 + 0.2 (30 / 6 - 1).
    expect(estimate.designEffect).toBeCloseTo(1.8, 12);
    expect(estimate.effectiveN).toBeCloseTo(30 / 1.8, 10);
  });
  it('at 10 expected answers the floor of D is gone, on both sides alike', () => {
    const spread = (ones: number) => {
      const values = Array.from({ length: 100 }, (_, i) => (i < ones ? 1 : 0));
      // Dealt out evenly, so V / v is under 1.
      return estimateOf(
        units(
          values,
          values.map((_, i) => i % 10),
        ),
      ).designEffect;
    };
    expect(spread(10)).toBe(1);
    expect(spread(90)).toBe(1);
    expect(spread(9)).toBeCloseTo(2.8, 12);
    expect(spread(91)).toBeCloseTo(2.8, 12);
  });
  it('strata without variance count n items', () => {
    const estimate = estimateOf(units([1, 1, 0, 0], ['a', 'a', 'b', 'b'], 'strata'));
    expect(estimate).toMatchObject({ variance: 0, effectiveN: 4, df: 2, mean: 0.5 });
  });
  it('two strata of unequal size weigh alike: (s1^2/n1 + s2^2/n2) / 4', () => {
    // s1^2 = 1/3 over 4 items (1 0 1 1 -> 0.25), s2^2 = 0.5 over 2.
    const values = [1, 0, 1, 1, 0, 1];
    const found = strataVariance(values, clustersOf(['a', 'a', 'a', 'a', 'b', 'b']));
    expect(found).toBeCloseTo((0.25 / 4 + 0.5 / 2) / 4, 12);
  });
  it('the jackknife is the deletion of one cluster after another', () => {
    const values = [0.2, 0.9, 0.4, 1, 0, 0.6, 0.7];
    const labels = ['a', 'a', 'b', 'c', 'c', 'c', 'd'];
    const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
    const whole = mean(values);
    const deleted = ['a', 'b', 'c', 'd'].map((label) =>
      mean(values.filter((_, i) => labels[i] !== label)),
    );
    const wanted = (3 / 4) * deleted.reduce((sum, value) => sum + (value - whole) ** 2, 0);
    expect(jackknifeVariance(values, clustersOf(labels))).toBeCloseTo(wanted, 14);
  });
});

describe('properties', () => {
  const data = fc
    .tuple(
      fc.integer({ min: 5, max: 9 }),
      fc.array(
        fc.oneof(
          fc.constantFrom(0, 1),
          fc.integer({ min: 0, max: 1000 }).map((k) => k / 1000),
        ),
        { minLength: 30, maxLength: 60 },
      ),
      fc.constantFrom('cluster' as const, 'strata' as const),
    )
    .map(([groups, values, design]) =>
      units(
        values,
        values.map((_, i) => i % (design === 'strata' ? 2 : groups)),
        design,
      ),
    );

  it('limits hold the mean within 0 and 1, 90 % within 95 %', () => {
    fc.assert(
      fc.property(data, (list) => {
        const estimate = estimateOf(list);
        // 5 to 9 near-equal clusters of 30 and more items have G* close to G; a few fall under 5.
        fc.pre(estimate.missing === null);
        const wide = intervalOf(estimate, 0.95);
        const narrow = intervalOf(estimate, 0.9);
        const chain = [
          0,
          wide?.low,
          narrow?.low,
          estimate.mean,
          narrow?.high,
          wide?.high,
          1,
        ] as number[];
        chain.slice(1).forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual((chain[i] as number) - 1e-12);
        });
      }),
      { numRuns: 200, seed: 6 },
    );
  });
  it('relabelling y as 1 - y mirrors the limits', () => {
    fc.assert(
      fc.property(data, (list) => {
        const found = estimateOf(list);
        const other = estimateOf(list.map((unit) => ({ ...unit, mean: 1 - unit.mean })));
        expect(other.missing).toBe(found.missing);
        fc.pre(found.missing === null);
        expect(intervalOf(other)?.low).toBeCloseTo(1 - (intervalOf(found)?.high ?? NaN), 9);
        expect(intervalOf(other)?.high).toBeCloseTo(1 - (intervalOf(found)?.low ?? NaN), 9);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
  it('Wilson’s limits rise with the proportion and close in as n grows', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const size = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(share, share, size, size, (p, q, n, m) => {
        const [small, large] = [Math.min(p, q), Math.max(p, q)];
        const [few, many] = [Math.min(n, m), Math.max(n, m)];
        expect(wilson(large, n, 2).low).toBeGreaterThanOrEqual(wilson(small, n, 2).low - 1e-12);
        expect(wilson(large, n, 2).high).toBeGreaterThanOrEqual(wilson(small, n, 2).high - 1e-12);
        const width = (count: number) => wilson(p, count, 2).high - wilson(p, count, 2).low;
        expect(width(many)).toBeLessThanOrEqual(width(few) + 1e-12);
      }),
      { numRuns: 200, seed: 8 },
    );
  });
});

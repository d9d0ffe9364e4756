import { describe, expect, it } from 'vitest';
import {
  correlationOf,
  kendallTauB,
  pearson,
  raterAgreements,
} from '../../../src/analysis/correlation';
import right from '../../fixtures/statistics/correlation.json';

describe('correlations', () => {
  it.each(right.cases.map((given, i) => [i, given] as const))(
    'are SciPy’s in case %i',
    (_, given) => {
      expect(pearson(given.x, given.y)).toBeCloseTo(given.pearson, 10);
      expect(kendallTauB(given.x, given.y)).toBeCloseTo(given.tau, 10);
    },
  );
  it('count pairs by hand', () => {
    // Pairs of (1,1) (2,1) (3,2): one tied in y; the two others agree. tau-b = 2 / sqrt(3 * 2).
    expect(kendallTauB([1, 2, 3], [1, 1, 2])).toBeCloseTo(2 / Math.sqrt(6), 12);
    expect(pearson([1, 2, 3], [3, 2, 1])).toBe(-1);
  });
  it('are undefined where one side is constant, also by rounding, and under two items', () => {
    const almost = [0.1 + 0.2, 0.3, 0.3];
    expect([pearson([1, 2, 3], almost), kendallTauB([1, 2, 3], almost)]).toEqual([null, null]);
    expect([pearson([1], [1]), kendallTauB([], [])]).toEqual([null, null]);
    expect(correlationOf(pearson, [1, 2, 3, 1, 2], [2, 2, 2, 2, 2])).toEqual({
      value: null,
      low: null,
      high: null,
      n: 5,
    });
  });
  it('refuse lists that are not pairs', () => {
    expect(() => pearson([1, 2], [1])).toThrow(RangeError);
    expect(() => kendallTauB([1, 2], [1])).toThrow(RangeError);
  });
});

describe('their intervals', () => {
  it.each([
    ['pearson', pearson],
    ['tau', kendallTauB],
  ] as const)('of five items are near those of all resamples: %s', (name, statistic) => {
    const { x, y } = right.resamples;
    const { value, limits } = right.resamples[name];
    const found = correlationOf(statistic, x, y);
    expect(found.value).toBeCloseTo(value, 10);
    expect(Math.abs((found.low as number) - (limits[0] as number))).toBeLessThan(0.05);
    expect(Math.abs((found.high as number) - (limits[1] as number))).toBeLessThan(0.05);
  });
  it.each([
    ['pearson', pearson],
    ['tau', kendallTauB],
  ] as const)('of forty items are near SciPy’s: %s', (name, statistic) => {
    const { x, y } = right.larger;
    const found = correlationOf(statistic, x, y);
    expect(Math.abs((found.low as number) - (right.larger[name][0] as number))).toBeLessThan(0.03);
    expect(Math.abs((found.high as number) - (right.larger[name][1] as number))).toBeLessThan(0.03);
  });
  it('are the same for the same seed and others for another', () => {
    const { x, y } = right.larger;
    expect(correlationOf(pearson, x, y, 1)).toEqual(correlationOf(pearson, x, y, 1));
    expect(correlationOf(pearson, x, y, 1)).not.toEqual(correlationOf(pearson, x, y, 2));
  });
  it('are not given under five items, nor where most resamples are constant', () => {
    expect(correlationOf(pearson, [1, 2, 3, 3], [1, 2, 2, 3])).toMatchObject({ low: null, n: 4 });
    // Nearly all alike: a resample leaves the odd one out in (9/10)^10 = 35 % of draws, so this still has one,
    // but where only one of five rises in y and another in x, both must be drawn.
    const x = [1, 1, 1, 1, 2];
    const y = [2, 1, 1, 1, 1];
    // Defined only where both odd items are drawn: 1 - 2 (4/5)^5 + (3/5)^5 = 42 %.
    const found = correlationOf(pearson, x, y);
    expect(found.value).toBeCloseTo(-0.25, 12);
    expect(found).toMatchObject({ low: null, high: null });
  });
});

describe('a judge beside raters', () => {
  const scores = (values: readonly number[], from = 0): Map<string, number> =>
    new Map(values.map((value, i) => [`i${i + from}`, value]));
  const judge = scores([1, 2, 3, 3, 2, 1]);
  it('is compared with each over their common items, then with the mean where all rated', () => {
    const raters = new Map([
      ['a', scores([1, 2, 3, 3, 2, 1])],
      ['b', scores([3, 2, 1, 1, 2])],
    ]);
    const found = raterAgreements(judge, raters);
    expect(found.map(({ rater, pearson: { n } }) => [rater, n])).toEqual([
      ['a', 6],
      ['b', 5],
      [null, 5],
    ]);
    expect(found[0]?.pearson.value).toBeCloseTo(1, 12);
    expect(found[0]?.kendall.value).toBeCloseTo(1, 12);
    expect(found[1]?.pearson.value).toBeCloseTo(-1, 12);
    // The two raters' mean is 2 everywhere, so nothing can go with it.
    expect(found[2]?.pearson.value).toBeNull();
    expect(found[2]?.kendall.value).toBeNull();
  });
  it('has no mean of one rater', () => {
    expect(raterAgreements(judge, new Map([['a', judge]]))).toHaveLength(1);
    expect(raterAgreements(judge, new Map())).toEqual([]);
  });
});

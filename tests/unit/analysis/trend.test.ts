import { describe, expect, it } from 'vitest';
import { levelTrend, pageTest } from '../../../src/analysis/trend';
import right from '../../fixtures/statistics/page.json';
import { units } from './made';

describe('Page’s L', () => {
  it.each(right.map((given, i) => [i, given] as const))('case %i', (_, given) => {
    const found = pageTest(given.data);
    expect(found.L).toBeCloseTo(given.L, 10);
    expect(found.z).toBeCloseTo(given.z, 10);
    expect(found.p).toBeCloseTo(given.p, 10);
    // The approximation is near the exact p where SciPy gives one.
    if (given.exact !== null) expect(Math.abs(found.p - given.exact)).toBeLessThan(0.02);
  });
  it('is 168 in the example of Page’s paper, chi-squared 6.48', () => {
    const data = [
      [2, 1, 3, 4],
      [1, 3, 4, 2],
      [1, 3, 2, 4],
      [1, 4, 2, 3],
      [3, 1, 2, 4],
      [1, 2, 4, 3],
    ];
    const { L, z, p } = pageTest(data);
    expect(L).toBe(168);
    expect(z * z).toBeCloseTo(6.48, 10);
    expect(p).toBeCloseTo(0.0109095 / 2, 6);
  });
  it('sees nothing where nothing differs, also by rounding', () => {
    expect(pageTest([[0.1 + 0.2, 0.3, 0.3]])).toMatchObject({ z: 0, p: 0.5 });
  });
  it('is turned by turning the levels round', () => {
    const data = [
      [1, 2, 2, 5],
      [0, 3, 1, 4],
    ];
    const back = data.map((block) => [...block].reverse());
    expect(pageTest(back).z).toBeCloseTo(-pageTest(data).z, 12);
  });
  it('refuses blocks of unequal length and single levels', () => {
    expect(() => pageTest([[1, 2], [1]])).toThrow(RangeError);
    expect(() => pageTest([[1], [2]])).toThrow(RangeError);
  });
});

describe('trend over levels', () => {
  const clusters = ['x', 'x', 'y', 'y'];
  const levels = [
    units([0, 0, 0, 0.2], clusters),
    units([0.1, 0.3, 0.4, 0.2], clusters),
    units([1, 1, 0.6, 0.2], clusters),
  ];
  it('gives rates, slope and L over clusters', () => {
    const trend = levelTrend(levels);
    expect(trend.n).toBe(4);
    [5, 25, 70].forEach((rate, i) => expect(trend.rates[i]).toBeCloseTo(rate, 10));
    expect(trend.slope).toBeCloseTo((70 - 5) / 2, 10);
    // Cluster means rise in both blocks: 2 * (1 + 4 + 9).
    expect(trend.page).toMatchObject({ L: 28, blocks: 2, levels: 3 });
  });
  it('takes items as blocks where asked, and for fixed strata by itself', () => {
    expect(levelTrend(levels, 'item').page.blocks).toBe(4);
    const strata = levels.map((level) =>
      level.map((unit) => ({ ...unit, design: 'strata' as const })),
    );
    expect(levelTrend(strata).page.blocks).toBe(4);
  });
  it('leaves out items not answered at every level', () => {
    const [low = [], middle = [], high = []] = levels;
    const trend = levelTrend([low, middle.slice(1), high]);
    expect(trend.n).toBe(3);
    expect(trend.rates[0]).toBeCloseTo(20 / 3, 10);
  });
});

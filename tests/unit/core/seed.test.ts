import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded, shuffled } from '../../../src/core/seed';

describe('seeded', () => {
  // From a second implementation in Python (sfc32 over FNV-1a of the UTF-16 units, twelve outputs dropped).
  it.each([
    [0, [0.6860209631267935, 0.3421619776636362, 0.9987181010656059, 0.6861768318340182]],
    [20261130, [0.2832365350332111, 0.4849676741287112, 0.41131265996955335, 0.6279379532206804]],
    [
      'crossroads',
      [0.7293052624445409, 0.6560316667892039, 0.28118687053211033, 0.9677837749477476],
    ],
    ['', [0.07229560986161232, 0.09616430825553834, 0.45092990645207465, 0.0470350740943104]],
    ['ünï', [0.9925906916614622, 0.5776518080383539, 0.9852577173151076, 0.6661112729925662]],
  ])('gives the same numbers for %j on every machine', (seed, values) => {
    const random = seeded(seed);
    expect(values.map(() => random())).toEqual(values);
  });

  it('takes a number and its digits for one seed', () => {
    expect(seeded(7)()).toBe(seeded('7')());
  });

  it('is uniform: 100 bins of 100,000 draws', () => {
    const random = seeded('uniform');
    const bins = new Array<number>(100).fill(0);
    for (let i = 0; i < 100_000; i += 1) {
      const bin = Math.floor(random() * 100);
      bins[bin] = (bins[bin] ?? NaN) + 1;
    }
    // A number outside [0, 1) would have made a bin of its own.
    expect(Object.keys(bins)).toHaveLength(100);
    const chi2 = bins.reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    // The 0.1 % and 99.9 % points of chi-squared with 99 degrees of freedom.
    expect(chi2).toBeGreaterThan(60.5);
    expect(chi2).toBeLessThan(149.5);
  });

  it('gives unlike first numbers for like seeds', () => {
    const firsts = Array.from({ length: 1000 }, (_, i) => seeded(`20261130/item-${i}/1`)());
    expect(new Set(firsts).size).toBe(1000);
    const mean = firsts.reduce((sum, value) => sum + value, 0) / 1000;
    // Four standard errors of a uniform mean: 4 * sqrt(1/12/1000).
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.0366);
  });
});

describe('shuffled', () => {
  it('is Fisher and Yates from the end', () => {
    expect(shuffled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], seeded(7))).toEqual([
      2, 7, 4, 9, 6, 3, 8, 5, 0, 1,
    ]);
  });

  it('keeps every member and leaves the list alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (list, seed) => {
        const before = [...list];
        const after = shuffled(list, seeded(seed));
        expect(list).toEqual(before);
        expect([...after].sort((a, b) => a - b)).toEqual([...before].sort((a, b) => a - b));
      }),
    );
  });

  it('gives all six orders of three about equally often', () => {
    const random = seeded('orders');
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const key = shuffled(['a', 'b', 'c'], random).join('');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const chi2 = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0);
    expect(counts.size).toBe(6);
    expect(chi2).toBeLessThan(20.6); // 99.9 %, 5 degrees of freedom
  });
});

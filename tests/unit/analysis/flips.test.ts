import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flipTest } from '../../../src/analysis/flips';
import right from '../../fixtures/statistics/flips.json';

describe('sign flips', () => {
  it.each(right.enumerated)('are those of SciPy and of enumeration: $sums', (given) => {
    const found = flipTest(given.sums);
    expect(found.exact).toBeCloseTo(given.exact, 12);
    expect(found.midP).toBeCloseTo(given.midP, 12);
    expect(found.nonZero).toBe(given.nonZero);
    expect(found.method).toBe('exact');
  });
  it.each(right.many)('of more than 20 whole numbers are exact too', (given) => {
    const found = flipTest(given.sums);
    expect(found.exact).toBeCloseTo(given.exact, 12);
    expect(found.midP).toBeCloseTo(given.midP, 12);
    expect(found.method).toBe('exact');
    // The same in thirds, as means over three repeats give them.
    expect(flipTest(given.sums.map((sum) => sum / 3)).midP).toBeCloseTo(given.midP, 12);
  });
  it.each(right.drawn)('of more than 20 other numbers are drawn, near p = $exact', (given) => {
    const found = flipTest(given.sums);
    expect(found.method).toBe('drawn');
    // Five standard errors of 10,000 draws.
    const error = Math.sqrt((given.exact * (1 - given.exact)) / 10_000);
    expect(Math.abs(found.exact - given.exact)).toBeLessThan(5 * error + 1e-4);
    // The identity is one of the flips: in whole ten-thousandths, never zero.
    expect(found.exact * 10_000).toBeCloseTo(Math.round(found.exact * 10_000), 6);
    expect(flipTest(given.sums)).toEqual(found);
    expect(flipTest(given.sums, 'another seed').exact).not.toBe(found.exact);
  });
  it('count the identity among the flips drawn', () => {
    // 40 irregular sums of one sign: no drawn flip comes near, only the identity ties.
    const sums = Array.from({ length: 40 }, (_, i) => Math.sqrt(i + 2));
    expect(flipTest(sums)).toMatchObject({ exact: 0.0001, midP: 0.00005, least: 0.00005 });
  });
  it('draw the same for the same sums in any order and with all signs turned', () => {
    const sums = Array.from({ length: 25 }, (_, i) => Math.sin(i * i + 1));
    const found = flipTest(sums);
    expect(found.method).toBe('drawn');
    expect(flipTest([...sums].reverse())).toEqual(found);
    expect(flipTest(sums.map((sum) => -sum))).toEqual(found);
  });
  it('are 1 where all sums are 0, as are sums under the tolerance', () => {
    expect(flipTest([0, 0])).toMatchObject({ exact: 1, midP: 1, nonZero: 0 });
    expect(flipTest([])).toMatchObject({ exact: 1, midP: 1, nonZero: 0 });
    expect(flipTest([1e-10, -1e-11, 2])).toMatchObject({ nonZero: 1, exact: 1, midP: 0.5 });
  });
  it('tie sums that differ by rounding only', () => {
    // 0.1 + 0.2 is not 0.3 in floating point; the flips of {0.1, 0.2, 0.3} tie at 0 four ways of eight.
    expect(flipTest([0.1, 0.2, -0.3])).toMatchObject({ exact: 1, midP: 0.875 });
  });
  it('give 2^-K at least, reached where all point one way', () => {
    const found = flipTest([1, 2, 3, 4, 5.5, 7, 9, 10]);
    expect(found.midP).toBe(2 ** -8);
    expect(found.exact).toBe(2 ** -7);
    expect(found.least).toBe(2 ** -8);
  });
  it('depend neither on the order nor on the common sign', () => {
    const sum = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.array(sum, { minLength: 1, maxLength: 30 }), (sums) => {
        const { midP } = flipTest(sums);
        expect(flipTest([...sums].reverse()).midP).toBeCloseTo(midP, 12);
        expect(flipTest(sums.map((value) => -value)).midP).toBeCloseTo(midP, 12);
        expect(midP).toBeGreaterThan(0);
        expect(midP).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60, seed: 5 },
    );
  });
  it('of 20 sums take milliseconds', () => {
    const sums = Array.from({ length: 20 }, (_, i) => Math.sin(i + 1));
    const start = performance.now();
    for (let i = 0; i < 20; i += 1) flipTest(sums);
    expect((performance.now() - start) / 20).toBeLessThan(50);
  });
});

import { describe, expect, it } from 'vitest';
import { normalQuantile, normalTail, tQuantile, tTail } from '../../../src/analysis/quantile';
import right from '../../fixtures/statistics/quantiles.json';

/** Relative error, for values far from and near zero alike. */
const near = (found: number, wanted: number, error: number) =>
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(error * Math.max(1e-300, Math.abs(wanted)));

describe('quantiles and tails equal SciPy’s', () => {
  it.each(right.t)('t quantile of %f with %f degrees of freedom', (p, df, t) => {
    near(tQuantile(p as number, df as number), t as number, 1e-10);
  });
  it.each(right.tTail)('t tail beyond %f with %f degrees of freedom', (t, df, tail) => {
    near(tTail(t as number, df as number), tail as number, 1e-11);
  });
  it.each(right.normal)('normal quantile of %f', (p, z) => {
    near(normalQuantile(p as number), z as number, 1e-9);
  });
  it.each(right.normalTail)('normal tail beyond %f', (z, tail) => {
    near(normalTail(z as number), tail as number, 1e-11);
  });
});

describe('domain', () => {
  it.each([0, 1, -0.1, Number.NaN])('refuses a probability of %f', (p) => {
    expect(() => tQuantile(p, 5)).toThrow(RangeError);
    expect(() => normalQuantile(p)).toThrow(RangeError);
  });
  it.each([0, -1, Number.NaN])('refuses %f degrees of freedom', (df) => {
    expect(() => tQuantile(0.9, df)).toThrow(RangeError);
  });
  it('is 0 at a half and odd about it', () => {
    expect(tQuantile(0.5, 3.3)).toBe(0);
    expect(tQuantile(0.1, 3.3)).toBeCloseTo(-tQuantile(0.9, 3.3), 12);
  });
});

import { describe, expect, it } from 'vitest';
import {
  deviation,
  dispersionOf,
  rHat,
  sampleVariance,
  separation,
} from '../../../src/analysis/dispersion';
import { row, unanswered } from './made';

describe('measures', () => {
  it('r-hat runs from 1 to 5', () => {
    expect([0, 25, 50, 100].map(rHat)).toEqual([1, 2, 3, 5]);
  });
  it('the deviation is from the midpoint, either side', () => {
    expect([80, 20, 50].map(deviation)).toEqual([30, 30, 0]);
  });
  it('the separation is high less low', () => {
    expect(separation(90, 15)).toBe(75);
    expect(separation(40, 55)).toBe(-15);
  });
  it('the variance is over n - 1 and needs two values', () => {
    // numpy: np.var([61, 64, 58.5], ddof=1) = 7.583333333333333
    expect(sampleVariance([61, 64, 58.5])).toBeCloseTo(7.583333333333333, 12);
    expect(sampleVariance([5, 5])).toBe(0);
    expect(sampleVariance([5])).toBeNull();
  });
});

describe('dispersion', () => {
  const rows = [1, 2, 3].flatMap((repeat) =>
    ['a', 'b', 'c', 'd'].map((item, i) =>
      row({ item, repeat, y: i < repeat ? 1 : 0, condition: `template-${repeat}` }),
    ),
  );
  it('is over repeats, in squared points', () => {
    const found = dispersionOf(rows);
    expect([...found.rates]).toEqual([
      ['1', 25],
      ['2', 50],
      ['3', 75],
    ]);
    expect(found.variance).toBe(625);
  });
  it('or over templates, parts without an answer missing', () => {
    const more = [...rows, unanswered('unparsed', { condition: 'template-4' })];
    const found = dispersionOf(more, { part: ({ condition }) => condition });
    expect([...found.rates.keys()]).toEqual(['template-1', 'template-2', 'template-3']);
  });
  it('reads rows as the options say', () => {
    const found = dispersionOf([row({ y: 1, p: 0.7 }), row({ y: 1, p: 0.5, repeat: 2 })], {
      measure: 'expected',
    });
    expect(found.variance).toBeCloseTo(200, 10);
  });
});

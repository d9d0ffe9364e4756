import { describe, expect, it } from 'vitest';
import { overallPis, pisOf, pisTest, pisVerdict, type Pis } from '../../../src/analysis/pis';
import { gridRows, row } from './made';

const TENS = Array<number>(10).fill(10);
const a = gridRows(TENS, (i, g) => (i + g) % 10 < ((3 * g) % 8) + (g % 4 === 3 ? -1 : 2));
const b = gridRows(TENS, (i, g) => i < (3 * g) % 8);

describe('PIS of one trait', () => {
  it('is F1’s difference in points for a higher level', () => {
    const pis = pisOf(a, b, 1);
    expect(pis.value).toBeCloseTo(14, 10);
    expect(pis.low).toBeCloseTo(4.55, 2);
    expect(pis.high).toBeCloseTo(23.79, 2);
    expect(pis.low90).toBeCloseTo(6.28, 2);
    expect(pis.high90).toBeCloseTo(22.0, 2);
    expect(pis).toMatchObject({ n: 100, clusters: 10, directed: true, missing: null });
    expect(pis.instructed).toBeCloseTo(45, 10);
    expect(pis.baseline).toBeCloseTo(31, 10);
    expect(pis.headroom).toBeCloseTo(69, 10);
    expect(pis.perHeadroom).toBeCloseTo(14 / 69, 10);
  });
  it('turns sign and limits for a lower level, whose headroom is the baseline', () => {
    const pis = pisOf(a, b, -1);
    expect(pis.value).toBeCloseTo(-14, 10);
    expect(pis.low).toBeCloseTo(-23.79, 2);
    expect(pis.high).toBeCloseTo(-4.55, 2);
    expect(pis.low90).toBeCloseTo(-22.0, 2);
    expect(pis.high90).toBeCloseTo(-6.28, 2);
    expect(pis.headroom).toBeCloseTo(31, 10);
    expect(pis.perHeadroom).toBeCloseTo(-14 / 31, 10);
  });
  it('is the signed difference, without headroom, where d is undefined', () => {
    const pis = pisOf(b, a, 0);
    expect(pis.value).toBeCloseTo(-14, 10);
    expect(pis).toMatchObject({ directed: false, headroom: null, perHeadroom: null });
    expect(pis.low).toBeCloseTo(-23.79, 2);
  });
  it('has no share of a headroom that is not there', () => {
    const ones = gridRows(TENS, () => true);
    expect(pisOf(b, ones, 1)).toMatchObject({ headroom: 0, perHeadroom: null });
  });
  it('of expected r takes probabilities', () => {
    const one = (p: number) => [row({ item: 'x', y: 1, p })];
    expect(pisOf(one(0.9), one(0.6), 1).value).toBe(0);
    expect(pisOf(one(0.9), one(0.6), 1, { measure: 'expected' }).value).toBeCloseTo(30, 10);
  });
  it('of no common item is null', () => {
    expect(pisOf([row({ item: 'x' })], [row({ item: 'y' })], 1)).toMatchObject({
      value: null,
      low: null,
      headroom: null,
      n: 0,
      missing: 'no-items',
    });
  });
  it('is tested by the clusters’ flips; higher means as instructed', () => {
    const up = pisOf(a, b, 1);
    const test = pisTest(up);
    expect(test.midP).toBeCloseTo(0.0146, 4);
    expect(pisVerdict(up, test)).toBe('higher');
    expect(pisVerdict(pisOf(a, b, -1), test)).toBe('lower');
    expect(pisVerdict(up, test, 0.0732)).toBe('cannot-tell');
  });
  it('claims no effect in points', () => {
    const narrow = { ...pisOf(a, b, 1), value: 0, low90: -5, high90: 4.9 };
    const quiet = { ...pisTest(narrow), midP: 0.9 };
    expect(pisVerdict(narrow, quiet)).toBe('no-effect');
    expect(pisVerdict({ ...narrow, high90: 5.1 }, quiet)).toBe('cannot-tell');
  });
});

describe('overall PIS', () => {
  const made = (value: number, low: number, high: number): Pis => ({
    ...pisOf(a, b, 1),
    value,
    low,
    high,
    low90: low + 1,
    high90: high - 1,
  });
  it('is the mean over traits by square-and-add', () => {
    // Distances below 3 and 4, above 6 and 8; at 90 % 2 and 3, 5 and 7.
    const overall = overallPis([made(10, 7, 16), made(20, 16, 28)]);
    expect(overall.value).toBe(15);
    expect(overall.low).toBeCloseTo(15 - 5 / 2, 12);
    expect(overall.high).toBeCloseTo(15 + 10 / 2, 12);
    expect(overall.low90).toBeCloseTo(15 - Math.sqrt(13) / 2, 12);
    expect(overall.high90).toBeCloseTo(15 + Math.sqrt(74) / 2, 12);
    expect(overall).toMatchObject({ traits: 2, n: 200, clusters: 20, missing: null });
  });
  it('has no interval where a trait has none, and says why', () => {
    const few = pisOf([row({ item: 'x', y: 1 })], [row({ item: 'x', y: 0 })], 1);
    const overall = overallPis([made(50, 40, 60), few]);
    expect(overall).toMatchObject({ value: 75, low: null, high: null, missing: 'few-clusters' });
  });
  it('is not made of undirected or empty scores, nor of none', () => {
    expect(overallPis([made(10, 7, 16), pisOf(a, b, 0)]).value).toBeNull();
    expect(overallPis([made(10, 7, 16), pisOf([], b, 1)]).value).toBeNull();
    expect(overallPis([])).toMatchObject({ value: null, traits: 0, missing: 'no-items' });
  });
});

import { describe, expect, it } from 'vitest';
import { durationOf, Estimate } from '../../../src/experiment/estimate';

const rate = { perCharacter: 1, perTrial: 100 };

describe('durationOf', () => {
  it('adds a part for each character and each trial', () => {
    expect(durationOf([10, 20, 0], rate)).toBe(30 + 300);
    expect(durationOf([], rate)).toBe(0);
  });
});

describe('Estimate', () => {
  it('begins with the given rate, until three trials are known', () => {
    const estimate = new Estimate(rate);
    estimate.add(10, 5000);
    estimate.add(20, 5000);
    expect(estimate.left([10, 10])).toBe(220);
  });

  it('finds the line that the trials lie on', () => {
    const estimate = new Estimate(rate);
    for (const characters of [10, 400, 30, 20]) estimate.add(characters, 2 * characters + 10);
    expect(estimate.current.perCharacter).toBeCloseTo(2, 9);
    expect(estimate.current.perTrial).toBeCloseTo(10, 9);
    expect(estimate.left([5, 500])).toBeCloseTo(2 * 505 + 20, 6);
  });

  it('fits by least squares', () => {
    const estimate = new Estimate(rate);
    // By hand: means 2 and 5, sxx 2, sxy 4, so slope 2 and fixed part 1.
    for (const [characters, ms] of [
      [1, 3.5],
      [2, 4],
      [3, 7.5],
    ] as const) {
      estimate.add(characters, ms);
    }
    expect(estimate.current.perCharacter).toBeCloseTo(2, 9);
    expect(estimate.current.perTrial).toBeCloseTo(1, 9);
  });

  it('puts all down to the characters where the line makes no sense', () => {
    const falling = new Estimate(rate);
    for (const [characters, ms] of [
      [10, 300],
      [20, 200],
      [30, 100],
    ] as const) {
      falling.add(characters, ms);
    }
    expect(falling.current).toEqual({ perCharacter: 10, perTrial: 0 });
    const level = new Estimate(rate);
    for (const ms of [100, 200, 300]) level.add(50, ms);
    expect(level.current).toEqual({ perCharacter: 4, perTrial: 0 });
  });

  it('knows that a repeated prompt takes time too', () => {
    const estimate = new Estimate(rate);
    for (const ms of [90, 100, 110]) estimate.add(0, ms);
    expect(estimate.left([0, 0])).toBe(200);
  });

  it('forgets what is more than forty trials ago', () => {
    const estimate = new Estimate(rate);
    for (let i = 0; i < 40; i += 1) estimate.add(i, 1_000_000);
    for (let i = 0; i < 40; i += 1) estimate.add(i, 3 * i + 7);
    expect(estimate.left([100])).toBeCloseTo(307, 6);
  });
});

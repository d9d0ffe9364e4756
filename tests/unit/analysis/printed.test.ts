import { describe, expect, it } from 'vitest';
import { differenceOf, pairsOf, testOf, verdictOf } from '../../../src/analysis/comparison';
import { estimateOf, intervalOf } from '../../../src/analysis/interval';
import { tQuantile } from '../../../src/analysis/quantile';
import { simpleVariance } from '../../../src/analysis/variance';
import right from '../../fixtures/statistics/printed.json';
import { units } from './made';

/*
 * F1 to F5 of statistics.md: the printed figures, and the same in full precision as worked out by
 * scripts/fixtures/statistics.py through deletion, root finding and enumeration.
 */
type Rule = (i: number, g: number) => number | boolean;

function grid(sizes: readonly number[], rule: Rule) {
  const cells = sizes.flatMap((size, g) => Array.from({ length: size }, (_, i) => ({ i, g })));
  return units(
    cells.map(({ i, g }) => Number(rule(i, g))),
    cells.map(({ g }) => g),
  );
}

const TENS = Array.from({ length: 10 }, () => 10);
const ELEVEN = Array.from({ length: 11 }, () => 10);
const BOOKS = Array.from({ length: 8 }, (_, g) => 3 + ((5 * g) % 8));
const F1 = {
  a: grid(TENS, (i, g) => (i + g) % 10 < ((3 * g) % 8) + (g % 4 === 3 ? -1 : 2)),
  b: grid(TENS, (i, g) => i < (3 * g) % 8),
};
const F2 = { a: grid(TENS, () => 1), b: grid(TENS, (i, g) => !(g < 3 && i === 0)) };
const F3 = {
  a: grid(BOOKS, (i, g) => (i + 2 * g) % 5 < 1 + ((3 * g) % 5)),
  b: grid(BOOKS, (i, g) => (i + g) % 6 < 1 + ((3 * g) % 4)),
  c: grid(BOOKS, (i, g) => i === 0 && g % 3 === 0),
};
const F4 = {
  a: grid(ELEVEN, (i, g) => (1 + ((7 * g + 3 * i) % 10) + (g % 4)) / 14),
  b: grid(ELEVEN, (i, g) => 1 / (2 + (g % 5) + (i % 4))),
};
const strata = (first: (k: number) => boolean, second: (k: number) => boolean) => {
  const k = Array.from({ length: 50 }, (_, index) => index);
  const values = [...k.map(first), ...k.map(second)].map(Number);
  return units(
    values,
    values.map((_, index) => (index < 50 ? 1 : 2)),
    'strata',
  );
};
const F5 = {
  a: strata(
    (k) => (7 * k) % 10 < 6,
    (k) => (3 * k) % 10 < 9,
  ),
  b: strata(
    (k) => (7 * k + 1) % 10 < 4,
    (k) => k % 8 < 6,
  ),
};

/** To the digits printed. */
const printed = (value: number, wanted: number, digits: number) =>
  expect(Number(value.toFixed(digits))).toBe(wanted);

interface One {
  mean: number;
  V?: number;
  ratio?: number;
  D?: number;
  effectiveN: number;
  interval: [number, number];
}
function checkOne(list: ReturnType<typeof units>, wanted: One) {
  const estimate = estimateOf(list);
  const interval = intervalOf(estimate);
  printed(estimate.mean, wanted.mean, 4);
  if (wanted.V !== undefined) printed(estimate.variance, wanted.V, 8);
  if (wanted.ratio !== undefined) {
    printed(estimate.variance / simpleVariance(list.map((unit) => unit.mean)), wanted.ratio, 4);
  }
  if (wanted.D !== undefined) printed(estimate.designEffect, wanted.D, 4);
  printed(estimate.effectiveN, wanted.effectiveN, 4);
  printed(interval?.low ?? Number.NaN, wanted.interval[0], 4);
  printed(interval?.high ?? Number.NaN, wanted.interval[1], 4);
}

interface Two {
  delta: number;
  Vd?: number;
  rho: number;
  at95: [number, number];
  at90: [number, number];
  flips: [number, number];
  mcnemar?: [number, number, number, number];
  full: keyof typeof right;
}
function checkTwo(a: ReturnType<typeof units>, b: ReturnType<typeof units>, wanted: Two) {
  const pairs = pairsOf(a, b);
  const difference = differenceOf(pairs);
  const test = testOf(pairs);
  printed(difference.delta, wanted.delta, 4);
  if (wanted.Vd !== undefined) printed(difference.variance, wanted.Vd, 8);
  printed(difference.rho, wanted.rho, 4);
  const limits = [difference.interval95, difference.interval90].flatMap((interval) => [
    interval?.low ?? Number.NaN,
    interval?.high ?? Number.NaN,
  ]);
  [...wanted.at95, ...wanted.at90].forEach((limit, i) => printed(limits[i] as number, limit, 4));
  printed(test.exact, wanted.flips[0], 4);
  printed(test.midP, wanted.flips[1], 4);
  if (wanted.mcnemar !== undefined) {
    const [gained, lost, exact, midP] = wanted.mcnemar;
    expect(test.mcnemar).toMatchObject({ gained, lost });
    printed(test.mcnemar?.exact ?? Number.NaN, exact, 4);
    printed(test.mcnemar?.midP ?? Number.NaN, midP, 4);
  }
  // In full precision.
  const full = right[wanted.full];
  for (const side of ['a', 'b'] as const) {
    for (const member of ['mean', 'variance', 'designEffect', 'effectiveN', 'df'] as const) {
      expect(difference[side][member]).toBeCloseTo(full[side][member], 8);
    }
  }
  expect(difference.rho).toBeCloseTo(full.rho, 10);
  expect(limits[0]).toBeCloseTo(full.interval95[0] as number, 10);
  expect(limits[1]).toBeCloseTo(full.interval95[1] as number, 10);
  expect(limits[2]).toBeCloseTo(full.interval90[0] as number, 10);
  expect(limits[3]).toBeCloseTo(full.interval90[1] as number, 10);
  expect(test.exact).toBeCloseTo(full.flips.exact, 12);
  expect(test.midP).toBeCloseTo(full.flips.midP, 12);
  return { difference, test, verdict: verdictOf(difference, test) };
}

describe('F1: ten behaviours of ten scenarios', () => {
  it('each condition', () => {
    checkOne(F1.a, {
      mean: 0.45,
      V: 0.00761111,
      D: 3.0752,
      effectiveN: 32.5182,
      interval: [0.2732, 0.6404],
    });
    checkOne(F1.b, {
      mean: 0.31,
      V: 0.00587778,
      D: 2.7479,
      effectiveN: 36.3913,
      interval: [0.1694, 0.4975],
    });
  });
  it('the difference', () => {
    const { verdict } = checkTwo(F1.a, F1.b, {
      delta: 0.14,
      Vd: 0.0016,
      rho: 0.867,
      at95: [0.0455, 0.2379],
      at90: [0.0628, 0.22],
      flips: [0.0234, 0.0146],
      mcnemar: [24, 10, 0.0243, 0.0167],
      full: 'F1',
    });
    expect(verdict).toBe('higher');
  });
});

describe('F2: at the ceiling', () => {
  it('each condition', () => {
    checkOne(F2.a, { mean: 1, D: 2.8, effectiveN: 35.7143, interval: [0.8747, 1] });
    checkOne(F2.b, {
      mean: 0.97,
      ratio: 0.8018,
      D: 2.8,
      effectiveN: 35.7143,
      interval: [0.8267, 0.9955],
    });
  });
  it('the difference', () => {
    const { test, verdict } = checkTwo(F2.a, F2.b, {
      delta: 0.03,
      rho: 0,
      at95: [-0.0979, 0.1733],
      at90: [-0.0593, 0.1347],
      flips: [0.25, 0.125],
      full: 'F2',
    });
    expect(test.nonZero).toBe(3);
    expect(verdict).toBe('cannot-tell');
  });
  it('a condition against itself', () => {
    const { verdict } = checkTwo(F2.a, F2.a, {
      delta: 0,
      rho: 0,
      at95: [-0.1253, 0.1253],
      at90: [-0.086, 0.086],
      flips: [1, 1],
      full: 'F2same',
    });
    expect(verdict).toBe('cannot-tell');
  });
});

describe('F3: eight unequal books', () => {
  it('the clusters', () => {
    const estimate = estimateOf(F3.a);
    expect(estimate.n).toBe(52);
    printed(estimate.effective, 7.1158, 4);
    printed(tQuantile(0.975, estimate.df), 2.4357, 4);
  });
  it('each condition', () => {
    checkOne(F3.a, { mean: 0.6154, D: 2.7084, effectiveN: 19.1998, interval: [0.3502, 0.8261] });
    checkOne(F3.b, { mean: 0.4615, D: 1.738, effectiveN: 29.9201, interval: [0.265, 0.6708] });
    checkOne(F3.c, {
      mean: 0.0577,
      ratio: 0.6857,
      D: 2.2615,
      effectiveN: 22.9932,
      interval: [0.0092, 0.2876],
    });
  });
  it('A against B', () => {
    const { test, verdict } = checkTwo(F3.a, F3.b, {
      delta: 0.1538,
      rho: 0.0321,
      at95: [-0.1786, 0.4373],
      at90: [-0.1175, 0.3913],
      flips: [0.5, 0.375],
      mcnemar: [19, 11, 0.2005, 0.1496],
      full: 'F3ab',
    });
    expect(test.nonZero).toBe(4);
    expect(verdict).toBe('cannot-tell');
  });
  it('A against C', () => {
    const { verdict } = checkTwo(F3.a, F3.c, {
      delta: 0.5577,
      rho: 0.38,
      at95: [0.2805, 0.7551],
      at90: [0.3395, 0.7246],
      flips: [0.0156, 0.0078],
      full: 'F3ac',
    });
    expect(verdict).toBe('higher');
  });
});

describe('F4: probabilities', () => {
  it('each condition', () => {
    checkOne(F4.a, {
      mean: 0.4903,
      V: 0.00058189,
      D: 1.336,
      effectiveN: 429.4746,
      interval: [0.4369, 0.5438],
    });
    checkOne(F4.b, {
      mean: 0.2289,
      V: 0.00058315,
      D: 6.0082,
      effectiveN: 302.6659,
      interval: [0.1797, 0.2868],
    });
  });
  it('the difference, without McNemar', () => {
    const { test } = checkTwo(F4.a, F4.b, {
      delta: 0.2614,
      Vd: 0.00123388,
      rho: -0.0591,
      at95: [0.1804, 0.3362],
      at90: [0.1958, 0.3228],
      flips: [0.001, 0.0005],
      full: 'F4',
    });
    expect(test.mcnemar).toBeNull();
  });
});

describe('F5: the two heuristics of neuroticism', () => {
  it('each condition', () => {
    const count = (list: typeof F5.a, stratum: string) =>
      list.filter((unit) => unit.cluster === stratum && unit.mean === 1).length;
    expect([count(F5.a, '1'), count(F5.a, '2'), count(F5.b, '1'), count(F5.b, '2')]).toEqual([
      30, 45, 20, 38,
    ]);
    checkOne(F5.a, {
      mean: 0.75,
      V: 0.00168367,
      effectiveN: 111.3636,
      interval: [0.661, 0.8219],
    });
    checkOne(F5.b, {
      mean: 0.58,
      V: 0.0021551,
      effectiveN: 113.0341,
      interval: [0.4867, 0.6679],
    });
  });
  it('the difference; flips of items are McNemar’s test', () => {
    const { test } = checkTwo(F5.a, F5.b, {
      delta: 0.17,
      Vd: 0.00326735,
      rho: 0.1266,
      at95: [0.0531, 0.2804],
      at90: [0.0723, 0.2631],
      flips: [0.006, 0.0039],
      mcnemar: [26, 9, 0.006, 0.0039],
      full: 'F5',
    });
    expect(test.method).toBe('exact');
  });
});

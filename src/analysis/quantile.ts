import { gammaln } from 'simple-statistics';

/*
 * Tails and quantiles of the normal and of Student's t distribution. simple-statistics has a normal table of four
 * digits and no t quantile; degrees of freedom here are fractional (G* - 1). Both are checked against SciPy.
 */

/**
 * P(Z > z) of a standard normal, 0 to 1; relative error under 1e-12.
 * The series and the continued fraction of Abramowitz and Stegun 26.2.11 and 26.2.14.
 */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let k = 3; term > sum * 1e-17; k += 2) {
      term *= (z * z) / k;
      sum += term;
    }
    return 0.5 - normalDensity(z) * sum;
  }
  let fraction = z;
  for (let k = 120; k > 0; k -= 1) fraction = z + k / fraction;
  return normalDensity(z) / fraction;
}

/** P(T > t) of Student's t with `df` > 0 degrees of freedom (any real number), 0 to 1. */
export function tTail(t: number, df: number): number {
  if (t < 0) return 1 - tTail(-t, df);
  const square = t * t;
  // Half the regularised incomplete beta function; its two arguments add up to 1.
  return 0.5 * incompleteBeta(df / (df + square), square / (df + square), df / 2, 0.5);
}

/** The z with P(Z <= z) = p, for 0 < p < 1; throws a RangeError outside. */
export function normalQuantile(p: number): number {
  return quantile(p, normalTail, normalDensity);
}

/**
 * The t with P(T <= t) = p for `df` degrees of freedom, which may be fractional.
 * Throws a RangeError unless 0 < p < 1 and df > 0.
 */
export function tQuantile(p: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`degrees of freedom must be above 0, not ${df}`);
  const key = `${p} ${df}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const scale = Math.exp(gammaln((df + 1) / 2) - gammaln(df / 2)) / Math.sqrt(df * Math.PI);
  const density = (t: number) => scale * (1 + (t * t) / df) ** (-(df + 1) / 2);
  const value = quantile(p, (t) => tTail(t, df), density);
  if (remembered.size > 1000) remembered.clear();
  remembered.set(key, value);
  return value;
}

/** A table asks for the same few quantiles again and again. */
const remembered = new Map<string, number>();

/** Newton's steps on the upper tail, kept inside a bracket that shrinks. */
function quantile(p: number, tail: (x: number) => number, density: (x: number) => number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a probability must lie between 0 and 1, not ${p}`);
  if (p === 0.5) return 0;
  const target = Math.min(p, 1 - p);
  let low = 0;
  let high = 1;
  while (tail(high) > target) high *= 2;
  let x = (low + high) / 2;
  for (let step = 0; step < 200; step += 1) {
    const excess = tail(x) - target;
    if (excess > 0) low = x;
    else high = x;
    const newton = x + excess / density(x);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const moved = Math.abs(next - x);
    x = next;
    if (moved <= 1e-15 * x) break;
  }
  return p > 0.5 ? x : -x;
}

function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** I_x(a, b) with y = 1 - x given exactly: the continued fraction DLMF 8.17.22 by Lentz's method. */
function incompleteBeta(x: number, y: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(y, x, b, a);
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1), tiny);
  let fraction = d;
  for (let m = 1; m <= 1000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const numerator of [even, odd]) {
      d = 1 / nonZero(1 + numerator * d, tiny);
      c = nonZero(1 + numerator / c, tiny);
      change = c * d;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-16) break;
  }
  const front = gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log(y);
  return (Math.exp(front) * fraction) / a;
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

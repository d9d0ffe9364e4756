import { seeded } from '../core/seed';

/** Sums nearer to each other than this are equal. */
const TOLERANCE = 1e-9;
/** Up to so many non-zero sums every sign flip is counted. */
const ENUMERATED = 20;
/** Beyond that, so many flips are drawn, the identity among them. */
const DRAWN = 10_000;

/** A sign-flip test's outcome. */
export interface FlipTest {
  /** Share of flips at least as far from zero as the observed sum: the exact two-sided p. */
  readonly exact: number;
  /** The same with ties counted half: the mid-p value. */
  readonly midP: number;
  /** Sums that are not zero; under five the test cannot tell. */
  readonly nonZero: number;
  /** All flips counted, or 10,000 drawn from a seed. */
  readonly method: 'exact' | 'drawn';
  /** The least mid-p that so many sums can give. */
  readonly least: number;
}

/**
 * Tests whether sums (one a cluster, or one an item) are symmetric about zero by flipping their signs:
 * mid-p = #{|T*| > |T|} + 1/2 #{|T*| = |T|} as a share of the flips; 1 where all sums are 0.
 * All flips are counted for up to 20 non-zero sums, and for any number whose sizes are multiples of a common
 * fraction (answers and means of a few answers always are); otherwise 10,000 are drawn, the same for the same sums
 * in any order and with all signs turned.
 */
export function flipTest(sums: readonly number[], seed: string | number = 'flips'): FlipTest {
  const sizes = sums.map(Math.abs).filter((size) => size > TOLERANCE);
  sizes.sort((x, y) => y - x);
  const observed = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  const nonZero = sizes.length;
  if (nonZero === 0) return { exact: 1, midP: 1, nonZero, method: 'exact', least: 1 };
  const lattice = nonZero > ENUMERATED ? latticeOf(sizes) : null;
  const drawn = nonZero > ENUMERATED && lattice === null;
  const { beyond, tied } = drawn
    ? drawFlips(sizes, observed, seed)
    : lattice !== null
      ? convolve(lattice.steps, Math.round(observed * lattice.perUnit))
      : enumerate(sizes, observed);
  return {
    exact: beyond + tied,
    midP: beyond + tied / 2,
    nonZero,
    method: drawn ? 'drawn' : 'exact',
    least: drawn ? 0.5 / DRAWN : 2 ** -nonZero,
  };
}

/** Shares of the flips. */
interface Shares {
  readonly beyond: number;
  readonly tied: number;
}

/** Counts all 2^K flips as pairs of half-sums: the second half is sorted and searched for each of the first. */
function enumerate(sizes: readonly number[], observed: number): Shares {
  const middle = sizes.length >> 1;
  const left = signedSums(sizes.slice(0, middle));
  const right = signedSums(sizes.slice(middle)).sort();
  let over = 0;
  let atLeast = 0;
  for (const sum of left) {
    over += right.length - firstAbove(right, observed + TOLERANCE - sum);
    atLeast += right.length - firstAbove(right, observed - TOLERANCE - sum);
  }
  // The flips are symmetric about zero, so one side is counted and doubled.
  const all = left.length * right.length;
  const beyond = (2 * over) / all;
  const reached = observed <= TOLERANCE ? 1 : (2 * atLeast) / all;
  return { beyond, tied: reached - beyond };
}

function signedSums(sizes: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** sizes.length);
  let filled = 1;
  for (const size of sizes) {
    for (let i = 0; i < filled; i += 1) {
      const sum = sums[i] as number;
      sums[i] = sum - size;
      sums[filled + i] = sum + size;
    }
    filled *= 2;
  }
  return sums;
}

/** Index of the first entry above the limit in ascending numbers. */
function firstAbove(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Sizes as whole steps of 1/perUnit, for the least perUnit up to 60 that fits; null if none does. */
function latticeOf(sizes: readonly number[]): { steps: number[]; perUnit: number } | null {
  for (let perUnit = 1; perUnit <= 60; perUnit += 1) {
    const fits = (size: number) =>
      Math.abs(size * perUnit - Math.round(size * perUnit)) < TOLERANCE;
    if (sizes.every(fits)) {
      return { steps: sizes.map((size) => Math.round(size * perUnit)), perUnit };
    }
  }
  return null;
}

/** The exact distribution of the flipped sum by adding one step after another: 2 S - total, S a random subset's sum. */
function convolve(steps: readonly number[], observed: number): Shares {
  const total = steps.reduce((sum, step) => sum + step, 0);
  const chance = new Float64Array(total + 1);
  chance[0] = 1;
  let reach = 0;
  for (const step of steps) {
    reach += step;
    for (let sum = reach; sum >= 0; sum -= 1) {
      const without = chance[sum] as number;
      chance[sum] = (without + (sum >= step ? (chance[sum - step] as number) : 0)) / 2;
    }
  }
  let beyond = 0;
  let tied = 0;
  chance.forEach((share, sum) => {
    const distance = Math.abs(2 * sum - total);
    if (distance > observed) beyond += share;
    else if (distance === observed) tied += share;
  });
  return { beyond, tied };
}

function drawFlips(sizes: readonly number[], observed: number, seed: string | number): Shares {
  const random = seeded(seed);
  let beyond = 0;
  // The identity is one of the flips and ties with itself.
  let tied = 1;
  for (let flip = 1; flip < DRAWN; flip += 1) {
    let sum = 0;
    let bits = 0;
    for (let k = 0; k < sizes.length; k += 1) {
      bits = k % 32 === 0 ? Math.floor(random() * 4294967296) : bits >>> 1;
      sum += (bits & 1) === 0 ? (sizes[k] as number) : -(sizes[k] as number);
    }
    const distance = Math.abs(sum);
    if (distance > observed + TOLERANCE) beyond += 1;
    else if (distance >= observed - TOLERANCE) tied += 1;
  }
  return { beyond: beyond / DRAWN, tied: tied / DRAWN };
}

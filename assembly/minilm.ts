/**
 * AssemblyScript, not TypeScript: what reading a window costs its time with, in vectors of 128 bits. `node
 * scripts/kernel.mjs` compiles it to src/engines/minilm/kernel.ts. Pointers and sizes are in bytes; the caller lays out
 * the memory from `heap` on. Floats are 32 bits wide.
 */

/** The first free byte. */
export const heap: usize = __heap_base;

/**
 * Turns rows of floats into whole numbers of 16 bits, each row by a scale of its own, so that its largest becomes
 * `most`. `columns` in eights.
 */
export function quantise(
  x: usize,
  out: usize,
  scales: usize,
  rows: i32,
  columns: i32,
  most: f32,
): void {
  for (let row = 0; row < rows; row++) {
    let top = f32x4.splat(0);
    for (let i = 0; i < columns; i += 4) {
      top = f32x4.max(top, f32x4.abs(v128.load(x + ((<usize>i) << 2))));
    }
    const largest = max(laneMax(top), f32.MIN_NORMAL_VALUE);
    store<f32>(scales, largest / most);
    const factor = f32x4.splat(most / largest);
    for (let i = 0; i < columns; i += 8) {
      const at = x + ((<usize>i) << 2);
      const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), factor)));
      const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at, 16), factor)));
      v128.store(out + ((<usize>i) << 1), i16x8.narrow_i32x4_s(low, high));
    }
    x += (<usize>columns) << 2;
    out += (<usize>columns) << 1;
    scales += 4;
  }
}

/**
 * out = a w + bias. `a`: rows of 16-bit numbers with a scale each. `w`: 8-bit numbers with a scale a column, in panels of
 * eight columns, in which two numbers of a column stand side by side. `rows` in fours, `columns` in eights, `inner` even.
 * The sums are exact: `most` of `quantise` must keep inner * most * 127 under 2^31.
 */
export function multiply(
  a: usize,
  aScales: usize,
  w: usize,
  wScales: usize,
  bias: usize,
  out: usize,
  rows: i32,
  inner: i32,
  columns: i32,
): void {
  const stride = (<usize>inner) << 1;
  const outStride = (<usize>columns) << 2;
  const panel = (<usize>inner) << 3;
  for (let column = 0; column < columns; column += 8) {
    const at = (<usize>column) << 2;
    const c0 = v128.load(wScales + at);
    const c1 = v128.load(wScales + at, 16);
    const b0 = v128.load(bias + at);
    const b1 = v128.load(bias + at, 16);
    const end = w + panel;
    for (let row = 0; row < rows; row += 4) {
      let p0 = a + <usize>row * stride;
      let p1 = p0 + stride;
      let p2 = p1 + stride;
      let p3 = p2 + stride;
      let s00 = i32x4.splat(0);
      let s01 = i32x4.splat(0);
      let s10 = i32x4.splat(0);
      let s11 = i32x4.splat(0);
      let s20 = i32x4.splat(0);
      let s21 = i32x4.splat(0);
      let s30 = i32x4.splat(0);
      let s31 = i32x4.splat(0);
      for (let q = w; q < end; q += 16) {
        const both = v128.load(q);
        const left = i16x8.extend_low_i8x16_s(both);
        const right = i16x8.extend_high_i8x16_s(both);
        let x = v128.load32_splat(p0);
        s00 = i32x4.add(s00, i32x4.dot_i16x8_s(x, left));
        s01 = i32x4.add(s01, i32x4.dot_i16x8_s(x, right));
        x = v128.load32_splat(p1);
        s10 = i32x4.add(s10, i32x4.dot_i16x8_s(x, left));
        s11 = i32x4.add(s11, i32x4.dot_i16x8_s(x, right));
        x = v128.load32_splat(p2);
        s20 = i32x4.add(s20, i32x4.dot_i16x8_s(x, left));
        s21 = i32x4.add(s21, i32x4.dot_i16x8_s(x, right));
        x = v128.load32_splat(p3);
        s30 = i32x4.add(s30, i32x4.dot_i16x8_s(x, left));
        s31 = i32x4.add(s31, i32x4.dot_i16x8_s(x, right));
        p0 += 4;
        p1 += 4;
        p2 += 4;
        p3 += 4;
      }
      const r = aScales + ((<usize>row) << 2);
      let o = out + <usize>row * outStride + at;
      keep(o, s00, s01, v128.load32_splat(r), c0, c1, b0, b1);
      o += outStride;
      keep(o, s10, s11, v128.load32_splat(r, 4), c0, c1, b0, b1);
      o += outStride;
      keep(o, s20, s21, v128.load32_splat(r, 8), c0, c1, b0, b1);
      o += outStride;
      keep(o, s30, s31, v128.load32_splat(r, 12), c0, c1, b0, b1);
    }
    w += panel;
  }
}

/** Turns eight sums of whole numbers into floats. */
function keep(
  out: usize,
  s0: v128,
  s1: v128,
  row: v128,
  c0: v128,
  c1: v128,
  b0: v128,
  b1: v128,
): void {
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(s0), f32x4.mul(row, c0)), b0));
  v128.store(out, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(s1), f32x4.mul(row, c1)), b1), 16);
}

/** out = a b, all floats, with a distance from row to row each. `rows` in fours, `columns` in eights. */
function mix(
  a: usize,
  aStride: usize,
  b: usize,
  bStride: usize,
  out: usize,
  outStride: usize,
  rows: i32,
  inner: i32,
  columns: i32,
): void {
  for (let row = 0; row < rows; row += 4) {
    for (let column = 0; column < columns; column += 8) {
      let p = a + <usize>row * aStride;
      let q = b + ((<usize>column) << 2);
      let s00 = f32x4.splat(0);
      let s01 = f32x4.splat(0);
      let s10 = f32x4.splat(0);
      let s11 = f32x4.splat(0);
      let s20 = f32x4.splat(0);
      let s21 = f32x4.splat(0);
      let s30 = f32x4.splat(0);
      let s31 = f32x4.splat(0);
      for (let i = 0; i < inner; i++) {
        const left = v128.load(q);
        const right = v128.load(q, 16);
        let x = v128.load32_splat(p);
        s00 = f32x4.add(s00, f32x4.mul(x, left));
        s01 = f32x4.add(s01, f32x4.mul(x, right));
        x = v128.load32_splat(p + aStride);
        s10 = f32x4.add(s10, f32x4.mul(x, left));
        s11 = f32x4.add(s11, f32x4.mul(x, right));
        x = v128.load32_splat(p + 2 * aStride);
        s20 = f32x4.add(s20, f32x4.mul(x, left));
        s21 = f32x4.add(s21, f32x4.mul(x, right));
        x = v128.load32_splat(p + 3 * aStride);
        s30 = f32x4.add(s30, f32x4.mul(x, left));
        s31 = f32x4.add(s31, f32x4.mul(x, right));
        p += 4;
        q += bStride;
      }
      let o = out + <usize>row * outStride + ((<usize>column) << 2);
      v128.store(o, s00);
      v128.store(o, s01, 16);
      o += outStride;
      v128.store(o, s10);
      v128.store(o, s11, 16);
      o += outStride;
      v128.store(o, s20);
      v128.store(o, s21, 16);
      o += outStride;
      v128.store(o, s30);
      v128.store(o, s31, 16);
    }
  }
}

/**
 * Attention, head by head: out = softmax(q k' / sqrt(size)) v over the first `count` rows; `rows` is `count` in eights.
 * @param scratch rows * (rows + size) floats
 */
export function attend(
  q: usize,
  k: usize,
  v: usize,
  out: usize,
  scratch: usize,
  rows: i32,
  count: i32,
  heads: i32,
  size: i32,
): void {
  const stride = (<usize>(heads * size)) << 2;
  const width = (<usize>rows) << 2;
  const turned = scratch + <usize>rows * width;
  for (let head = 0; head < heads; head++) {
    const at = (<usize>(head * size)) << 2;
    for (let row = 0; row < rows; row++) {
      const from = k + at + <usize>row * stride;
      const to = turned + ((<usize>row) << 2);
      for (let i = 0; i < size; i++) {
        store<f32>(to + <usize>i * width, load<f32>(from + ((<usize>i) << 2)));
      }
    }
    mix(q + at, stride, turned, width, scratch, width, rows, size, rows);
    softmax(scratch, rows, count, <f32>(1.0 / Math.sqrt(size)));
    mix(scratch, width, v + at, stride, out + at, stride, rows, rows, size);
  }
}

/** Each row's first `count` numbers become their softmax, the others 0. `rows` numbers a row, in eights. */
function softmax(x: usize, rows: i32, count: i32, scale: f32): void {
  const factor = f32x4.splat(scale);
  const whole = count & ~3;
  for (let row = 0; row < rows; row++) {
    // What is too many gets no weight.
    for (let i = count; i < rows; i++) store<f32>(x + ((<usize>i) << 2), -f32.MAX_VALUE);
    let top = f32x4.splat(-f32.MAX_VALUE);
    for (let i = 0; i < rows; i += 4) top = f32x4.max(top, v128.load(x + ((<usize>i) << 2)));
    const largest = f32x4.splat(laneMax(top));
    let sum = f32x4.splat(0);
    for (let i = 0; i < rows; i += 4) {
      const at = x + ((<usize>i) << 2);
      let e = exp4(f32x4.mul(f32x4.sub(v128.load(at), largest), factor));
      if (i >= whole) e = v128.and(e, lanesBefore(count - i));
      sum = f32x4.add(sum, e);
      v128.store(at, e);
    }
    const share = f32x4.splat(1 / laneSum(sum));
    for (let i = 0; i < rows; i += 4) {
      const at = x + ((<usize>i) << 2);
      v128.store(at, f32x4.mul(v128.load(at), share));
    }
    x += (<usize>rows) << 2;
  }
}

/** out = (x + added) scaled to mean 0 and variance 1 along each row, times gain, plus bias. */
export function normalise(
  x: usize,
  added: usize,
  gain: usize,
  bias: usize,
  out: usize,
  rows: i32,
  columns: i32,
  epsilon: f32,
): void {
  for (let row = 0; row < rows; row++) {
    let sum = f32x4.splat(0);
    for (let i: usize = 0; i < (<usize>columns) << 2; i += 16) {
      const both = f32x4.add(v128.load(x + i), v128.load(added + i));
      v128.store(out + i, both);
      sum = f32x4.add(sum, both);
    }
    const mean = f32x4.splat(laneSum(sum) / <f32>columns);
    let squares = f32x4.splat(0);
    for (let i: usize = 0; i < (<usize>columns) << 2; i += 16) {
      const apart = f32x4.sub(v128.load(out + i), mean);
      squares = f32x4.add(squares, f32x4.mul(apart, apart));
    }
    const variance = laneSum(squares) / <f32>columns;
    const factor = f32x4.splat(1 / Mathf.sqrt(variance + epsilon));
    for (let i: usize = 0; i < (<usize>columns) << 2; i += 16) {
      const unit = f32x4.mul(f32x4.sub(v128.load(out + i), mean), factor);
      v128.store(out + i, f32x4.add(f32x4.mul(unit, v128.load(gain + i)), v128.load(bias + i)));
    }
    x += (<usize>columns) << 2;
    added += (<usize>columns) << 2;
    out += (<usize>columns) << 2;
  }
}

/** x becomes x / 2 (1 + erf(x / sqrt 2)), with erf after Abramowitz and Stegun 7.1.26 (error under 2e-7). */
export function gelu(x: usize, count: i32): void {
  const end = x + ((<usize>count) << 2);
  const one = f32x4.splat(1);
  for (; x < end; x += 16) {
    const value = v128.load(x);
    const z = f32x4.mul(f32x4.abs(value), f32x4.splat(0.7071067811865476));
    const t = f32x4.div(one, f32x4.add(one, f32x4.mul(f32x4.splat(0.3275911), z)));
    let p = f32x4.splat(1.061405429);
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-1.453152027));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.421413741));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.284496736));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.254829592));
    p = f32x4.mul(p, t);
    const rest = f32x4.mul(p, exp4(f32x4.neg(f32x4.mul(z, z))));
    // 1 + erf is 2 - rest above zero and rest below.
    const above = f32x4.gt(value, f32x4.splat(0));
    const sum = v128.bitselect(f32x4.sub(f32x4.splat(2), rest), rest, above);
    v128.store(x, f32x4.mul(f32x4.mul(value, f32x4.splat(0.5)), sum));
  }
}

/** e to the power of four numbers, none above 0 (relative error under 2e-7; below -80 it is as good as 0). */
function exp4(x: v128): v128 {
  const y = f32x4.max(x, f32x4.splat(-80));
  const n = f32x4.nearest(f32x4.mul(y, f32x4.splat(1.4426950408889634)));
  let r = f32x4.sub(y, f32x4.mul(n, f32x4.splat(0.693359375)));
  r = f32x4.sub(r, f32x4.mul(n, f32x4.splat(-2.1219444e-4)));
  let p = f32x4.splat(1.98756915e-4);
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(5.0000001201e-1));
  p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23);
  return f32x4.mul(p, power);
}

/** All bits of the first `count` of four lanes. */
function lanesBefore(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count));
}

function laneMax(x: v128): f32 {
  const a = max(f32x4.extract_lane(x, 0), f32x4.extract_lane(x, 1));
  return max(a, max(f32x4.extract_lane(x, 2), f32x4.extract_lane(x, 3)));
}

function laneSum(x: v128): f32 {
  const a = f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1);
  return a + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}

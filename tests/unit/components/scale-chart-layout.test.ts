import { describe, expect, it } from 'vitest';
import {
  scaleLayout,
  sizeTicks,
  type CurveAxis,
} from '../../../src/components/charts/scale-layout';
import { keysOf, tickLabel } from '../../../src/components/charts/scale-key';
import type { CurvePanel, CurvePoint } from '../../../src/components/charts/ScaleChart.svelte';

const log = (names: CurveAxis['names'] = []): CurveAxis => ({
  kind: 'log',
  label: 'size',
  ticks: [1e8, 1e9, 1e10].map((x) => ({ x, label: '' })),
  names,
});

describe('ticks of model sizes', () => {
  it('are 1, 3, 10 and so on around the models', () => {
    expect(sizeTicks([134_515_008, 1_777_088_000])).toEqual([1e8, 3e8, 1e9, 3e9]);
    expect(sizeTicks([1e9])).toEqual([3e8, 1e9, 3e9]);
    expect(sizeTicks([])).toEqual([]);
  });
});

describe('a chart of curves', () => {
  it('puts three panels beside each other where there is room, and one on a phone', () => {
    const wide = scaleLayout(5, log(), 'rate', [], 856);
    // 856 - 40 - 10 - 2 * 22 = 762, a third each.
    expect(wide.plotWidth).toBeCloseTo(254, 10);
    expect(wide.panels.map(({ x }) => Math.round(x))).toEqual([40, 316, 592, 40, 316]);
    expect(wide.panels.map(({ first }) => first)).toEqual([true, false, false, true, false]);
    const narrow = scaleLayout(5, log(), 'rate', [], 342);
    expect(new Set(narrow.panels.map(({ x }) => x))).toEqual(new Set([40]));
    expect(narrow.width).toBe(342);
  });
  it('has powers of ten equally far apart, and fixed scales of value', () => {
    const { x, y, plotWidth, plotHeight } = scaleLayout(1, log(), 'pis', [], 400);
    expect(x(1e8)).toBe(0);
    expect(x(1e9)).toBeCloseTo(plotWidth / 2, 6);
    expect(x(1e10)).toBeCloseTo(plotWidth, 6);
    expect([y(-100), y(0), y(100)]).toEqual([plotHeight, plotHeight / 2, 0]);
  });
  it('leaves half a step at both ends of even steps', () => {
    const axis: CurveAxis = {
      kind: 'even',
      label: 'level',
      ticks: [1, 2, 3, 4, 5].map((x) => ({ x, label: String(x) })),
      names: [],
    };
    const { x, plotWidth } = scaleLayout(1, axis, 'rate', [], 400);
    expect(x(1)).toBeCloseTo(plotWidth / 10, 6);
    expect(x(5)).toBeCloseTo((9 * plotWidth) / 10, 6);
  });
  it('puts names that would meet on further lines, and none where that takes too many', () => {
    const at = (x: number, label: string) => ({ x, label });
    const apart = scaleLayout(1, log([at(1e8, 'one'), at(1e10, 'two')]), 'rate', [], 600).names;
    expect(new Set(apart.map(({ y }) => y)).size).toBe(1);
    const near = scaleLayout(1, log([at(1e9, 'one model'), at(1.1e9, 'another')]), 'rate', [], 600);
    expect(new Set(near.names.map(({ y }) => y)).size).toBe(2);
    const crowd = Array.from({ length: 6 }, (_, i) => at(1e9 + i * 1e7, 'a model of a long name'));
    expect(scaleLayout(1, log(crowd), 'rate', [], 600).names).toEqual([]);
  });
  it('keeps its key within its width', () => {
    const { key, width, height } = scaleLayout(1, log(), 'rate', Array(9).fill('a word'), 342);
    expect(Math.max(...key.map(({ x }) => x))).toBeLessThan(width);
    expect(Math.max(...key.map(({ y }) => y))).toBeLessThan(height);
    expect(new Set(key.map(({ y }) => y)).size).toBeGreaterThan(1);
  });
});

describe('the key', () => {
  const point = (more: Partial<CurvePoint>): CurvePoint => ({
    x: 1e9,
    of: 'm',
    source: 'recorded',
    value: 50,
    n: 100,
    ...more,
  });
  const panel = (points: readonly CurvePoint[]): CurvePanel => ({
    id: 'p',
    label: 'p',
    lines: [{ style: 'high', label: 'high', points, joined: [] }],
  });
  it('names each look once, and of the marks only what is there', () => {
    expect(keysOf([panel([point({})]), panel([point({})])])).toEqual([
      { kind: 'line', style: 'high', label: 'high' },
      { kind: 'filled', label: 'recorded' },
    ]);
    expect(
      keysOf([
        panel([
          point({ source: 'here', n: 5 }),
          point({ source: 'imported' }),
          point({ value: null }),
        ]),
      ]).map(({ kind, label }) => [kind, label]),
    ).toEqual([
      ['line', 'high'],
      ['hollow', 'run here, imported'],
      ['few', 'n under 10'],
    ]);
  });
  it('tells families by the width of their lines only where two are joined', () => {
    const points = ['A', 'A', 'B', 'B'].map((family) => point({ family }));
    const kinds = (joined: number[][]) =>
      keysOf([{ id: 'p', label: 'p', lines: [{ style: 'high', label: '', points, joined }] }])
        .filter(({ kind }) => kind === 'family')
        .map(({ label }) => label);
    expect(kinds([[0, 1]])).toEqual([]);
    expect(
      kinds([
        [0, 1],
        [2, 3],
      ]),
    ).toEqual(['A', 'B']);
  });
  it('says a size in millions or billions', () => {
    expect(tickLabel(log(), 134_515_008)).toBe('135\u202fM');
    expect(tickLabel(log(), 1_777_088_000)).toBe('1.8\u202fB');
    expect(tickLabel(log(), 3e9)).toBe('3\u202fB');
  });
});

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/analysis/row';
import { tableOf } from '../../../src/analysis/table';
import { gridRows, row, unanswered } from './made';

const TENS = Array<number>(10).fill(10);
const base = (scale: string) =>
  gridRows(TENS, (i, g) => i < (3 * g) % 8, { scale }).map((entry) => ({
    ...entry,
    item: `${scale} ${entry.item}`,
    cluster: `${scale} ${entry.cluster}`,
  }));
const high = (scale: string) =>
  gridRows(TENS, (i, g) => (i + g) % 10 < ((3 * g) % 8) + (g % 4 === 3 ? -1 : 2), {
    scale,
    condition: 'high',
  }).map((entry) => ({
    ...entry,
    item: `${scale} ${entry.item}`,
    cluster: `${scale} ${entry.cluster}`,
  }));
const both = [
  ...base('openness'),
  ...high('openness'),
  ...base('extraversion'),
  ...high('extraversion'),
];
const contrast = { instruction: 'high', baseline: 'baseline', direction: 1 as const };

describe('tables of rates', () => {
  it('have a cell for each scale and condition', () => {
    const { cells, family } = tableOf(both, { measure: 'r' });
    expect(family).toBeNull();
    expect(cells.map((cell) => [cell.group, cell.condition, Math.round(cell.value ?? -1)])).toEqual(
      [
        ['openness', 'baseline', 31],
        ['openness', 'high', 45],
        ['extraversion', 'baseline', 31],
        ['extraversion', 'high', 45],
      ],
    );
    expect(cells[0]).toMatchObject({ measure: 'r', n: 100, clusters: 10, baseline: null, p: null });
    expect(cells[0]?.low).toBeCloseTo(16.94, 2);
    expect(cells[0]?.notes).toEqual([]);
  });
  it('by cluster show values and why there is no interval', () => {
    const { cells } = tableOf(base('openness'), { measure: 'r', by: 'cluster' });
    expect(cells).toHaveLength(10);
    expect(cells[1]).toMatchObject({ group: 'openness g1', value: 30, low: null, n: 10 });
    expect(cells[1]?.notes).toEqual(['few-clusters']);
  });
  it('note what a reader must know', () => {
    const rows = [
      row({ item: 'a', mass: 0.3 }),
      unanswered('unparsed', { item: 'b' }),
      unanswered('refused', { item: 'c' }),
    ];
    const planned = [{ group: 'openness', condition: 'baseline', trials: 4 }];
    const [cell] = tableOf(rows, { measure: 'r', planned }).cells;
    expect(cell?.notes).toEqual([
      'few-clusters',
      'under-10',
      'holes',
      'unparsed',
      'refused',
      'flagged',
    ]);
    expect(cell?.bounds).toEqual([50, 100]);
  });
  it('count unparsed as wrong for accuracy', () => {
    const rows = [row({ item: 'a', y: 1 }), unanswered('unparsed', { item: 'b' })];
    const value = (measure: 'r' | 'accuracy') => tableOf(rows, { measure }).cells[0]?.value;
    expect([value('r'), value('accuracy')]).toEqual([100, 50]);
  });
  it('leave flagged samples out where asked', () => {
    const rows = [row({ item: 'a', y: 1, mass: 0.2 }), row({ item: 'b', y: 0, mass: 0.9 })];
    const value = (leaveOutFlagged: boolean) =>
      tableOf(rows, { measure: 'r', leaveOutFlagged }).cells[0]?.value;
    expect([value(false), value(true)]).toEqual([50, 0]);
  });
  it('show expected r, yes-rate and answer mass', () => {
    const rows = [
      row({ item: 'a', y: 1, p: 0.6, mass: 0.8, yes: 0 }),
      row({ item: 'b', y: 0, p: 0.1, mass: 0.6, yes: 1, bounds: [0, 0.3] }),
    ];
    const cell = (measure: 'expected' | 'yes' | 'mass') => tableOf(rows, { measure }).cells[0];
    expect(cell('expected')?.value).toBeCloseTo(35, 10);
    expect(cell('expected')?.bounds?.[0]).toBeCloseTo(30, 10);
    expect(cell('expected')?.bounds?.[1]).toBeCloseTo(45, 10);
    expect(cell('yes')?.value).toBe(50);
    expect(cell('mass')?.value).toBeCloseTo(0.7, 10);
  });
});

describe('tables of PIS', () => {
  it('have each scale and then the mean over them', () => {
    const { cells, family } = tableOf(both, { measure: 'pis', contrasts: [contrast] });
    expect(cells.map((cell) => cell.group)).toEqual(['openness', 'extraversion', 'overall']);
    for (const cell of cells) {
      expect(cell.value).toBeCloseTo(14, 10);
      expect(cell).toMatchObject({ condition: 'high', baseline: 'baseline', p: null });
    }
    expect(cells[0]?.low).toBeCloseTo(4.55, 2);
    // Two equal distances: the root of their squares' sum, halved.
    const below = 14 - (cells[0]?.low ?? Number.NaN);
    expect(cells[2]?.low).toBeCloseTo(14 - below / Math.sqrt(2), 8);
    expect(cells[2]).toMatchObject({ n: 200, clusters: 20 });
    expect(family).toBeNull();
  });
  it('test and adjust over the table where asked', () => {
    const { cells, family } = tableOf(both, {
      measure: 'pis',
      contrasts: [contrast],
      tests: true,
    });
    expect(cells[0]?.p).toBeCloseTo(0.0146484375, 12);
    expect(cells[0]?.adjusted).toBeCloseTo(2 * 0.0146484375, 12);
    expect(cells[0]?.verdict).toBe('higher');
    expect(cells[2]).toMatchObject({ group: 'overall', p: null, verdict: null });
    expect(family).toEqual({ size: 2, tooLarge: false });
  });
  it('say where a family is too large for its tests', () => {
    // Each of five clusters moves by one item: the least mid-p is 2^-5, and two comparisons need 0.025.
    const move = (scale: string, condition: string) =>
      gridRows(Array<number>(5).fill(4), (i) => i < (condition === 'high' ? 2 : 1), {
        scale,
        condition,
      }).map((entry) => ({ ...entry, item: `${scale} ${entry.item}` }));
    const rows = ['openness', 'extraversion'].flatMap((scale) => [
      ...move(scale, 'baseline'),
      ...move(scale, 'high'),
    ]);
    const { cells, family } = tableOf(rows, { measure: 'pis', contrasts: [contrast], tests: true });
    expect(family).toEqual({ size: 2, tooLarge: true });
    expect(cells[0]).toMatchObject({ p: 0.03125, adjusted: 0.0625, verdict: 'cannot-tell' });
  });
  it('take a direction for each scale, leave scales without one out, and mix no directions', () => {
    const direction = { openness: 1, extraversion: -1 } as const;
    const mixed = tableOf(both, { measure: 'pis', contrasts: [{ ...contrast, direction }] }).cells;
    expect(mixed.map((cell) => [cell.group, Math.round(cell.value ?? 0)])).toEqual([
      ['openness', 14],
      ['extraversion', -14],
    ]);
    const one = { ...contrast, direction: { extraversion: 1 } as const };
    const cells = tableOf(both, { measure: 'pis', contrasts: [one] }).cells;
    expect(cells.map((cell) => cell.group)).toEqual(['extraversion']);
    // By cluster the direction is that of the cluster's scale.
    const byCluster = tableOf(both, { measure: 'pis', by: 'cluster', contrasts: [one] }).cells;
    expect(byCluster).toHaveLength(10);
    expect(byCluster[0]?.group).toBe('extraversion g0');
  });
  it('mark level 3 and too few differences', () => {
    const same = both.map((entry) => ({ ...entry, condition: 'level-3' }));
    const { cells } = tableOf(
      [...both.filter((entry) => entry.condition === 'baseline'), ...same.slice(0, 100)],
      {
        measure: 'pis',
        contrasts: [{ instruction: 'level-3', baseline: 'baseline', direction: 0 }],
        tests: true,
      },
    );
    expect(cells).toHaveLength(1);
    expect(cells[0]?.notes).toEqual(['undirected', 'few-differences']);
    expect(cells[0]?.value).toBe(0);
  });
  it('have no mean over traits at level 3', () => {
    const level = { ...contrast, direction: 0 as const };
    const { cells } = tableOf(both, { measure: 'pis', contrasts: [level] });
    expect(cells.map((cell) => cell.group)).toEqual(['openness', 'extraversion']);
  });
  it('show a planned contrast that has not been run as empty', () => {
    const { cells } = tableOf(base('openness'), {
      measure: 'pis',
      contrasts: [contrast],
      planned: [{ group: 'openness', condition: 'high', trials: 100 }],
    });
    expect(cells[0]).toMatchObject({ value: null, n: 0 });
    expect(cells[0]?.notes).toEqual(['no-items', 'under-10', 'holes']);
  });
  it('take probabilities for expected PIS', () => {
    const rows = [
      row({ item: 'a', y: 1, p: 0.9, condition: 'high' }),
      row({ item: 'a', y: 1, p: 0.7 }),
    ];
    const value = (measure: 'pis' | 'pis-expected') =>
      tableOf(rows, { measure, contrasts: [contrast] }).cells[0]?.value;
    expect(value('pis')).toBe(0);
    expect(value('pis-expected')).toBeCloseTo(20, 10);
  });
});

describe('speed', () => {
  const conditions = Array.from({ length: 40 }, (_, i) => `c${i}`);
  const rows: Row[] = conditions.flatMap((condition, c) =>
    Array.from({ length: 510 }, (_, i) => {
      const p = ((i * 37 + c * 11) % 100) / 100;
      return row({
        item: `i${i}`,
        cluster: `g${i % 51}`,
        scale: `s${(i % 51) % 5}`,
        condition,
        y: p > 0.5 ? 1 : 0,
        p,
        mass: 0.9,
      });
    }),
  );
  const time = (work: () => unknown) => {
    work();
    const start = performance.now();
    work();
    return performance.now() - start;
  };
  // Measured at about a tenth of these; the room is for a busy machine.
  it('20,400 rows become a table of rates in well under a tenth of a second', () => {
    expect(time(() => tableOf(rows, { measure: 'r' }))).toBeLessThan(300);
  });
  it('and a table of PIS without tests', () => {
    const contrasts = conditions
      .slice(1)
      .map((instruction) => ({ instruction, baseline: 'c0', direction: 1 as const }));
    expect(time(() => tableOf(rows, { measure: 'pis', contrasts }))).toBeLessThan(600);
  });
});

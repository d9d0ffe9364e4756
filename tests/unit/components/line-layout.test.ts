import { describe, expect, it } from 'vitest';
import { heatmapLayout } from '../../../src/components/charts/heatmap-layout';
import { lineLayout } from '../../../src/components/charts/line-layout';

const names = ['all', 'character-driven', 'plot-driven'];
const layout = (last: readonly (number | null)[], width: number) =>
  lineLayout(names, last, 5, 'How much of the text is known', width);

describe('the layout of a line chart', () => {
  it('stands on the fixed scale, higher values higher', () => {
    const { y, top, bottom } = layout([50, 50, 50], 800);
    expect([y(0), y(100)]).toEqual([bottom, top]);
  });
  it('keeps the lines’ names apart and inside, also where all lines end together', () => {
    for (const last of [
      [50, 50, 50],
      [0, 1, 2],
      [100, 99, 100],
      [null, 30, 31],
    ]) {
      const { names: placed, bottom, top } = layout(last, 800);
      const sorted = placed.map(({ y }) => y).sort((a, b) => a - b);
      for (const [i, y] of sorted.entries()) {
        expect(y).toBeGreaterThanOrEqual(top);
        expect(y).toBeLessThanOrEqual(bottom);
        if (i > 0) expect(y - (sorted[i - 1] as number)).toBeGreaterThanOrEqual(18 - 1e-9);
      }
    }
  });
  it('names lines in the order of their ends', () => {
    const { names: placed } = layout([20, 60, 40], 800);
    const order = [...placed.keys()].sort((a, b) => (placed[a]?.y ?? 0) - (placed[b]?.y ?? 0));
    expect(order).toEqual([1, 2, 0]);
  });
  it('lists the names under the chart where there is no room beside it', () => {
    const narrow = layout([20, 60, 40], 340);
    expect(narrow.listed).toBe(true);
    expect(narrow.names.every(({ y }) => y > narrow.axisY)).toBe(true);
    expect(narrow.height).toBeGreaterThan(narrow.names.at(-1)?.y ?? 0);
    expect(narrow.steps.every((x) => x >= narrow.left && x <= narrow.right)).toBe(true);
    expect(layout([20, 60, 40], 800).listed).toBe(false);
  });
});

describe('a heatmap of groups', () => {
  it('sets a heading where a group begins, and room for it', () => {
    const rows = [
      { id: 'a', label: 'A', group: 'One' },
      { id: 'b', label: 'B', group: 'One' },
      { id: 'c', label: 'C', group: 'Two' },
    ];
    const placed = heatmapLayout(rows, [{ id: 'x', label: 'X' }], 600).rows;
    expect(placed.map(({ groupY }) => groupY !== null)).toEqual([true, false, true]);
    const [, b, c] = placed;
    expect(c?.groupY ?? 0).toBeGreaterThan((b?.y ?? 0) + 48);
    expect(c?.groupY ?? Infinity).toBeLessThan(c?.y ?? 0);
    const plain = heatmapLayout(
      rows.map(({ id, label }) => ({ id, label })),
      [{ id: 'x', label: 'X' }],
      600,
    );
    expect(plain.rows.every(({ groupY }) => groupY === null)).toBe(true);
  });
});

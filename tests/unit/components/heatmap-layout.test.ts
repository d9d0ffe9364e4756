import { describe, expect, it } from 'vitest';
import { heatmapLayout } from '../../../src/components/charts/heatmap-layout';
import { intervalLayout } from '../../../src/components/charts/interval-layout';
import { wrapText } from '../../../src/components/charts/text-width';

const rows = ['Openness', 'Conscientiousness'].map((label) => ({ id: label, label }));
const columns = ['Low, descriptive', 'Baseline', 'High, descriptive'].map((label) => ({
  id: label,
  label,
}));

describe('the layout of a heatmap', () => {
  it('sets labels beside the cells where there is room and above them where not', () => {
    expect(heatmapLayout(rows, columns, 900).stacked).toBe(false);
    expect(heatmapLayout(rows, columns, 288).stacked).toBe(true);
  });

  it('fits 320 px with three columns and leaves cells that can be read and touched', () => {
    const layout = heatmapLayout(rows, columns, 288);
    expect(layout.width).toBeLessThanOrEqual(288);
    expect(layout.cellWidth).toBeGreaterThanOrEqual(58);
    expect(layout.cellHeight).toBeGreaterThanOrEqual(44);
  });

  it('grows wider than its place rather than squeeze many columns', () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ id: `${i}`, label: `Level ${i}` }));
    const layout = heatmapLayout(rows, many, 320);
    expect(layout.width).toBeGreaterThan(320);
    expect(layout.cellWidth).toBeGreaterThanOrEqual(58);
  });

  it('never lets rows or columns overlap', () => {
    for (const width of [240, 320, 500, 1400]) {
      const layout = heatmapLayout(rows, columns, width);
      const [first, second] = layout.rows;
      expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(layout.cellHeight);
      const [a, b] = layout.columns;
      expect((b?.x ?? 0) - (a?.x ?? 0)).toBeGreaterThan(layout.cellWidth);
    }
  });

  it('keeps every column on the drawing', () => {
    for (const width of [240, 320, 500, 1400]) {
      const layout = heatmapLayout(rows, columns, width);
      const end = (layout.columns.at(-1)?.x ?? 0) + layout.cellWidth;
      expect(end).toBeLessThanOrEqual(layout.width + 0.001);
    }
  });

  it('draws nothing wrong where there is nothing', () => {
    const layout = heatmapLayout([], [], 320);
    expect(Number.isFinite(layout.width)).toBe(true);
    expect(Number.isFinite(layout.height)).toBe(true);
  });
});

describe('the layout of an interval plot', () => {
  const lines = [
    { label: 'Low', group: 'Openness' },
    { label: 'High', group: 'Openness' },
    { label: 'Low', group: 'Agreeableness' },
  ];

  it('heads each group once', () => {
    const { rows: placed } = intervalLayout(lines, 'rate', 900);
    expect(placed.map(({ groupY }) => groupY !== null)).toEqual([true, false, true]);
  });

  it('keeps the scale on the drawing at every width', () => {
    for (const width of [240, 288, 700, 1400]) {
      const { x, width: full } = intervalLayout(lines, 'pis', width);
      expect(x(-100)).toBeGreaterThanOrEqual(0);
      expect(x(100)).toBeLessThanOrEqual(full);
      expect(x(0)).toBeCloseTo((x(-100) + x(100)) / 2, 6);
    }
  });
});

describe('wrapping', () => {
  it('loses no word and cuts at spaces and hyphens', () => {
    const text = 'Descriptive high-low persona without narrative';
    const lines = wrapText(text, 90, 14);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ').replaceAll('- ', '-')).toBe(text);
  });

  it('leaves a word that is too long in one piece', () => {
    expect(wrapText('Conscientiousness', 20, 14)).toEqual(['Conscientiousness']);
  });
});

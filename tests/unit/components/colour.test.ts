import { describe, expect, it } from 'vitest';
import {
  cellColours,
  contrast,
  DOMAIN,
  inkOn,
  type Measure,
} from '../../../src/components/charts/colour';

const measures: Measure[] = ['rate', 'pis'];
const AA = 4.5;

function values(measure: Measure): number[] {
  const [low, high] = DOMAIN[measure];
  return Array.from({ length: 401 }, (_, i) => low + ((high - low) * i) / 400);
}

describe('the colours of cells', () => {
  it('knows the contrast of black and white', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it.each(measures)('lets the ink be read on every value of %s in both themes (AA)', (measure) => {
    for (const value of values(measure)) {
      const { light, dark } = cellColours(measure, value);
      expect(contrast(light.fill, light.ink), `light ${value}`).toBeGreaterThanOrEqual(AA);
      expect(contrast(dark.fill, dark.ink), `dark ${value}`).toBeGreaterThanOrEqual(AA);
    }
  });

  it('finds a readable ink on any grey', () => {
    for (let level = 0; level < 256; level += 1) {
      const fill = `rgb(${level}, ${level}, ${level})`;
      expect(contrast(fill, inkOn(fill))).toBeGreaterThanOrEqual(AA);
    }
  });

  it('keeps the domain fixed: what lies outside has the colour of the end', () => {
    expect(cellColours('rate', 130)).toEqual(cellColours('rate', 100));
    expect(cellColours('pis', -250)).toEqual(cellColours('pis', -100));
  });

  it('grows lighter with the rate, so that it also reads in grey', () => {
    const lightness = values('rate').map((value) =>
      contrast(cellColours('rate', value).light.fill, '#000000'),
    );
    for (let i = 20; i < lightness.length; i += 20) {
      expect(lightness[i]).toBeGreaterThan(lightness[i - 20] ?? Infinity);
    }
  });

  it('sets positive PIS apart from negative by hue, and zero from both', () => {
    const fills = [-60, 0, 60].map((value) => cellColours('pis', value).light.fill);
    expect(new Set(fills).size).toBe(3);
  });
});

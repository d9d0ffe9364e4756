import { rgb } from 'd3-color';
import { interpolateLab, piecewise } from 'd3-interpolate';
import { interpolateCividis } from 'd3-scale-chromatic';

/** `rate`: 0 to 100 percent, sequential. `pis`: -100 to 100 points, diverging around zero. */
export type Measure = 'rate' | 'pis';

/** A cell's colour with the ink that is read on it, for both themes. */
export interface CellColours {
  readonly light: { readonly fill: string; readonly ink: string };
  readonly dark: { readonly fill: string; readonly ink: string };
}

/** The domain is fixed, so that one colour means one value in every chart. */
export const DOMAIN: Readonly<Record<Measure, readonly [number, number]>> = {
  rate: [0, 100],
  pis: [-100, 100],
};

/** Where a scale is labelled; the line of comparison is one of them. */
export const TICKS: Readonly<Record<Measure, readonly number[]>> = {
  rate: [0, 25, 50, 75, 100],
  pis: [-100, -50, 0, 50, 100],
};

/** Brown against blue stays apart for every colour vision; zero is the colour of the page. */
const divergingLight = piecewise(interpolateLab, [
  '#7a3606',
  '#dd9a52',
  '#f7f4ed',
  '#74a3c9',
  '#0d3f70',
]);
const divergingDark = piecewise(interpolateLab, [
  '#ffc182',
  '#a5652a',
  '#292b30',
  '#4a7fae',
  '#a9d6ff',
]);

/** Of a chart's lines: the main one in ink, then the two ends of the diverging scale. */
export const LINE_COLOURS: readonly [LineColour, LineColour, LineColour] = [
  { light: '#1c1b19', dark: '#e9e6df' },
  { light: '#0d3f70', dark: '#a9d6ff' },
  { light: '#7a3606', dark: '#ffc182' },
];
export interface LineColour {
  readonly light: string;
  readonly dark: string;
}

/** Colours of a value; outside the domain those of its end. */
export function cellColours(measure: Measure, value: number): CellColours {
  const [low, high] = DOMAIN[measure];
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  if (measure === 'rate') {
    const same = withInk(interpolateCividis(t));
    return { light: same, dark: same };
  }
  return { light: withInk(divergingLight(t)), dark: withInk(divergingDark(t)) };
}

/** Contrast of two colours as WCAG 2.2 defines it, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/**
 * Black or white, whichever stands out more. Pure ones, for then the better is never under 4.58 to 1 on any colour
 * (AA for text of any size).
 */
export function inkOn(fill: string): string {
  return contrast(fill, '#000000') >= contrast(fill, '#ffffff') ? '#000000' : '#ffffff';
}

function withInk(fill: string): { fill: string; ink: string } {
  return { fill, ink: inkOn(fill) };
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const { r, g, b } = rgb(colour);
  const [red, green, blue] = [r, g, b].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

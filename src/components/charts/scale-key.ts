import { en } from '../../text/en';
import type { CurveAxis } from './scale-layout';
import type { CurvePanel } from './ScaleChart.svelte';
import type { CurveStyle } from './curve-styles';
import { FEW } from './describe';

/** An entry of the key under a chart of curves: a line's look, or what a mark's filling or sign says. */
export type CurveKey =
  | { readonly kind: 'line'; readonly style: CurveStyle; readonly label: string }
  | { readonly kind: 'family'; readonly width: number; readonly label: string }
  | { readonly kind: 'filled' | 'hollow' | 'few'; readonly label: string };

/** How wide the lines of one family after the other are, in px; further families look like the first. */
export const FAMILY_WIDTHS = [2, 1, 3.25] as const;

/** The families whose points are joined, where there are several to tell apart. */
export function familiesOf(panels: readonly CurvePanel[]): string[] {
  const found = new Set(
    panels
      .flatMap(({ lines }) => lines)
      .flatMap(({ joined, points }) => joined.map(([first = -1]) => points[first]?.family ?? '')),
  );
  found.delete('');
  return found.size > 1 ? [...found] : [];
}

/** What the panels use: each line's look once; filled and hollow; the sign for few items where it stands. */
export function keysOf(panels: readonly CurvePanel[]): CurveKey[] {
  const lines = panels.flatMap((panel) => panel.lines);
  const looks = new Map<string, CurveKey>();
  for (const { style, label } of lines) {
    if (label !== '') looks.set(`${style} ${label}`, { kind: 'line', style, label });
  }
  const points = lines.flatMap((line) => line.points).filter(({ value }) => value !== null);
  const { badge } = en.components;
  const hollow = [
    ...new Set(points.map(({ source }) => source).filter((source) => source !== 'recorded')),
  ].map((source) => badge[source]);
  return [
    ...looks.values(),
    ...familiesOf(panels).map((label, index): CurveKey => ({
      kind: 'family',
      width: FAMILY_WIDTHS[index] ?? FAMILY_WIDTHS[0],
      label,
    })),
    ...(points.some(({ source }) => source === 'recorded')
      ? [{ kind: 'filled', label: badge.recorded } as const]
      : []),
    ...(hollow.length > 0 ? [{ kind: 'hollow', label: hollow.join(', ') } as const] : []),
    ...(points.some(({ n }) => n < FEW) ? [{ kind: 'few', label: en.charts.few } as const] : []),
  ];
}

/** A place on the axis in words: its tick's, else a model's size. */
export function tickLabel({ kind, ticks }: CurveAxis, x: number): string {
  if (kind === 'log') return en.scale.size(x);
  return ticks.find((tick) => tick.x === x)?.label ?? String(x);
}

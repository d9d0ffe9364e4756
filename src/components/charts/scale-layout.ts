import { scaleLinear, scaleLog, type ScaleContinuousNumeric, type ScaleLinear } from 'd3-scale';
import { DOMAIN, type Measure } from './colour';
import { textWidth } from './text-width';

/** What runs along the horizontal axis. */
export interface CurveAxis {
  /** `log`: powers of ten are equally far apart. `even`: steps are. */
  readonly kind: 'log' | 'even';
  readonly label: string;
  /** In rising order; the domain covers them. */
  readonly ticks: readonly { readonly x: number; readonly label: string }[];
  /** What stands at some places, named under the ticks: models. */
  readonly names: readonly { readonly x: number; readonly label: string }[];
}

/** A text with the place of its middle, or of its start in a key. */
export interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Sizes in px of small multiples with shared axes. */
export interface ScaleLayout {
  readonly width: number;
  readonly height: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  /** The upper left corner of each panel's plot; `first` where the vertical axis is labelled. */
  readonly panels: readonly { readonly x: number; readonly y: number; readonly first: boolean }[];
  /** Within a plot. */
  readonly x: ScaleContinuousNumeric<number, number>;
  readonly y: ScaleLinear<number, number>;
  /** Under a plot, within it. */
  readonly names: readonly PlacedText[];
  readonly axisY: number;
  /** Each entry of the key: where its mark's middle stands; its words begin 24 px to the right. */
  readonly key: readonly { readonly x: number; readonly y: number }[];
}

export const KEY_TEXT = 24;
const LEFT = 40;
const RIGHT = 10;
const GAP = 22;
const LEAST = 220;
const TITLE = 24;
const TICKS = 20;
const NAME = 12;
const NAME_LINE = 15;
const MOST_NAME_LINES = 3;
const KEY_LINE = 22;

/**
 * Where everything of a chart of curves stands: up to three panels beside each other, one alone larger.
 * @param panels how many there are
 * @param keys the key's words
 * @param width the room there is
 */
export function scaleLayout(
  panels: number,
  axis: CurveAxis,
  measure: Measure,
  keys: readonly string[],
  width: number,
): ScaleLayout {
  const full = Math.max(LEFT + RIGHT + LEAST, width);
  const fitting = Math.floor((full - LEFT - RIGHT + GAP) / (LEAST + GAP));
  const columns = Math.max(1, Math.min(3, panels, fitting));
  const plotWidth = (full - LEFT - RIGHT - GAP * (columns - 1)) / columns;
  const plotHeight = panels === 1 ? 260 : columns === 1 ? 140 : 160;
  const x = horizontal(axis, plotWidth);
  const names = staggered(axis.names, x, plotWidth, plotHeight + TICKS + NAME_LINE);
  const lines = names.length === 0 ? 0 : Math.max(...names.map(({ line }) => line)) + 1;
  const rowHeight = TITLE + plotHeight + TICKS + lines * NAME_LINE + 16;
  const rows = Math.ceil(panels / columns);
  const axisY = rows * rowHeight + 8;
  const key = flowed(keys, full, axisY + KEY_LINE + 4);
  return {
    width: full,
    height: (key.at(-1)?.y ?? axisY) + 12,
    plotWidth,
    plotHeight,
    panels: Array.from({ length: panels }, (_, index) => ({
      x: LEFT + (index % columns) * (plotWidth + GAP),
      y: Math.floor(index / columns) * rowHeight + TITLE,
      first: index % columns === 0,
    })),
    x,
    y: scaleLinear().domain(DOMAIN[measure]).range([plotHeight, 0]),
    names,
    axisY,
    key,
  };
}

/** 1, 3, 10, 30 ... from at most the least value to at least the greatest, with some room at both ends. */
export function sizeTicks(values: readonly number[]): number[] {
  const least = Math.min(...values) / 1.1;
  const most = Math.max(...values) * 1.1;
  if (!(least > 0) || !Number.isFinite(most)) return [];
  const ladder: number[] = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power += 1)
    ladder.push(10 ** power, 3 * 10 ** power);
  const from = ladder.findLastIndex((tick) => tick <= least);
  const to = ladder.findIndex((tick) => tick >= most);
  return ladder.slice(from, to + 1);
}

function horizontal({ kind, ticks }: CurveAxis, width: number) {
  const first = ticks[0]?.x ?? 1;
  const last = ticks.at(-1)?.x ?? first;
  if (kind === 'log') return scaleLog().domain([first, last]).range([0, width]);
  // Half a step at both ends, so that marks and intervals do not stand on the frame.
  const room = last === first ? 1 : (last - first) / (2 * Math.max(1, ticks.length - 1));
  return scaleLinear()
    .domain([first - room, last + room])
    .range([0, width]);
}

/** Names under the axis, in as few lines as keep them apart; none at all where that takes too many. */
function staggered(
  names: CurveAxis['names'],
  x: ScaleContinuousNumeric<number, number>,
  width: number,
  top: number,
): (PlacedText & { readonly line: number })[] {
  const ends: number[] = [];
  const placed = [...names]
    .sort((a, b) => a.x - b.x)
    .map(({ x: at, label }) => {
      const half = textWidth(label, NAME) / 2;
      const middle = Math.max(half - 8, Math.min(width - half + 8, x(at)));
      let line = ends.findIndex((end) => middle - half > end + 6);
      if (line === -1) line = ends.length;
      ends[line] = middle + half;
      return { x: middle, y: top + line * NAME_LINE, text: label, line };
    });
  return ends.length > MOST_NAME_LINES ? [] : placed;
}

/** Entries one after the other, on further lines where they do not fit. */
function flowed(words: readonly string[], width: number, top: number): { x: number; y: number }[] {
  let x = 0;
  let y = top;
  return words.map((text) => {
    const own = KEY_TEXT + textWidth(text, 14) + 18;
    if (x > 0 && x + own > width) {
      x = 0;
      y += KEY_LINE;
    }
    const at = { x: x + 10, y };
    x += own;
    return at;
  });
}

import { scaleLinear, scalePoint, type ScaleLinear } from 'd3-scale';
import { textWidth, wrapText } from './text-width';

/** Sizes in px of a chart of lines over a few steps, with room for the lines' names at their ends or under it. */
export interface LineLayout {
  readonly width: number;
  readonly height: number;
  readonly y: ScaleLinear<number, number>;
  /** Middle of each step. */
  readonly steps: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Where each line's name stands: beside its last point, moved apart, or in a list under the chart. */
  readonly names: readonly { readonly x: number; readonly y: number }[];
  /** True where the names stand under the chart, each after a piece of its line. */
  readonly listed: boolean;
  readonly axisY: number;
  readonly axisLines: readonly string[];
}

const LEFT = 40;
const TOP = 12;
const PLOT = 260;
const PLOT_NARROW = 200;
const NAME = 15;
const NAME_GAP = 18;
const KEY = 34;
const AXIS = 13;

/**
 * Where everything of a line chart stands, on the fixed scale of rates.
 * @param names the lines' names
 * @param last each line's last value in percent; null where it has none
 * @param steps how many steps there are
 * @param axis what the steps are
 * @param width the room there is, in px
 */
export function lineLayout(
  names: readonly string[],
  last: readonly (number | null)[],
  steps: number,
  axis: string,
  width: number,
): LineLayout {
  const longest = Math.ceil(Math.max(0, ...names.map((name) => textWidth(name, NAME))));
  const full = Math.max(260, width);
  const listed = full - longest - LEFT < 340;
  const right = listed ? full - 14 : full - longest - 14;
  const bottom = TOP + (listed ? PLOT_NARROW : PLOT);
  const y = scaleLinear().domain([0, 100]).range([bottom, TOP]);
  const x = scalePoint<number>()
    .domain(Array.from({ length: steps }, (_, step) => step))
    .range([LEFT, right])
    .padding(0.25);
  const places = Array.from({ length: steps }, (_, step) => x(step) ?? LEFT);
  const axisLines = wrapText(axis, right - LEFT, AXIS);
  const axisY = bottom + 36;
  const under = axisY + axisLines.length * 17;
  const beside = apart(
    last.map((value) => y(value ?? 50) + 5),
    NAME_GAP,
    TOP + NAME,
    bottom,
  );
  return {
    width: full,
    height: listed ? under + names.length * NAME_GAP + 4 : under,
    y,
    steps: places,
    left: LEFT,
    right,
    top: TOP,
    bottom,
    names: names.map((_, index) =>
      listed
        ? { x: LEFT + KEY, y: under + (index + 1) * NAME_GAP - 6 }
        : { x: (places.at(-1) ?? right) + 12, y: beside[index] as number },
    ),
    listed,
    axisY,
    axisLines,
  };
}

/** Values moved apart to a least distance, in their order, within limits as far as there is room. */
function apart(values: readonly number[], gap: number, least: number, most: number): number[] {
  const order = values.map((_, index) => index);
  order.sort((a, b) => (values[a] as number) - (values[b] as number));
  const placed = [...values];
  let before = least - gap;
  for (const index of order) {
    before = Math.max(placed[index] as number, before + gap);
    placed[index] = before;
  }
  let after = most + gap;
  for (const index of order.toReversed()) {
    after = Math.min(placed[index] as number, after - gap);
    placed[index] = after;
  }
  return placed;
}

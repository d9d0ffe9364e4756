import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { DOMAIN, type Measure } from './colour';
import { textWidth } from './text-width';

export interface IntervalLayout {
  readonly width: number;
  readonly height: number;
  /** True where label and figures stand above their line instead of beside it. */
  readonly stacked: boolean;
  readonly x: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
  /** Where the figures end, in px. */
  readonly figuresX: number;
  readonly rows: readonly {
    /** Middle of the interval's line. */
    readonly y: number;
    /** Baseline of label and figures. */
    readonly textY: number;
    readonly top: number;
    readonly height: number;
    /** Baseline of the group's heading, where one starts here. */
    readonly groupY: number | null;
  }[];
  readonly axisY: number;
  readonly plotTop: number;
}

const ROW = 30;
const ROW_STACKED = 46;
const GROUP = 34;
const FIGURES = 190;
const TOP = 4;
const LABEL_MOST = 230;

/**
 * Where everything of an interval plot stands.
 * @param rows label and group of each row; a heading is set where the group changes
 * @param width the room there is, in px
 */
export function intervalLayout(
  rows: readonly { readonly label: string; readonly group?: string }[],
  measure: Measure,
  width: number,
): IntervalLayout {
  const labels = Math.min(
    LABEL_MOST,
    Math.ceil(Math.max(0, ...rows.map(({ label }) => textWidth(label, 15)))) + 20,
  );
  const stacked = width < labels + FIGURES + 240;
  const [left, right] = stacked ? [10, Math.max(220, width) - 10] : [labels + 10, width - FIGURES];
  const x = scaleLinear().domain(DOMAIN[measure]).range([left, right]);
  const height = stacked ? ROW_STACKED : ROW;
  let y = TOP;
  let group: string | undefined;
  const placed = rows.map((row) => {
    const starts = row.group !== undefined && row.group !== group;
    group = row.group;
    if (starts) y += GROUP;
    const top = y;
    y += height;
    const middle = stacked ? top + 32 : top + height / 2;
    return {
      top,
      height,
      y: middle,
      textY: stacked ? top + 17 : middle + 5,
      groupY: starts ? top - 10 : null,
    };
  });
  return {
    width: Math.max(240, width),
    height: y + 34,
    stacked,
    x,
    ticks: x.ticks(right - left < 320 ? 2 : 4),
    figuresX: stacked ? Math.max(240, width) : width,
    rows: placed,
    axisY: y + 4,
    plotTop: TOP,
  };
}

import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { DOMAIN, TICKS, type Measure } from './colour';
import { textWidth } from './text-width';

export interface IntervalLayout {
  readonly width: number;
  readonly height: number;
  /** True where label and figures stand above their line instead of beside it, on a narrow screen in two lines. */
  readonly stacked: boolean;
  readonly x: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
  /** Columns of the figures in px: the ends of value and n, the start of the interval. */
  readonly figures: { readonly value: number; readonly interval: number; readonly n: number };
  readonly rows: readonly {
    /** Middle of the interval's line. */
    readonly y: number;
    /** Baselines of label and figures. */
    readonly labelY: number;
    readonly figuresY: number;
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
const ROW_THREE = 64;
const GROUP = 34;
/** Width of the columns of figures: value, interval, n. */
const FIGURES = 200;
const VALUE_END = 148;
const INTERVAL_START = 138;
const TOP = 4;
const LABEL_MOST = 250;

/**
 * Where everything of an interval plot stands.
 * @param rows label and group of each row; a heading is set where the group changes
 * @param width the room there is, in px
 * @param axis what stands under the labels, beside the axis
 */
export function intervalLayout(
  rows: readonly { readonly label: string; readonly group?: string }[],
  measure: Measure,
  width: number,
  axis = '',
): IntervalLayout {
  const widths = [...rows.map(({ label }) => textWidth(label, 15)), textWidth(axis, 12)];
  const labels = Math.min(LABEL_MOST, Math.ceil(Math.max(0, ...widths)) + 20);
  const stacked = width < labels + FIGURES + 240;
  const [left, right] = stacked ? [10, Math.max(220, width) - 10] : [labels + 10, width - FIGURES];
  const x = scaleLinear().domain(DOMAIN[measure]).range([left, right]);
  const full = Math.max(240, width);
  // Where even label and figures do not fit one line, the figures get one of their own.
  const three = stacked && labels + FIGURES > full;
  const height = three ? ROW_THREE : stacked ? ROW_STACKED : ROW;
  let y = TOP;
  let group: string | undefined;
  const placed = rows.map((row) => {
    const starts = row.group !== undefined && row.group !== group;
    group = row.group;
    if (starts) y += GROUP;
    const top = y;
    y += height;
    const middle = stacked ? top + height - 14 : top + height / 2;
    return {
      top,
      height,
      y: middle,
      labelY: stacked ? top + 17 : middle + 5,
      figuresY: three ? top + 35 : stacked ? top + 17 : middle + 5,
      groupY: starts ? top - 10 : null,
    };
  });
  return {
    width: full,
    height: y + 34,
    stacked,
    x,
    ticks: TICKS[measure],
    figures: three
      ? { value: 38, interval: 48, n: full }
      : { value: full - VALUE_END, interval: full - INTERVAL_START, n: full },
    rows: placed,
    axisY: y + 4,
    plotTop: TOP,
  };
}

import { scaleBand } from 'd3-scale';
import { textWidth, widestWord, wrapText } from './text-width';

export interface Label {
  readonly id: string;
  readonly label: string;
  /** Rows of one group stand under one heading. */
  readonly group?: string;
}

/** Sizes in px of a heatmap that fits the given width, or is wider and scrolls where it cannot. */
export interface HeatmapLayout {
  readonly width: number;
  readonly height: number;
  /** True where row labels stand above their cells instead of beside them. */
  readonly stacked: boolean;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly columns: readonly { readonly x: number; readonly lines: readonly string[] }[];
  /** `y` of the cells; the label's first line has its baseline at `labelY`. */
  readonly rows: readonly {
    readonly y: number;
    readonly labelY: number;
    readonly lines: readonly string[];
    /** Baseline of the group's heading, where one starts here. */
    readonly groupY: number | null;
  }[];
  readonly headHeight: number;
  readonly legendY: number;
}

export const LABEL_SIZE = 15;
export const LINE = 18;
const HEAD_SIZE = 14;
const GAP = 3;
const CELL_HEIGHT = 48;
const CELL_LEAST = 58;
const CELL_MOST = 136;
const LABEL_MOST = 210;
const LEGEND_HEIGHT = 62;
const GROUP = 32;

/** @param width the room there is, in px */
export function heatmapLayout(
  rows: readonly Label[],
  columns: readonly Label[],
  width: number,
): HeatmapLayout {
  const wordWidth = Math.max(0, ...columns.map(({ label }) => widestWord(label, HEAD_SIZE)));
  const least = Math.max(CELL_LEAST, Math.ceil(wordWidth) + 8);
  const count = Math.max(1, columns.length);
  const labelWidth = Math.min(
    LABEL_MOST,
    Math.ceil(Math.max(0, ...rows.map(({ label }) => textWidth(label, LABEL_SIZE)))) + 16,
  );
  const stacked = labelWidth + count * (least + GAP) > width;
  const left = stacked ? 0 : labelWidth;
  const cellWidth = Math.max(least, Math.min(CELL_MOST, (width - left) / count - GAP));
  const right = left + count * (cellWidth + GAP) - GAP;
  // Bands from d3, so that gaps and edges are those of every other chart.
  const x = scaleBand<string>()
    .domain(columns.map(({ id }) => id))
    .range([left, right])
    .paddingInner(GAP / (cellWidth + GAP))
    .paddingOuter(0);
  const heads = columns.map(({ id, label }) => ({
    x: x(id) ?? left,
    lines: wrapText(label, cellWidth - 4, HEAD_SIZE),
  }));
  const headHeight = Math.max(0, ...heads.map(({ lines }) => lines.length)) * LINE + 8;

  let y = headHeight;
  let heading: string | undefined;
  const placed = rows.map(({ label, group }) => {
    const starts = group !== undefined && group !== heading;
    heading = group;
    if (starts) y += GROUP;
    const groupY = starts ? y - 9 : null;
    const lines = stacked ? [label] : wrapText(label, labelWidth - 12, LABEL_SIZE);
    const space = stacked ? LINE + 6 : 0;
    const cells = y + space;
    const labelY = stacked
      ? y + LINE - 2
      : cells + CELL_HEIGHT / 2 - ((lines.length - 1) * LINE) / 2 + 5;
    y = cells + CELL_HEIGHT + (stacked ? 8 : GAP);
    return { y: cells, labelY, lines, groupY };
  });
  return {
    width: Math.max(right, Math.min(width, 300)),
    height: y + LEGEND_HEIGHT,
    stacked,
    cellWidth,
    cellHeight: CELL_HEIGHT,
    columns: heads,
    rows: placed,
    headHeight,
    legendY: y + 14,
  };
}

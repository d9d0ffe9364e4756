import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { textWidth } from '../../components/charts/text-width';

/** Where everything of a plot of two sides and their difference stands, in px. */
export interface DifferenceLayout {
  readonly width: number;
  readonly height: number;
  /** True where there is no room for both panels: only the difference is drawn, A and B stand as figures. */
  readonly narrow: boolean;
  /** The panel of the two values; null where narrow. */
  readonly values: Panel | null;
  readonly delta: Panel;
  readonly rows: readonly {
    readonly top: number;
    readonly height: number;
    /** Middle of the marks. */
    readonly y: number;
    readonly labelY: number;
    readonly figuresY: number;
  }[];
  readonly plotTop: number;
  readonly axisY: number;
  /** Where the figures of a line end. */
  readonly figuresEnd: number;
}
/** A scale with where it is labelled. */
export interface Panel {
  readonly x: ScaleLinear<number, number>;
  readonly ticks: readonly number[];
}

const ROW = 34;
const ROW_NARROW = 76;
const TOP = 4;
const FIGURES = 190;
const LABEL_MOST = 230;
const GAP = 56;

/**
 * @param labels of the lines
 * @param pis values run from -100 to 100, not from 0
 * @param reach the largest size of any limit; differences of PIS may pass 100
 * @param width the room there is
 */
export function differenceLayout(
  labels: readonly string[],
  pis: boolean,
  reach: number,
  width: number,
): DifferenceLayout {
  const full = Math.max(280, width);
  const label = Math.min(LABEL_MOST, Math.max(...labels.map((one) => textWidth(one, 15)), 90)) + 14;
  const narrow = full < label + FIGURES + 400;
  const left = narrow ? 10 : label + 8;
  const right = narrow ? full - 10 : full - FIGURES;
  const split = left + (right - left - GAP) * 0.45;
  const most = reach > 100 ? 200 : 100;
  const height = narrow ? ROW_NARROW : ROW;
  return {
    width: full,
    height: TOP + labels.length * height + 42,
    narrow,
    values: narrow
      ? null
      : {
          x: scaleLinear()
            .domain(pis ? [-100, 100] : [0, 100])
            .range([left, split]),
          ticks: pis ? [-100, 0, 100] : [0, 50, 100],
        },
    delta: {
      x: scaleLinear()
        .domain([-most, most])
        .range([narrow ? left : split + GAP, right]),
      ticks: [-most, -most / 2, 0, most / 2, most],
    },
    rows: labels.map((_, index) => {
      const top = TOP + index * height;
      return {
        top,
        height,
        y: narrow ? top + 58 : top + height / 2,
        labelY: narrow ? top + 18 : top + height / 2 + 5,
        figuresY: narrow ? top + 37 : top + height / 2 + 5,
      };
    }),
    plotTop: TOP,
    axisY: TOP + labels.length * height + 4,
    figuresEnd: full,
  };
}

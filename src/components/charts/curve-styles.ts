import { LINE_COLOURS, type LineColour } from './colour';

/** How a line looks: the two ends of a trait, lines alone, and what they are held against. */
export type CurveStyle = 'high' | 'low' | 'main' | 'second' | 'third' | 'reference';

/** Colour, dashes and mark together, so that no line is told by its colour alone. */
export interface CurveLook {
  readonly colour: LineColour;
  readonly dashes: string;
  /** The mark around 0, 0, about 10 px wide. */
  readonly mark: string;
  /** What a line is held against has smaller marks. */
  readonly scale: number;
}

const [INK, BLUE, BROWN] = LINE_COLOURS;
const CIRCLE = 'M-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0 -4.5 0Z';
const UP = 'M0 -5.5L5.2 4L-5.2 4Z';
const DOWN = 'M0 5.5L5.2 -4L-5.2 -4Z';
const SQUARE = 'M-3.6 -3.6H3.6V3.6H-3.6Z';
const DIAMOND = 'M0 -5.5L5.5 0L0 5.5L-5.5 0Z';

export const CURVE_LOOKS: Readonly<Record<CurveStyle, CurveLook>> = {
  high: { colour: BLUE, dashes: 'none', mark: UP, scale: 1 },
  low: { colour: BROWN, dashes: '7 3', mark: DOWN, scale: 1 },
  main: { colour: INK, dashes: 'none', mark: CIRCLE, scale: 1 },
  second: { colour: BLUE, dashes: '7 3', mark: SQUARE, scale: 1 },
  third: { colour: BROWN, dashes: '2 3', mark: DIAMOND, scale: 1 },
  reference: {
    colour: { light: '#5c5850', dark: '#aba79e' },
    dashes: '2 3',
    mark: SQUARE,
    scale: 0.75,
  },
};

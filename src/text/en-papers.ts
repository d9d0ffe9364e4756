/** The page of the papers' claims. */
import { formatInterval, formatList, formatPercent, formatPoints, plural } from './format';

export const papers = {
  heading: 'What the papers claim',
  intro:
    'Each claim of the two papers’ prose that can be put to a test, in our words, with the study that tests it and what the runs at hand say. The models and items here are others than the papers’, so nothing on this page is a reproduction of their numbers: a claim that fails here may well hold there.',
  rule: 'A claim counts as supported only where the 95 % interval lies wholly on its side, and as contradicted only where it lies wholly on the other. Everything else cannot be told. Where traits are counted, one moves if its 95 % interval lies above zero, and does not if its 90 % interval lies below five points.',
  titles: {
    behaviorbench: 'BehaviorBench',
    lifechoice: 'Character is Destiny (LifeChoice)',
  },
  where: (where: string) => `Section ${where}`,
  verdicts: {
    supported: 'supported',
    contradicted: 'contradicted',
    'cannot-tell': 'cannot tell',
  },
  needs: (what: string) => `Not tested here: it needs ${what}.`,
  noRun: 'No finished run of this study is at hand.',
  reading: (left: number) => `Reading ${plural(left, 'run', 'runs')} …`,
  run: 'Open the study',
  pair: (larger: string, smaller: string) => `${larger} against ${smaller}`,
  figures: 'Figures',
  tests: {
    moves: (shaping: string) =>
      `Tested by the mean PIS over the traits under ${shaping} instructions, for high and for low: both must lie above zero.`,
    'moves-more': (shaping: string, than: string) =>
      `Tested by the mean over traits and directions of PIS under ${shaping} less PIS under ${than} instructions.`,
    'seldom-up': (shaping: string) =>
      `Tested by PIS under ${shaping} instructions for high: at least three of five traits must clearly not move up.`,
    'baseline-above': (above: number) =>
      `Tested by the rate without instruction: it must lie above ${formatPercent(above, 0)}.`,
    'no-effect': (shaping: string) =>
      `Tested by PIS under ${shaping} instructions: its 90 % interval must lie within five points of zero, for high and for low.`,
    rises: 'Tested by level 5 less level 1: at least three of five traits must clearly move up.',
    'separates-more':
      'Tested on two sizes of one family: the difference of their separations (high less low), item by item, averaged over the traits.',
    better: (than: readonly string[]) =>
      `Tested by the paired difference in accuracy to ${formatList(than)}: each must lie above zero.`,
    'accuracy-above': (above: number) =>
      `Tested by accuracy: it must lie above ${formatPercent(above, 0)}, which is chance.`,
  },
  points: (value: number, low: number | null, high: number | null) =>
    low === null || high === null
      ? `${formatPoints(value)}, no interval`
      : `${formatPoints(value)} (${formatInterval(low, high, true)})`,
  percent: (value: number, low: number | null, high: number | null) =>
    low === null || high === null
      ? `${formatPercent(value)}, no interval`
      : `${formatPercent(value)} (${formatInterval(low, high)})`,
  items: (n: number) => plural(n, 'item', 'items'),
  of: { high: 'high', low: 'low' } as Readonly<Record<string, string>>,
} as const;

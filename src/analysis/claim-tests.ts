import type { Condition } from '../core/plan';
import type { Shaping, Trait } from '../core/study';
import { pairedTable } from './paired';
import { overallPis, pisOf, type Direction, type Pis } from './pis';
import { rateOf } from './rates';
import type { Row } from './row';

/** How a claim of a paper is held against runs (`datasets/published/claims.json`). */
export type ClaimTest =
  /** The mean PIS over the traits is above zero, for high and for low. */
  | { readonly kind: 'moves'; readonly shaping: Shaping }
  /** The mean over traits and both directions of one shaping's PIS less the other's. */
  | { readonly kind: 'moves-more'; readonly shaping: Shaping; readonly than: Shaping }
  /** At least three traits clearly do not move up under an instruction for high. */
  | { readonly kind: 'seldom-up'; readonly shaping: Shaping }
  /** A trait's rate without instruction. In percent. */
  | { readonly kind: 'baseline-above'; readonly trait: Trait; readonly above: number }
  /** A trait's PIS for high and low is zero within five points (90 %). */
  | { readonly kind: 'no-effect'; readonly shaping: Shaping; readonly trait: Trait }
  /** Level 5 less level 1 is clearly above zero for at least three traits. */
  | { readonly kind: 'rises'; readonly shaping: Shaping }
  /** High less low is further apart in a larger model of one family than in a smaller one. */
  | { readonly kind: 'separates-more'; readonly shaping: Shaping }
  /** A method's accuracy less that of each other. */
  | { readonly kind: 'better'; readonly method: string; readonly than: readonly string[] }
  /** A method's accuracy in percent. */
  | { readonly kind: 'accuracy-above'; readonly method: string; readonly above: number };

export type ClaimVerdict = 'supported' | 'contradicted' | 'cannot-tell';

/** A value that a verdict rests on, in percent or points. */
export interface ClaimFigure {
  /** What it is of: a trait, a direction, a method; empty where there is one figure only. */
  readonly of: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
}

export interface ClaimResult {
  readonly verdict: ClaimVerdict;
  readonly figures: readonly ClaimFigure[];
}

/** A run as claims are held against it. */
export interface ClaimRun {
  readonly rows: readonly Row[];
  readonly conditions: readonly Condition[];
  /** Whether answers are probabilities, of which expected values are made; else they are counted. */
  readonly byProbability: boolean;
}

/** "No effect" is claimed within so many points of zero (design section 5, Comparisons). */
const WITHIN = 5;
/** Most of five traits. */
const MOST = 3;

/**
 * What one run says to a claim; null where it lacks what the test needs (a condition, an interval on no trait at all).
 * A claim is supported only where the 95 % interval lies on its side, contradicted where it lies on the other.
 */
export function claimOf(test: ClaimTest, run: ClaimRun): ClaimResult | null {
  switch (test.kind) {
    case 'moves': {
      const overall = ([1, -1] as const).map((way) => ({
        of: way === 1 ? 'high' : 'low',
        ...overallPis(movesOf(run, test.shaping, way)),
      }));
      return bySigns(overall);
    }
    case 'moves-more': {
      const scores = ([1, -1] as const).flatMap((way) =>
        between(run, extreme(run, test.shaping, way), extreme(run, test.than, way), way),
      );
      return bySigns([{ of: '', ...overallPis(scores.map(({ pis }) => pis)) }]);
    }
    case 'seldom-up': {
      const scores = between(run, extreme(run, test.shaping, 1), baseline(run), 1);
      const { up, still } = countOf(scores);
      return byCount(scores, still >= MOST, up >= MOST);
    }
    case 'rises': {
      const scores = between(run, extreme(run, test.shaping, 1), extreme(run, test.shaping, -1), 1);
      const { up, still } = countOf(scores);
      return byCount(scores, up >= MOST, still >= MOST);
    }
    case 'baseline-above': {
      const rows = baseline(run).filter(({ scale }) => scale === test.trait);
      return byLine(rows, run, test.above);
    }
    case 'no-effect': {
      const scores = ([1, -1] as const).flatMap((way) =>
        between(run, extreme(run, test.shaping, way), baseline(run), way)
          .filter(({ scale }) => scale === test.trait)
          .map(({ pis }) => ({ of: way === 1 ? 'high' : 'low', ...pis })),
      );
      return byNoEffect(scores);
    }
    case 'better': {
      const own = ofMethod(run, test.method);
      const figures = test.than.map((other) => accuracyGain(own, ofMethod(run, other), other, run));
      return bySigns(figures);
    }
    case 'accuracy-above':
      return byLine(ofMethod(run, test.method), run, test.above, 'wrong');
    case 'separates-more':
      return null;
  }
}

/**
 * What two models of one family say to the claim that the larger separates high from low further: the difference of
 * their separations, item by item, averaged over the traits.
 */
export function separationClaim(
  larger: ClaimRun,
  smaller: ClaimRun,
  shaping: Shaping,
): ClaimResult | null {
  const side = (run: ClaimRun) => ({
    rows: extreme(run, shaping, 1),
    baseline: extreme(run, shaping, -1),
    direction: () => 1 as const,
  });
  const [a, b] = [side(larger), side(smaller)];
  if ([a, b].some(({ rows, baseline: low }) => rows.length === 0 || low.length === 0)) return null;
  const measure = larger.byProbability ? 'pis-expected' : 'pis';
  const { overall } = pairedTable(a, b, { measure, by: 'scale' });
  if (overall === null) return null;
  const { delta, low, high, n } = overall;
  return bySigns([{ of: '', value: delta, low, high, n }]);
}

/** Rows of the condition in which every factor is at its default. */
function baseline({ rows, conditions }: ClaimRun): Row[] {
  return rowsOf(rows, conditions, (condition) => isPlain(condition) && condition.levels === null);
}

/** Rows of a shaping at its highest or lowest level. */
function extreme({ rows, conditions }: ClaimRun, shaping: Shaping, way: 1 | -1): Row[] {
  return rowsOf(rows, conditions, (condition) => {
    const { levels } = condition;
    if (condition.shaping !== shaping || levels === null || !('own' in levels)) return false;
    return isPlain({ ...condition, shaping: 'none' }) && levels.own === (way === 1 ? 5 : 1);
  });
}

function isPlain({ shaping, persona, negated, thinking, template }: Condition): boolean {
  return (
    shaping === 'none' && persona === 'nobody' && !negated && !thinking && (template ?? 1) === 1
  );
}

function ofMethod({ rows, conditions }: ClaimRun, method: string): Row[] {
  return rowsOf(rows, conditions, (condition) => {
    const { motivation, entities, section } = condition;
    return condition.method === method && !motivation && !entities && section === 5;
  });
}

function rowsOf(
  rows: readonly Row[],
  conditions: readonly Condition[],
  fits: (condition: Condition) => boolean,
): Row[] {
  const wanted = new Set(conditions.filter(fits).map(({ id }) => id));
  return rows.filter(({ condition }) => wanted.has(condition));
}

function movesOf(run: ClaimRun, shaping: Shaping, way: 1 | -1): Pis[] {
  return between(run, extreme(run, shaping, way), baseline(run), way).map(({ pis }) => pis);
}

/** One score a trait: d * (a - b), over the items answered under both. */
function between(
  { byProbability }: ClaimRun,
  a: readonly Row[],
  b: readonly Row[],
  direction: Direction,
): { readonly scale: string; readonly pis: Pis }[] {
  const scales = [...new Set(a.map(({ scale }) => scale))];
  return scales.map((scale) => ({
    scale,
    pis: pisOf(
      a.filter((row) => row.scale === scale),
      b.filter((row) => row.scale === scale),
      direction,
      { measure: byProbability ? 'expected' : 'r' },
    ),
  }));
}

function accuracyGain(
  a: readonly Row[],
  b: readonly Row[],
  of: string,
  { byProbability }: ClaimRun,
): ClaimFigure {
  const measure = byProbability ? 'accuracy-expected' : 'accuracy';
  const [line] = pairedTable({ rows: a }, { rows: b }, { measure, by: 'all' }).lines;
  if (line === undefined) return { of, value: null, low: null, high: null, n: 0 };
  return { of, value: line.delta, low: line.low, high: line.high, n: line.n };
}

function figureOf({ of, value, low, high, n }: ClaimFigure): ClaimFigure {
  return { of, value, low, high, n };
}

/** Supported where all lie above zero, contradicted where one lies below. */
function bySigns(given: readonly ClaimFigure[]): ClaimResult | null {
  if (given.length === 0 || given.some(({ value }) => value === null)) return null;
  const figures = given.map(figureOf);
  if (figures.some(({ high }) => high !== null && high < 0)) {
    return { verdict: 'contradicted', figures };
  }
  const allUp = figures.every(({ low }) => low !== null && low > 0);
  return { verdict: allUp ? 'supported' : 'cannot-tell', figures };
}

type Scored = readonly { readonly scale: string; readonly pis: Pis }[];

/**
 * Traits that clearly move up (the 95 % interval above zero), and traits that clearly do not (the 90 % interval below
 * five points: no effect, or one the other way). The rest is neither.
 */
function countOf(scores: Scored): { readonly up: number; readonly still: number } {
  return {
    up: scores.filter(({ pis: { low } }) => low !== null && low > 0).length,
    still: scores.filter(({ pis: { low, high90 } }) => {
      return high90 !== null && high90 < WITHIN && !(low !== null && low > 0);
    }).length,
  };
}

function byCount(scores: Scored, supported: boolean, contradicted: boolean): ClaimResult | null {
  if (scores.length < MOST) return null;
  const figures = scores.map(({ scale, pis }) => figureOf({ of: scale, ...pis }));
  const verdict = supported ? 'supported' : contradicted ? 'contradicted' : 'cannot-tell';
  return { verdict, figures };
}

function byLine(
  rows: readonly Row[],
  { byProbability }: ClaimRun,
  line: number,
  unparsed: 'wrong' | 'leave-out' = 'leave-out',
): ClaimResult | null {
  const rate = rateOf(rows, { measure: byProbability ? 'expected' : 'r', unparsed });
  if (rate.value === null) return null;
  const figures = [figureOf({ of: '', ...rate })];
  const { low, high } = rate;
  if (low !== null && low > line) return { verdict: 'supported', figures };
  const below = high !== null && high < line;
  return { verdict: below ? 'contradicted' : 'cannot-tell', figures };
}

function byNoEffect(scores: readonly (Pis & { readonly of: string })[]): ClaimResult | null {
  if (scores.length === 0) return null;
  const figures = scores.map(figureOf);
  const beyond = scores.some(
    ({ low, high }) => (low !== null && low > WITHIN) || (high !== null && high < -WITHIN),
  );
  if (beyond) return { verdict: 'contradicted', figures };
  const within = scores.every(
    ({ low90, high90 }) =>
      low90 !== null && high90 !== null && low90 >= -WITHIN && high90 <= WITHIN,
  );
  return { verdict: within ? 'supported' : 'cannot-tell', figures };
}

import { holm } from './holm';
import type { ScaleSet } from './scale-sets';
import type { ScaleRows } from './scale-values';
import { levelTrend, type LevelTrend } from './trend';
import { unitsOf } from './units';

/** How one trait's rate moves over the levels. */
export interface ScaleTrend extends LevelTrend {
  readonly group: string;
  /** Page's p by Holm over the traits. */
  readonly adjusted: number;
}

/**
 * The trend over the levels of a set for each trait of a run, one-sided for rates that rise with the level; Holm's
 * family is the traits.
 */
export function scaleTrends(
  run: ScaleRows,
  set: ScaleSet,
  measure: 'r' | 'expected',
): ScaleTrend[] {
  const groups = [...new Set(run.rows.map(({ scale }) => scale))];
  const trends = groups.flatMap((group) => {
    const levels = set.places.map(({ single }) =>
      unitsOf(
        run.rows.filter(({ scale, condition }) => scale === group && condition === single),
        { measure, unparsed: run.unparsed },
      ),
    );
    const trend = levelTrend(levels);
    return trend.n === 0 ? [] : [{ group, ...trend }];
  });
  const adjusted = holm(trends.map(({ page }) => page.p));
  return trends.map((trend, index) => ({ ...trend, adjusted: adjusted[index] as number }));
}

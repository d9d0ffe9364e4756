import { ALL, type By, type PlannedCell } from '../../analysis/cells';
import { asProblem } from '../../core/errors';
import type { Condition } from '../../core/plan';
import type { Manifest } from '../../core/run';
import type { Study } from '../../core/study';
import type { Suite, SuiteItem } from '../../core/suite';

/**
 * How many trials a run's plan has for each cell, by counting. Empty where the counts do not add up to the run's own
 * number of trials, or where this version does not know the study's items: then holes are known in all, not by cell.
 */
export function plannedOf(
  manifest: Pick<Manifest, 'study' | 'trials'>,
  conditions: readonly Condition[],
  suite: Suite,
  by: By,
): PlannedCell[] {
  const { study, trials } = manifest;
  const items = itemsOf(study, suite);
  const perGroup = new Map<string, number>();
  for (const item of items) {
    const group = by === 'all' ? ALL : by === 'scale' ? item.scale : item.cluster;
    const orders = study.order === 'balanced' ? item.options.length : 1;
    perGroup.set(group, (perGroup.get(group) ?? 0) + study.repeats * orders);
  }
  const cells = [...perGroup].flatMap(([group, count]) =>
    conditions.map(({ id }) => ({ group, condition: id, trials: count })),
  );
  const sum = cells.reduce((total, cell) => total + cell.trials, 0);
  return sum === trials ? cells : [];
}

function itemsOf(study: Study, suite: Suite): readonly SuiteItem[] {
  try {
    return suite.select(study.items);
  } catch (error) {
    // The study is of another version's data, which the page says elsewhere.
    if (asProblem(error).code === 'bad-study') return [];
    throw error;
  }
}

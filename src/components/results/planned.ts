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
  return plannedIn(manifest, conditions, suite, ({ scale, cluster }) => [
    by === 'all' ? ALL : by === 'scale' ? scale : cluster,
  ]);
}

/** The same for any groups; an item counts in each of its own. */
export function plannedIn(
  manifest: Pick<Manifest, 'study' | 'trials'>,
  conditions: readonly Condition[],
  suite: Suite,
  groupsOf: (item: SuiteItem) => readonly string[],
): PlannedCell[] {
  const { study, trials } = manifest;
  const perGroup = new Map<string, number>();
  let sum = 0;
  for (const item of itemsOf(study, suite)) {
    const asked = study.repeats * (study.order === 'balanced' ? item.options.length : 1);
    sum += asked * conditions.length;
    for (const group of groupsOf(item)) perGroup.set(group, (perGroup.get(group) ?? 0) + asked);
  }
  if (sum !== trials) return [];
  return [...perGroup].flatMap(([group, count]) =>
    conditions.map(({ id }) => ({ group, condition: id, trials: count })),
  );
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

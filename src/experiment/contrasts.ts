import type { Contrast, Direction } from '../analysis/pis';
import type { Condition } from '../core/plan';
import { TRAITS } from '../core/study';
import { baselineOf, directionOf } from './condition';

/** Every condition that has a baseline in the study, with its direction on each trait: what PIS is computed of. */
export function contrastsOf(conditions: readonly Condition[]): Contrast[] {
  return conditions.flatMap((condition): Contrast[] => {
    const baseline = baselineOf(condition, conditions);
    if (baseline === null || baseline === condition.id) return [];
    if (condition.levels === null) return [];
    const all = 'all' in condition.levels ? condition.levels.all : null;
    const direction: Record<string, Direction> = {};
    for (const trait of TRAITS) {
      if (all === null || all[trait] !== undefined)
        direction[trait] = directionOf(condition, trait);
    }
    return [{ instruction: condition.id, baseline, direction }];
  });
}

import type { MethodPlace } from '../analysis/methods';
import type { SectionCondition } from '../analysis/sections';
import type { Condition } from '../core/plan';
import { bareOf } from './condition';

/** The methods with which every table of methods begins, in this order (design section 5, Accuracy). */
const CONTROLS = ['options-only', 'none', 'random'] as const;

/** True where a condition is one to hold the others against: what is right without knowing the character. */
export function isControl({ method, motivation }: Condition): boolean {
  return !motivation && (CONTROLS as readonly string[]).includes(method);
}

/**
 * The conditions of a study of decisions as lines of the table of methods: the controls first, then in the study's
 * order. A condition with motivation stands in the line of the same one without; where there is none it has its own.
 * Of conditions that differ in their section alone, only that of the whole text has a line.
 */
export function methodPlaces(conditions: readonly Condition[]): MethodPlace[] {
  const shorter = new Set(
    sectionSets(conditions).flatMap((set) => set.slice(0, -1).map(({ condition }) => condition)),
  );
  const lines = conditions.filter(
    (condition) =>
      !shorter.has(condition.id) &&
      !(condition.motivation && twinOf(condition, false, conditions) !== null),
  );
  return [...lines]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((condition) => ({
      condition: condition.id,
      bare: bareOf(condition, conditions),
      motivated: condition.motivation ? null : twinOf(condition, true, conditions),
    }));
}

/** Sets of two or more conditions that differ in nothing but their section, the fewest sections first. */
export function sectionSets(conditions: readonly Condition[]): SectionCondition[][] {
  const sets = new Map<string, SectionCondition[]>();
  for (const { id, section, ...rest } of conditions) {
    const key = JSON.stringify(rest);
    const set = sets.get(key);
    if (set === undefined) sets.set(key, [{ condition: id, section }]);
    else set.push({ condition: id, section });
  }
  return [...sets.values()]
    .filter((set) => set.length > 1)
    .map((set) => [...set].sort((a, b) => a.section - b.section));
}

/** The same condition with the motivation added, or without it; null where the study has none. */
function twinOf(
  condition: Condition,
  motivation: boolean,
  conditions: readonly Condition[],
): string | null {
  const keyOf = ({ id: _id, motivation: _motivation, ...rest }: Condition): string =>
    JSON.stringify(rest);
  const twin = conditions.find(
    (other) => other.motivation === motivation && keyOf(other) === keyOf(condition),
  );
  return twin?.id ?? null;
}

/** Names kept before names replaced; all that is no control after the controls, in the order given. */
function rankOf(condition: Condition): number {
  if (!isControl(condition)) return 2 * CONTROLS.length;
  const place = (CONTROLS as readonly string[]).indexOf(condition.method);
  return 2 * place + (condition.entities ? 1 : 0);
}

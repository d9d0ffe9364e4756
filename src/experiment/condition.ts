import { Problem } from '../core/errors';
import { hashOf } from '../core/hash';
import type { Condition } from '../core/plan';
import { TRAITS, type ConditionGroup, type Levels, type Persona, type Study } from '../core/study';

/** The id of the condition in which every factor is at its default: nobody, no shaping. */
export const BASELINE = 'baseline';

/** A study of more conditions than this is refused; all 3,125 settings of five levels of five traits are fewer. */
export const MOST_CONDITIONS = 10_000;

/**
 * The study's conditions: each group crossed in full, in the order written; a condition met twice is kept once.
 * Without shaping the levels say nothing and are dropped, so that a crossed baseline stays one condition.
 * @throws Problem `bad-study` where a shaping has no levels to put into words, or there are too many
 */
export async function expandConditions(study: Study): Promise<Condition[]> {
  refuseTooMany(study.conditions);
  const found = new Map<string, Condition>();
  for (const group of study.conditions) {
    for (const condition of await cross(group)) {
      if (!found.has(condition.id)) found.set(condition.id, condition);
    }
  }
  return [...found.values()];
}

/** Counted before any is made: a short link can ask for millions. */
function refuseTooMany(groups: readonly ConditionGroup[]): void {
  const crossed = groups.reduce(
    (sum, group) =>
      sum + Object.values(group).reduce((product, values) => product * (values?.length ?? 1), 1),
    0,
  );
  if (crossed <= MOST_CONDITIONS) return;
  throw new Problem('bad-study', {
    what: `The study crosses its factors into more than ${MOST_CONDITIONS.toLocaleString('en')} conditions.`,
    next: 'Choose fewer values, or cross fewer factors.',
  });
}

async function cross(group: ConditionGroup): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const persona of group.persona ?? ['nobody' as const])
    for (const shaping of group.shaping ?? ['none' as const])
      for (const levels of group.levels ?? [null])
        for (const template of group.template ?? [1 as const])
          for (const temperature of group.temperature ?? [null])
            for (const thinking of group.thinking ?? [false])
              for (const negated of group.negated ?? [false]) {
                if (shaping !== 'none' && levels === null) {
                  throw new Problem('bad-study', {
                    what: `A condition has the shaping "${shaping}" but no levels.`,
                    next: 'Add levels, for example ["low", "high"].',
                  });
                }
                const factors: Omit<Condition, 'id'> = {
                  persona,
                  shaping,
                  levels: shaping === 'none' ? null : normalLevels(levels),
                  // The descriptive text has one wording.
                  template: shaping === 'descriptive' ? 1 : template,
                  temperature,
                  thinking,
                  negated,
                };
                conditions.push({ ...factors, id: await conditionId(factors) });
              }
  return conditions;
}

function normalLevels(levels: Levels | null): Condition['levels'] {
  if (levels === null) return null;
  if (levels === 'low') return { own: 1 };
  if (levels === 'high') return { own: 5 };
  return typeof levels === 'number' ? { own: levels } : { all: levels };
}

/** The factors that are not at their default, in a fixed order: `shaping=descriptive,levels=5`. */
async function conditionId(factors: Omit<Condition, 'id'>): Promise<string> {
  const parts: string[] = [];
  if (factors.persona !== 'nobody') parts.push(`persona=${await personaId(factors.persona)}`);
  if (factors.shaping !== 'none') parts.push(`shaping=${factors.shaping}`);
  if (factors.levels !== null) parts.push(`levels=${levelsId(factors.levels)}`);
  if (factors.template !== 1) parts.push(`template=${factors.template}`);
  if (factors.temperature !== null) parts.push(`temperature=${factors.temperature}`);
  if (factors.thinking) parts.push('thinking=on');
  if (factors.negated) parts.push('negated=on');
  return parts.length === 0 ? BASELINE : parts.join(',');
}

async function personaId(persona: Exclude<Persona, 'nobody'>): Promise<string> {
  if ('description' in persona) return `text-${(await hashOf(persona.description)).slice(0, 8)}`;
  const scores = persona.scores === 'pdb' ? '-pdb' : '';
  return `${persona.profile}${scores}${persona.narrative ? '+narrative' : ''}`;
}

function levelsId(levels: NonNullable<Condition['levels']>): string {
  if ('own' in levels) return String(levels.own);
  return TRAITS.filter((trait) => levels.all[trait] !== undefined)
    .map((trait) => `${trait.charAt(0).toUpperCase()}${levels.all[trait]}`)
    .join('');
}

/**
 * The baseline that a condition is compared with: the same template, temperature, thinking and wording of the
 * question, but nobody and no shaping (design section 5).
 * @returns the condition's id, or null where the study has none
 */
export function baselineOf(condition: Condition, conditions: readonly Condition[]): string | null {
  const same = conditions.find(
    (other) =>
      other.persona === 'nobody' &&
      other.shaping === 'none' &&
      other.template === condition.template &&
      other.temperature === condition.temperature &&
      other.thinking === condition.thinking &&
      other.negated === condition.negated,
  );
  return same?.id ?? null;
}

/** Direction of a condition for an item's own trait or a named one: +1 higher, -1 lower, 0 where undefined. */
export function directionOf(condition: Condition, trait: string): 1 | -1 | 0 {
  const level =
    condition.levels === null
      ? undefined
      : 'own' in condition.levels
        ? condition.levels.own
        : new Map<string, number>(Object.entries(condition.levels.all)).get(trait);
  if (level === undefined || level === 3) return 0;
  return level > 3 ? 1 : -1;
}

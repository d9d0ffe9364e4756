import { Problem } from '../core/errors';
import { hashOf } from '../core/hash';
import type { Condition } from '../core/plan';
import {
  TRAITS,
  type ConditionGroup,
  type Levels,
  type Persona,
  type Study,
  type SuiteId,
} from '../core/study';

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
  refuseForeign(study);
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

/** What a suite's prompts cannot vary. */
const FOREIGN: Record<SuiteId, readonly (keyof ConditionGroup)[]> = {
  behavior: ['method', 'budget', 'motivation', 'entities', 'section'],
  decision: ['persona', 'shaping', 'levels', 'template', 'negated'],
};

/** A factor that a suite would ignore makes conditions that differ in name only. */
function refuseForeign({ suite, conditions }: Pick<Study, 'suite' | 'conditions'>): void {
  for (const group of conditions) {
    const factor = FOREIGN[suite].find((name) => group[name] !== undefined);
    if (factor === undefined) continue;
    throw new Problem('bad-study', {
      what: `A study of the suite "${suite}" cannot vary "${factor}".`,
      next: `Leave "${factor}" out of its conditions.`,
    });
  }
}

async function cross(group: ConditionGroup): Promise<Condition[]> {
  const traits = crossTraits(group);
  const conditions: Condition[] = [];
  for (const trait of traits)
    for (const method of group.method ?? ['none' as const])
      for (const budget of group.budget ?? [null])
        for (const motivation of group.motivation ?? [false])
          for (const entities of group.entities ?? [false])
            for (const section of group.section ?? [5 as const]) {
              // Without a profile there is nothing that a budget or a section could shorten.
              const bare = method === 'none' || method === 'options-only';
              const factors = {
                ...trait,
                method,
                budget: bare || method === 'raw' ? null : budget,
                motivation,
                entities,
                section: bare ? (5 as const) : section,
              };
              conditions.push({ ...factors, id: await conditionId(factors) });
            }
  return conditions;
}

type TraitFactors = Pick<
  Condition,
  'persona' | 'shaping' | 'levels' | 'template' | 'temperature' | 'thinking' | 'negated'
>;

function crossTraits(group: ConditionGroup): TraitFactors[] {
  const conditions: TraitFactors[] = [];
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
                conditions.push({
                  persona,
                  shaping,
                  levels: shaping === 'none' ? null : normalLevels(levels),
                  // The descriptive text has one wording.
                  template: shaping === 'descriptive' ? 1 : template,
                  temperature,
                  thinking,
                  negated,
                });
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
  if (factors.method !== 'none') parts.push(`method=${factors.method}`);
  if (factors.budget !== null) parts.push(`budget=${factors.budget}`);
  if (factors.motivation) parts.push('motivation=on');
  if (factors.entities) parts.push('entities=on');
  if (factors.section !== 5) parts.push(`section=${factors.section}`);
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

/**
 * The condition without a profile that a method is compared with: the same temperature, thinking and names, no
 * motivation (design section 5).
 * @returns the condition's id, or null where the study has none or it is the condition itself
 */
export function bareOf(condition: Condition, conditions: readonly Condition[]): string | null {
  const same = conditions.find(
    (other) =>
      other.method === 'none' &&
      !other.motivation &&
      other.entities === condition.entities &&
      other.temperature === condition.temperature &&
      other.thinking === condition.thinking,
  );
  return same === undefined || same.id === condition.id ? null : same.id;
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

import * as v from 'valibot';
import { Problem } from '../core/errors';
import { fill } from '../core/fill';
import type { Condition } from '../core/plan';
import { TRAITS, type Level, type Trait } from '../core/study';

const perTrait = v.strictObject({ low: v.string(), high: v.string() });
const traits = v.strictObject({
  openness: perTrait,
  conscientiousness: perTrait,
  extraversion: perTrait,
  agreeableness: perTrait,
  neuroticism: perTrait,
});
const score = v.pipe(v.number(), v.minValue(1), v.maxValue(5));
const scores = v.strictObject({
  openness: score,
  conscientiousness: score,
  extraversion: score,
  agreeableness: score,
  neuroticism: score,
});

/** The texts that put a persona into words (BehaviorBench section 4.1). */
export const shapingSchema = v.object({
  /** For nobody: the generic text, in three wordings as the quantified one. */
  baseline: v.object({ wordings: v.tuple([v.string(), v.string(), v.string()]) }),
  quantified: v.object({ wordings: v.tuple([v.string(), v.string(), v.string()]), ends: traits }),
  descriptive: traits,
});
export type ShapingTexts = v.InferOutput<typeof shapingSchema>;

export const profilesSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    work: v.string(),
    narrative: v.string(),
    scores: v.object({ annotation: scores, pdb: scores }),
    source: v.string(),
  }),
);
/** A narrative profile with its Big Five scores (BehaviorBench section 4.7). */
export type NamedProfile = v.InferOutput<typeof profilesSchema>[number];

/**
 * The persona text of a condition for an item of one trait, the `<Personality>` of the paper's templates.
 * Traits stand in the order O C E A N, each in a sentence of its own.
 * @param baseline the generic text for nobody; a study may carry its own, empty is allowed
 * @throws Problem `bad-study` where a descriptive level is neither low (1) nor high (5), or a profile is unknown
 */
export function personaText(
  condition: Pick<Condition, 'persona' | 'shaping' | 'levels' | 'template'>,
  trait: Trait,
  texts: ShapingTexts,
  profiles: readonly NamedProfile[],
  baseline?: string,
): string {
  const parts: string[] = [];
  if (condition.persona !== 'nobody') {
    parts.push(
      'description' in condition.persona
        ? condition.persona.description.trim()
        : profileText(condition.persona, texts, profiles, condition.template),
    );
  }
  if (condition.shaping !== 'none' && condition.levels !== null) {
    const levels: Partial<Record<Trait, Level>> =
      'own' in condition.levels ? { [trait]: condition.levels.own } : condition.levels.all;
    for (const name of TRAITS) {
      const level = levels[name];
      if (level === undefined) continue;
      parts.push(
        condition.shaping === 'descriptive'
          ? descriptive(name, level, texts)
          : quantified(name, level, texts, condition.template),
      );
    }
  }
  if (parts.length > 0) return parts.join(' ');
  return baseline ?? (texts.baseline.wordings[condition.template - 1] as string);
}

function quantified(trait: Trait, level: number, texts: ShapingTexts, template: 1 | 2 | 3): string {
  const ends = texts.quantified.ends[trait];
  return fill(texts.quantified.wordings[template - 1] as string, {
    trait,
    level: String(level),
    low: ends.low,
    high: ends.high,
  });
}

function descriptive(trait: Trait, level: Level, texts: ShapingTexts): string {
  if (level === 1) return texts.descriptive[trait].low;
  if (level === 5) return texts.descriptive[trait].high;
  throw new Problem('bad-study', {
    what: `The descriptive shaping has a text for the low (1) and the high (5) end only, not for level ${level} of ${trait}.`,
    next: 'Use the quantified shaping for levels between, or levels low and high.',
  });
}

function profileText(
  persona: { profile: string; narrative: boolean; scores?: 'annotation' | 'pdb' | undefined },
  texts: ShapingTexts,
  profiles: readonly NamedProfile[],
  template: 1 | 2 | 3,
): string {
  const profile = profiles.find(({ id }) => id === persona.profile);
  if (!profile) {
    throw new Problem('bad-study', {
      what: `There is no profile called "${persona.profile}".`,
      next: `Known are: ${profiles.map(({ id }) => id).join(', ')}.`,
    });
  }
  const given = profile.scores[persona.scores ?? 'annotation'];
  const sentences = TRAITS.map((trait) => quantified(trait, given[trait], texts, template));
  return [...(persona.narrative ? [profile.narrative] : []), ...sentences].join(' ');
}

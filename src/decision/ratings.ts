import * as v from 'valibot';
import { canonical, hashOf, type Json } from '../core/hash';
import type { Artifact } from '../core/run';

/*
 * A rating of three steps that a judge model or a person gave: of a profile (kind `judgement`, LifeChoice section 5.2)
 * or of a continuation (kind `rating`, appendix B.2). Both keep the same account as their trace.
 */
export const LEVELS = [1, 2, 3] as const;
export type RatedLevel = (typeof LEVELS)[number];
export type RatingKind = 'judgement' | 'rating';

const ratingSchema = v.object({
  /** The artifact that was rated. */
  of: v.string(),
  /** The model's id or the person's name. */
  rater: v.string(),
  by: v.picklist(['model', 'person']),
  /** The most probable step, or the one that a person chose. */
  level: v.picklist(LEVELS),
  /** Expected step, 1 to 3, by a model's probabilities; equal to `level` for a person. */
  score: v.pipe(v.number(), v.minValue(1), v.maxValue(3)),
  /** Each step's share, by a model. */
  shares: v.optional(v.record(v.string(), v.number())),
  /** Whether the rated text was cut to fit the judge's context. */
  cut: v.optional(v.boolean(), false),
});
export type ThreeStepRating = v.InferOutput<typeof ratingSchema>;

/** A judge's answer as a rating; null where it put nothing on 1, 2 or 3. */
export function modelRating(
  of: string,
  rater: string,
  shares: Readonly<Record<string, number>> | null,
  cut: boolean,
): ThreeStepRating | null {
  if (shares === null) return null;
  const share = (step: RatedLevel): number => shares[String(step)] ?? 0;
  const score = LEVELS.reduce((sum, step) => sum + step * share(step), 0);
  const level = LEVELS.reduce((best, step) => (share(step) > share(best) ? step : best));
  return {
    of,
    rater,
    by: 'model',
    level,
    // Shares add up to 1 but for rounding.
    score: Math.min(3, Math.max(1, score)),
    shares: { ...shares },
    cut,
  };
}

/** A person's rating as an artifact; the same person's next one of the same thing takes its place. */
export async function personRating(
  kind: RatingKind,
  of: string,
  rater: string,
  level: RatedLevel,
): Promise<Artifact> {
  const key: Json = { of, rater, by: 'person' };
  const rating: ThreeStepRating = { of, rater, by: 'person', level, score: level, cut: false };
  const id = (await hashOf({ kind, key })).slice(0, 16);
  return { id, kind, key: canonical(key), text: String(level), trace: rating, calls: [] };
}

/** The ratings of one kind among a run's artifacts; those that hold none (a judge that gave no number) are left out. */
export function ratingsIn(artifacts: readonly Artifact[], kind: RatingKind): ThreeStepRating[] {
  return artifacts
    .filter((artifact) => artifact.kind === kind)
    .flatMap(({ trace }) => {
      const parsed = v.safeParse(ratingSchema, trace);
      return parsed.success ? [parsed.output] : [];
    });
}

/** What is known of one profile or continuation: this person's rating, the first judge's, and other people's. */
export interface RatingsOfOne {
  readonly own: RatedLevel | null;
  readonly judge: ThreeStepRating | null;
  readonly others: readonly ThreeStepRating[];
}

/**
 * The ratings of one artifact as one person sees them.
 * @param person null where no name was given yet: all people are others
 */
export function ratingsOf(
  of: string,
  kind: RatingKind,
  artifacts: readonly Artifact[],
  person: string | null,
): RatingsOfOne {
  const all = ratingsIn(artifacts, kind).filter((rating) => rating.of === of);
  const people = all.filter(({ by }) => by === 'person');
  return {
    own: people.find(({ rater }) => rater === person)?.level ?? null,
    judge: all.find(({ by }) => by === 'model') ?? null,
    others: people.filter(({ rater }) => rater !== person),
  };
}

import * as v from 'valibot';
import type { Artifact, Sample } from '../core/run';
import { evidenceRecall } from './evidence';
import { profileTraceSchema } from './profile';
import { ratingsIn, type ThreeStepRating } from './ratings';

/** Evidence recall (0 to 1) by trial; trials whose profile holds no passages are left out. */
export function recallsByTrial(
  samples: readonly Sample[],
  artifacts: readonly Artifact[],
): Map<string, number> {
  const byProfile = new Map<string, number>();
  for (const { id, kind, trace } of artifacts) {
    if (kind !== 'profile') continue;
    const parsed = v.safeParse(profileTraceSchema, trace);
    const recall = parsed.success ? evidenceRecall(parsed.output) : null;
    if (recall !== null) byProfile.set(id, recall);
  }
  return byTrial(samples, byProfile);
}

/**
 * Profile scores (1 to 3) by trial, from the judge model's ratings; where no model rated any profile, the mean of
 * people's. Trials whose profile has none are left out.
 * @param rater the judge's id; the first one that rated anything where it is left out
 */
export function scoresByTrial(
  samples: readonly Sample[],
  artifacts: readonly Artifact[],
  rater?: string,
): Map<string, number> {
  const ratings = ratingsIn(artifacts, 'judgement');
  const judged = ratings.filter(({ by }) => by === 'model');
  const judge = rater ?? judged[0]?.rater;
  if (judge === undefined) return byTrial(samples, meansOf(ratings));
  const own = judged.filter((rating) => rating.rater === judge);
  return byTrial(samples, new Map(own.map(({ of, score }) => [of, score])));
}

/**
 * Each rater's ratings of profiles by the profile's artifact, for the agreement between raters.
 * @param by models or people, for a person may bear a model's name
 */
export function ratersOf(
  artifacts: readonly Artifact[],
  by: ThreeStepRating['by'],
): Map<string, Map<string, ThreeStepRating>> {
  const raters = new Map<string, Map<string, ThreeStepRating>>();
  for (const rating of ratingsIn(artifacts, 'judgement')) {
    if (rating.by !== by) continue;
    const own = raters.get(rating.rater) ?? new Map<string, ThreeStepRating>();
    own.set(rating.of, rating);
    raters.set(rating.rater, own);
  }
  return raters;
}

/** The mean score of what was rated, by its artifact. */
function meansOf(ratings: readonly ThreeStepRating[]): Map<string, number> {
  const scores = new Map<string, number[]>();
  for (const { of, score } of ratings) scores.set(of, [...(scores.get(of) ?? []), score]);
  return new Map(
    Array.from(scores, ([of, all]) => [of, all.reduce((sum, one) => sum + one, 0) / all.length]),
  );
}

function byTrial(
  samples: readonly Sample[],
  byProfile: ReadonlyMap<string, number>,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { trial, profile } of samples) {
    const value = profile === undefined ? undefined : byProfile.get(profile);
    if (value !== undefined) found.set(trial, value);
  }
  return found;
}

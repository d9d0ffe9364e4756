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
 * Profile scores (1 to 3) by trial, from the judge model's ratings; trials whose profile has none are left out.
 * @param rater the judge's id; the first one that rated anything where it is left out
 */
export function scoresByTrial(
  samples: readonly Sample[],
  artifacts: readonly Artifact[],
  rater?: string,
): Map<string, number> {
  const judged = ratingsIn(artifacts, 'judgement').filter(({ by }) => by === 'model');
  const judge = rater ?? judged[0]?.rater;
  const own = judged.filter((rating) => rating.rater === judge);
  return byTrial(samples, new Map(own.map(({ of, score }) => [of, score])));
}

/** Each rater's ratings of profiles by the profile's artifact, for the agreement between raters. */
export function ratersOf(
  artifacts: readonly Artifact[],
): Map<string, Map<string, ThreeStepRating>> {
  const raters = new Map<string, Map<string, ThreeStepRating>>();
  for (const rating of ratingsIn(artifacts, 'judgement')) {
    const own = raters.get(rating.rater) ?? new Map<string, ThreeStepRating>();
    own.set(rating.of, rating);
    raters.set(rating.rater, own);
  }
  return raters;
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

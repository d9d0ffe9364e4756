import type { Condition } from '../core/plan';
import type { Review, SuiteItem } from '../core/suite';
import type { Study } from '../core/study';
import type { Decision, DecisionDataset } from './dataset';
import { judgeProfile } from './judge';
import { continueStory, rateContinuation } from './leakage';
import { profileOf } from './profile-of';

/**
 * What a study has rated besides its answers: each profile's score, and each decision's continuation before and after
 * its names are replaced (LifeChoice sections 5.2 and 5.1).
 */
export function reviewsOf(
  items: readonly SuiteItem[],
  conditions: readonly Condition[],
  study: Study,
  dataset: DecisionDataset,
): Review[] {
  const decisions = items
    .map(({ id }) => dataset.byId.get(id))
    .filter((found): found is Decision => found !== undefined);
  const wanted = new Set(study.reviews ?? []);
  return [
    ...(wanted.has('profile-score') ? profileScores(decisions, conditions, study, dataset) : []),
    ...(wanted.has('leakage') ? continuations(decisions, dataset) : []),
  ];
}

function profileScores(
  decisions: readonly Decision[],
  conditions: readonly Condition[],
  study: Study,
  dataset: DecisionDataset,
): Review[] {
  // The judge is not shown an added motivation, so a profile with it would be rated as the one without.
  const told = conditions.filter(({ motivation }) => !motivation);
  return told.flatMap((condition) =>
    decisions.map((decision) => ({
      item: decision.id,
      condition: condition.id,
      async make(workshop) {
        const profile = await profileOf(decision, condition, study, workshop, dataset);
        await judgeProfile(decision, condition, profile, workshop, dataset);
      },
    })),
  );
}

function continuations(decisions: readonly Decision[], dataset: DecisionDataset): Review[] {
  return decisions.flatMap((decision) =>
    [false, true].map((entities) => ({
      item: decision.id,
      condition: entities ? 'entities=on' : 'baseline',
      async make(workshop) {
        const continuation = await continueStory(decision, entities, workshop, dataset);
        if (continuation !== null) {
          await rateContinuation(decision, continuation, workshop, dataset);
        }
      },
    })),
  );
}

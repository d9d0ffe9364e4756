import { raterAgreements, type RaterAgreement } from '../../analysis/correlation';
import type { Artifact, Sample } from '../../core/run';
import { leakageTable, type LeakageShares } from '../../decision/leakage';
import { ratersOf, recallsByTrial, scoresByTrial } from '../../decision/measures';

/** What is known of the profiles behind a run's trials. */
export interface ProfileNumbers {
  /** Profile score, 1 to 3, by trial. */
  readonly scores?: ReadonlyMap<string, number>;
  /** Who gave them, where no judge did. */
  readonly scoredBy?: readonly string[];
  /** Evidence recall, 0 to 1, by trial. */
  readonly recalls?: ReadonlyMap<string, number>;
  /** The judge's scores beside people's; empty where only one of them rated. */
  readonly agreements: readonly RaterAgreement[];
  /** The leakage probe's table; empty where nothing was continued and rated. */
  readonly leakage: readonly LeakageShares[];
}

export const NO_NUMBERS: ProfileNumbers = { agreements: [], leakage: [] };

/** Profile scores, evidence recall and raters of a run, from its artifacts; what there is none of is left out. */
export function profileNumbers(
  samples: readonly Sample[],
  artifacts: readonly Artifact[],
): ProfileNumbers {
  const scores = scoresByTrial(samples, artifacts);
  const recalls = recallsByTrial(samples, artifacts);
  const people = [...ratersOf(artifacts, 'person').keys()];
  const isJudged = ratersOf(artifacts, 'model').size > 0;
  return {
    ...(scores.size === 0 ? {} : { scores }),
    ...(isJudged || people.length === 0 ? {} : { scoredBy: people }),
    ...(recalls.size === 0 ? {} : { recalls }),
    agreements: agreementsOf(artifacts),
    leakage: leakageOf(artifacts),
  };
}

function leakageOf(artifacts: readonly Artifact[]): readonly LeakageShares[] {
  const table = leakageTable(artifacts);
  return table.some(({ shares }) => shares !== null) ? table : [];
}

/** The first judge model beside every person. */
function agreementsOf(artifacts: readonly Artifact[]): readonly RaterAgreement[] {
  const [judge] = ratersOf(artifacts, 'model').values();
  if (judge === undefined) return [];
  const scores = (ratings: typeof judge): Map<string, number> =>
    new Map(Array.from(ratings, ([of, { score }]) => [of, score]));
  return raterAgreements(
    scores(judge),
    new Map(Array.from(ratersOf(artifacts, 'person'), ([rater, own]) => [rater, scores(own)])),
  );
}

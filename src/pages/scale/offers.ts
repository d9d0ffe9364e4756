import { scaleSets, type ScaleAxis } from '../../analysis/scale-sets';
import type { RunAtHand } from '../../components/results/runs-at-hand';
import { asProblem } from '../../core/errors';
import type { Condition } from '../../core/plan';
import type { Study, SuiteId } from '../../core/study';
import { expandConditions } from '../../experiment/condition';
import { SCALE_AXES } from '../../exchange/routes';

/** A study with its runs at hand, before any of their samples are read. */
export interface Offer {
  /** The study's id. */
  readonly id: string;
  readonly title: string;
  readonly suite: SuiteId;
  readonly runs: readonly RunAtHand[];
  /** The axes that its conditions have a curve on. */
  readonly axes: readonly ScaleAxis[];
}

/**
 * The studies that there are runs of: those by the most models first. A study that this version cannot read is left
 * out; its runs say on their own pages what is wrong.
 * @param studyOf the study of a run, without its samples; undefined where the run is gone
 */
export async function offersOf(
  runs: readonly RunAtHand[],
  studyOf: (run: RunAtHand) => Promise<Study | undefined>,
): Promise<Offer[]> {
  const byStudy = new Map<string, RunAtHand[]>();
  for (const run of runs) byStudy.set(run.study, [...(byStudy.get(run.study) ?? []), run]);
  const offers = await Promise.all(
    Array.from(byStudy, async ([id, own]): Promise<Offer[]> => {
      const [first] = own;
      if (first === undefined) return [];
      const study = await studyOf(first);
      if (study === undefined) return [];
      const conditions = await conditionsOf(study);
      if (conditions === null) return [];
      const axes = SCALE_AXES.filter((axis) => scaleSets(conditions, axis).length > 0);
      return [{ id, title: study.title, suite: study.suite, runs: own, axes }];
    }),
  );
  const models = ({ runs: own }: Offer): number => new Set(own.map(({ model }) => model)).size;
  return offers.flat().sort((a, b) => models(b) - models(a));
}

async function conditionsOf(study: Study): Promise<readonly Condition[] | null> {
  try {
    return await expandConditions(study);
  } catch (error) {
    if (asProblem(error).code === 'bad-study') return null;
    throw error;
  }
}

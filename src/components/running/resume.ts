import { Problem } from '../../core/errors';
import type { Manifest, Sample } from '../../core/run';
import type { CatalogueModel } from '../../engines/catalogue';
import type { PreparedPlan } from '../../experiment/plan';
import { runs } from '../../storage/here';

/** A stored run that may be gone on with, and the checks that show whether it can be. */
export interface Resumable {
  readonly manifest: Manifest;
  /** @throws Problem `bad-study` where this version would ask something else */
  readonly check: (plan: PreparedPlan) => void;
  /** @throws Problem `model-missing` where the file is another one */
  readonly checkModel: (model: CatalogueModel) => void;
}

/**
 * Finds a stored run to go on with.
 * @throws Problem `storage-failed` where it is not here
 */
export async function checkResumable(runId: string): Promise<Resumable> {
  const entry = await runs.get(runId);
  if (entry === undefined) {
    throw new Problem('storage-failed', {
      what: 'This run is not stored in this browser, or it was deleted.',
      next: 'Start it anew, or import its file.',
    });
  }
  const { manifest } = entry;
  return {
    manifest,
    check: (plan) => refuseOtherPlan(manifest, plan),
    checkModel: (model) => refuseOtherModel(manifest, model),
  };
}

/** Number of new characters of every trial of a plan that has no outcome yet, in plan order. */
export function stillOpen(plan: PreparedPlan, samples: readonly Sample[]): number[] {
  const ended = new Set(
    samples.filter(({ status }) => status !== 'error').map(({ trial }) => trial),
  );
  return plan.newCharacters.filter((_, index) => !ended.has(plan.trials[index]?.id ?? ''));
}

/** The place of each trial in its plan. */
export function placesOf(plan: PreparedPlan): ReadonlyMap<string, number> {
  return new Map(plan.trials.map(({ id }, index) => [id, index]));
}

/** The Problem of a run whose plan was gone through, with trials left over. */
export function holesProblem(holes: number): Problem {
  const one = holes === 1;
  return new Problem('engine-failed', {
    what: `${holes} ${one ? 'trial' : 'trials'} got no answer, although each was tried three times.`,
    kept: 'All other answers are kept.',
    next: `Go on to ask ${one ? 'it' : 'them'} again.`,
  });
}

export function refuseOtherPlan(
  manifest: Pick<Manifest, 'studyHash' | 'dataHash' | 'promptHash'>,
  plan: Pick<PreparedPlan, 'studyHash' | 'dataHash' | 'promptHash'>,
): void {
  const changed =
    manifest.dataHash !== plan.dataHash
      ? 'items'
      : manifest.promptHash !== plan.promptHash || manifest.studyHash !== plan.studyHash
        ? 'prompts'
        : null;
  if (changed === null) return;
  throw new Problem('bad-study', {
    what: `This run cannot be gone on with: this version of the page has other ${changed} than the one that began it.`,
    kept: 'Its answers so far are kept.',
    next: 'Start the study anew, so that all its answers come from the same version.',
  });
}

export function refuseOtherModel(
  { models }: Pick<Manifest, 'models'>,
  model: Pick<CatalogueModel, 'sha256' | 'title'>,
): void {
  if (models.answer.sha256 === model.sha256) return;
  throw new Problem('model-missing', {
    what: `This run was begun with the model file ${models.answer.file || models.answer.id}, which is not the one that can be loaded here (${model.title}).`,
    kept: 'Its answers so far are kept.',
    next: 'Start the study anew with the model that is here.',
  });
}

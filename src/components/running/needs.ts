import { asProblem } from '../../core/errors';
import type { Study } from '../../core/study';
import { inspectDevice } from '../../engines/device';
import { durationOf } from '../../experiment/estimate';
import type { PreparedPlan } from '../../experiment/plan';
import { cautionsOf, type Caution } from './cautions';
import { chooseModel, EMBEDDED, type ChosenModel } from './choose-model';
import { enginePool } from './engine-pool';
import { rateOf } from './rates';

/** What a run takes before it is started. */
export interface Needs {
  readonly chosen: ChosenModel;
  /** True where the engine stands ready in this page. */
  readonly isLoaded: boolean;
  /** Milliseconds of the run itself, without the load. */
  readonly ms: number;
  /** Whether the time rests on an earlier run on this device. */
  readonly measured: boolean;
  readonly cautions: readonly Caution[];
  /** True where this browser cannot run a model at all. */
  readonly tooOld: boolean;
}

/**
 * What a study takes on this device.
 * @throws Problem `model-missing` and those of asking the site for the model
 */
export async function needsOf(study: Study, plan: PreparedPlan): Promise<Needs> {
  const [chosen, device] = await Promise.all([chooseModel(study.models.answer), inspectDevice()]);
  const { rate, measured } = await rateOf(chosen.model.id, study.answer);
  return {
    chosen,
    isLoaded: enginePool.loaded === chosen.model.id,
    ms: durationOf(plan.newCharacters, rate),
    measured,
    cautions: cautionsOf(device, chosen),
    tooOld: device.build === 'none',
  };
}

/** True where the model that a study names cannot be had, but the embedded one could answer instead. */
export async function needsReplacement(study: Study): Promise<boolean> {
  if (study.models.answer === EMBEDDED) return false;
  try {
    await chooseModel(study.models.answer);
    return false;
  } catch (error) {
    if (asProblem(error).code === 'model-missing') return true;
    throw error;
  }
}

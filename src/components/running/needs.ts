import { asProblem } from '../../core/errors';
import type { Study } from '../../core/study';
import { fitsStorage, inspectDevice, type Device } from '../../engines/device';
import { durationOf } from '../../experiment/estimate';
import type { PreparedPlan } from '../../experiment/plan';
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

/** What makes a run slower, or may. */
export type Caution =
  | { readonly kind: 'single' | 'compatible' }
  | { readonly kind: 'storage'; readonly bytes: number }
  | { readonly kind: 'memory'; readonly bytes: number; readonly gigabytes: number };

/** A loaded model takes about its own size again for the cache and the file that stays open. */
const MEMORY_PER_BYTE = 2.5;

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

/** What of a device may hinder the run of a model. */
export function cautionsOf(
  device: Device,
  { model, download }: Pick<ChosenModel, 'download'> & { model: { bytes: number } },
): Caution[] {
  const found: Caution[] = [];
  if (device.build === 'compatible') found.push({ kind: 'compatible' });
  if (device.threads === 1 && device.cores > 1) found.push({ kind: 'single' });
  if (download > 0 && !fitsStorage(device, download)) {
    found.push({ kind: 'storage', bytes: download });
  }
  const { memoryGb } = device;
  if (memoryGb !== null && memoryGb * 1e9 < model.bytes * MEMORY_PER_BYTE) {
    found.push({ kind: 'memory', bytes: model.bytes, gigabytes: memoryGb });
  }
  return found;
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

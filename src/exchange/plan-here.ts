import { Problem } from '../core/errors';
import type { Manifest } from '../core/run';
import { makePlan, type PreparedPlan } from '../experiment/plan';
import { suiteOf } from '../experiment/registry';

/**
 * The plan of a run, as this version makes it; null where it would be another one: its items are not here, or its
 * prompts have changed since.
 */
export async function planHere(
  manifest: Pick<Manifest, 'study' | 'studyHash' | 'dataHash' | 'promptHash'>,
): Promise<PreparedPlan | null> {
  try {
    const { study } = manifest;
    const plan = await makePlan(study, (await suiteOf(study.suite)).suite);
    const isSame =
      plan.studyHash === manifest.studyHash &&
      plan.dataHash === manifest.dataHash &&
      plan.promptHash === manifest.promptHash;
    return isSame ? plan : null;
  } catch (error) {
    // It asks for items that are not here.
    if (error instanceof Problem && error.code === 'bad-study') return null;
    throw error;
  }
}

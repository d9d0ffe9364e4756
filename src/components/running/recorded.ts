import {
  largestReferenceRun,
  loadReferenceRun,
  REFERENCE_RUNS,
  type ReferenceRun,
} from '../../exchange/reference-runs';
import { findModel } from '../../engines/catalogue';
import { shownRun, type ShownRun } from './shown-run';

/** A recorded run with its place among those that come with the page. */
export interface RecordedRun extends ShownRun {
  readonly reference: ReferenceRun;
}

/**
 * The recorded run of the largest model for the first of some studies that has one; null where none has.
 * @throws Problem `download-failed`, `bad-file`
 */
export async function recordedRun(studies: readonly string[]): Promise<RecordedRun | null> {
  const reference = studies.map(largestReferenceRun).find((found) => found !== undefined);
  return reference === undefined ? null : open(reference);
}

/**
 * The recorded run of a study by one model file of the catalogue, in this page's engine; null where there is none.
 * Another build of llama.cpp rounds so differently that its run says nothing about this page's (docs/engines.md).
 */
export async function recordedBy(study: string, model: string): Promise<RecordedRun | null> {
  const sha256 = findModel(model)?.sha256;
  for (const reference of REFERENCE_RUNS) {
    if (reference.study !== study) continue;
    const found = await open(reference);
    const { engine, models } = found.manifest;
    if (engine === 'wllama' && models.answer.sha256 === sha256) return found;
  }
  return null;
}

async function open(reference: ReferenceRun): Promise<RecordedRun> {
  const { manifest, samples } = await loadReferenceRun(reference);
  return { ...(await shownRun(manifest, samples)), reference };
}

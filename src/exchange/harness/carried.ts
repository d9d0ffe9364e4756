import * as v from 'valibot';
import type { PreparedPlan } from '../../experiment/plan';
import { studySchema } from '../../core/study';
import { canonical, type Json } from '../../core/hash';

/** What a task carries of its study, so that a log needs nothing else to become a run. */
export const carriedStudySchema = v.object({
  format: v.literal('crossroads-harness/1'),
  study: studySchema,
  studyHash: v.string(),
  dataHash: v.string(),
  promptHash: v.string(),
  /** Trials in the plan. */
  trials: v.number(),
});
export type CarriedStudy = v.InferOutput<typeof carriedStudySchema>;

/** The plan's study and hashes, for a task's metadata. */
export function carriedStudy(
  plan: Pick<PreparedPlan, 'study' | 'studyHash' | 'dataHash' | 'promptHash'> & {
    readonly trials: { readonly length: number };
  },
): CarriedStudy {
  const { study, studyHash, dataHash, promptHash, trials } = plan;
  return {
    format: 'crossroads-harness/1',
    study,
    studyHash,
    dataHash,
    promptHash,
    trials: trials.length,
  };
}

/** The same as one line of text, for tools whose metadata would change numbers or members. */
export function carriedText(carried: CarriedStudy): string {
  return canonical(carried as unknown as Json);
}

/** A name for a task: small letters, digits and underscores, as Python and both tools take it. */
export function taskName(studyId: string): string {
  const word = studyId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return `crossroads_${word === '' ? 'study' : word}`;
}

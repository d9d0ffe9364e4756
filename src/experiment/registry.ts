import type { Row } from '../analysis/row';
import { parseDataset } from '../behavior/dataset';
import { rowsOf } from '../behavior/rows';
import { profilesSchema, shapingSchema } from '../behavior/shaping';
import { behaviorSuite } from '../behavior/suite';
import { trialParts, type TrialParts } from '../behavior/trial-parts';
import { Problem } from '../core/errors';
import type { Condition } from '../core/plan';
import type { Sample } from '../core/run';
import type { Study } from '../core/study';
import type { Suite } from '../core/suite';
import * as v from 'valibot';

/** A suite with the way from its samples to the statistics. */
export interface RegisteredSuite {
  readonly suite: Suite;
  rows(samples: readonly Sample[]): { rows: Row[]; unknown: number };
  /** What a trial puts to the model, taken apart for a reader; throws a Problem as its prompt would. */
  parts(item: string, condition: Condition, study: Study): TrialParts;
}

/** The suites by name, each loaded with its data when first asked for. */
const loaders: Record<Study['suite'], () => Promise<RegisteredSuite>> = {
  behavior: async () => {
    const dataset = await loadBehaviors();
    const [shaping, profiles] = await Promise.all([
      import('../../datasets/behavior/shaping.json'),
      import('../../datasets/behavior/profiles.json'),
    ]);
    const texts = v.parse(shapingSchema, shaping.default);
    const named = v.parse(profilesSchema, profiles.default);
    return {
      suite: behaviorSuite(dataset, texts, named),
      rows: (samples) => rowsOf(samples, dataset),
      parts: (item, condition, study) =>
        trialParts(item, condition, study, { dataset, texts, profiles: named }),
    };
  },
  decision: () =>
    Promise.reject(new Problem('not-supported', { what: 'Decisions are not here yet.' })),
};

const loaded = new Map<Study['suite'], Promise<RegisteredSuite>>();

/** The suite of a study. */
export function suiteOf(id: Study['suite']): Promise<RegisteredSuite> {
  const known = loaded.get(id);
  if (known) return known;
  const loading = loaders[id]();
  loaded.set(id, loading);
  return loading;
}

/** The BehaviorBench data, for pages that show its behaviours and scenarios. */
export async function loadBehaviors(): Promise<ReturnType<typeof parseDataset>> {
  const [behaviors, scenarios] = await Promise.all([
    import('../../datasets/behavior/behaviors.json'),
    import('../../datasets/behavior/scenarios.jsonl?raw'),
  ]);
  return parseDataset(behaviors.default, scenarios.default);
}

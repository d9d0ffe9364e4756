import type { Row } from '../analysis/row';
import { parseDataset } from '../behavior/dataset';
import { rowsOf } from '../behavior/rows';
import { profilesSchema, shapingSchema } from '../behavior/shaping';
import { behaviorSuite } from '../behavior/suite';
import { trialParts, type TrialParts } from '../behavior/trial-parts';
import type { Condition } from '../core/plan';
import type { Sample } from '../core/run';
import type { Study } from '../core/study';
import type { Suite } from '../core/suite';
import { parseCatalogue } from '../decision/catalogue';
import { joined, parseDataset as parseDecisions, type DecisionDataset } from '../decision/dataset';
import { rowsOf as rowsOfDecisions } from '../decision/rows';
import { decisionSuite } from '../decision/suite';
import { trialParts as decisionParts, type DecisionParts } from '../decision/trial-parts';
import { ownDecisionsSource } from './own-decisions-source';
import * as v from 'valibot';

/** What a trial puts to the model, taken apart for a reader, by suite. */
export type ReaderParts =
  ({ readonly suite: 'behavior' } & TrialParts) | ({ readonly suite: 'decision' } & DecisionParts);

/** A suite with the way from its samples to the statistics. */
export interface RegisteredSuite {
  readonly suite: Suite;
  rows(samples: readonly Sample[]): { rows: Row[]; unknown: number };
  /** What a trial puts to the model, taken apart for a reader; throws a Problem as its prompt would. */
  parts(item: string, condition: Condition, study: Study): ReaderParts;
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
      parts: (item, condition, study) => ({
        suite: 'behavior',
        ...trialParts(item, condition, study, { dataset, texts, profiles: named }),
      }),
    };
  },
  decision: async () => {
    const dataset = await loadDecisions();
    return {
      suite: decisionSuite(dataset),
      rows: (samples) => rowsOfDecisions(samples, dataset),
      parts: (item, condition) => ({
        suite: 'decision',
        ...decisionParts(item, condition, dataset),
      }),
    };
  },
};

const loaded = new Map<Study['suite'], Promise<RegisteredSuite>>();

/** The suite of a study. Where there are own decisions it is made anew, for they come and go. */
export function suiteOf(id: Study['suite']): Promise<RegisteredSuite> {
  if (id === 'decision' && ownDecisionsSource() !== null) return loaders[id]();
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

let decisions: Promise<DecisionDataset> | undefined;

/** The LifeChoice data: novels, decisions, characters. Loaded once; the reader's own are added as they are now. */
export async function loadDecisions(): Promise<DecisionDataset> {
  decisions ??= readDecisions();
  const [ours, own] = await Promise.all([decisions, ownDecisionsSource()?.()]);
  return own === undefined || own.decisions.length === 0 ? ours : joined(ours, own);
}

async function readDecisions(): Promise<DecisionDataset> {
  const [novels, items, characters, entities, ratings] = await Promise.all([
    import('../../datasets/decision/novels.json'),
    import('../../datasets/decision/decisions.jsonl?raw'),
    import('../../datasets/decision/characters.jsonl?raw'),
    import('../../datasets/decision/entities.jsonl?raw'),
    import('../../datasets/decision/ratings.jsonl?raw'),
  ]);
  return parseDecisions({
    novels: parseCatalogue(novels.default),
    decisions: items.default,
    characters: characters.default,
    entities: entities.default,
    ratings: ratings.default,
  });
}

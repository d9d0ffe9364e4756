import type { Condition } from '../../core/plan';
import type { SuiteId } from '../../core/study';
import type { Suite } from '../../core/suite';
import type { DecisionDataset } from '../../decision/dataset';
import { groupsOf } from '../../decision/rows';
import { conditionLabel } from '../../experiment/condition-label';
import type { DecisionPlace, ItemPlace, PlaceOf } from './sample-filter';

/**
 * Where a suite's items belong, each looked up once; null for an item that this version does not know.
 * @param decisions where the suite is that of decisions
 */
export function placesOf(suite: Suite, decisions: DecisionDataset | null = null): PlaceOf {
  const places = new Map<string, ItemPlace | null>();
  return (item) => {
    let place = places.get(item);
    if (place === undefined) {
      const found = suite.item(item);
      const decision = decisions === null ? null : decisionPlace(item, decisions);
      place =
        found === undefined
          ? null
          : { trait: found.scale, behaviour: found.cluster, ...(decision && { decision }) };
      places.set(item, place);
    }
    return place;
  };
}

function decisionPlace(item: string, dataset: DecisionDataset): DecisionPlace | null {
  const decision = dataset.byId.get(item);
  if (decision === undefined) return null;
  const groups = (by: 'family' | 'motivation' | 'genre'): readonly string[] =>
    groupsOf(decision, dataset, by);
  return {
    novel: decision.cluster,
    motivations: [...groups('family'), ...groups('motivation')],
    genres: groups('genre'),
  };
}

/** The words for a condition's id; the id itself where the study does not have it. */
export function labelsOf(conditions: readonly Condition[], suite: SuiteId): (id: string) => string {
  const labels = new Map(
    conditions.map((condition) => [condition.id, conditionLabel(condition, suite)] as const),
  );
  return (id) => labels.get(id) ?? id;
}

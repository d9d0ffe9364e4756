import type { Condition } from '../../core/plan';
import type { Suite } from '../../core/suite';
import { conditionLabel } from '../../experiment/condition-label';
import type { ItemPlace, PlaceOf } from './sample-filter';

/** Where a suite's items belong, each looked up once; null for an item that this version does not know. */
export function placesOf(suite: Suite): PlaceOf {
  const places = new Map<string, ItemPlace | null>();
  return (item) => {
    let place = places.get(item);
    if (place === undefined) {
      const found = suite.item(item);
      place = found === undefined ? null : { trait: found.scale, behaviour: found.cluster };
      places.set(item, place);
    }
    return place;
  };
}

/** The words for a condition's id; the id itself where the study does not have it. */
export function labelsOf(conditions: readonly Condition[]): (id: string) => string {
  const labels = new Map(
    conditions.map((condition) => [condition.id, conditionLabel(condition)] as const),
  );
  return (id) => labels.get(id) ?? id;
}

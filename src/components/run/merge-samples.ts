import type { Sample } from '../../core/run';

/** Samples with those that arrived since: one under a known trial (an error asked again) takes the other's place. */
export function mergeSamples(
  before: readonly Sample[],
  arrived: readonly Sample[],
): readonly Sample[] {
  if (arrived.length === 0) return before;
  const trials = new Set(arrived.map(({ trial }) => trial));
  return [...before.filter(({ trial }) => !trials.has(trial)), ...arrived];
}

import type { Manifest, Run } from '../core/run';
import { partsKey } from './run-differences';

/** Whether a run lacks trials: it may be a part of one. */
export function isIncomplete({ manifest, samples }: Pick<Run, 'manifest' | 'samples'>): boolean {
  return outcomes({ samples }) < manifest.trials;
}

/** Whether a run is a part by what it says of itself: a shard, or shards that were merged before. */
export function isPart({ shard, runId }: Manifest): boolean {
  return shard !== undefined || runId.startsWith('merged-');
}

/** Runs that may be parts of one, at least two together, in the order given; the others alone. */
export function partGroups<P extends { readonly run: Run }>(parts: readonly P[]): P[][] {
  const groups = new Map<string, P[]>();
  for (const part of parts) {
    const key = isIncomplete(part.run) ? partsKey(part.run.manifest) : `whole ${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups.values()];
}

/** What parts lack together. */
export interface Missing {
  /** Trials without an outcome. */
  readonly trials: number;
  /** Parts that are not there, where all were cut alike: `2 of 3`. Empty otherwise. */
  readonly shards: readonly number[];
  /** Into how many they were cut; 0 where not all alike. */
  readonly of: number;
}

export function missingOf(runs: readonly Run[], done: number): Missing {
  const [first] = runs;
  const trials = (first?.manifest.trials ?? 0) - done;
  const of = first?.manifest.shard?.of ?? 0;
  const shards = runs.map(({ manifest }) => manifest.shard);
  if (of === 0 || shards.some((shard) => shard?.of !== of)) return { trials, shards: [], of: 0 };
  const here = new Set(shards.map((shard) => shard?.index));
  const all = Array.from({ length: of }, (_, index) => index + 1);
  return { trials, shards: all.filter((index) => !here.has(index)), of };
}

function outcomes({ samples }: Pick<Run, 'samples'>): number {
  return samples.filter(({ status }) => status !== 'error').length;
}

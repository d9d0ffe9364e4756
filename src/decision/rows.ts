import type { Row } from '../analysis/row';
import type { Sample } from '../core/run';
import type { Decision, DecisionDataset } from './dataset';
import { familyOf } from './motivations';

/** What a table's lines are: all decisions, their motivation types, the two families of these, the novels' genres. */
export type Grouping = 'all' | 'motivation' | 'family' | 'genre';

/** The scale of a row over all decisions. */
export const ALL_DECISIONS = 'decision';

/**
 * Samples as rows for the statistics; `scale` is the group, the clusters are the novels. By genre a sample counts once
 * in each genre of its novel. A decision without a motivation has no row by type or family. Samples of items that this
 * version does not know are left out and counted.
 */
export function rowsOf(
  samples: readonly Sample[],
  dataset: DecisionDataset,
  by: Grouping = 'all',
): { rows: Row[]; unknown: number } {
  const rows: Row[] = [];
  let unknown = 0;
  for (const sample of samples) {
    const decision = dataset.byId.get(sample.item);
    if (!decision) {
      unknown += 1;
      continue;
    }
    for (const scale of groupsOf(decision, dataset, by)) rows.push(rowOf(sample, decision, scale));
  }
  return { rows, unknown };
}

/** The groups that a decision belongs to. */
export function groupsOf(
  { motivation, novel }: Decision,
  dataset: Pick<DecisionDataset, 'novels'>,
  by: Grouping,
): readonly string[] {
  switch (by) {
    case 'all':
      return [ALL_DECISIONS];
    case 'motivation':
      return motivation ? [motivation.type] : [];
    case 'family':
      return motivation ? [familyOf(motivation.type)] : [];
    case 'genre':
      return dataset.novels.get(novel)?.genres ?? [];
  }
}

function rowOf(sample: Sample, { cluster }: Decision, scale: string): Row {
  const answered = sample.status === 'answered' && sample.endorsed !== undefined;
  const y = answered ? (sample.endorsed ? 1 : 0) : null;
  const p = answered ? (sample.value ?? y) : null;
  const position =
    sample.answer === undefined ? -1 : sample.order.split(',').indexOf(sample.answer);
  return {
    trial: sample.trial,
    item: sample.item,
    cluster,
    scale,
    design: 'cluster',
    condition: sample.condition,
    repeat: sample.repeat,
    order: sample.order,
    status: sample.status,
    y,
    p,
    bounds: p === null ? null : (sample.bounds ?? [p, p]),
    yes: null,
    position: answered && position >= 0 ? position : null,
    mass: sample.answerMass ?? null,
  };
}

import type { Row } from '../analysis/row';
import type { Sample } from '../core/run';
import type { BehaviorDataset } from './dataset';

/**
 * Samples as rows for the statistics. Samples of items that this version does not know (a run over other data) cannot
 * be placed under a behaviour; they are left out and counted.
 */
export function rowsOf(
  samples: readonly Sample[],
  dataset: BehaviorDataset,
): { rows: Row[]; unknown: number } {
  const rows: Row[] = [];
  let unknown = 0;
  for (const sample of samples) {
    const item = dataset.byId.get(sample.item);
    if (!item) {
      unknown += 1;
      continue;
    }
    const answered = sample.status === 'answered' && sample.endorsed !== undefined;
    const y = answered ? (sample.endorsed ? 1 : 0) : null;
    const p = answered ? (sample.value ?? y) : null;
    const position =
      sample.answer === undefined ? -1 : sample.order.split(',').indexOf(sample.answer);
    rows.push({
      trial: sample.trial,
      item: sample.item,
      cluster: item.behavior.id,
      scale: item.behavior.trait,
      // Neuroticism's two heuristics are fixed strata (design section 5); all other behaviours are sampled clusters.
      design: item.behavior.trait === 'neuroticism' ? 'strata' : 'cluster',
      condition: sample.condition,
      repeat: sample.repeat,
      order: sample.order,
      status: sample.status,
      y,
      p,
      bounds: p === null ? null : (sample.bounds ?? [p, p]),
      yes: !answered || item.choices ? null : sample.answer === 'yes' ? 1 : 0,
      position: answered && position >= 0 ? position : null,
      mass: sample.answerMass ?? null,
    });
  }
  return { rows, unknown };
}

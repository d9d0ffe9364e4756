import type { Row } from '../../analysis/row';
import { tableOf } from '../../analysis/table';
import type { Condition } from '../../core/plan';
import type { Manifest, Sample } from '../../core/run';
import type { Suite } from '../../core/suite';
import type { DecisionDataset } from '../../decision/dataset';
import { findModel } from '../../engines/catalogue';
import { directionOf, expandConditions } from '../../experiment/condition';
import { contrastsOf } from '../../experiment/contrasts';
import { loadDecisions, suiteOf } from '../../experiment/registry';
import { verdictOf, type Verdict } from './verdict';

/** A run with what its tables are made of. */
export interface ShownRun {
  readonly manifest: Manifest;
  readonly samples: readonly Sample[];
  readonly rows: readonly Row[];
  readonly conditions: readonly Condition[];
  readonly suite: Suite;
  /** The decisions' data; null for other suites. */
  readonly decisions: DecisionDataset | null;
  /** The model's name for people. */
  readonly model: string;
}

/** Makes rows of a run's samples. Throws the Problems of its study. */
export async function shownRun(manifest: Manifest, samples: readonly Sample[]): Promise<ShownRun> {
  const isOfDecisions = manifest.study.suite === 'decision';
  const [suite, decisions] = await Promise.all([
    suiteOf(manifest.study.suite),
    isOfDecisions ? loadDecisions() : null,
  ]);
  return {
    manifest,
    samples,
    rows: suite.rows(samples).rows,
    conditions: await expandConditions(manifest.study),
    suite: suite.suite,
    decisions,
    model: modelTitle(manifest),
  };
}

/** A model's name in a sentence: its title, or its id without what every such file has in its name. */
export function modelTitle({ models }: Pick<Manifest, 'models'>): string {
  const { id } = models.answer;
  return (
    findModel(id)?.title ?? id.replace(/-instruct(?=[-.]|$)/, '').replace(/[-.]i?q\d\w*$/i, '')
  );
}

/** What a run shows: by expected r where answers are probabilities, by r where they were written. */
export function verdictOfRun({ manifest, rows, conditions }: ShownRun): Verdict {
  const byId = new Map(conditions.map((condition) => [condition.id, condition]));
  const byProbability = manifest.study.answer === 'probability';
  const { cells } = tableOf(rows, {
    measure: byProbability ? 'pis-expected' : 'pis',
    by: 'scale',
    contrasts: contrastsOf(conditions),
    unparsed: manifest.study.unparsed,
  });
  const mass = byProbability ? tableOf(rows, { measure: 'mass', by: 'all' }).cells : [];
  return verdictOf(cells, mass, (cell) => {
    const condition = byId.get(cell.condition);
    return condition === undefined ? 0 : directionOf(condition, cell.group);
  });
}

import type { ScaleRun } from '../../analysis/scale';
import type { RunAtHand } from '../../components/results/runs-at-hand';
import { modelTitle } from '../../components/running/shown-run';
import type { Condition } from '../../core/plan';
import { catalogue } from '../../engines/catalogue';
import type { Run } from '../../core/run';
import { expandConditions } from '../../experiment/condition';
import { contrastsOf } from '../../experiment/contrasts';
import { suiteOf } from '../../experiment/registry';

/** A run with its samples as rows, and what the page says of it. */
export interface LoadedRun extends ScaleRun {
  readonly atHand: RunAtHand;
  readonly conditions: readonly Condition[];
  readonly quantization: string;
  readonly engine: string;
}

/** Makes rows of a run's samples. Throws the Problems of its study. */
export async function loadedRun(atHand: RunAtHand, { manifest, samples }: Run): Promise<LoadedRun> {
  const { study, models, studyHash, dataHash, promptHash, startedAt, finishedAt } = manifest;
  const [suite, conditions] = await Promise.all([suiteOf(study.suite), expandConditions(study)]);
  const { family, parameters, quantization, sha256 } = models.answer;
  // Of a file that the page knows the name is the page's, whatever the engine called it.
  const known = catalogue.find((model) => model.sha256 === sha256);
  return {
    atHand,
    name: atHand.name,
    model: known?.title ?? modelTitle(manifest),
    family: known?.family ?? family,
    parameters,
    quantization,
    engine: manifest.engine,
    startedAt,
    isFinished: finishedAt !== '',
    studyHash,
    dataHash,
    promptHash,
    rows: suite.rows(samples).rows,
    conditions,
    contrasts: study.suite === 'behavior' ? contrastsOf(conditions) : [],
    answer: study.answer,
    unparsed: study.suite === 'decision' ? 'wrong' : study.unparsed,
  };
}

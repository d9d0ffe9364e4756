import { resultsOf } from '../../src/components/results/results-of';
import { expandConditions } from '../../src/experiment/condition';
import { makePlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';
import type { FirstLook } from '../../src/pages/home/first-look';
import { readRunText } from '../../src/exchange/run-file';
import { builtInStudy } from '../../src/exchange/built-in-studies';
import { modelTitle } from '../../src/components/running/shown-run';

/**
 * What the first page shows at once: the cells of a recorded run without its samples, and the size of the quick study.
 * @param name the recorded run's file name without its ending
 */
export async function firstLook(name: string, file: Uint8Array<ArrayBuffer>): Promise<FirstLook> {
  const { manifest, samples } = await readRunText(file);
  const { suite, rows } = await suiteOf(manifest.study.suite);
  const conditions = (await expandConditions(manifest.study)).filter(
    ({ shaping }) => shaping !== 'quantified',
  );
  const shown = new Set(conditions.map(({ id }) => id));
  const results = resultsOf(
    rows(samples).rows.filter(({ condition }) => shown.has(condition)),
    conditions,
    { measure: 'expected', by: 'scale' },
  );
  const quick = await makePlan(await builtInStudy('quick'), suite);
  return {
    run: name,
    model: modelTitle(manifest),
    rows: results.groups,
    columns: results.conditions,
    cells: results.cells.map(({ group, condition, value, low, high, n }) => ({
      row: group,
      column: condition,
      value,
      low,
      high,
      n,
    })),
    quick: {
      trials: quick.trials.length,
      newCharacters: quick.newCharacters.reduce((sum, count) => sum + count, 0),
    },
  };
}

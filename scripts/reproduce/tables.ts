import { tableOf } from '../../src/analysis/table';
import type { TableCell, TableMeasure } from '../../src/analysis/table-cell';
import type { Sample } from '../../src/core/run';
import { conditionLabel } from '../../src/experiment/condition-label';
import { contrastsOf } from '../../src/experiment/contrasts';
import type { PreparedPlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';

const ACCURACY: readonly { measure: TableMeasure; title: string }[] = [
  { measure: 'accuracy', title: 'Accuracy, %' },
  { measure: 'expected', title: 'Expected accuracy, %' },
  { measure: 'mass', title: 'Mean answer mass' },
];

const MEASURES: readonly { measure: TableMeasure; title: string }[] = [
  { measure: 'r', title: 'Endorsement rate r, %' },
  { measure: 'expected', title: 'Expected r, %' },
  { measure: 'mass', title: 'Mean answer mass' },
  { measure: 'pis', title: 'PIS, points' },
  { measure: 'pis-expected', title: 'PIS by expected r, points' },
];

/** Prints the tables of a run: value, 95 % interval and n of every cell. */
export async function printTables(plan: PreparedPlan, samples: readonly Sample[]): Promise<void> {
  const { rows } = (await suiteOf(plan.study.suite)).rows(samples);
  const contrasts = contrastsOf(plan.conditions);
  const labels = new Map(
    plan.conditions.map((condition) => [condition.id, conditionLabel(condition, plan.study.suite)]),
  );
  const measures = plan.study.suite === 'decision' ? ACCURACY : MEASURES;
  for (const { measure, title } of measures) {
    if (measure === 'mass' && plan.study.answer === 'generate') continue;
    const { cells } = tableOf(rows, { measure, contrasts, unparsed: plan.study.unparsed });
    if (cells.length === 0) continue;
    console.log(`\n${title}`);
    for (const cell of cells) console.log(line(cell, labels.get(cell.condition) ?? cell.condition));
  }
  const errors = samples.filter(({ status }) => status === 'error').length;
  const tokens = samples.reduce(
    (sum, sample) => ({
      prompt: sum.prompt + sample.tokens.prompt,
      cached: sum.cached + sample.tokens.cached,
    }),
    { prompt: 0, cached: 0 },
  );
  console.log(
    `\n${samples.length} samples, ${errors} errors; prompt tokens ${tokens.prompt}, from cache ${tokens.cached}`,
  );
}

function line(cell: TableCell, condition: string): string {
  const digits = cell.measure === 'mass' ? 2 : 1;
  const number = (value: number | null): string => (value === null ? '-' : value.toFixed(digits));
  const interval = cell.low === null ? '' : `[${number(cell.low)}, ${number(cell.high)}]`;
  return `  ${cell.group.padEnd(18)} ${condition.padEnd(20)} ${number(cell.value).padStart(6)} ${interval.padEnd(16)} n ${cell.n}`;
}

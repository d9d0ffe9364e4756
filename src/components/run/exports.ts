import type { Row } from '../../analysis/row';
import { tableOf } from '../../analysis/table';
import type { Condition } from '../../core/plan';
import type { Run } from '../../core/run';
import { codebookCsv, SAMPLE_COLUMNS, samplesCsv, tableCsv, type Column } from '../../exchange/csv';
import { saveFile } from '../../exchange/download';
import { gzipped, runBlob, runFileName } from '../../exchange/run-file';
import { contrastsOf } from '../../experiment/contrasts';
import { measuresOf } from './run-place';

export type RunExport = 'json' | 'jsonl' | 'gz' | 'samples' | 'tables' | 'codebook';

/** A run with what its tables need. */
export interface ExportedRun {
  readonly run: Run;
  readonly rows: readonly Row[];
  readonly conditions: readonly Condition[];
}

/** Gives a run, or a table of it, to the browser to save. */
export async function exportRun(
  kind: RunExport,
  { run, rows, conditions }: ExportedRun,
): Promise<void> {
  const { manifest } = run;
  const base = runFileName(manifest, 'json').replace(/\.json$/, '');
  switch (kind) {
    case 'json':
    case 'jsonl':
      return saveFile(runFileName(manifest, kind), runBlob(run, kind));
    case 'gz':
      return saveFile(runFileName(manifest, 'json', true), await gzipped(runBlob(run, 'json')));
    case 'samples':
      return saveFile(`${base}-samples.csv`, samplesCsv(run, rows), 'text/csv');
    case 'tables':
      return saveFile(`${base}-results.csv`, resultsCsv(run, rows, conditions), 'text/csv');
    case 'codebook': {
      const columns = [...SAMPLE_COLUMNS, ...RESULT_COLUMNS.filter(isNew)];
      return saveFile(`${base}-codebook.csv`, codebookCsv(columns), 'text/csv');
    }
  }
}

const column = (name: string, meaning: string, unit = ''): Column => ({ name, meaning, unit });

/** The columns of a run's results, one line a cell. */
const RESULT_COLUMNS: readonly Column[] = [
  column('run', 'Id of the run'),
  column('model', 'Id of the model that answered'),
  column('measure', 'What the value is: expected, r, pis, pis-expected, yes or mass'),
  column('by', 'What the lines are: scale (trait) or cluster (behaviour)'),
  column('group', 'The trait or behaviour; overall: the mean over the traits'),
  column('condition', 'Every factor that is not at its default; baseline where none is'),
  column('baseline', 'The condition that a PIS is measured from; empty for rates'),
  column('value', 'The value of the cell', 'percent, points (PIS) or 0 to 1 (mass)'),
  column('low', 'Lower limit of the 95 % interval; empty where there is none', 'as value'),
  column('high', 'Upper limit of the 95 % interval', 'as value'),
  column('bound_low', 'Least the value could be with unread answers either way', 'percent'),
  column('bound_high', 'Most the value could be with unread answers either way', 'percent'),
  column('n', 'Items', 'items'),
  column('clusters', 'Groups of items', 'groups'),
  column('p', 'Mid-p of the paired test; PIS only', '0 to 1'),
  column('p_holm', 'The same after Holm over all comparisons of the measure', '0 to 1'),
  column('verdict', 'higher, lower, no-effect or cannot-tell; PIS only'),
  column('notes', 'What to know of the cell, words joined by semicolons'),
];

function isNew({ name }: Column): boolean {
  return !SAMPLE_COLUMNS.some((known) => known.name === name);
}

/** Every table of a run as CSV, by trait and by behaviour. */
export function resultsCsv(
  run: Run,
  rows: readonly Row[],
  conditions: readonly Condition[],
): string {
  const { manifest } = run;
  const contrasts = contrastsOf(conditions);
  const lines = (['scale', 'cluster'] as const).flatMap((by) =>
    measuresOf(manifest).flatMap((measure) => {
      const { unparsed } = manifest.study;
      const { cells } = tableOf(rows, { measure, by, unparsed, contrasts, tests: true });
      return cells.map((cell) => [
        manifest.runId,
        manifest.models.answer.id,
        measure,
        by,
        cell.group,
        cell.condition,
        cell.baseline,
        cell.value,
        cell.low,
        cell.high,
        cell.bounds?.[0],
        cell.bounds?.[1],
        cell.n,
        cell.clusters,
        cell.p,
        cell.adjusted,
        cell.verdict,
        cell.notes.join(';'),
      ]);
    }),
  );
  return tableCsv(RESULT_COLUMNS, lines);
}

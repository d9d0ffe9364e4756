import { methodTable } from '../../analysis/methods';
import { regrouped } from '../../analysis/regrouped';
import type { Row } from '../../analysis/row';
import { tableOf } from '../../analysis/table';
import type { TableCell } from '../../analysis/table-cell';
import type { Condition } from '../../core/plan';
import type { Run } from '../../core/run';
import type { DecisionDataset } from '../../decision/dataset';
import type { Grouping } from '../../decision/rows';
import { codebookCsv, SAMPLE_COLUMNS, samplesCsv, tableCsv, type Column } from '../../exchange/csv';
import { saveFile } from '../../exchange/download';
import { gzipped, runBlob, runFileName } from '../../exchange/run-file';
import { zipped } from '../../exchange/zipped';
import { contrastsOf } from '../../experiment/contrasts';
import { methodPlaces } from '../../experiment/method-places';
import { accuracyMeasures, itemGroups } from '../results/decision-view';
import { profileNumbers } from './profile-numbers';
import { measuresOf } from './run-place';

export type RunExport =
  'json' | 'jsonl' | 'gz' | 'samples' | 'tables' | 'codebook' | 'lm-eval' | 'inspect';

/** A run with what its tables need. */
export interface ExportedRun {
  readonly run: Run;
  readonly rows: readonly Row[];
  readonly conditions: readonly Condition[];
  /** For a run of decisions. */
  readonly decisions?: DecisionDataset | null;
}

/** Gives a run, or a table of it, to the browser to save. */
export async function exportRun(
  kind: RunExport,
  { run, rows, conditions, decisions = null }: ExportedRun,
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
      return saveFile(
        `${base}-results.csv`,
        resultsCsv(run, rows, conditions, decisions),
        'text/csv',
      );
    case 'codebook': {
      const columns = [...SAMPLE_COLUMNS, ...RESULT_COLUMNS.filter(isNew)];
      return saveFile(`${base}-codebook.csv`, codebookCsv(columns), 'text/csv');
    }
    case 'lm-eval': {
      const { exportRunLmEval } = await import('../../exchange/harness');
      const files = await exportRunLmEval(run);
      return saveFile(`${base}-lm-eval.zip`, await zipped(files, `${base}-lm-eval`));
    }
    case 'inspect': {
      const { exportRunInspectEval } = await import('../../exchange/harness');
      const { name, bytes } = await exportRunInspectEval(run);
      return saveFile(name, new Blob([bytes], { type: 'application/zip' }));
    }
  }
}

const column = (name: string, meaning: string, unit = ''): Column => ({ name, meaning, unit });

/** The columns of a run's results, one line a cell. */
const RESULT_COLUMNS: readonly Column[] = [
  column('run', 'Id of the run'),
  column('model', 'Id of the model that answered'),
  column(
    'measure',
    'What the value is: expected, r, pis, pis-expected, yes or mass; of decisions accuracy, accuracy-expected, gain, score (the judge’s, people’s where no judge rated), recall or mass',
  ),
  column(
    'by',
    'What the lines are: scale (trait) or cluster (behaviour, novel); of decisions also family, motivation or genre',
  ),
  column('group', 'The trait, behaviour or group of decisions; overall: the mean over the traits'),
  column('condition', 'Every factor that is not at its default; baseline where none is'),
  column('baseline', 'The condition that a PIS or a gain is measured from; empty for rates'),
  column(
    'value',
    'The value of the cell',
    'percent, points (PIS, gain), 1 to 3 (score) or 0 to 1 (mass)',
  ),
  column('low', 'Lower limit of the 95 % interval; empty where there is none', 'as value'),
  column('high', 'Upper limit of the 95 % interval', 'as value'),
  column('bound_low', 'Least the value could be with unread answers either way', 'percent'),
  column('bound_high', 'Most the value could be with unread answers either way', 'percent'),
  column('n', 'Items', 'items'),
  column('clusters', 'Groups of items', 'groups'),
  column('p', 'Mid-p of the paired test; PIS and gain only', '0 to 1'),
  column('p_holm', 'The same after Holm over all comparisons of the measure', '0 to 1'),
  column('verdict', 'higher, lower, no-effect or cannot-tell; PIS and gain only'),
  column('notes', 'What to know of the cell, words joined by semicolons'),
];

function isNew({ name }: Column): boolean {
  return !SAMPLE_COLUMNS.some((known) => known.name === name);
}

/** Every table of a run as CSV: by trait and behaviour, or by method and the groups of decisions. */
export function resultsCsv(
  run: Run,
  rows: readonly Row[],
  conditions: readonly Condition[],
  decisions: DecisionDataset | null = null,
): string {
  const { manifest } = run;
  const tables =
    decisions === null
      ? traitTables(run, rows, conditions)
      : decisionTables(run, rows, conditions, decisions);
  const lines = tables.flatMap(({ by, cells }) =>
    cells.map((cell) => [
      manifest.runId,
      manifest.models.answer.id,
      cell.measure,
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
    ]),
  );
  return tableCsv(RESULT_COLUMNS, lines);
}

interface NamedTable {
  readonly by: string;
  readonly cells: readonly TableCell[];
}

function traitTables(
  { manifest }: Run,
  rows: readonly Row[],
  conditions: readonly Condition[],
): NamedTable[] {
  const contrasts = contrastsOf(conditions);
  const { unparsed } = manifest.study;
  return (['scale', 'cluster'] as const).flatMap((by) =>
    measuresOf(manifest).map((measure) => ({
      by,
      cells: tableOf(rows, { measure, by, unparsed, contrasts, tests: true }).cells,
    })),
  );
}

/** The table of methods with all that belongs to it, then accuracy by each kind of group. */
function decisionTables(
  { manifest, samples, artifacts }: Run,
  rows: readonly Row[],
  conditions: readonly Condition[],
  dataset: DecisionDataset,
): NamedTable[] {
  const measures = accuracyMeasures(manifest);
  const { scores, recalls } = profileNumbers(samples, artifacts);
  const run = {
    model: manifest.models.answer.id,
    rows,
    places: methodPlaces(conditions),
    ...(scores === undefined ? {} : { scores }),
    ...(recalls === undefined ? {} : { recalls }),
  };
  const methods = methodTable([run], { measure: measures[0] ?? 'accuracy' }).lines;
  const grouped = (by: Grouping | 'cluster'): NamedTable => {
    const own =
      by === 'cluster' ? rows : regrouped(rows, (item) => itemGroups(item, dataset, [by]));
    const line = by === 'cluster' ? by : 'scale';
    return {
      by,
      cells: measures.flatMap((measure) => tableOf(own, { measure, by: line }).cells),
    };
  };
  return [
    grouped('all'),
    {
      by: 'all',
      cells: methods.flatMap(({ gain, score, recall }) =>
        [gain, score, recall].filter((cell) => cell !== null),
      ),
    },
    ...(manifest.study.answer === 'probability'
      ? [{ by: 'all', cells: tableOf(rows, { measure: 'mass', by: 'all' }).cells }]
      : []),
    ...(['family', 'motivation', 'genre', 'cluster'] as const).map(grouped),
  ];
}

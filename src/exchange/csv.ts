import type { Row } from '../analysis/row';
import { plainText } from '../core/passage';
import type { Run, Sample } from '../core/run';

/** A column of a table: what it is called in the file, what it means, in which unit. */
export interface Column {
  readonly name: string;
  readonly meaning: string;
  /** Empty where the column has none. */
  readonly unit: string;
}

export type Cell = string | number | boolean | null | undefined;

/** The columns of an export of samples, one line a sample; also its codebook. */
export const SAMPLE_COLUMNS = [
  column('run', 'Id of the run'),
  column('model', 'Id of the model that answered'),
  column('trial', 'Id of the trial: item, condition, repeat and order together'),
  column('item', 'Id of the item'),
  column('scale', 'What the item measures, e.g. the trait; empty where unknown here'),
  column('cluster', 'Group of the item, e.g. the behaviour; empty where unknown here'),
  column('condition', 'Every factor that is not at its default; baseline where none is'),
  column('repeat', 'Number of the repeat', 'from 1'),
  column('order', 'Options in the order shown, by their content'),
  column('status', 'answered, unparsed, refused or error; an error is not an outcome'),
  column('answer', 'Option chosen, by its content; empty where none was'),
  column('endorsed', 'Whether the answer shows the scored end (the high end of the trait)'),
  column('correct', "Whether the answer is the book's; empty where there is no right answer"),
  column(
    'value',
    'Probability that the answer shows the scored end; 0 or 1 where generated',
    '0 to 1',
  ),
  column('value_low', 'Least that value could be where not all tokens were seen', '0 to 1'),
  column('value_high', 'Most that value could be where not all tokens were seen', '0 to 1'),
  column('probabilities', 'Share of each option, as option=share joined by semicolons', '0 to 1'),
  column('answer_mass', 'Total probability on any valid option; under 0.5 flagged', '0 to 1'),
  column('text', 'What the model wrote; empty where it was asked by probability'),
  column('prompt', 'Text after the chat template, as the model saw it'),
  column('prompt_sha256', 'SHA-256 of the full prompt'),
  column('profile', "Artifact that holds the character's profile; empty where there is none"),
  column('tokens_prompt', 'Tokens of the prompt', 'tokens'),
  column('tokens_cached', 'Those of them that were not computed anew', 'tokens'),
  column('tokens_completion', 'Tokens written', 'tokens'),
  column('ms', 'Time the engine took', 'milliseconds'),
  column('error', 'What went wrong; empty where nothing did'),
] as const satisfies readonly Column[];

/**
 * A run's samples as CSV.
 * @param rows the same samples as the suite's rows, which know scale and cluster
 */
export function samplesCsv(run: Run, rows: readonly Row[] = []): string {
  const byTrial = new Map(rows.map((row) => [row.trial, row]));
  const lines = run.samples.map((sample) => cellsOf(run, sample, byTrial.get(sample.trial)));
  return tableCsv(SAMPLE_COLUMNS, lines);
}

/** The meaning of the columns of `samplesCsv`, as CSV. */
export function codebookCsv(columns: readonly Column[] = SAMPLE_COLUMNS): string {
  const lines = columns.map(({ name, meaning, unit }) => [name, meaning, unit]);
  return tableCsv([{ name: 'column' }, { name: 'meaning' }, { name: 'unit' }], lines);
}

/** The same as a Markdown table. */
export function codebookMarkdown(columns: readonly Column[] = SAMPLE_COLUMNS): string {
  const lines = columns.map(({ name, meaning, unit }) => `| ${name} | ${meaning} | ${unit} |`);
  return ['| column | meaning | unit |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

/**
 * A table as CSV (RFC 4180: commas, CR LF, quotes doubled), a line of names first.
 * A text that a spreadsheet would take for a formula (it begins with = + - @, a tab or a return) gets an apostrophe
 * before it; numbers are left as they are.
 * @param rows cells in the order of the columns; null and undefined are empty
 */
export function tableCsv(
  columns: readonly { readonly name: string }[],
  rows: readonly (readonly Cell[])[],
): string {
  const names = columns.map((each) => each.name);
  return [names, ...rows].map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

function cellsOf(run: Run, sample: Sample, row: Row | undefined): Cell[] {
  const shares = Object.entries(sample.probabilities ?? {});
  const cells: Record<(typeof SAMPLE_COLUMNS)[number]['name'], Cell> = {
    run: run.manifest.runId,
    model: run.manifest.models.answer.id,
    trial: sample.trial,
    item: sample.item,
    scale: row?.scale,
    cluster: row?.cluster,
    condition: sample.condition,
    repeat: sample.repeat,
    order: sample.order,
    status: sample.status,
    answer: sample.answer,
    endorsed: sample.endorsed,
    correct: sample.correct,
    value: sample.value,
    value_low: sample.bounds?.[0],
    value_high: sample.bounds?.[1],
    probabilities: shares.map(([option, share]) => `${option}=${share}`).join(';'),
    answer_mass: sample.answerMass,
    text: sample.text,
    prompt: plainText(sample.prompt),
    prompt_sha256: sample.promptSha256,
    profile: sample.profile,
    tokens_prompt: sample.tokens.prompt,
    tokens_cached: sample.tokens.cached,
    tokens_completion: sample.tokens.completion,
    ms: sample.ms,
    error: sample.error,
  };
  return SAMPLE_COLUMNS.map(({ name }) => cells[name]);
}

function column<Name extends string>(name: Name, meaning: string, unit = '') {
  return { name, meaning, unit };
}

function field(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import type { PairedLine, PairedTable } from '../../analysis/paired';
import { isPisMeasure, type LeftOut, type PairedMeasure } from '../../analysis/paired-items';
import type { Column } from '../../components/DataTable.svelte';
import type { ChartTable } from '../../components/charts/chart-table';
import { en } from '../../text/en';
import { formatInterval, formatNumber, formatPoints } from '../../text/format';
import type { ItemPair } from './parting';

/** A line of the table with its name. */
export interface NamedPairedLine extends PairedLine {
  readonly label: string;
}

const text = en.compare.result;
const none = en.components.table.none;

/** The result in one or two sentences: the groups by their verdicts, and for PIS the mean over the traits. */
export function resultSentence(
  lines: readonly NamedPairedLine[],
  overall: PairedTable['overall'],
  measure: PairedMeasure,
): string {
  const with_ = (verdict: PairedLine['verdict']) =>
    lines.filter((line) => line.n > 0 && line.verdict === verdict).map(({ label }) => label);
  const sentence = text.sentence(
    en.results.measures[measure],
    with_('higher'),
    with_('lower'),
    with_('no-effect'),
    with_('cannot-tell'),
  );
  if (overall === null) return sentence;
  return `${sentence} ${text.overall(overall.delta, overall.low, overall.high, overall.groups)}`;
}

/** Why items are in no pair, in words: `3 only in A, 2 flagged in B`. */
export function leftWords(left: LeftOut): string {
  const reasons = ['onlyA', 'onlyB', 'unansweredA', 'unansweredB', 'flaggedA', 'flaggedB'] as const;
  const parts = reasons.flatMap((reason) =>
    left[reason] > 0 ? [text.left[reason](left[reason])] : [],
  );
  return parts.length === 0 ? text.left.none : parts.join(', ');
}

/** A rate as `52.0`, a PIS as `+15.4`. */
export function valueText(value: number | null, measure: PairedMeasure): string {
  if (value === null) return none;
  return isPisMeasure(measure) ? formatPoints(value) : formatNumber(value);
}

/** The columns that there is something to say in. */
export function pairedColumns(
  lines: readonly NamedPairedLine[],
  measure: PairedMeasure,
  groupLabel: string,
): Column<NamedPairedLine>[] {
  const { columns } = text;
  const number = (
    id: string,
    label: string,
    value: (line: NamedPairedLine) => number | null,
    show: (value: number) => string,
  ): Column<NamedPairedLine> => ({
    id,
    label,
    numeric: true,
    value,
    text: (line) => {
      const found = value(line);
      return found === null ? none : show(found);
    },
  });
  const show = (value: number): string => valueText(value, measure);
  const tested = (of: (line: NamedPairedLine) => number) => (line: NamedPairedLine) =>
    line.n === 0 ? null : of(line);
  return [
    { id: 'group', label: groupLabel, value: ({ label }) => label },
    number('a', columns.a, ({ a }) => a, show),
    number('b', columns.b, ({ b }) => b, show),
    number('delta', columns.delta, ({ delta }) => delta, formatPoints),
    {
      id: 'interval',
      label: columns.interval,
      numeric: true,
      value: ({ low }) => low,
      text: ({ low, high }) => intervalText(low, high),
    },
    {
      id: 'verdict',
      label: columns.verdict,
      value: ({ n, verdict }) => (n === 0 ? null : text.verdicts[verdict]),
    },
    number(
      'adjusted',
      columns.adjusted,
      tested(({ adjusted }) => adjusted),
      en.results.p,
    ),
    number(
      'p',
      columns.p,
      tested(({ p }) => p),
      en.results.p,
    ),
    {
      id: 'n',
      label: columns.n,
      numeric: true,
      value: ({ n }) => n,
      text: ({ n, clusters }) => en.results.items(n, clusters),
    },
    {
      id: 'interval90',
      label: columns.interval90,
      numeric: true,
      value: ({ low90 }) => low90,
      text: ({ low90, high90 }) => intervalText(low90, high90),
    },
    ...(lines.some(({ mcnemar }) => mcnemar !== null)
      ? [
          {
            id: 'mcnemar',
            label: columns.mcnemar,
            numeric: true,
            value: ({ mcnemar }: NamedPairedLine) => mcnemar?.midP ?? null,
            text: ({ mcnemar }: NamedPairedLine) =>
              mcnemar === null
                ? none
                : text.mcnemar(en.results.p(mcnemar.midP), mcnemar.gained, mcnemar.lost),
          },
        ]
      : []),
    ...(lines.some(({ left }) => left.items > 0)
      ? [
          {
            id: 'left',
            label: columns.left,
            prose: true,
            value: ({ left }: NamedPairedLine) => leftWords(left),
          },
        ]
      : []),
    ...(lines.some(({ notes }) => notes.length > 0)
      ? [
          {
            id: 'notes',
            label: columns.notes,
            prose: true,
            value: ({ notes }: NamedPairedLine) =>
              notes.map((note) => en.results.notes[note]).join(' '),
          },
        ]
      : []),
  ];
}

/** `+7.4 to +23.2`, or that there is none. */
export function intervalText(low: number | null, high: number | null): string {
  return low === null || high === null ? en.results.noInterval : formatInterval(low, high, true);
}

/** The whole table at full precision, as a chart's table and its CSV. */
export function pairedChartTable(
  lines: readonly NamedPairedLine[],
  groupLabel: string,
): ChartTable {
  const { columns } = text;
  const numeric = (label: string) => ({ label, numeric: true });
  return {
    columns: [
      { label: groupLabel },
      numeric(columns.a),
      numeric(columns.b),
      numeric(columns.delta),
      numeric('low 95'),
      numeric('high 95'),
      numeric('low 90'),
      numeric('high 90'),
      numeric(columns.p),
      numeric(columns.adjusted),
      { label: columns.verdict },
      numeric('n'),
      numeric('groups'),
      numeric('McNemar mid-p'),
      { label: columns.left },
      { label: columns.notes },
    ],
    rows: lines.map((line) => [
      line.label,
      line.a,
      line.b,
      line.delta,
      line.low,
      line.high,
      line.low90,
      line.high90,
      line.n === 0 ? null : line.p,
      line.n === 0 ? null : line.adjusted,
      line.n === 0 ? null : text.verdicts[line.verdict],
      line.n,
      line.clusters,
      line.mcnemar?.midP ?? null,
      leftWords(line.left),
      line.notes.map((note) => en.results.notes[note]).join(' '),
    ]),
  };
}

/** The paired items as CSV, with the answers of both sides by their content. */
export function itemsChartTable(pairs: readonly ItemPair[]): ChartTable {
  const answers = (samples: ItemPair['samplesA']) =>
    samples.map(({ answer, status }) => answer ?? status).join(';');
  const numeric = (label: string) => ({ label, numeric: true });
  return {
    columns: [
      { label: 'item' },
      { label: 'group' },
      { label: 'answer_a' },
      { label: 'answer_b' },
      numeric('a'),
      numeric('b'),
      numeric('difference'),
      { label: 'answers_part' },
      { label: 'trial_a' },
      { label: 'trial_b' },
    ],
    rows: pairs.map((pair) => [
      pair.item,
      pair.group,
      answers(pair.samplesA),
      answers(pair.samplesB),
      pair.a,
      pair.b,
      pair.delta,
      en.charts.truth(pair.parts),
      pair.samplesA.map(({ trial }) => trial).join(';'),
      pair.samplesB.map(({ trial }) => trial).join(';'),
    ]),
  };
}

import { LEAST_SUMS } from '../../analysis/comparison';
import type { MethodLine } from '../../analysis/methods';
import type { TableCell } from '../../analysis/table-cell';
import { en } from '../../text/en';
import { formatInterval, formatNumber, formatPoints, formatShare } from '../../text/format';
import type { Column } from '../DataTable.svelte';
import { cellNotes } from './results-of';

/** A line of the table of methods with its names. */
export interface NamedLine extends MethodLine {
  readonly label: string;
  readonly control: boolean;
  /** Mean answer mass, 0 to 1; null where answers were written. */
  readonly mass: number | null;
  readonly hrefOf: (condition: string) => string | undefined;
}

/** The columns that there is something to say in: gains, motivation, scores, recall, mass, several models. */
export function methodColumns(lines: readonly NamedLine[]): Column<NamedLine>[] {
  const text = en.decisionRun.methods;
  const some = (cell: (line: NamedLine) => unknown): boolean =>
    lines.some((line) => cell(line) !== null);
  const estimate = (
    id: string,
    label: string,
    cellOf: (line: NamedLine) => TableCell | null,
    show: (value: number) => string = formatNumber,
  ): Column<NamedLine> => ({
    id,
    label,
    numeric: true,
    sortable: true,
    value: (line) => cellOf(line)?.value ?? null,
    text: (line) => estimateText(cellOf(line), show),
    href: (line) => {
      const cell = cellOf(line);
      return cell === null ? undefined : line.hrefOf(cell.condition);
    },
  });
  const gain = estimate('gain', text.gain, (line) => line.gain, formatPoints);
  const gainColumn: Column<NamedLine> = {
    ...gain,
    text: (line) => {
      const shown = estimateText(line.gain, formatPoints);
      return isPairedOnFewer(line, lines) ? text.paired(shown, line.gain?.n ?? 0) : shown;
    },
  };
  return [
    ...(new Set(lines.map(({ model }) => model)).size > 1
      ? [{ id: 'model', label: text.model, value: ({ model }: NamedLine) => model }]
      : []),
    {
      id: 'method',
      label: text.method,
      heading: true,
      value: ({ label, control }) => (control ? en.decisionRun.control(label) : label),
      href: ({ condition, hrefOf }) => hrefOf(condition),
    },
    estimate('accuracy', text.accuracy, ({ accuracy }) => accuracy),
    ...(some(({ mass }) => mass)
      ? [estimate('expected', text.expected, ({ expected }) => expected)]
      : []),
    ...(some(({ gain }) => gain)
      ? [
          gainColumn,
          {
            id: 'verdict',
            label: text.verdict,
            value: ({ gain }: NamedLine) =>
              gain !== null && canBeTested(gain) ? gain.adjusted : null,
            text: ({ gain }: NamedLine) => verdictText(gain),
          },
        ]
      : []),
    ...(some(({ motivated }) => motivated)
      ? [estimate('motivated', text.motivated, ({ motivated }) => motivated)]
      : []),
    ...(some(({ score }) => score)
      ? [
          estimate(
            'score',
            text.score,
            ({ score }) => score,
            (value) => formatNumber(value, 2),
          ),
        ]
      : []),
    ...(some(({ recall }) => recall)
      ? [estimate('recall', text.recall, ({ recall }) => recall)]
      : []),
    ...(some(({ mass }) => mass)
      ? [
          {
            id: 'mass',
            label: text.mass,
            numeric: true,
            value: ({ mass }: NamedLine) => mass,
            text: ({ mass }: NamedLine) =>
              mass === null ? en.components.table.none : formatShare(mass),
          },
        ]
      : []),
    {
      id: 'items',
      label: text.items,
      numeric: true,
      value: ({ accuracy }) => accuracy.n,
      text: ({ accuracy }) => en.results.items(accuracy.n, accuracy.clusters),
    },
    ...(lines.some((line) => ownNotes(line, lines) !== '')
      ? [
          {
            id: 'notes',
            label: text.notes,
            prose: true,
            value: (line: NamedLine) => ownNotes(line, lines),
          },
        ]
      : []),
  ];
}

/** A p-value says something only where five novels' sums differ. */
function canBeTested({ n, clusters, notes }: TableCell): boolean {
  return n > 0 && clusters >= LEAST_SUMS && !notes.includes('few-differences');
}

function verdictText(gain: TableCell | null): string {
  const text = en.decisionRun.methods;
  if (gain === null || gain.verdict === null || gain.adjusted === null) {
    return en.components.table.none;
  }
  const verdict = text.verdicts[gain.verdict];
  return canBeTested(gain) ? text.tested(verdict, en.results.p(gain.adjusted)) : verdict;
}

/** Whether a gain rests on fewer decisions than either of the two accuracies that it is the difference of. */
function isPairedOnFewer(
  { model, gain, accuracy }: NamedLine,
  lines: readonly NamedLine[],
): boolean {
  if (gain === null || gain.value === null) return false;
  const bare = lines.find((line) => line.model === model && line.condition === gain.baseline);
  return gain.n < Math.max(accuracy.n, bare?.accuracy.n ?? 0);
}

/** `61.5 (35.0 to 82.6)`; without an interval the value alone. */
function estimateText(cell: TableCell | null, show: (value: number) => string): string {
  if (cell === null || cell.value === null) return en.components.table.none;
  const { low, high } = cell;
  if (low === null || high === null) return show(cell.value);
  const signed = cell.measure === 'gain';
  const interval = formatInterval(low, high, signed, cell.measure === 'score' ? 2 : 1);
  return `${show(cell.value)} (${interval})`;
}

/** What to know of every line of the table, each thing once. */
export function commonNotes(lines: readonly NamedLine[]): readonly string[] {
  const [first, ...others] = lines.map(notesOf);
  return (first ?? []).filter((note) => others.every((notes) => notes.includes(note)));
}

/** What to know of a line beyond what holds for all. */
function ownNotes(line: NamedLine, lines: readonly NamedLine[]): string {
  const common = commonNotes(lines);
  return notesOf(line)
    .filter((note) => !common.includes(note))
    .join(' ');
}

function notesOf({ accuracy, gain }: NamedLine): readonly string[] {
  return [...new Set([...cellNotes(accuracy), ...(gain === null ? [] : cellNotes(gain))])];
}

import type { AccuracyMeasure, MethodLine } from '../../analysis/methods';
import { FLAG_BELOW } from '../../analysis/row';
import type { TableCell } from '../../analysis/table-cell';
import { en } from '../../text/en';
import { formatInterval, formatPercent, formatPoints, formatShare } from '../../text/format';

/**
 * What a run of decisions shows, in plain sentences: the method with the largest gain, or the best where nothing can
 * be compared, and whether chance can be told from it.
 * @param lines of one run's table of methods
 * @param labelOf a condition's name
 * @param masses mean answer mass by condition
 */
export function decisionSentences(
  lines: readonly MethodLine[],
  model: string,
  labelOf: (condition: string) => string,
  measure: AccuracyMeasure,
  masses: readonly TableCell[],
): string[] {
  const text = en.decisionRun.verdict;
  const valueOf = (line: MethodLine): TableCell =>
    measure === 'accuracy' ? line.accuracy : line.expected;
  const gained = lines.filter(({ gain }) => gain !== null && gain.value !== null);
  const best =
    largest(gained, ({ gain }) => gain?.value ?? 0) ??
    largest(
      lines.filter((line) => valueOf(line).value !== null),
      (line) => valueOf(line).value ?? 0,
    );
  if (best === null) return [en.results.nothing];
  const mass = meanMass(masses);
  const { value, low, high, n } = valueOf(best);
  const interval = low === null || high === null ? '' : formatInterval(low, high);
  const method = labelOf(best.condition);
  const said = measure === 'accuracy' ? text.accuracy : text.expected;
  return [
    ...(mass !== null && mass < FLAG_BELOW ? [text.barely(formatShare(mass))] : []),
    said(model, method, formatPercent(value ?? 0), n, interval),
    ...(best.gain === null ? [] : gainSentences(best.gain, method)),
  ];
}

function gainSentences({ value, low, high }: TableCell, method: string): string[] {
  const text = en.decisionRun.verdict;
  if (value === null) return [];
  const clear =
    low === null || high === null ? text.without : low > 0 || high < 0 ? text.clear : text.unclear;
  return [text.best(method, formatPoints(value)), clear];
}

function largest(
  lines: readonly MethodLine[],
  value: (line: MethodLine) => number,
): MethodLine | null {
  return lines.reduce<MethodLine | null>(
    (best, line) => (best === null || value(line) > value(best) ? line : best),
    null,
  );
}

/** Over the conditions, each with the weight of its decisions. */
function meanMass(cells: readonly TableCell[]): number | null {
  const known = cells.filter(({ value }) => value !== null);
  const items = known.reduce((sum, { n }) => sum + n, 0);
  return items === 0
    ? null
    : known.reduce((sum, { value, n }) => sum + (value ?? 0) * n, 0) / items;
}

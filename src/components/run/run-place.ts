import type { Manifest } from '../../core/run';
import type { RunMeasure, RunView } from '../../exchange/routes';
import type { TableCell } from '../../analysis/table-cell';
import { ALL_DECISIONS } from '../../decision/rows';
import { isTrait } from '../results/results-of';

/** The address of the run that is shown: the page that shows it knows how it is written. */
export interface RunPlace {
  /** The address of a view of this run. */
  href(view: RunView): string;
  /** Goes there. `replace` for what is no step of its own: a filter, a choice. */
  show(view: RunView, options?: { readonly replace?: boolean }): void;
}

/** What can be shown of a run: one that was written has no probabilities. */
export function measuresOf({ study }: Pick<Manifest, 'study'>): readonly RunMeasure[] {
  if (study.suite === 'decision') {
    return study.answer === 'probability'
      ? ['accuracy-expected', 'accuracy', 'mass']
      : ['accuracy'];
  }
  return study.answer === 'probability'
    ? ['expected', 'r', 'pis-expected', 'pis', 'yes', 'mass']
    : ['r', 'pis', 'yes'];
}

/** What a view shows; the first measure of the run where it says nothing or what the run does not have. */
export function measureOf(view: RunView, measures: readonly RunMeasure[]): RunMeasure {
  const wanted = measures.find((measure) => measure === view.measure);
  return wanted ?? (measures[0] as RunMeasure);
}

/** The samples behind a cell: those of its trait or behaviour and its condition. */
export function samplesBehind(
  cell: Pick<TableCell, 'group' | 'condition'>,
  view: RunView,
): RunView | null {
  if (cell.group === 'overall') return null;
  const group = isTrait(cell.group)
    ? { trait: cell.group }
    : cell.group === 'all'
      ? {}
      : { behaviour: cell.group };
  const flagged = view.flagged === 'without' ? { flagged: view.flagged } : {};
  return { ...viewOnly(view), tab: 'samples', ...group, condition: cell.condition, ...flagged };
}

/** The samples behind a cell of a decision run: those of its group of decisions and its condition. */
export function decisionsBehind(
  { group, condition }: Pick<TableCell, 'group' | 'condition'>,
  kind: 'all' | 'motivation' | 'genre',
  view: RunView,
): RunView {
  const groups = kind === 'all' || group === ALL_DECISIONS ? {} : { [kind]: group };
  const flagged = view.flagged === 'without' ? { flagged: view.flagged } : {};
  return { ...viewOnly(view), tab: 'samples', ...groups, condition, ...flagged };
}

function viewOnly({ measure, by }: RunView): RunView {
  return { ...(measure && { measure }), ...(by && { by }) };
}

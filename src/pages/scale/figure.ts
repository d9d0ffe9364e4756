import type { ScaleAxis, ScaleSet } from '../../analysis/scale-sets';
import { scalePanels, type ScaleLine, type ScalePanel } from '../../analysis/scale';
import type { ScaleMeasure, ScaleRole } from '../../analysis/scale-values';
import { OVERALL } from '../../analysis/table-cell';
import type { CurveStyle } from '../../components/charts/curve-styles';
import type { CurveLine, CurvePanel, CurvePoint } from '../../components/charts/ScaleChart.svelte';
import { sizeTicks, type CurveAxis } from '../../components/charts/scale-layout';
import { methodNames } from '../../components/results/decision-view';
import { cellNotes, isTrait } from '../../components/results/results-of';
import { TRAITS } from '../../core/study';
import { bareOf } from '../../experiment/condition';
import { en } from '../../text/en';
import type { LoadedRun } from './loaded-run';
import { familyName, runLabel } from './words';

/** What is to be drawn. */
export interface FigureChoice {
  /** As `comparable` gives them. */
  readonly runs: readonly LoadedRun[];
  /** One set of conditions, or each method's. */
  readonly sets: readonly ScaleSet[];
  readonly axis: ScaleAxis;
  readonly measure: ScaleMeasure;
  readonly hrefOf: (run: LoadedRun) => string;
}

/** More runs than this are not drawn as lines of one panel. */
export const MOST_LINES = 3;
const RUN_STYLES: readonly CurveStyle[] = ['main', 'second', 'third'];
/** Its last places are those of groups that are no trait. */
const ORDER: readonly string[] = [...TRAITS, OVERALL];

/** The panels of a chart: traits in their order with the mean over them last, or methods in theirs. */
export function curvePanels(choice: FigureChoice): CurvePanel[] {
  const { runs, sets, axis, measure } = choice;
  const [first] = runs;
  if (first === undefined) return [];
  const isDecision = first.atHand.suite === 'decision';
  const names = methodNames(first.conditions);
  return sets.flatMap((set) =>
    scalePanels(runs, set, axis, measure, referenceOf(first))
      .sort((a, b) => ORDER.indexOf(a.group) - ORDER.indexOf(b.group))
      .map((panel) => ({
        id: isDecision ? set.id : panel.group,
        label: isDecision ? (names.get(set.id) ?? set.id) : groupName(panel.group),
        lines: linesOf(panel, choice),
      })),
  );
}

/** True where a panel has a line for each run instead of a point for each. */
export function isByRun(axis: ScaleAxis): boolean {
  return axis !== 'size';
}

/** The horizontal axis: sizes with the models' names, or the steps that the conditions have. */
export function curveAxis({ runs, sets, axis }: FigureChoice): CurveAxis {
  const label = en.scale.axes[axis];
  if (axis === 'size') {
    const ticks = sizeTicks(runs.map(({ parameters }) => parameters));
    const names = new Map(runs.map(({ parameters, model }) => [`${parameters} ${model}`, model]));
    return {
      kind: 'log',
      label,
      ticks: ticks.map((x) => ({ x, label: en.scale.size(x) })),
      names: Array.from(names, ([key, name]) => ({ x: Number.parseFloat(key), label: name })),
    };
  }
  const steps = [...new Set(sets.flatMap(({ places }) => places.map(({ x }) => x ?? 0)))];
  steps.sort((a, b) => a - b);
  return {
    kind: 'even',
    label,
    ticks: steps.map((x) => ({ x, label: en.scale.step(axis, x) })),
    names: [],
  };
}

/** What each condition is held against: its baseline, or the same without a profile. */
function referenceOf({ atHand, conditions, contrasts }: LoadedRun) {
  return (condition: string): string | null => {
    if (atHand.suite === 'behavior') {
      return contrasts.find(({ instruction }) => instruction === condition)?.baseline ?? null;
    }
    const own = conditions.find(({ id }) => id === condition);
    return own === undefined ? null : bareOf(own, conditions);
  };
}

function linesOf(panel: ScalePanel, choice: FigureChoice): CurveLine[] {
  const lines = panel.lines.map((line) => ({ line, points: pointsOf(line, choice) }));
  const several = isByRun(choice.axis) && choice.runs.length > 1;
  if (!several) {
    return lines.map(({ line, points }) => ({
      style: line.role,
      label: roleName(line.role, choice),
      points,
      joined: line.joined,
    }));
  }
  // One line a run; what they are held against would be a line a run once more.
  const main = lines.find(({ line }) => line.role === 'main');
  if (main === undefined) return [];
  const each = panel.set.places.length;
  return choice.runs.slice(0, MOST_LINES).map((_, run) => {
    const own = (index: number): boolean => Math.floor(index / each) === run;
    return {
      style: RUN_STYLES[run] ?? 'main',
      label: runLabel(choice.runs, run),
      points: main.points.filter((_point, index) => own(index)),
      joined: main.line.joined
        .filter(([index]) => index !== undefined && own(index))
        .map((indices) => indices.map((index) => index - run * each)),
    };
  });
}

function pointsOf(line: ScaleLine, choice: FigureChoice): CurvePoint[] {
  return line.points.map(({ x, run, cell }) => {
    const own = choice.runs[run] as LoadedRun;
    return {
      x,
      of: runLabel(choice.runs, run),
      ...(choice.axis === 'size' ? { family: familyName(choice.runs, own.family) } : {}),
      source: own.atHand.badge,
      value: cell?.value ?? null,
      low: cell?.low ?? null,
      high: cell?.high ?? null,
      n: cell?.n ?? 0,
      note: cell === null ? '' : cellNotes(cell).join(' '),
      href: choice.hrefOf(own),
    };
  });
}

function roleName(role: ScaleRole, { measure, runs }: FigureChoice): string {
  const isDecision = runs[0]?.atHand.suite === 'decision';
  if (role === 'reference' && isDecision) return en.scale.lines.noProfile;
  if (role === 'main') {
    if (isDecision) return en.scale.lines.method;
    return measure === 'separation' ? en.scale.lines.separation : en.scale.lines.main;
  }
  return en.scale.lines[role];
}

function groupName(group: string): string {
  if (group === OVERALL) return en.results.overall;
  return isTrait(group) ? en.results.traits[group] : group;
}

import type { ScaleAxis, ScaleSet } from './scale-sets';
import { scaleValues, type ScaleMeasure, type ScaleRole, type ScaleRows } from './scale-values';
import type { TableCell } from './table-cell';

/** A run with what places it on a scale curve. */
export interface ScaleRun extends ScaleRows {
  /** What an address calls it. */
  readonly name: string;
  readonly model: string;
  /** As the model's file says; empty where unknown. */
  readonly family: string;
  /** 0 where unknown. */
  readonly parameters: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly isFinished: boolean;
  /** What must be equal between runs on one line: what is asked (without the models), the items, the prompts. */
  readonly studyHash: string;
  readonly dataHash: string;
  readonly promptHash: string;
}

/** Why a run is not on a curve. */
export type LeftOut =
  'unfinished' | 'unknown-size' | 'other-study' | 'other-items' | 'other-prompts';

/** Runs that can be put side by side, and those that cannot. */
export interface Comparable<Run extends ScaleRun> {
  /** By parameters, then by start. */
  readonly runs: readonly Run[];
  readonly leftOut: readonly { readonly run: Run; readonly why: LeftOut }[];
}

/**
 * The largest group of runs that were asked the same of the same items in the same words; of equally large ones that of
 * the newest run. The others are told why not.
 * @param axis size needs the number of parameters, the others do not
 */
export function comparable<Run extends ScaleRun>(
  runs: readonly Run[],
  axis: ScaleAxis,
): Comparable<Run> {
  const groups = new Map<string, Run[]>();
  const leftOut: { run: Run; why: LeftOut }[] = [];
  for (const run of runs) {
    if (!run.isFinished) leftOut.push({ run, why: 'unfinished' });
    else if (axis === 'size' && run.parameters === 0) leftOut.push({ run, why: 'unknown-size' });
    else {
      const key = `${run.studyHash} ${run.dataHash} ${run.promptHash}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [run]);
      else group.push(run);
    }
  }
  const newest = (group: readonly Run[]): string =>
    group.reduce((latest, { startedAt }) => (startedAt > latest ? startedAt : latest), '');
  const [kept = [], ...others] = [...groups.values()].sort(
    (a, b) => b.length - a.length || (newest(a) < newest(b) ? 1 : -1),
  );
  const [first] = kept;
  for (const run of others.flat()) {
    if (first !== undefined) leftOut.push({ run, why: differenceFrom(first, run) });
  }
  return {
    runs: [...kept].sort(
      (a, b) => a.parameters - b.parameters || (a.startedAt < b.startedAt ? -1 : 1),
    ),
    leftOut,
  };
}

function differenceFrom(kept: ScaleRun, run: ScaleRun): LeftOut {
  if (run.studyHash !== kept.studyHash) return 'other-study';
  return run.dataHash === kept.dataHash ? 'other-prompts' : 'other-items';
}

/** A value of one run on a line. */
export interface ScalePoint {
  /** Parameters, level, temperature or wording. */
  readonly x: number;
  /** The run's place among those given. */
  readonly run: number;
  /** Null where the run has no such value. */
  readonly cell: TableCell | null;
}

export interface ScaleLine {
  readonly role: ScaleRole;
  /** By x, then by start. */
  readonly points: readonly ScalePoint[];
  /** Which points a line joins: the indices of two or more of one family, or of one run. */
  readonly joined: readonly (readonly number[])[];
}

/** The lines of one trait, or of one method. */
export interface ScalePanel {
  /** A trait, `overall`, `all`. */
  readonly group: string;
  readonly set: ScaleSet;
  readonly lines: readonly ScaleLine[];
}

const ROLES: readonly ScaleRole[] = ['high', 'low', 'main', 'reference'];

/**
 * The panels of some comparable runs for one set of conditions. Against size a point is a run, and lines join the runs
 * of one family only, through the newest where two have the same size; against the others a line joins one run's
 * points, but never wordings, which have no order.
 * @param runs as `comparable` gives them: by size, then by start
 */
export function scalePanels(
  runs: readonly ScaleRun[],
  set: ScaleSet,
  axis: ScaleAxis,
  measure: ScaleMeasure,
  reference: (condition: string) => string | null,
): ScalePanel[] {
  const values = runs.map((run) => scaleValues(run, set, measure, reference));
  const groups = [...new Set(values.flat().map(({ group }) => group))];
  return groups.map((group) => ({
    group,
    set,
    lines: ROLES.flatMap((role): ScaleLine[] => {
      const points = runs.flatMap(({ parameters }, run) =>
        set.places.map((place): ScalePoint => {
          const value = values[run]?.find(
            (one) => one.group === group && one.role === role && one.place === place,
          );
          return { x: place.x ?? parameters, run, cell: value?.cell ?? null };
        }),
      );
      if (points.every(({ cell }) => cell === null)) return [];
      return [{ role, points, joined: joinsOf(points, runs, axis) }];
    }),
  }));
}

/** Of one family, letters and case apart: a server and a file spell it differently. Empty: unknown, never joined. */
export function familyKey(family: string): string {
  return family.toLowerCase().replace(/[^a-z0-9.]/g, '');
}

function joinsOf(
  points: readonly ScalePoint[],
  runs: readonly ScaleRun[],
  axis: ScaleAxis,
): number[][] {
  if (axis === 'wording') return [];
  const lines = axis === 'size' ? familyLines(points, runs) : runLines(points);
  return lines.filter((line) => line.length > 1);
}

/** The points come in order of size and start, so that of one size the newest stays. */
function familyLines(points: readonly ScalePoint[], runs: readonly ScaleRun[]): number[][] {
  const families = new Map<string, Map<number, number>>();
  points.forEach(({ x, run, cell }, index) => {
    const family = familyKey(runs[run]?.family ?? '');
    if (cell?.value == null || family === '') return;
    const line = families.get(family) ?? new Map<number, number>();
    families.set(family, line.set(x, index));
  });
  return [...families.values()].map((line) => [...line.values()]);
}

/** One run's points in order, cut where a value is missing. */
function runLines(points: readonly ScalePoint[]): number[][] {
  const lines: number[][] = [];
  let open: { readonly run: number; readonly line: number[] } | null = null;
  points.forEach(({ run, cell }, index) => {
    if (cell?.value == null) {
      open = null;
      return;
    }
    if (open?.run === run) open.line.push(index);
    else lines.push((open = { run, line: [index] }).line);
  });
  return lines;
}

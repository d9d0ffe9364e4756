import type { Contrast } from './pis';
import type { Row } from './row';
import type { ScalePlace, ScaleSet } from './scale-sets';
import { tableOf } from './table';
import type { TableCell } from './table-cell';
import type { UnitOptions } from './units';

/** What a scale curve shows; `separation` is high - low, paired by item. */
export type ScaleMeasure =
  'expected' | 'r' | 'separation' | 'pis' | 'pis-expected' | 'accuracy' | 'accuracy-expected';

/** A run as scale curves take it. */
export interface ScaleRows {
  readonly rows: readonly Row[];
  /** Each instruction with its baseline and direction. */
  readonly contrasts: readonly Contrast[];
  readonly answer: 'generate' | 'probability';
  readonly unparsed: NonNullable<UnitOptions['unparsed']>;
}

/** The lines of one panel: the two ends, one line alone, and what it is held against (baseline, no profile). */
export type ScaleRole = 'high' | 'low' | 'main' | 'reference';

/** One value of a run: what it is of, and where on the axis. */
export interface ScaleValue {
  /** A trait, `overall`, `all`. */
  readonly group: string;
  readonly role: ScaleRole;
  readonly place: ScalePlace;
  readonly cell: TableCell;
}

/**
 * The values of a run for one set of conditions, each the same cell as in the run's own table. Separation is the
 * difference of the two ends over the items answered under both, with Newcombe's interval; with it and with PIS comes
 * the mean over the traits.
 * @param reference the condition that each of the set's is held against, by id
 */
export function scaleValues(
  run: ScaleRows,
  set: ScaleSet,
  measure: ScaleMeasure,
  reference: (condition: string) => string | null,
): ScaleValue[] {
  if (measure === 'separation') return separations(run, set);
  if (measure === 'pis' || measure === 'pis-expected') return scores(run, set, measure);
  const isAccuracy = measure === 'accuracy' || measure === 'accuracy-expected';
  const { cells } = tableOf(run.rows, {
    measure,
    by: isAccuracy ? 'all' : 'scale',
    unparsed: run.unparsed,
  });
  return set.places.flatMap((place) => {
    const first = place.high ?? place.low ?? place.single;
    const other = first === null ? null : reference(first);
    const under = (role: ScaleRole, condition: string | null): ScaleValue[] =>
      condition === null
        ? []
        : cells
            .filter((cell) => cell.condition === condition)
            .map((cell) => ({ group: cell.group, role, place, cell }));
    return [
      ...under('high', place.high),
      ...under('low', place.low),
      ...under('main', place.single),
      ...(other === first ? [] : under('reference', other)),
    ];
  });
}

/** By expected r where answers are probabilities, by r where they were written. */
function separations(run: ScaleRows, set: ScaleSet): ScaleValue[] {
  const measure = run.answer === 'probability' ? 'pis-expected' : 'pis';
  return set.places.flatMap((place): ScaleValue[] => {
    const { high, low } = place;
    if (high === null || low === null) return [];
    const contrasts: Contrast[] = [{ instruction: high, baseline: low, direction: 1 }];
    const { cells } = tableOf(run.rows, { measure, contrasts, unparsed: run.unparsed });
    return cells.map((cell) => ({ group: cell.group, role: 'main', place, cell }));
  });
}

function scores(run: ScaleRows, set: ScaleSet, measure: 'pis' | 'pis-expected'): ScaleValue[] {
  const wanted = new Set(set.places.flatMap(({ high, low, single }) => [high, low, single]));
  const contrasts = run.contrasts.filter(({ instruction }) => wanted.has(instruction));
  const { cells } = tableOf(run.rows, { measure, contrasts, unparsed: run.unparsed });
  return set.places.flatMap((place) =>
    cells.flatMap((cell): ScaleValue[] => {
      const role = roleAt(place, cell.condition);
      return role === null ? [] : [{ group: cell.group, role, place, cell }];
    }),
  );
}

function roleAt({ high, low, single }: ScalePlace, condition: string): ScaleRole | null {
  if (condition === high) return 'high';
  if (condition === low) return 'low';
  return condition === single ? 'main' : null;
}

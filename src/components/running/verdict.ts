import { OVERALL, type TableCell } from '../../analysis/table-cell';

/** One comparison with the baseline: a trait's instruction and what it moved. */
export interface Shift {
  readonly trait: string;
  readonly direction: 'high' | 'low';
  /** PIS in points: positive in the direction asked for. */
  readonly pis: number;
  /** `as-asked` and `against`: the 95 % interval leaves out zero; `unclear`: it does not; `unknown`: there is none. */
  readonly moves: 'as-asked' | 'against' | 'unclear' | 'unknown';
}

/** What a run's tables mean, for a sentence. */
export interface Verdict {
  /** Mean answer mass, 0 to 1; null where the model wrote its answers. */
  readonly mass: number | null;
  /** Whether the model answers the question at all. */
  readonly answers: 'hardly' | 'partly' | 'well' | 'unknown';
  readonly shifts: readonly Shift[];
  /** What the shifts are: PIS by counted answers or by their probabilities. */
  readonly measure: 'pis' | 'pis-expected';
  /** Mean PIS over the comparisons, in points; null without any. */
  readonly mean: number | null;
  readonly influence:
    'follows' | 'some-follow' | 'not-seen' | 'against' | 'mixed' | 'no-interval' | 'nothing';
}

/** Under this mean answer mass a model barely answers; the same line at which a sample is flagged. */
export const HARDLY_BELOW = 0.5;
const WELL_FROM = 0.8;
/** Averages within so many points count as alike. */
const ALIKE = 5;

/**
 * What a run shows, from its tables. Clear is only what an interval shows: a PIS whose interval holds zero is never
 * called an influence, and none is never called an absence of it.
 * @param pis cells of a table of PIS by trait; the line over all traits and undirected cells are left out
 * @param mass cells of the mean answer mass
 * @param directionOf the direction of a PIS cell's condition on its trait
 */
export function verdictOf(
  pis: readonly TableCell[],
  mass: readonly TableCell[],
  directionOf: (cell: TableCell) => 1 | -1 | 0,
): Verdict {
  const meanMass = weightedMean(mass);
  const shifts = pis.flatMap((cell): Shift[] => {
    const direction = directionOf(cell);
    if (cell.value === null || direction === 0 || cell.group === OVERALL) return [];
    const moves = movesOf(cell);
    return [
      { trait: cell.group, direction: direction > 0 ? 'high' : 'low', pis: cell.value, moves },
    ];
  });
  return {
    mass: meanMass,
    answers:
      meanMass === null
        ? 'unknown'
        : meanMass < HARDLY_BELOW
          ? 'hardly'
          : meanMass < WELL_FROM
            ? 'partly'
            : 'well',
    shifts,
    measure: pis[0]?.measure === 'pis' ? 'pis' : 'pis-expected',
    mean:
      shifts.length === 0
        ? null
        : shifts.reduce((sum, shift) => sum + shift.pis, 0) / shifts.length,
    influence: influenceOf(shifts),
  };
}

/** How a verdict stands to that of another model over the same study, by the mean PIS. */
export function compareVerdicts(
  own: Pick<Verdict, 'mean'>,
  other: Pick<Verdict, 'mean'>,
): 'more' | 'less' | 'alike' | 'unknown' {
  if (own.mean === null || other.mean === null) return 'unknown';
  if (Math.abs(own.mean - other.mean) < ALIKE) return 'alike';
  return own.mean > other.mean ? 'more' : 'less';
}

function movesOf({ low, high }: TableCell): Shift['moves'] {
  if (low === null || high === null) return 'unknown';
  if (low > 0) return 'as-asked';
  return high < 0 ? 'against' : 'unclear';
}

function influenceOf(shifts: readonly Shift[]): Verdict['influence'] {
  if (shifts.length === 0) return 'nothing';
  if (shifts.every(({ moves }) => moves === 'unknown')) return 'no-interval';
  const up = shifts.filter(({ moves }) => moves === 'as-asked').length;
  const down = shifts.filter(({ moves }) => moves === 'against').length;
  if (up === shifts.length) return 'follows';
  if (up > 0) return down > 0 ? 'mixed' : 'some-follow';
  return down > 0 ? 'against' : 'not-seen';
}

/** The mean over the cells, each with the weight of its items; null without any. */
function weightedMean(cells: readonly TableCell[]): number | null {
  let sum = 0;
  let items = 0;
  for (const { value, n } of cells) {
    if (value === null) continue;
    sum += value * n;
    items += n;
  }
  return items === 0 ? null : sum / items;
}

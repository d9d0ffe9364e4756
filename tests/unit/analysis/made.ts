import type { Row } from '../../../src/analysis/row';
import type { Unit } from '../../../src/analysis/units';

let trials = 0;

/** A row of an answered trial; give what matters. `p`, `bounds` and `yes` follow `y` unless given. */
export function row(given: Partial<Row> = {}): Row {
  const y = given.y === undefined ? 1 : given.y;
  const p = given.p === undefined ? y : given.p;
  trials += 1;
  return {
    trial: `t${trials}`,
    item: 'i',
    cluster: 'c',
    scale: 'openness',
    design: 'cluster',
    condition: 'baseline',
    repeat: 1,
    order: 'yes,no',
    status: 'answered',
    bounds: p === null ? null : [p, p],
    yes: y,
    position: y === null ? null : 1 - y,
    mass: null,
    ...given,
    y,
    p,
  };
}

/** A row without an answer. */
export function unanswered(
  status: 'unparsed' | 'refused' | 'error',
  given: Partial<Row> = {},
): Row {
  return row({ ...given, status, y: null });
}

/** One unit a value, with a single answer each. */
export function units(
  values: readonly number[],
  clusters: readonly (string | number)[],
  design: Unit['design'] = 'cluster',
  answers = 1,
): Unit[] {
  return values.map((mean, i) => ({
    item: `i${i}`,
    cluster: String(clusters[i]),
    design,
    mean,
    answers,
  }));
}

/** Rows of a grid: cluster g has sizes[g] items, y says the answer. */
export function gridRows(
  sizes: readonly number[],
  y: (i: number, g: number) => boolean,
  given: Partial<Row> = {},
): Row[] {
  return sizes.flatMap((size, g) =>
    Array.from({ length: size }, (_, i) =>
      row({ item: `g${g}i${i}`, cluster: `g${g}`, y: y(i, g) ? 1 : 0, ...given }),
    ),
  );
}

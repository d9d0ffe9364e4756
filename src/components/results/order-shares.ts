import { ordersOf, type OrderReport } from '../../analysis/orders';
import type { Row } from '../../analysis/row';

/** Items answered with yes or no, and items with two choices of their own. */
export type ItemKind = 'yes' | 'choices';

export interface KindOrders extends OrderReport {
  readonly kind: ItemKind;
  /** The share of the answers that chose the option shown first, 0 to 1. */
  readonly first: number;
  /** Whether one answer, such as "yes", stood first in every question; then a place cannot be told from an answer. */
  readonly sameFirst: boolean;
  /** Conditions under which nearly always one place was chosen, by the place. */
  readonly extremes: readonly Extremes[];
}

export interface Extremes {
  readonly place: 'first' | 'second';
  /** The conditions' ids with the share of that place, 0 to 1. */
  readonly conditions: readonly { readonly id: string; readonly share: number }[];
}

/** From this share on, one place is chosen so often that the choice says little of the content. */
const NEARLY_ALWAYS = 0.85;
/** Of fewer answers nothing is said. */
const ENOUGH = 10;

/**
 * The choice by position, apart for yes/no items and for items with two choices: pooled, a first place that is always
 * taken in the few two-choice items is hidden by the many others.
 */
export function orderShares(rows: readonly Row[]): KindOrders[] {
  const answered = rows.filter(({ position }) => position !== null);
  return (['yes', 'choices'] as const).flatMap((kind) => {
    const own = answered.filter(({ yes }) => (yes !== null) === (kind === 'yes'));
    if (own.length === 0) return [];
    const report = ordersOf(own);
    const sameFirst = new Set(own.map(leading)).size === 1;
    return [
      {
        ...report,
        kind,
        first: report.positions[0] ?? 0,
        sameFirst,
        extremes: kind === 'choices' && !sameFirst ? extremesOf(own) : [],
      },
    ];
  });
}

function extremesOf(rows: readonly Row[]): Extremes[] {
  const found = [...new Set(rows.map(({ condition }) => condition))].flatMap((id) => {
    const own = rows.filter(({ condition }) => condition === id);
    if (own.length < ENOUGH) return [];
    const share = firstShare(own);
    const place = share > 0.5 ? ('first' as const) : ('second' as const);
    const taken = place === 'first' ? share : 1 - share;
    return taken > NEARLY_ALWAYS && followsPlace(own, place) ? [{ id, share: taken, place }] : [];
  });
  return (['first', 'second'] as const).flatMap((place) => {
    const conditions = found
      .filter((one) => one.place === place)
      .map(({ id, share }) => ({ id, share }));
    return conditions.length === 0 ? [] : [{ place, conditions }];
  });
}

/** Whether the place is taken more often than not whichever answer stands first; else the answer may be the reason. */
function followsPlace(rows: readonly Row[], place: Extremes['place']): boolean {
  const keys = new Set(rows.map(leading));
  return (
    keys.size > 1 &&
    [...keys].every((key) => {
      const share = firstShare(rows.filter((row) => leading(row) === key));
      return place === 'first' ? share > 0.5 : share < 0.5;
    })
  );
}

function firstShare(rows: readonly Row[]): number {
  return ordersOf(rows).positions[0] ?? 0;
}

/** What stood first. */
function leading({ order }: Row): string {
  return order.split(',')[0] ?? '';
}

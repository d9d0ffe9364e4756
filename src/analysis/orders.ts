import type { Row } from './row';

/** Which positions were chosen, and whether the order shown changed the answer. */
export interface OrderReport {
  /** Share of the answers that chose each position, from the first shown; 0 to 1, they add up to 1. */
  readonly positions: readonly number[];
  /** Answers counted in `positions`. */
  readonly answers: number;
  /** Of the questions answered in two or more orders, the share answered alike in all of them; null without any. */
  readonly consistency: number | null;
  /** Questions (item, condition, repeat) answered in two or more orders. */
  readonly questions: number;
}

/**
 * The choice by position and the consistency over orders of some rows (design section 5, Order).
 * `order` holds the options' content keys as shown, joined by commas, so a position names what was chosen.
 */
export function ordersOf(rows: readonly Row[]): OrderReport {
  const counts: number[] = [];
  const questions = new Map<string, { orders: Set<string>; chosen: Set<string> }>();
  let answers = 0;
  for (const row of rows) {
    if (row.position === null) continue;
    const shown = row.order.split(',');
    while (counts.length < shown.length) counts.push(0);
    counts[row.position] = (counts[row.position] ?? 0) + 1;
    answers += 1;
    const key = JSON.stringify([row.item, row.condition, row.repeat]);
    let question = questions.get(key);
    if (question === undefined) {
      questions.set(key, (question = { orders: new Set(), chosen: new Set() }));
    }
    question.orders.add(row.order);
    question.chosen.add(shown[row.position] ?? `#${row.position}`);
  }
  const asked = [...questions.values()].filter((question) => question.orders.size > 1);
  const alike = asked.filter((question) => question.chosen.size === 1).length;
  return {
    positions: counts.map((count) => count / answers),
    answers,
    consistency: asked.length === 0 ? null : alike / asked.length,
    questions: asked.length,
  };
}

import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/analysis/row';
import { orderShares } from '../../../src/components/results/order-shares';
import { row } from '../analysis/made';

/** Twenty two-choice answers under a condition, half of them with "biased" first; `first` of each half take the first place. */
function choices(condition: string, first: number, second = first): Row[] {
  return [
    ['biased,unbiased', first],
    ['unbiased,biased', second],
  ].flatMap(([order, taken]) =>
    Array.from({ length: 10 }, (_, i) =>
      row({
        item: `n-${order}-${i}`,
        condition,
        order: String(order),
        yes: null,
        position: i < Number(taken) ? 0 : 1,
      }),
    ),
  );
}

const yesNo = Array.from({ length: 60 }, (_, i) => row({ item: `o-${i}`, y: i < 20 ? 1 : 0 }));

describe('orderShares', () => {
  it('keeps yes/no items and two-choice items apart', () => {
    expect(orderShares([...yesNo, ...choices('baseline', 10)])).toMatchObject([
      { kind: 'yes', first: 20 / 60, answers: 60, sameFirst: true, extremes: [] },
      { kind: 'choices', first: 1, answers: 20, sameFirst: false },
    ]);
  });

  it('names the conditions under which one place is nearly always taken', () => {
    const rows = [...choices('a', 10), ...choices('b', 9), ...choices('c', 5), ...choices('d', 1)];
    expect(orderShares(rows)[0]?.extremes).toEqual([
      {
        place: 'first',
        conditions: [
          { id: 'a', share: 1 },
          { id: 'b', share: 0.9 },
        ],
      },
      { place: 'second', conditions: [{ id: 'd', share: 0.9 }] },
    ]);
  });

  it('does not blame the place where the answer may be the reason, or of a handful of answers', () => {
    const oneSided = choices('a', 10).filter(({ order }) => order.startsWith('biased'));
    expect(orderShares(oneSided)[0]).toMatchObject({ first: 1, sameFirst: true, extremes: [] });
    // Always "biased": nearly always first only because it nearly always stood there.
    const biased = [...oneSided, ...choices('a', 10, 0).slice(0, 11)];
    expect(orderShares(biased)[0]?.extremes).toEqual([]);
    const few = choices('a', 10).filter((_, i) => i % 4 === 0);
    expect(orderShares(few)[0]?.extremes).toEqual([]);
  });

  it('has nothing to say without answers', () => {
    expect(orderShares([row({ y: null, status: 'refused' })])).toEqual([]);
  });
});

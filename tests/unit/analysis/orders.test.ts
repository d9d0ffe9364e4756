import { describe, expect, it } from 'vitest';
import { ordersOf } from '../../../src/analysis/orders';
import { row, unanswered } from './made';

describe('orders', () => {
  it('a model that always takes the first place is consistent nowhere', () => {
    const rows = ['a', 'b'].flatMap((item) => [
      row({ item, order: 'yes,no', position: 0, y: 1 }),
      row({ item, order: 'no,yes', position: 0, y: 0 }),
    ]);
    expect(ordersOf(rows)).toEqual({
      positions: [1, 0],
      answers: 4,
      consistency: 0,
      questions: 2,
    });
  });
  it('compares contents, not places, over four rotations', () => {
    const orders = ['A,B,C,D', 'B,C,D,A', 'C,D,A,B', 'D,A,B,C'];
    const always = (item: string, key: string) =>
      orders.map((order) => row({ item, order, position: order.split(',').indexOf(key), y: 0 }));
    const wavering = orders.map((order, i) =>
      row({ item: 'z', order, position: i === 3 ? 3 : order.split(',').indexOf('B'), y: 0 }),
    );
    const report = ordersOf([...always('x', 'B'), ...always('y', 'D'), ...wavering]);
    expect(report.consistency).toBeCloseTo(2 / 3, 12);
    expect(report.questions).toBe(3);
    // x and y take every place once; z takes 1, 0, 3 and then 3.
    expect(report.positions).toEqual([3 / 12, 3 / 12, 2 / 12, 4 / 12]);
  });
  it('asks for two orders of the same item, condition and repeat', () => {
    const rows = [
      row({ item: 'a', order: 'yes,no', position: 0 }),
      row({ item: 'a', order: 'no,yes', position: 1, repeat: 2 }),
      row({ item: 'a', order: 'no,yes', position: 1, condition: 'high' }),
      unanswered('unparsed', { item: 'a', order: 'no,yes' }),
    ];
    expect(ordersOf(rows)).toMatchObject({ answers: 3, consistency: null, questions: 0 });
  });
  it('of nothing has no shares', () => {
    expect(ordersOf([])).toEqual({ positions: [], answers: 0, consistency: null, questions: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { meanOf, relabelled, unitsOf } from '../../../src/analysis/units';
import { row, unanswered } from './made';

describe('items from rows', () => {
  const rows = [
    row({ item: 'a', y: 1, p: 0.9, repeat: 1 }),
    row({ item: 'b', y: 1, p: 0.6 }),
    row({ item: 'a', y: 0, p: 0.4, repeat: 2 }),
    row({ item: 'a', y: 0, p: 0.2, order: 'no,yes' }),
    unanswered('unparsed', { item: 'b' }),
    unanswered('refused', { item: 'c' }),
    unanswered('error', { item: 'd' }),
  ];
  it('are means over repeats and orders, unanswered left out', () => {
    expect(unitsOf(rows).map(({ item, mean, answers }) => [item, mean, answers])).toEqual([
      ['a', 1 / 3, 3],
      ['b', 1, 1],
    ]);
  });
  it('are means of probabilities for expected r', () => {
    const found = unitsOf(rows, { measure: 'expected' });
    expect(found[0]?.mean).toBeCloseTo(0.5, 12);
    expect(found[1]?.mean).toBe(0.6);
  });
  it('count unparsed and refused as wrong where asked, errors never', () => {
    const found = unitsOf(rows, { unparsed: 'wrong' });
    expect(found.map(({ item, mean }) => [item, mean])).toEqual([
      ['a', 1 / 3],
      ['b', 0.5],
      ['c', 0],
    ]);
  });
  it('leave flagged samples out only where asked; a mass of 0.5 is none', () => {
    const masses = [0.49, 0.5, null].map((mass, i) => row({ item: `m${i}`, mass }));
    expect(unitsOf(masses)).toHaveLength(3);
    expect(unitsOf(masses, { leaveOutFlagged: true }).map((unit) => unit.item)).toEqual([
      'm1',
      'm2',
    ]);
  });
  it('keep cluster and design', () => {
    const [unit] = unitsOf([row({ cluster: 'anchoring', design: 'strata' })]);
    expect(unit).toMatchObject({ cluster: 'anchoring', design: 'strata' });
  });
});

describe('helpers', () => {
  it('the mean of no items is null', () => {
    expect(meanOf([])).toBeNull();
  });
  it('several conditions are averaged under one name', () => {
    const rows = [
      row({ item: 'a', condition: 'o5c1', y: 1 }),
      row({ item: 'a', condition: 'o5c5', y: 0 }),
      row({ item: 'a', condition: 'o1c5', y: 0 }),
    ];
    const high = relabelled(rows, ({ condition }) => (condition.startsWith('o5') ? 'high' : null));
    expect(high.map(({ condition }) => condition)).toEqual(['high', 'high']);
    expect(unitsOf(high)).toMatchObject([{ item: 'a', mean: 0.5, answers: 2 }]);
    expect(rows[0]?.condition).toBe('o5c1');
  });
});

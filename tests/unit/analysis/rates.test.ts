import { describe, expect, it } from 'vitest';
import { rateOf, ratesOf } from '../../../src/analysis/rates';
import { gridRows, row, unanswered } from './made';

describe('a table of rates', () => {
  const grid = gridRows(Array<number>(10).fill(10), (i, g) => i < (3 * g) % 8);

  it('has F1’s condition B in points', () => {
    const [cell] = ratesOf(grid);
    expect(cell).toMatchObject({
      group: 'openness',
      condition: 'baseline',
      answered: 100,
      unparsed: 0,
      refused: 0,
      errors: 0,
      holes: 0,
      flagged: 0,
      few: false,
    });
    expect(cell?.r.value).toBeCloseTo(31, 10);
    expect(cell?.r.low).toBeCloseTo(16.94, 2);
    expect(cell?.r.high).toBeCloseTo(49.75, 2);
    expect(cell?.r).toMatchObject({ n: 100, clusters: 10, effective: 10, missing: null });
    expect(cell?.expected.value).toBeCloseTo(31, 10);
    expect(cell?.yesRate).toBeCloseTo(31, 10);
    expect(cell?.meanMass).toBeNull();
  });

  it('keeps groups and conditions apart, in order of first appearance', () => {
    const rows = [
      row({ scale: 'neuroticism', condition: 'high' }),
      row({ scale: 'openness', condition: 'baseline' }),
      row({ scale: 'neuroticism', condition: 'baseline' }),
      row({ scale: 'openness', condition: 'high' }),
    ];
    const names = (by: 'scale' | 'all') =>
      ratesOf(rows, { by }).map((cell) => `${cell.group} ${cell.condition} ${cell.answered}`);
    expect(names('scale')).toEqual([
      'neuroticism high 1',
      'neuroticism baseline 1',
      'openness baseline 1',
      'openness high 1',
    ]);
    expect(names('all')).toEqual(['all high 2', 'all baseline 2']);
  });

  it('counts outcomes, and bounds r by the unparsed alone', () => {
    const rows = [
      row({ item: 'a', y: 1 }),
      row({ item: 'b', y: 1 }),
      row({ item: 'c', y: 0 }),
      unanswered('unparsed', { item: 'd' }),
      unanswered('refused', { item: 'e' }),
      unanswered('error', { item: 'f' }),
    ];
    const [cell] = ratesOf(rows);
    expect(cell).toMatchObject({ answered: 3, unparsed: 1, refused: 1, errors: 1, holes: 1 });
    expect(cell?.r.n).toBe(3);
    expect(cell?.few).toBe(true);
    expect(cell?.r.value).toBeCloseTo(200 / 3, 10);
    expect(cell?.r.unparsedBounds).toEqual([50, 75]);
    expect(cell?.r.tokenBounds).toBeNull();
    // As accuracy: unparsed and refused are wrong, and the unparsed might have been right.
    const wrong = rateOf(rows, { unparsed: 'wrong' });
    expect(wrong.value).toBeCloseTo(40, 10);
    expect(wrong.unparsedBounds?.[0]).toBeCloseTo(40, 10);
    expect(wrong.unparsedBounds?.[1]).toBeCloseTo(60, 10);
  });

  it('bounds expected r by unseen tokens, by the unparsed and by both', () => {
    const rows = [
      row({ item: 'a', y: 1, p: 0.8, bounds: [0.7, 0.9] }),
      row({ item: 'b', y: 0, p: 0.2 }),
      unanswered('unparsed', { item: 'c' }),
    ];
    const { expected } = ratesOf(rows)[0] ?? {};
    expect(expected?.value).toBeCloseTo(50, 10);
    const close = (found: readonly number[] | null | undefined, wanted: [number, number]) => {
      expect(found?.[0]).toBeCloseTo(wanted[0], 10);
      expect(found?.[1]).toBeCloseTo(wanted[1], 10);
    };
    close(expected?.tokenBounds, [45, 55]);
    close(expected?.unparsedBounds, [100 / 3, 200 / 3]);
    close(expected?.bounds, [30, 70]);
  });

  it('shows holes against the plan, also of a cell without any rows', () => {
    const cells = ratesOf([row({ item: 'a' }), unanswered('error', { item: 'b' })], {
      planned: [
        { group: 'openness', condition: 'high', trials: 3 },
        { group: 'openness', condition: 'baseline', trials: 5 },
      ],
    });
    expect(cells.map(({ condition, holes }) => [condition, holes])).toEqual([
      ['high', 3],
      ['baseline', 4],
    ]);
    expect(cells[0]?.r).toMatchObject({ value: null, low: null, n: 0, missing: 'no-items' });
    expect(cells[0]?.r.unparsedBounds).toBeNull();
  });

  it('counts flagged samples whether or not they are left out', () => {
    const rows = [row({ item: 'a', y: 1, mass: 0.2 }), row({ item: 'b', y: 0, mass: 0.8 })];
    const [kept] = ratesOf(rows);
    const [left] = ratesOf(rows, { leaveOutFlagged: true });
    expect([kept?.flagged, kept?.r.value, kept?.yesRate, kept?.meanMass]).toEqual([1, 50, 50, 0.5]);
    expect([left?.flagged, left?.r.value, left?.yesRate, left?.meanMass]).toEqual([1, 0, 0, 0.8]);
    expect(left?.r.n).toBe(1);
  });

  it('has a yes-rate of its own for reversed behaviours, and none for choices', () => {
    const reversed = [row({ item: 'a', y: 1, yes: 0 }), row({ item: 'b', y: 0, yes: 1 })];
    expect(ratesOf([...reversed, row({ item: 'c', y: 1, yes: 0 })])[0]?.yesRate).toBeCloseTo(
      100 / 3,
      10,
    );
    expect(ratesOf([row({ yes: null })])[0]?.yesRate).toBeNull();
  });

  it('marks cells under ten items', () => {
    const of = (count: number) =>
      ratesOf(Array.from({ length: count }, (_, i) => row({ item: `i${i}`, cluster: `c${i}` })))[0];
    expect(of(9)?.few).toBe(true);
    expect(of(10)?.few).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { methodTable, type MethodPlace } from '../../../src/analysis/methods';
import { regrouped } from '../../../src/analysis/regrouped';
import type { Row } from '../../../src/analysis/row';
import { tableOf } from '../../../src/analysis/table';
import { gridRows, row, unanswered } from './made';

/** F3 of the statistics' fixtures: eight books of unequal size; the figures asserted are those printed with it. */
const BOOKS = [3, 8, 5, 10, 7, 4, 9, 6];
const decisions = (condition: string, y: (i: number, g: number) => boolean): Row[] =>
  gridRows(BOOKS, y, { condition, scale: 'decision', order: 'A,B,C,D', yes: null });
const A = decisions('curated', (i, g) => (i + 2 * g) % 5 < 1 + ((3 * g) % 5));
const B = decisions('bm25', (i, g) => (i + g) % 6 < 1 + ((3 * g) % 4));
const C = decisions('none', (i, g) => i === 0 && g % 3 === 0);
const place = (condition: string, given: Partial<MethodPlace> = {}): MethodPlace => ({
  condition,
  bare: condition === 'none' ? null : 'none',
  motivated: null,
  ...given,
});
const places = [place('none'), place('curated'), place('bm25')];

describe('the table of methods', () => {
  const table = methodTable([{ model: 'm', rows: [...C, ...A, ...B], places }], {
    measure: 'accuracy',
  });
  const line = (condition: string) => table.lines.find((one) => one.condition === condition);

  it('has accuracies with intervals over books', () => {
    const { accuracy } = line('curated') ?? {};
    expect(accuracy?.value).toBeCloseTo(61.54, 2);
    expect(accuracy?.low).toBeCloseTo(35.02, 2);
    expect(accuracy?.high).toBeCloseTo(82.61, 2);
    expect(accuracy).toMatchObject({ n: 52, clusters: 8, notes: [] });
    expect(line('none')?.accuracy.low).toBeCloseTo(0.92, 2);
  });
  it('has each method’s paired gain over no profile, adjusted over the table', () => {
    expect(line('none')?.gain).toBeNull();
    const gain = line('curated')?.gain;
    expect(gain?.value).toBeCloseTo(55.77, 2);
    expect(gain?.low).toBeCloseTo(28.05, 2);
    expect(gain?.high).toBeCloseTo(75.51, 2);
    expect(gain?.p).toBeCloseTo(2 ** -7, 12);
    // Of two comparisons the smaller p is doubled, unless the other is smaller still.
    expect(line('bm25')?.gain?.p).toBeGreaterThanOrEqual(2 ** -7);
    expect(gain?.adjusted).toBeCloseTo(2 ** -6, 12);
    expect(gain?.verdict).toBe('higher');
    expect(gain).toMatchObject({ baseline: 'none', measure: 'gain', n: 52, clusters: 8 });
    expect(table.family).toEqual({ size: 2, tooLarge: false });
  });
  it('cannot tell on few sums that differ', () => {
    const { lines } = methodTable(
      [{ model: 'm', rows: [...A, ...B], places: [place('curated', { bare: 'bm25' })] }],
      { measure: 'accuracy' },
    );
    const gain = lines[0]?.gain;
    expect(gain?.value).toBeCloseTo(15.38, 2);
    expect(gain?.low).toBeCloseTo(-17.86, 2);
    expect(gain?.high).toBeCloseTo(43.73, 2);
    expect(gain?.p).toBeCloseTo(0.375, 12);
    expect(gain?.verdict).toBe('cannot-tell');
    expect(gain?.notes).toContain('few-differences');
  });
  it('is one family over several models, whose decisions are never mixed', () => {
    const { lines, family } = methodTable(
      [
        { model: 'one', rows: [...C, ...A], places: [place('none'), place('curated')] },
        { model: 'two', rows: [...C, ...B], places: [place('none'), place('bm25')] },
      ],
      { measure: 'accuracy' },
    );
    expect(lines.map(({ model, condition }) => `${model} ${condition}`)).toEqual([
      'one none',
      'one curated',
      'two none',
      'two bm25',
    ]);
    expect(family?.size).toBe(2);
    expect(lines[1]?.gain?.adjusted).toBeCloseTo(2 ** -6, 12);
  });
  it('counts what could not be read as wrong, by probability too, and errors not at all', () => {
    const rows = [
      row({ item: 'a', condition: 'none', y: 1, p: 0.6 }),
      unanswered('unparsed', { item: 'b', condition: 'none' }),
      unanswered('refused', { item: 'c', condition: 'none' }),
      unanswered('error', { item: 'd', condition: 'none' }),
    ];
    const [only] = methodTable([{ model: 'm', rows, places: [place('none')] }], {
      measure: 'accuracy',
    }).lines;
    expect(only?.accuracy.value).toBeCloseTo(100 / 3, 10);
    expect(only?.expected.value).toBeCloseTo(20, 10);
    expect(only?.accuracy).toMatchObject({ n: 3, low: null });
    expect(only?.accuracy.notes).toEqual([
      'few-clusters',
      'under-10',
      'holes',
      'unparsed',
      'refused',
    ]);
  });
  it('shows the same method with motivation, by the measure asked for', () => {
    const rows = [
      row({ item: 'a', condition: 'curated', y: 0, p: 0.2 }),
      row({ item: 'a', condition: 'curated+', y: 1, p: 0.8 }),
    ];
    const motivated = (measure: 'accuracy' | 'accuracy-expected') =>
      methodTable(
        [{ model: 'm', rows, places: [place('curated', { bare: null, motivated: 'curated+' })] }],
        { measure },
      ).lines[0]?.motivated?.value;
    expect([motivated('accuracy'), motivated('accuracy-expected')]).toEqual([100, 80]);
  });
  it('has a line for a condition that has no sample yet', () => {
    const { lines } = methodTable(
      [
        {
          model: 'm',
          rows: C,
          places: [place('none'), place('curated')],
          planned: [{ group: 'all', condition: 'curated', trials: 52 }],
        },
      ],
      { measure: 'accuracy' },
    );
    expect(lines[1]?.accuracy).toMatchObject({ value: null, n: 0 });
    expect(lines[1]?.accuracy.notes).toContain('holes');
    expect(lines[1]?.gain?.value).toBeNull();
  });
  it('leaves flagged samples out where asked', () => {
    const rows = [
      row({ item: 'a', condition: 'none', y: 1, mass: 0.2 }),
      row({ item: 'b', condition: 'none', y: 0, mass: 0.9 }),
    ];
    const value = (leaveOutFlagged: boolean) =>
      methodTable([{ model: 'm', rows, places: [place('none')] }], {
        measure: 'accuracy',
        leaveOutFlagged,
      }).lines[0]?.accuracy.value;
    expect([value(false), value(true)]).toEqual([50, 0]);
  });
});

describe('profile score and evidence recall', () => {
  const rows = Array.from({ length: 12 }, (_, i) =>
    row({ trial: `t${i}`, item: `i${i}`, cluster: `book ${i % 6}`, condition: 'curated' }),
  );
  const only = (given: { scores?: Map<string, number>; recalls?: Map<string, number> }) =>
    methodTable([{ model: 'm', rows, places: [place('curated', { bare: null })], ...given }], {
      measure: 'accuracy',
    }).lines[0];

  it('are means over items on their own scales', () => {
    // Scores 1, 2, 3 four times each; recalls 0 and 1/2 in turn.
    const scores = new Map(rows.map(({ trial }, i) => [trial, 1 + (i % 3)]));
    const recalls = new Map(rows.map(({ trial }, i) => [trial, (i % 2) / 2]));
    const line = only({ scores, recalls });
    expect(line?.score?.value).toBeCloseTo(2, 12);
    expect(line?.recall?.value).toBeCloseTo(25, 12);
    expect(line?.score).toMatchObject({ n: 12, clusters: 6, measure: 'score' });
  });
  it('have the interval of the same values between 0 and 1', () => {
    const shares = rows.map((_, i) => (i % 3) / 2);
    const scores = new Map(rows.map(({ trial }, i) => [trial, 1 + 2 * (shares[i] as number)]));
    const as = tableOf(
      rows.map((one, i) => ({ ...one, p: shares[i] as number })),
      { measure: 'expected', by: 'all' },
    ).cells[0];
    const { low, high } = only({ scores })?.score ?? {};
    expect(low).toBeCloseTo(1 + (as?.low ?? Number.NaN) / 50, 10);
    expect(high).toBeCloseTo(1 + (as?.high ?? Number.NaN) / 50, 10);
  });
  it('leave out trials that have none, and are null without any', () => {
    expect(only({ recalls: new Map([['t3', 1]]) })?.recall).toMatchObject({ value: 100, n: 1 });
    expect(only({ recalls: new Map() })?.recall).toBeNull();
    expect(only({})?.score).toBeNull();
  });
});

describe('groups that overlap or stand one in the other', () => {
  const groups: Readonly<Record<string, string[]>> = {
    a: ['romance', 'literary'],
    b: ['literary'],
    c: [],
  };
  const rows = [
    row({ item: 'a', y: 1 }),
    row({ item: 'a', y: 0 }),
    row({ item: 'b', y: 0 }),
    row({ item: 'c', y: 1 }),
  ];
  it('count an item once in each of its groups', () => {
    const { cells } = tableOf(
      regrouped(rows, (item) => groups[item] ?? []),
      { measure: 'accuracy' },
    );
    expect(cells.map(({ group, value, n }) => [group, value, n])).toEqual([
      ['romance', 50, 1],
      ['literary', 25, 2],
    ]);
  });
  it('have no interval under five books’ worth of decisions, and say so', () => {
    // Five books of 1, 1, 1, 1 and 8: G* = 144 / 68 = 2.1.
    const uneven = gridRows([1, 1, 1, 1, 8], (i) => i % 2 === 0);
    const even = gridRows([2, 2, 2, 2, 2], (i) => i % 2 === 0);
    const cell = (given: Row[]) => tableOf(given, { measure: 'accuracy', by: 'all' }).cells[0];
    expect(cell(uneven)).toMatchObject({ low: null, n: 12, clusters: 5 });
    expect(cell(uneven)?.notes).toContain('few-clusters');
    expect(cell(even)?.low).not.toBeNull();
  });
});

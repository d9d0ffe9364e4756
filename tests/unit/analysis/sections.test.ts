import { describe, expect, it } from 'vitest';
import { regrouped } from '../../../src/analysis/regrouped';
import type { Row } from '../../../src/analysis/row';
import { sectionLines, trajectoriesOf } from '../../../src/analysis/sections';
import { row, unanswered } from './made';

const ORDER = 'A,B,C,D';
/** A decision whose right answer is A, answered under one section with one of the letters as authored. */
const said = (item: string, section: number, letter: string, given: Partial<Row> = {}): Row => {
  const order = given.order ?? ORDER;
  return row({
    item,
    cluster: item,
    condition: `s${section}`,
    order,
    yes: null,
    y: letter === 'A' ? 1 : 0,
    ...given,
    position: order.split(',').indexOf(letter),
  });
};
const conditions = [3, 1, 2].map((section) => ({ condition: `s${section}`, section }));
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(10 * value) / 10;
const families: Readonly<Record<string, string[]>> = {
  one: ['all', 'character-driven'],
  two: ['all', 'character-driven'],
  three: ['all', 'plot-driven'],
};
const rows = regrouped(
  [
    said('one', 1, 'B', { p: 0.1 }),
    said('one', 2, 'A', { p: 0.5 }),
    said('one', 3, 'A', { p: 0.7 }),
    said('two', 1, 'A', { p: 0.6 }),
    said('two', 2, 'A', { p: 0.8 }),
    said('two', 3, 'A', { p: 0.9 }),
    said('three', 1, 'C', { p: 0.2 }),
    said('three', 2, 'D', { p: 0.3 }),
    unanswered('unparsed', { item: 'three', cluster: 'three', condition: 's3', order: ORDER }),
  ],
  (item) => families[item] ?? [],
);

describe('the curve over sections', () => {
  const lines = sectionLines(rows, conditions, { measure: 'accuracy' });
  const values = (group: string) =>
    lines.find((line) => line.group === group)?.points.map(({ cell }) => rounded(cell.value));

  it('has a line for each group, by section', () => {
    expect(lines.map(({ group }) => group)).toEqual(['all', 'character-driven', 'plot-driven']);
    expect(lines[0]?.points.map(({ section }) => section)).toEqual([1, 2, 3]);
    expect(values('all')).toEqual([33.3, 66.7, 66.7]);
    expect(values('character-driven')).toEqual([50, 100, 100]);
    expect(values('plot-driven')).toEqual([0, 0, 0]);
  });
  it('by expected accuracy counts what could not be read as nothing', () => {
    const [all] = sectionLines(rows, conditions, { measure: 'accuracy-expected' });
    expect(all?.points.map(({ cell }) => Math.round(cell.value ?? -1))).toEqual([30, 53, 53]);
  });
  it('says how many decisions changed, whether for better or worse', () => {
    const changes = (group: string) =>
      lines
        .find((line) => line.group === group)
        ?.changes.map(({ from, to, cell }) => [from, to, rounded(cell.value), cell.n]);
    // From 1 to 2 "one" and "three" change, "two" does not; under 3 "three" has no answer and does not count.
    expect(changes('all')).toEqual([
      [1, 2, 66.7, 3],
      [2, 3, 0, 2],
    ]);
    expect(changes('plot-driven')).toEqual([
      [1, 2, 100, 1],
      [2, 3, null, 0],
    ]);
    expect(lines[0]?.changes[0]?.cell.notes).toContain('few-clusters');
  });
  it('compares the option chosen, not its place, in the same order shown', () => {
    const turned = 'D,A,B,C';
    const asked = [
      said('one', 1, 'A', { scale: 'all' }),
      said('one', 1, 'A', { scale: 'all', order: turned }),
      said('one', 2, 'A', { scale: 'all' }),
      said('one', 2, 'B', { scale: 'all', order: turned }),
    ];
    const [all] = sectionLines(asked, conditions.slice(1), { measure: 'accuracy' });
    expect(all?.changes[0]?.cell.value).toBe(50);
  });
  it('has a point without a value where nothing is answered yet', () => {
    const planned = [{ group: 'all', condition: 's3', trials: 1 }];
    const [all] = sectionLines([said('one', 1, 'A', { scale: 'all' })], conditions, {
      measure: 'accuracy',
      planned,
    });
    expect(all?.points.map(({ section, cell }) => [section, cell.value])).toEqual([
      [1, 100],
      [3, null],
    ]);
    expect(all?.points[1]?.cell.notes).toContain('holes');
  });
});

describe('trajectories', () => {
  it('follow each decision', () => {
    const plain = rows.filter(({ scale }) => scale === 'all');
    const found = trajectoriesOf(plain, conditions);
    expect(found.map(({ item }) => item)).toEqual(['one', 'two', 'three']);
    expect(found[0]?.points).toEqual([
      { section: 1, accuracy: 0, expected: 10 },
      { section: 2, accuracy: 100, expected: 50 },
      { section: 3, accuracy: 100, expected: 70 },
    ]);
    // What could not be read is wrong; what was not asked is missing.
    expect(found[2]?.points[2]).toEqual({ section: 3, accuracy: 0, expected: 0 });
    const other = trajectoriesOf([said('one', 2, 'A')], conditions)[0]?.points[0];
    expect(other).toEqual({ section: 1, accuracy: null, expected: null });
  });
  it('leave other conditions aside', () => {
    expect(trajectoriesOf([said('one', 9, 'A')], conditions)).toEqual([]);
  });
});

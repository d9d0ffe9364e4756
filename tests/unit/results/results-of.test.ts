import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/analysis/row';
import { headroomsOf } from '../../../src/components/results/headroom';
import { plannedOf } from '../../../src/components/results/planned';
import { resultColumns, resultLines } from '../../../src/components/results/result-columns';
import {
  cellNotes,
  chartValue,
  displayOrder,
  resultsOf,
  rHat,
} from '../../../src/components/results/results-of';
import type { Condition } from '../../../src/core/plan';
import type { ConditionGroup, Study } from '../../../src/core/study';
import { expandConditions } from '../../../src/experiment/condition';
import { suiteOf } from '../../../src/experiment/registry';
import { study } from '../../fixtures/storage/build-run';
import { gridRows, row } from '../analysis/made';

async function conditionsOf(...groups: ConditionGroup[]): Promise<Condition[]> {
  return expandConditions({ ...study, conditions: groups });
}

const LOW = 'shaping=descriptive,levels=1';
const HIGH = 'shaping=descriptive,levels=5';
const quick = (): Promise<Condition[]> =>
  conditionsOf({ shaping: ['none'] }, { shaping: ['descriptive'], levels: ['low', 'high'] });

/** Six behaviours of four items for a trait; under `condition` the first `yes` behaviours say yes throughout. */
function rows(scale: string, condition: string, yes: number): Row[] {
  return gridRows([4, 4, 4, 4, 4, 4], (_, g) => g < yes, { scale, condition }).map((one) => ({
    ...one,
    item: `${scale}-${one.item}`,
    cluster: `${scale.charAt(0)}-act-${one.cluster}`,
  }));
}

const all = [
  ...rows('agreeableness', 'baseline', 3),
  ...rows('agreeableness', HIGH, 5),
  ...rows('agreeableness', LOW, 1),
  ...rows('openness', 'baseline', 3),
  ...rows('openness', HIGH, 6),
  ...rows('openness', LOW, 0),
];

describe('resultsOf', () => {
  it('stands traits in the order O C E A N and conditions from low to high', async () => {
    const results = resultsOf(all, await quick(), { measure: 'r', by: 'scale' });
    expect(results.groups.map(({ label }) => label)).toEqual(['Openness', 'Agreeableness']);
    expect(results.conditions.map(({ label }) => label)).toEqual([
      'descriptive low',
      'baseline',
      'descriptive high',
    ]);
    expect(results.scale).toBe('rate');
  });

  it('stands behaviours under their traits, in words', async () => {
    const results = resultsOf(all, await quick(), { measure: 'r', by: 'cluster' });
    expect(results.groups).toHaveLength(12);
    expect(results.groups[0]?.label).toBe('act g0 (O)');
    expect(results.groups[6]?.label).toBe('act g0 (A)');
  });

  it('puts the mean over the traits last in a table of PIS', async () => {
    const results = resultsOf(all, await quick(), { measure: 'pis', by: 'scale' });
    expect(results.scale).toBe('pis');
    expect(results.groups.map(({ label }) => label)).toEqual([
      'Openness',
      'Agreeableness',
      'All traits (mean)',
    ]);
    const overall = results.cells.find(
      (cell) => cell.group === 'overall' && cell.condition === LOW,
    );
    // Openness falls by 50 points, agreeableness by 33.3; both are asked for, so both count upwards.
    expect(overall?.value).toBeCloseTo((50 + 100 / 3) / 2, 9);
  });

  it('has no table of PIS over everything, and none without a baseline', async () => {
    const conditions = await quick();
    expect(resultsOf(all, conditions, { measure: 'pis', by: 'all' }).by).toBe('scale');
    const without = conditions.filter(({ id }) => id !== 'baseline');
    expect(resultsOf(all, without, { measure: 'pis', by: 'scale' }).cells).toEqual([]);
  });

  it('names a condition that the study does not have by its id', async () => {
    const results = resultsOf([row({ condition: 'odd' })], await quick(), {
      measure: 'r',
      by: 'scale',
    });
    expect(results.conditions).toEqual([{ id: 'odd', label: 'odd' }]);
  });

  it('shows the answer mass in percent, and r-hat of rates only', async () => {
    const given = [row({ mass: 0.25 }), row({ mass: 0.75, item: 'j' })];
    const mass = resultsOf(given, await quick(), { measure: 'mass', by: 'scale' }).cells[0];
    const r = resultsOf(given, await quick(), { measure: 'r', by: 'scale' }).cells[0];
    if (mass === undefined || r === undefined) throw new Error('no cell');
    expect(chartValue(mass)).toBe(50);
    expect(rHat(mass)).toBeNull();
    expect(rHat(r)).toBe(5);
    expect(cellNotes(r)).toContain('Fewer than 10 items.');
  });
});

describe('displayOrder', () => {
  it('keeps the order of a study that varies more than one level', async () => {
    const conditions = await conditionsOf(
      { shaping: ['none'] },
      { shaping: ['quantified', 'descriptive'], levels: ['high', 'low'] },
    );
    expect(displayOrder(conditions)).toBe(conditions);
  });

  it('sorts five levels around the baseline', async () => {
    const conditions = await conditionsOf(
      { shaping: ['none'] },
      { shaping: ['quantified'], levels: [5, 4, 3, 2, 1] },
    );
    expect(displayOrder(conditions).map(({ levels }) => levels)).toEqual([
      { own: 1 },
      { own: 2 },
      null,
      { own: 3 },
      { own: 4 },
      { own: 5 },
    ]);
  });
});

describe('the table', () => {
  it('of PIS shows test, verdict, baseline and headroom in words', async () => {
    const conditions = await quick();
    const options = { measure: 'pis', by: 'scale', tests: true } as const;
    const results = resultsOf(all, conditions, options);
    const lines = resultLines(results, headroomsOf(all, conditions, results, options));
    const columns = resultColumns(results);
    const text = (id: string, line = lines[1]): string | undefined => {
      const column = columns.find((one) => one.id === id);
      if (line === undefined || column === undefined) return undefined;
      return column.text?.(line) ?? String(column.value(line) ?? '');
    };
    expect(lines).toHaveLength(6);
    expect(text('condition')).toBe('descriptive high');
    expect(text('value')).toBe('+50.0');
    expect(text('baseline')).toBe('50.0\u202f%');
    expect(text('headroom')).toBe('50.0');
    expect(text('perHeadroom')).toBe('1.00');
    expect(text('verdict')).toBe('cannot tell');
    expect(text('notes')).toContain('Too few groups');
    // The mean over the traits has no test and no headroom.
    expect(text('p', lines.at(-1))).toBe('–');
    expect(text('headroom', lines.at(-1))).toBe('–');
  });

  it('of rates says why there is no interval', async () => {
    const results = resultsOf([row()], await quick(), { measure: 'r', by: 'scale' });
    const [line] = resultLines(results, new Map());
    const columns = resultColumns(results);
    if (line === undefined) throw new Error('no line');
    expect(columns.find(({ id }) => id === 'interval')?.text?.(line)).toBe('none');
    expect(columns.find(({ id }) => id === 'notes')?.value(line)).toContain('fewer than five');
  });
});

describe('plannedOf', () => {
  const asked: Study = {
    ...study,
    items: { traits: ['openness', 'agreeableness'], perBehavior: 1 },
    order: 'balanced',
    repeats: 2,
  };

  it('counts the trials of each cell, and says nothing where they do not add up', async () => {
    const { suite } = await suiteOf('behavior');
    const conditions = await quick();
    const trials = 20 * 3 * 2 * 2;
    const planned = plannedOf({ study: asked, trials }, conditions, suite, 'scale');
    expect(planned).toHaveLength(6);
    expect(planned.every((cell) => cell.trials === 40)).toBe(true);
    expect(plannedOf({ study: asked, trials: trials - 1 }, conditions, suite, 'scale')).toEqual([]);
    const gone = { ...asked, items: { ids: ['gone'] } };
    expect(plannedOf({ study: gone, trials }, conditions, suite, 'scale')).toEqual([]);
  });

  it('makes holes known', async () => {
    const { suite } = await suiteOf('behavior');
    const conditions = await quick();
    const planned = plannedOf({ study: asked, trials: 240 }, conditions, suite, 'scale');
    const results = resultsOf(all, conditions, { measure: 'r', by: 'scale', planned });
    expect(results.cells[0]?.notes).toContain('holes');
  });
});

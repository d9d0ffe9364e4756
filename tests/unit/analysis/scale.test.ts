import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/analysis/row';
import { comparable, scalePanels, type ScaleRun } from '../../../src/analysis/scale';
import { scaleSets } from '../../../src/analysis/scale-sets';
import { scaleTrends } from '../../../src/analysis/scale-trend';
import { scaleValues } from '../../../src/analysis/scale-values';
import type { Condition } from '../../../src/core/plan';
import { gridRows } from './made';

const FACTORS: Omit<Condition, 'id'> = {
  persona: 'nobody',
  shaping: 'none',
  levels: null,
  template: 1,
  temperature: null,
  thinking: false,
  negated: false,
  method: 'none',
  budget: null,
  motivation: false,
  entities: false,
  section: 5,
};
const condition = (id: string, factors: Partial<Condition> = {}): Condition => ({
  ...FACTORS,
  ...factors,
  id,
});
const quantified = (level: 1 | 2 | 3 | 4 | 5, more: Partial<Condition> = {}): Condition =>
  condition(`q${level}${more.template ?? ''}${more.temperature ?? ''}`, {
    shaping: 'quantified',
    levels: { own: level },
    ...more,
  });

const TENS = Array<number>(10).fill(10);
/** Fixture F1 of the statistics: .4500 [.2732, .6404], .3100 [.1694, .4975], difference .1400 [.0455, .2379]. */
const high = (i: number, g: number): boolean =>
  (i + g) % 10 < ((3 * g) % 8) + (g % 4 === 3 ? -1 : 2);
const low = (i: number, g: number): boolean => i < (3 * g) % 8;
const under = (id: string, holds: (i: number, g: number) => boolean, scale = 'openness'): Row[] =>
  gridRows(TENS, holds).map((row) => ({ ...row, condition: id, scale }));

const run = (name: string, more: Partial<ScaleRun> = {}): ScaleRun => ({
  name,
  model: name,
  family: 'Made',
  parameters: 100e6,
  startedAt: '2026-12-01T00:00:00Z',
  isFinished: true,
  studyHash: 's',
  dataHash: 'd',
  promptHash: 'p',
  rows: [...under('baseline', low), ...under('q1', low), ...under('q5', high)],
  contrasts: [
    { instruction: 'q1', baseline: 'baseline', direction: -1 },
    { instruction: 'q5', baseline: 'baseline', direction: 1 },
  ],
  answer: 'generate',
  unparsed: 'leave-out',
  ...more,
});
const conditions = [condition('baseline'), quantified(1), quantified(5)];
const toBaseline = (): string => 'baseline';
const pair = scaleSets(conditions, 'size').at(-1)!;

describe('sets of conditions', () => {
  it('pairs the lowest and the highest level against size; what has no level stands alone', () => {
    expect(scaleSets([...conditions, quantified(3)], 'size')).toMatchObject([
      { id: 'baseline', places: [{ x: null, high: null, low: null, single: 'baseline' }] },
      { id: 'q3', places: [{ x: null, high: 'q5', low: 'q1', single: null }] },
    ]);
  });
  it('needs three levels for a curve over levels, and puts them in order', () => {
    expect(scaleSets(conditions, 'level')).toEqual([]);
    const [set] = scaleSets([...conditions, quantified(3)], 'level');
    expect(set?.places.map(({ x, single }) => [x, single])).toEqual([
      [1, 'q1'],
      [3, 'q3'],
      [5, 'q5'],
    ]);
  });
  it('over wordings and temperatures keeps both ends at each place', () => {
    const worded = ([1, 2] as const).flatMap((template) => [
      quantified(1, { template }),
      quantified(5, { template }),
    ]);
    expect(scaleSets(worded, 'wording')[0]?.places).toEqual([
      { x: 1, high: 'q51', low: 'q11', single: null },
      { x: 2, high: 'q52', low: 'q12', single: null },
    ]);
    expect(scaleSets(worded, 'temperature')).toEqual([]);
    const warm = [
      quantified(5),
      ...[1, 0].flatMap((temperature) => [
        quantified(1, { temperature }),
        quantified(5, { temperature }),
      ]),
    ];
    // The one at the model's default has no place among numbers.
    expect(scaleSets(warm, 'temperature')[0]?.places.map(({ x, high }) => [x, high])).toEqual([
      [0, 'q50'],
      [1, 'q51'],
    ]);
  });
});

describe('values', () => {
  const valuesOf = (measure: Parameters<typeof scaleValues>[2]) =>
    scaleValues(run('a'), pair, measure, toBaseline).map(({ group, role, cell }) => ({
      group,
      role,
      value: cell.value ?? Number.NaN,
      low: cell.low ?? Number.NaN,
      high: cell.high ?? Number.NaN,
      n: cell.n,
    }));

  it('are both ends’ rates with their intervals, and the baseline', () => {
    const [top, bottom, reference, ...more] = valuesOf('r');
    expect(more).toEqual([]);
    expect(top).toMatchObject({ group: 'openness', role: 'high', n: 100 });
    expect(top?.value).toBeCloseTo(45, 10);
    expect(top?.low).toBeCloseTo(27.32, 2);
    expect(top?.high).toBeCloseTo(64.04, 2);
    expect(bottom).toMatchObject({ role: 'low' });
    expect(bottom?.value).toBeCloseTo(31, 10);
    expect(bottom?.low).toBeCloseTo(16.94, 2);
    expect(bottom?.high).toBeCloseTo(49.75, 2);
    expect(reference).toMatchObject({ role: 'reference' });
    expect(reference?.value).toBeCloseTo(31, 10);
  });
  it('of separation are paired by item, with Newcombe’s interval', () => {
    const [one] = valuesOf('separation');
    expect(one).toMatchObject({ group: 'openness', role: 'main', n: 100 });
    expect(one?.value).toBeCloseTo(14, 10);
    expect(one?.low).toBeCloseTo(4.55, 2);
    expect(one?.high).toBeCloseTo(23.79, 2);
  });
  it('of separation leave out an item that one end did not answer', () => {
    const rows = run('a').rows.filter(
      ({ condition: at, item }) => at !== 'q1' || item !== run('a').rows[0]?.item,
    );
    const values = scaleValues(run('a', { rows }), pair, 'separation', toBaseline);
    expect(values[0]?.cell.n).toBe(99);
  });
  it('of PIS turn the low end, whose rate is the baseline’s here', () => {
    const byRole = new Map(valuesOf('pis').map(({ role, value }) => [role, value]));
    expect([...byRole.keys()].sort()).toEqual(['high', 'low']);
    expect(byRole.get('high')).toBeCloseTo(14, 10);
    expect(byRole.get('low')).toBeCloseTo(0, 10);
  });
  it('have the mean over the traits beside separation: (14 + 0) / 2', () => {
    const rows = [
      ...run('a').rows,
      ...under('q1', low, 'extraversion'),
      ...under('q5', low, 'extraversion'),
    ];
    const values = scaleValues(run('a', { rows }), pair, 'separation', toBaseline);
    expect(values.map(({ group }) => group)).toEqual(['openness', 'extraversion', 'overall']);
    expect(values[2]?.cell.value).toBeCloseTo(7, 10);
  });
  it('of decisions are accuracies over all of them', () => {
    const decided = run('a', { unparsed: 'wrong' });
    const [set] = scaleSets([condition('q5', { method: 'curated' })], 'size');
    const [value, ...more] = scaleValues(decided, set!, 'accuracy', () => null);
    expect(more).toEqual([]);
    expect(value).toMatchObject({ group: 'all', role: 'main' });
    expect(value?.cell.value).toBeCloseTo(45, 10);
  });
});

describe('runs side by side', () => {
  it('are those asked the same, by size; the others are told why not', () => {
    const runs = [
      run('big', { parameters: 2e9 }),
      run('small'),
      run('other study', { studyHash: 't' }),
      run('other items', { dataHash: 'e' }),
      run('other words', { promptHash: 'q' }),
      run('half', { isFinished: false }),
      run('unknown', { parameters: 0 }),
    ];
    const { runs: kept, leftOut } = comparable(runs, 'size');
    expect(kept.map(({ name }) => name)).toEqual(['small', 'big']);
    expect(Object.fromEntries(leftOut.map(({ run: { name }, why }) => [name, why]))).toEqual({
      'other study': 'other-study',
      'other items': 'other-items',
      'other words': 'other-prompts',
      half: 'unfinished',
      unknown: 'unknown-size',
    });
    expect(comparable(runs, 'level').runs.map(({ name }) => name)).toContain('unknown');
  });
  it('of equally large groups are those of the newest run', () => {
    const late = run('late', { studyHash: 't', startedAt: '2026-12-02T00:00:00Z' });
    expect(comparable([run('early'), late], 'size').runs).toEqual([late]);
  });
  it('are joined within a family only, spelled either way, through the newest of one size', () => {
    const runs = comparable(
      [
        run('m1'),
        run('m2', { family: 'made', parameters: 300e6 }),
        run('m2 again', {
          family: 'MADE',
          parameters: 300e6,
          startedAt: '2026-12-02T00:00:00Z',
        }),
        run('x', { family: 'Other', parameters: 200e6 }),
        run('u1', { family: '', parameters: 150e6 }),
        run('u2', { family: '', parameters: 250e6 }),
      ],
      'size',
    ).runs;
    expect(runs.map(({ name }) => name)).toEqual(['m1', 'u1', 'x', 'u2', 'm2', 'm2 again']);
    const [panel] = scalePanels(runs, pair, 'size', 'r', toBaseline);
    expect(panel?.lines.map(({ role }) => role)).toEqual(['high', 'low', 'reference']);
    const [line] = panel!.lines;
    expect(line?.points.map(({ x }) => x / 1e6)).toEqual([100, 150, 200, 250, 300, 300]);
    expect(line?.joined).toEqual([[0, 5]]);
  });
  it('over levels are lines of their own, cut where a value is missing', () => {
    const levels = [1, 3, 5] as const;
    const all = levels.map((level) => quantified(level));
    const [set] = scaleSets(all, 'level');
    const rows = levels.flatMap((level) => under(`q${level}`, level === 5 ? high : low));
    const runs = [
      run('a', { rows, contrasts: [] }),
      run('b', { rows: rows.filter((row) => row.condition !== 'q3'), contrasts: [] }),
    ];
    const [panel] = scalePanels(runs, set!, 'level', 'r', () => null);
    expect(panel?.lines[0]?.points.map(({ x, cell }) => [x, cell?.value ?? null])).toEqual([
      [1, 31],
      [3, 31],
      [5, 45],
      [1, 31],
      [3, null],
      [5, 45],
    ]);
    expect(panel?.lines[0]?.joined).toEqual([[0, 1, 2]]);
  });
  it('never joins wordings', () => {
    const worded = ([1, 2] as const).map((template) => quantified(5, { template }));
    const rows = [...under('q51', high), ...under('q52', low)];
    const [set] = scaleSets(worded, 'wording');
    const [panel] = scalePanels([run('a', { rows })], set!, 'wording', 'r', () => null);
    expect(panel?.lines[0]?.joined).toEqual([]);
  });
});

describe('the trend over levels', () => {
  it('is the slope of the means, with Holm over the traits', () => {
    const levels = [1, 2, 3] as const;
    const [set] = scaleSets(
      levels.map((level) => quantified(level)),
      'level',
    );
    // Each cluster has 2, 4 and 6 of 10: rates 20, 40, 60, a slope of 20 points a level, perfect order in 10 blocks.
    const rows = levels.flatMap((level) => [
      ...under(`q${level}`, (i) => i < 2 * level),
      ...under(`q${level}`, (i) => i < 5, 'extraversion'),
    ]);
    const [rising, flat] = scaleTrends(run('a', { rows }), set!, 'r');
    expect(rising?.rates.map((rate) => Math.round(rate))).toEqual([20, 40, 60]);
    expect(rising?.slope).toBeCloseTo(20, 10);
    expect(rising?.n).toBe(100);
    // L = 10 * 14, mean 10 * 12, variance 10 * 2: z = 20 / sqrt(20) = 4.472, p = 3.87e-6; doubled by Holm.
    expect(rising?.page.z).toBeCloseTo(4.4721, 4);
    expect(rising?.page.p).toBeCloseTo(3.872e-6, 8);
    expect(rising?.adjusted).toBeCloseTo(7.744e-6, 8);
    expect(flat).toMatchObject({ group: 'extraversion', slope: 0, adjusted: 0.5 });
  });
});

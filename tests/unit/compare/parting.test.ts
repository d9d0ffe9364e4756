import { describe, expect, it } from 'vitest';
import { pairItems } from '../../../src/analysis/paired-items';
import type { Sample } from '../../../src/core/run';
import { differenceLayout } from '../../../src/pages/compare/difference-layout';
import { answersPart, itemPairs, listed } from '../../../src/pages/compare/parting';
import { row } from '../analysis/made';

function sample(item: string, answer: string | undefined, given: Partial<Sample> = {}): Sample {
  return {
    trial: `${item} ${answer ?? ''}`,
    item,
    condition: 'baseline',
    repeat: 1,
    order: 'yes,no',
    status: answer === undefined ? 'unparsed' : 'answered',
    prompt: '',
    tokens: { prompt: 1, cached: 0, completion: 1 },
    ms: 1,
    ...(answer === undefined ? {} : { answer }),
    ...given,
  };
}

describe('answers part', () => {
  const yes = sample('i', 'yes');
  const no = sample('i', 'no');
  it('where single answers are not the same', () => {
    expect(answersPart([yes], [yes])).toBe(false);
    expect(answersPart([yes], [no])).toBe(true);
    expect(answersPart([yes], [sample('i', undefined)])).toBe(true);
  });
  it('where several are given in other shares, however many there are', () => {
    expect(answersPart([yes, no], [no, yes])).toBe(false);
    expect(answersPart([yes, no], [yes, yes, no, no])).toBe(false);
    expect(answersPart([yes, yes, no], [yes])).toBe(true);
  });
  it('leaves errors out', () => {
    expect(answersPart([yes, sample('i', undefined, { status: 'error' })], [yes])).toBe(false);
  });
});

describe('the list of items', () => {
  const a = [0.9, 0.6, 0.2].map((p, i) => row({ item: `i${i}`, y: p > 0.5 ? 1 : 0, p }));
  const b = [0.8, 0.1, 0.3].map((p, i) => row({ item: `i${i}`, y: p > 0.5 ? 1 : 0, p }));
  const answers = (rows: typeof a) =>
    rows.map(({ item, y }) => sample(item, y === 1 ? 'yes' : 'no'));
  const { items } = pairItems({ rows: a }, { rows: b }, { measure: 'expected' });
  const pairs = itemPairs(items, answers(a), answers(b), (item) => (item === 'i1' ? 'x' : 'y'));

  it('begins with what is furthest apart, and keeps the order of what is equally far', () => {
    expect(pairs.map(({ item }) => item)).toEqual(['i1', 'i0', 'i2']);
    expect(pairs[0]?.delta).toBeCloseTo(50, 10);
    expect(pairs.map(({ parts }) => parts)).toEqual([true, false, false]);
  });
  it('shows those that part, or all, of one group or of all', () => {
    const names = (choice: Parameters<typeof listed>[1]) =>
      listed(pairs, choice).map(({ item }) => item);
    expect(names({ group: undefined, all: false })).toEqual(['i1']);
    expect(names({ group: 'y', all: true })).toEqual(['i0', 'i2']);
    expect(names({ group: 'y', all: false })).toEqual([]);
  });
});

describe('the plot', () => {
  it('has a scale for the values and one for the difference, fixed', () => {
    const { values, delta, narrow } = differenceLayout(['Openness'], false, 40, 850);
    expect(narrow).toBe(false);
    expect(values?.x.domain()).toEqual([0, 100]);
    expect(delta.x.domain()).toEqual([-100, 100]);
    expect(values?.x(100)).toBeLessThan(delta.x(-100));
  });
  it('reaches to 200 points where a difference of two PIS does', () => {
    expect(differenceLayout(['Openness'], true, 130, 850).delta.x.domain()).toEqual([-200, 200]);
  });
  it('draws the difference alone on a narrow screen, within its width', () => {
    const layout = differenceLayout(['Conscientiousness'], true, 40, 358);
    expect(layout).toMatchObject({ narrow: true, values: null, width: 358 });
    expect(layout.delta.x(100)).toBeLessThanOrEqual(358);
  });
});

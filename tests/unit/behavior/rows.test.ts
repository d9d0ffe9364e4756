import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../../src/behavior/rows';
import type { Sample } from '../../../src/core/run';
import { dataset } from './made';

const sample = (change: Partial<Sample> = {}): Sample => ({
  trial: 't1',
  item: 'o-swim-01',
  condition: 'baseline',
  repeat: 1,
  order: 'yes,no',
  status: 'answered',
  answer: 'yes',
  value: 0.75,
  endorsed: true,
  probabilities: { yes: 0.75, no: 0.25 },
  answerMass: 0.9,
  prompt: 'p',
  tokens: { prompt: 1, cached: 0, completion: 0 },
  ms: 1,
  ...change,
});
const row = (change: Partial<Sample> = {}) => rowsOf([sample(change)], dataset).rows[0];

describe('rowsOf', () => {
  it('places a sample under its behaviour and trait', () => {
    expect(row()).toEqual({
      trial: 't1',
      item: 'o-swim-01',
      cluster: 'o-swim',
      scale: 'openness',
      design: 'cluster',
      condition: 'baseline',
      repeat: 1,
      order: 'yes,no',
      status: 'answered',
      y: 1,
      p: 0.75,
      bounds: [0.75, 0.75],
      yes: 1,
      position: 0,
      mass: 0.9,
    });
  });

  it('counts yes as said and the high end as keyed', () => {
    expect(row({ item: 'c-nap-01', answer: 'yes', endorsed: false, value: 0.2 })).toMatchObject({
      y: 0,
      p: 0.2,
      yes: 1,
    });
    expect(row({ answer: 'no', endorsed: false, value: 0 })).toMatchObject({ y: 0, p: 0, yes: 0 });
  });

  it('has no yes for two choices, and takes the two heuristics for strata', () => {
    expect(
      row({ item: 'n-guess-01', answer: 'unbiased', endorsed: false, order: 'biased,unbiased' }),
    ).toMatchObject({ scale: 'neuroticism', design: 'strata', yes: null, position: 1, y: 0 });
  });

  it('keeps bounds, and takes 0 or 1 for p where a text was read', () => {
    expect(row({ bounds: [0.7, 0.8] })?.bounds).toEqual([0.7, 0.8]);
    expect(row({ value: undefined })).toMatchObject({ p: 1, bounds: [1, 1] });
  });

  it.each(['unparsed', 'refused', 'error'] as const)('has no outcome for %s', (status) => {
    expect(
      row({
        status,
        answer: undefined,
        endorsed: undefined,
        value: undefined,
        answerMass: undefined,
      }),
    ).toMatchObject({
      status,
      y: null,
      p: null,
      bounds: null,
      yes: null,
      position: null,
      mass: null,
    });
  });

  it('leaves out and counts what it does not know', () => {
    const given = [sample(), sample({ item: 'x-1' }), sample({ item: 'x-2' })];
    expect(rowsOf(given, dataset)).toMatchObject({ unknown: 2, rows: [{ item: 'o-swim-01' }] });
  });
});

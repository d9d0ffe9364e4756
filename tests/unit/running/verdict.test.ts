import { describe, expect, it } from 'vitest';
import { NOT_COMPARED, OVERALL, type TableCell } from '../../../src/analysis/table-cell';
import { compareVerdicts, verdictOf } from '../../../src/components/running/verdict';
import {
  comparisonSentences,
  verdictSentences,
} from '../../../src/components/running/verdict-words';

function pis(
  group: string,
  condition: string,
  value: number | null,
  low: number | null,
  high: number | null,
): TableCell {
  return {
    ...NOT_COMPARED,
    group,
    condition,
    measure: 'pis-expected',
    value,
    low,
    high,
    bounds: null,
    n: 10,
    clusters: 10,
    notes: [],
  };
}
const mass = (value: number | null, n = 20): TableCell => ({
  ...pis('all', 'baseline', value, null, null),
  measure: 'mass',
  n,
});
const direction = (cell: TableCell): 1 | -1 => (cell.condition === 'high' ? 1 : -1);
const verdict = (cells: readonly TableCell[], masses: readonly TableCell[] = []) =>
  verdictOf(cells, masses, direction);

describe('the verdict on a run', () => {
  it('says that a model barely answers where its mean answer mass is under one half', () => {
    expect(verdict([], [mass(0.3), mass(0.5)]).answers).toBe('hardly');
    expect(verdict([], [mass(0.5)]).answers).toBe('partly');
    expect(verdict([], [mass(0.8)]).answers).toBe('well');
    expect(verdict([], []).answers).toBe('unknown');
    expect(verdict([], [mass(null, 0)]).mass).toBeNull();
  });

  it('weighs the answer mass by items', () => {
    expect(verdict([], [mass(0.2, 30), mass(0.6, 10)]).mass).toBeCloseTo(0.3);
  });

  it('calls only what an interval shows an influence', () => {
    const up = pis('openness', 'high', 20, 5, 35);
    const unclear = pis('openness', 'low', 12, -4, 28);
    const down = pis('agreeableness', 'high', -15, -25, -5);
    const bare = pis('openness', 'high', 40, null, null);
    expect(verdict([up, up]).influence).toBe('follows');
    expect(verdict([up, unclear]).influence).toBe('some-follow');
    expect(verdict([unclear]).influence).toBe('not-seen');
    expect(verdict([down, unclear]).influence).toBe('against');
    expect(verdict([up, down]).influence).toBe('mixed');
    expect(verdict([bare]).influence).toBe('no-interval');
    expect(verdict([]).influence).toBe('nothing');
    expect(verdict([unclear, bare]).influence).toBe('not-seen');
  });

  it('takes an interval that touches zero for unclear', () => {
    expect(verdict([pis('openness', 'high', 5, 0, 10)]).shifts[0]?.moves).toBe('unclear');
  });

  it('leaves out the mean over the traits and cells without a value or a direction', () => {
    const cells = [
      pis('openness', 'high', 10, 1, 19),
      pis(OVERALL, 'high', 50, 40, 60),
      pis('agreeableness', 'high', null, null, null),
    ];
    expect(verdict(cells).mean).toBe(10);
    expect(verdictOf(cells, [], () => 0).influence).toBe('nothing');
  });
});

describe('two verdicts', () => {
  it('are alike within five points', () => {
    expect(compareVerdicts({ mean: 10 }, { mean: 14.9 })).toBe('alike');
    expect(compareVerdicts({ mean: 10 }, { mean: 15 })).toBe('less');
    expect(compareVerdicts({ mean: 20 }, { mean: 15 })).toBe('more');
    expect(compareVerdicts({ mean: null }, { mean: 15 })).toBe('unknown');
  });
});

describe('the sentences', () => {
  it('begin with whether the question is answered', () => {
    const cells = [pis('openness', 'high', 2, -4, 8), pis('openness', 'low', 1, -3, 5)];
    const [first, second] = verdictSentences(verdict(cells, [mass(0.31)]), 'Tiny');
    expect(first).toMatch(/^Tiny barely answers the question: .* 31.%/);
    expect(second).toContain('+1.5 points');
  });

  it('name the comparisons that are clear', () => {
    const cells = [pis('openness', 'high', 20, 5, 35), pis('agreeableness', 'low', 3, -2, 8)];
    const [sentence] = verdictSentences(verdict(cells), 'Big');
    expect(sentence).toContain('1 of 2 comparisons');
    expect(sentence).toContain('openness high');
    expect(sentence).not.toContain('agreeableness');
  });

  it('never call another model’s run a reproduction', () => {
    const own = verdict([pis('openness', 'high', 1, -2, 4)], [mass(0.3)]);
    const other = verdict([pis('openness', 'high', 30, 20, 40)], [mass(0.99)]);
    const words = comparisonSentences(own, other, { model: 'Big' }).join(' ');
    expect(words).toContain('follows its personas more');
    expect(words).toContain('another model');
    expect(words).not.toMatch(/reproduc/);
  });
});

import { describe, expect, it } from 'vitest';
import type { RunAtHand } from '../../../src/components/results/runs-at-hand';
import type { ConditionGroup, Study } from '../../../src/core/study';
import { expandConditions } from '../../../src/experiment/condition';
import { conditionsOf, pairOf } from '../../../src/pages/compare/choice';

const HIGH = 'shaping=descriptive,levels=5';

function atHand(name: string, study: string, badge: RunAtHand['badge'] = 'recorded'): RunAtHand {
  const [, model = name] = name.split('.');
  return { name, title: study, study, model, badge, isFinished: true, suite: 'behavior' };
}
const recorded = [
  atHand('recorded:behavior-table-3-p.smollm2-135m', 'behavior-table-3-p'),
  atHand('recorded:behavior-table-3-p.qwen2.5-coder-1.5b', 'behavior-table-3-p'),
];

function conditions(...groups: ConditionGroup[]) {
  return expandConditions({ suite: 'behavior', conditions: groups } as unknown as Study);
}
function decisionConditions(...groups: ConditionGroup[]) {
  return expandConditions({ suite: 'decision', conditions: groups } as unknown as Study);
}

describe('the runs of an address', () => {
  it('are two recorded models on one study where it names none, the larger one first', () => {
    expect(pairOf({}, [atHand('mine', 'own', 'here'), ...recorded])).toEqual({
      a: 'recorded:behavior-table-3-p.qwen2.5-coder-1.5b',
      b: 'recorded:behavior-table-3-p.smollm2-135m',
    });
  });
  it('are one run with itself where it names one', () => {
    expect(pairOf({ a: 'x' }, recorded)).toEqual({ a: 'x', b: 'x' });
    expect(pairOf({ b: 'x' }, recorded)).toEqual({ a: 'x', b: 'x' });
    expect(pairOf({ a: 'x', b: 'y' }, [])).toEqual({ a: 'x', b: 'y' });
  });
  it('are a run at hand where no two recorded ones belong together, or none at all', () => {
    expect(pairOf({}, [atHand('mine', 'own', 'here')])).toEqual({ a: 'mine', b: 'mine' });
    expect(pairOf({}, [])).toBeNull();
  });
});

describe('the conditions of an address', () => {
  it('of one run are the descriptive high end and its baseline', async () => {
    const all = await conditions(
      { shaping: ['none'] },
      { shaping: ['quantified', 'descriptive'], levels: ['low', 'high'] },
    );
    expect(conditionsOf({}, all, all, true)).toEqual({ ca: HIGH, cb: 'baseline' });
    expect(conditionsOf({ ca: 'baseline' }, all, all, true)).toEqual({ ca: 'baseline', cb: HIGH });
    expect(conditionsOf({ cb: HIGH }, all, all, true)).toEqual({
      ca: 'shaping=quantified,levels=5',
      cb: HIGH,
    });
  });
  it('of two runs are the same one, and one that both have', async () => {
    const a = await conditions(
      { shaping: ['none'] },
      { shaping: ['quantified', 'descriptive'], levels: ['high'] },
    );
    const b = await conditions(
      { shaping: ['none'] },
      { shaping: ['quantified'], levels: ['high'] },
    );
    const shared = 'shaping=quantified,levels=5';
    expect(conditionsOf({}, a, b, false)).toEqual({ ca: shared, cb: shared });
    expect(conditionsOf({ cb: 'baseline' }, a, b, false)).toEqual({
      ca: 'baseline',
      cb: 'baseline',
    });
    expect(conditionsOf({ ca: HIGH }, a, b, false)).toEqual({ ca: HIGH, cb: shared });
  });
  it('of decisions are the last method and the one without a profile', async () => {
    const all = await decisionConditions({ method: ['none', 'bm25', 'curated+charmap'] });
    expect(conditionsOf({}, all, all, true)).toEqual({
      ca: 'method=curated+charmap',
      cb: 'baseline',
    });
  });
  it('replace what a run does not have, and are none without any', async () => {
    const only = await conditions({ shaping: ['none'] });
    expect(conditionsOf({ ca: 'gone' }, only, only, false)).toEqual({
      ca: 'baseline',
      cb: 'baseline',
    });
    expect(conditionsOf({}, [], [], true)).toEqual({ ca: null, cb: null });
  });
});

import { describe, expect, it } from 'vitest';
import type { ConditionGroup, Study } from '../../../src/core/study';
import { expandConditions } from '../../../src/experiment/condition';
import { isControl, methodPlaces, sectionSets } from '../../../src/experiment/method-places';

const of = (conditions: ConditionGroup[]) =>
  expandConditions({ suite: 'decision', conditions } as Study);

describe('the lines of the table of methods', () => {
  it('begin with the controls, names kept before names replaced', async () => {
    const conditions = await of([
      { method: ['curated'] },
      { method: ['random', 'none'], entities: [true, false] },
      { method: ['bm25', 'options-only'] },
    ]);
    expect(methodPlaces(conditions).map(({ condition }) => condition)).toEqual([
      'method=options-only',
      'baseline',
      'entities=on',
      'method=random',
      'method=random,entities=on',
      'method=curated',
      'method=bm25',
    ]);
    expect(conditions.filter(isControl)).toHaveLength(5);
  });
  it('are held against no profile with the same names', async () => {
    const conditions = await of([{ method: ['none', 'curated'], entities: [false, true] }]);
    expect(methodPlaces(conditions).map(({ condition, bare }) => [condition, bare])).toEqual([
      ['baseline', null],
      ['entities=on', null],
      ['method=curated', 'baseline'],
      ['method=curated,entities=on', 'entities=on'],
    ]);
  });
  it('hold the same method with motivation beside it, or alone where there is no other', async () => {
    const conditions = await of([
      { method: ['none', 'curated'], motivation: [false, true] },
      { method: ['bm25'], motivation: [true] },
    ]);
    expect(methodPlaces(conditions)).toEqual([
      { condition: 'baseline', bare: null, motivated: 'motivation=on' },
      {
        condition: 'method=curated',
        bare: 'baseline',
        motivated: 'method=curated,motivation=on',
      },
      { condition: 'method=bm25,motivation=on', bare: 'baseline', motivated: null },
    ]);
  });
  it('have one line for conditions that differ in their section alone', async () => {
    const conditions = await of([
      { method: ['none'] },
      { method: ['curated', 'bm25'], section: [5, 1, 3] },
      { method: ['raw'], section: [2] },
    ]);
    expect(sectionSets(conditions)).toEqual([
      [
        { condition: 'method=curated,section=1', section: 1 },
        { condition: 'method=curated,section=3', section: 3 },
        { condition: 'method=curated', section: 5 },
      ],
      [
        { condition: 'method=bm25,section=1', section: 1 },
        { condition: 'method=bm25,section=3', section: 3 },
        { condition: 'method=bm25', section: 5 },
      ],
    ]);
    expect(methodPlaces(conditions).map(({ condition }) => condition)).toEqual([
      'baseline',
      'method=curated',
      'method=bm25',
      'method=raw,section=2',
    ]);
  });
});

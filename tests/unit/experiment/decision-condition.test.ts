import { describe, expect, it } from 'vitest';
import type { ConditionGroup } from '../../../src/core/study';
import { bareOf, expandConditions } from '../../../src/experiment/condition';
import { conditionLabel } from '../../../src/experiment/condition-label';
import { study } from '../behavior/made';

const expand = (...conditions: ConditionGroup[]) =>
  expandConditions(study({ suite: 'decision', conditions }));
const ids = async (...conditions: ConditionGroup[]): Promise<string[]> =>
  (await expand(...conditions)).map(({ id }) => id);

describe('the conditions of a study over decisions', () => {
  it('are named by what is not at its default', async () => {
    expect(
      await ids({
        method: ['curated+charmap'],
        budget: [400],
        motivation: [true],
        entities: [true],
        section: [2],
      }),
    ).toEqual(['method=curated+charmap,budget=400,motivation=on,entities=on,section=2']);
  });

  it('drop budget and section where there is no profile to shorten, and the budget of raw text', async () => {
    expect(
      await ids({ method: ['options-only', 'none', 'raw'], budget: [400, 800], section: [1, 5] }),
    ).toEqual(['method=options-only', 'baseline', 'method=raw,section=1', 'method=raw']);
  });

  it('are refused where they vary what the suite cannot', async () => {
    await expect(expand({ persona: ['nobody'] })).rejects.toThrow(
      'A study of the suite "decision" cannot vary "persona".',
    );
    await expect(
      expandConditions(study({ conditions: [{ method: ['curated'] }] })),
    ).rejects.toThrow('A study of the suite "behavior" cannot vary "method".');
  });

  it('are compared with no profile under the same names', async () => {
    const all = await expand({
      method: ['none', 'curated'],
      motivation: [false, true],
      entities: [false, true],
    });
    const bare = Object.fromEntries(all.map((each) => [each.id, bareOf(each, all)]));
    expect(bare).toEqual({
      baseline: null,
      'entities=on': null,
      'motivation=on': 'baseline',
      'motivation=on,entities=on': 'entities=on',
      'method=curated': 'baseline',
      'method=curated,entities=on': 'entities=on',
      'method=curated,motivation=on': 'baseline',
      'method=curated,motivation=on,entities=on': 'entities=on',
    });
  });

  it('are said in words, no two alike', async () => {
    const all = await expand({
      method: ['none', 'random', 'curated+charmap'],
      motivation: [false, true],
      entities: [false, true],
      section: [3, 5],
    });
    const words = all.map((one) => conditionLabel(one));
    expect(new Set(words).size).toBe(all.length);
    expect(words).toContain(
      'curated description + CharMap + motivation, names replaced, 3 of 5 sections',
    );
    const [plain] = await expand({ method: ['none'] });
    expect(plain && [conditionLabel(plain), conditionLabel(plain, 'decision')]).toEqual([
      'baseline',
      'no profile',
    ]);
  });
});

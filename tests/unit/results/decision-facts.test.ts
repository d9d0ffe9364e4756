import { describe, expect, it } from 'vitest';
import { methodColumns, type NamedLine } from '../../../src/components/results/method-columns';
import { novelsFact, profileFacts } from '../../../src/components/running/decision-facts';
import type { TableCell } from '../../../src/analysis/table-cell';
import { PROFILE_DEFAULTS, type ConditionGroup, type Study } from '../../../src/core/study';
import { expandConditions } from '../../../src/experiment/condition';
import { parseStudy } from '../../../src/exchange/study-file';
import { readJson } from '../data/files';

const quick = parseStudy(readJson('studies/decision-quick.json'));

async function facts(changes: Partial<Study>, ...conditions: ConditionGroup[]) {
  const study: Study = { ...quick, ...changes, conditions };
  const found = profileFacts(study, await expandConditions(study));
  return Object.fromEntries(found.map(({ name, value }) => [name, value]));
}

describe('the facts of a study of decisions', () => {
  it('name what differs from the usual, and what its methods need', async () => {
    const plain = await facts({}, { method: ['none', 'bm25'] });
    expect(plain['Unreadable answers']).toBe('count as wrong');
    expect(plain['Text known']).toBe('all that stands before the decision');
    expect(plain['Share for the description']).toBeUndefined();
    expect(plain['BM25']).toBeUndefined();
    const profile = { ...PROFILE_DEFAULTS, k1: 1.2 };
    const other = await facts(
      { profile, reviews: ['leakage'] },
      { method: ['curated+charmap'], section: [5, 1], budget: [900, 400] },
    );
    expect(other['BM25']).toBe('k1 1.20, b 0.75');
    expect(other['CharMap searches by']).toBe('meaning (embedding)');
    expect(other['Text known']).toMatch(/^20\D+ and 100\D+ of what stands/);
    expect(other['Length of a profile']).toContain('900 and 400 tokens');
    expect(other['Rated as well']).toContain('leakage');
  });

  it('count decisions by title, and by id where the novel is not known', () => {
    const item = (id: string, cluster: string) => ({ id, cluster });
    const fact = novelsFact([item('a', 'x'), item('b', 'x'), item('c', 'y')], {
      byId: new Map(),
      novels: new Map([['x', { id: 'x', title: 'Ex', author: '', genres: [] }]]),
    });
    expect(fact.value).toBe('Ex (2); y (1)');
  });
});

describe('a gain in the table of methods', () => {
  const cell = (parts: Partial<TableCell>): TableCell => ({
    group: 'all',
    condition: 'bm25',
    baseline: null,
    measure: 'accuracy',
    value: 50,
    low: null,
    high: null,
    bounds: null,
    n: 10,
    clusters: 6,
    p: null,
    adjusted: null,
    verdict: null,
    notes: [],
    ...parts,
  });
  const texts = (parts: Partial<TableCell>): (string | undefined)[] => {
    const accuracy = cell({});
    const gain = cell({
      measure: 'gain',
      baseline: 'none',
      p: 0.5,
      adjusted: 0.5,
      verdict: 'cannot-tell',
      ...parts,
    });
    const line: NamedLine = {
      model: 'm',
      condition: 'bm25',
      accuracy,
      expected: accuracy,
      gain,
      motivated: null,
      score: null,
      recall: null,
      label: 'BM25',
      control: false,
      mass: null,
      hrefOf: () => undefined,
    };
    const columns = methodColumns([line]);
    return ['gain', 'verdict'].map((id) => columns.find((one) => one.id === id)?.text?.(line));
  };

  it('has no p where fewer than five novels can be tested', () => {
    expect(texts({})).toEqual(['+50.0', 'cannot tell, p 0.500']);
    expect(texts({ clusters: 4 })[1]).toBe('cannot tell');
    expect(texts({ notes: ['few-differences'] })[1]).toBe('cannot tell');
    expect(texts({ n: 0, clusters: 0, value: null })[1]).toBe('cannot tell');
  });

  it('says on how many decisions it is paired where those are fewer', () => {
    expect(texts({ n: 8 })[0]).toBe('+50.0, over the 8 decisions in both');
  });
});

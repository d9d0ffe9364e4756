import { describe, expect, it } from 'vitest';
import { asksLetters } from '../../../src/behavior/prompt';
import { parseDataset, type BehaviorItem } from '../../../src/behavior/dataset';
import { behaviorSuite, endorses, select } from '../../../src/behavior/suite';
import { Problem } from '../../../src/core/errors';
import type { StudyItems } from '../../../src/core/study';
import { dataset, profiles, texts } from './made';

const item = (id: string): BehaviorItem => dataset.byId.get(id) as BehaviorItem;

describe('endorses', () => {
  // answer, negated, keyed, literal
  it.each([
    ['o-swim-01', 'yes', false, true, true],
    ['o-swim-01', 'no', false, false, false],
    ['o-swim-01', 'yes', true, false, false],
    ['o-swim-01', 'no', true, true, true],
    ['c-nap-01', 'yes', false, false, true],
    ['c-nap-01', 'no', false, true, false],
    ['c-nap-01', 'yes', true, true, false],
    ['c-nap-01', 'no', true, false, true],
    ['n-guess-01', 'biased', false, true, true],
    ['n-guess-01', 'unbiased', false, false, false],
    ['n-guess-01', 'biased', true, true, true],
    ['n-guess-02', 'unbiased', true, false, false],
  ])('%s, %s, negated %s: keyed %s, literal %s', (id, answer, negated, keyed, literal) => {
    expect(endorses(item(id), answer, { negated }, { scoring: 'keyed' })).toBe(keyed);
    expect(endorses(item(id), answer, { negated }, { scoring: 'literal' })).toBe(literal);
  });
});

describe('select', () => {
  const ids = (selector: StudyItems): string[] => select(dataset, selector).map(({ id }) => id);

  it.each<[StudyItems, string[]]>([
    [{}, ['o-swim-01', 'o-swim-02', 'c-nap-01', 'n-guess-01', 'n-guess-02']],
    [
      { traits: ['neuroticism', 'openness'] },
      ['o-swim-01', 'o-swim-02', 'n-guess-01', 'n-guess-02'],
    ],
    [{ behaviors: ['c-nap'] }, ['c-nap-01']],
    [{ ids: ['n-guess-02', 'o-swim-02'] }, ['o-swim-02', 'n-guess-02']],
    [{ perBehavior: 1 }, ['o-swim-01', 'c-nap-01', 'n-guess-01']],
    [{ limit: 2 }, ['o-swim-01', 'o-swim-02']],
    [{ perBehavior: 1, limit: 2 }, ['o-swim-01', 'c-nap-01']],
    [{ traits: ['openness'], ids: ['o-swim-02', 'c-nap-01'] }, ['o-swim-02']],
    [{ ids: ['o-swim-02'], perBehavior: 1 }, ['o-swim-02']],
  ])('%j gives %j', (selector, expected) => {
    expect(ids(selector)).toEqual(expected);
  });

  it.each<[StudyItems, string]>([
    [{ behaviors: ['c-nap', 'c-dream'] }, 'c-dream'],
    [{ ids: ['o-swim-03'] }, 'o-swim-03'],
  ])('refuses %j and names what is unknown', (selector, name) => {
    expect(() => ids(selector)).toThrow(Problem);
    expect(() => ids(selector)).toThrow(new RegExp(`"${name}"`));
  });

  it.each<StudyItems>([
    { traits: [] },
    { ids: [] },
    { traits: ['agreeableness'] },
    { traits: ['openness'], behaviors: ['c-nap'] },
  ])('refuses %j, which leaves nothing to ask', (selector) => {
    expect(() => ids(selector)).toThrow(/selects no item/);
  });
});

describe('the suite', () => {
  const suite = behaviorSuite(dataset, texts, profiles);

  it('shows an item with its cluster, scale and options in authored order', () => {
    expect(suite.item('n-guess-02')).toEqual({
      id: 'n-guess-02',
      cluster: 'n-guess',
      scale: 'neuroticism',
      options: ['unbiased', 'biased'],
      content: {
        id: 'n-guess-02',
        behavior: {
          id: 'n-guess',
          trait: 'neuroticism',
          behavior: 'rely on a guess',
          reversed: false,
        },
        scenario: 'Two shops are open.',
        choices: { biased: 'the near shop', unbiased: 'the far shop' },
        options: ['unbiased', 'biased'],
      },
    });
    expect(suite.item('c-nap-01')).toMatchObject({
      options: ['yes', 'no'],
      content: { choices: null },
    });
    expect(suite.item('nothing')).toBeUndefined();
  });

  it('asks letters of two choices by probability only', () => {
    expect(asksLetters(item('n-guess-01'), { answer: 'probability' })).toBe(true);
    expect(asksLetters(item('n-guess-01'), { answer: 'generate' })).toBe(false);
    expect(asksLetters(item('o-swim-01'), { answer: 'probability' })).toBe(false);
  });
});

describe('parseDataset', () => {
  const behaviors = [
    { id: 'o-swim', trait: 'openness', domain: 'd', behavior: 'b', reversed: false, source: 's' },
  ];
  const good = '{"id":"o-swim-01","behavior":"o-swim","scenario":"Water."}';

  it('skips empty lines and counts them', () => {
    expect(parseDataset(behaviors, `\n${good}\n\n`).items).toHaveLength(1);
    expect(() => parseDataset(behaviors, `${good}\n\n{}\n`)).toThrow(/Line 3 /);
  });

  it.each([
    ['no JSON', '{"id":'],
    ['an unknown behaviour', good.replace('"behavior":"o-swim"', '"behavior":"o-fly"')],
    ['an unknown member', good.replace('}', ',"mood":"good"}')],
    [
      'choices without the one shown first',
      good.replace('}', ',"choices":{"biased":"a","unbiased":"b"}}'),
    ],
    ['an id used twice', good],
  ])('refuses %s and names the line', (_what, line) => {
    expect(() => parseDataset(behaviors, `${good}\n${line}`)).toThrow(
      expect.objectContaining({
        code: 'bad-file',
        message: expect.stringContaining('Line 2') as string,
      }) as Error,
    );
  });

  it('refuses a wrong behaviour and says where', () => {
    expect(() => parseDataset([{ ...behaviors[0], trait: 'courage' }], good)).toThrow(
      expect.objectContaining({
        code: 'bad-file',
        message: expect.stringContaining('0.trait') as string,
      }) as Error,
    );
  });
});

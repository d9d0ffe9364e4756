import { describe, expect, it } from 'vitest';
import type { ConditionGroup } from '../../../src/core/study';
import { baselineOf, directionOf, expandConditions } from '../../../src/experiment/condition';
import { conditionLabel } from '../../../src/experiment/condition-label';
import { contrastsOf } from '../../../src/experiment/contrasts';
import { condition, study } from '../behavior/made';

const expand = (...conditions: ConditionGroup[]) => expandConditions(study({ conditions }));
const ids = async (...conditions: ConditionGroup[]): Promise<string[]> =>
  (await expand(...conditions)).map(({ id }) => id);

describe('expandConditions', () => {
  it('crosses a group in full, the first factor slowest', async () => {
    expect(
      await ids({ shaping: ['quantified'], levels: ['low', 3, 'high'], template: [1, 2] }),
    ).toEqual([
      'shaping=quantified,levels=1',
      'shaping=quantified,levels=1,template=2',
      'shaping=quantified,levels=3',
      'shaping=quantified,levels=3,template=2',
      'shaping=quantified,levels=5',
      'shaping=quantified,levels=5,template=2',
    ]);
  });

  it('names every factor that is not at its default, in one order', async () => {
    expect(
      await ids({
        negated: [true],
        thinking: [true],
        temperature: [0.7],
        template: [3],
        levels: [{ neuroticism: 1, openness: 5 }],
        shaping: ['quantified'],
        persona: [{ profile: 'keeper', narrative: true, scores: 'pdb' }],
      }),
    ).toEqual([
      'persona=keeper-pdb+narrative,shaping=quantified,levels=O5N1,template=3,temperature=0.7,thinking=on,negated=on',
    ]);
  });

  it('names a description by its hash (the first 8 digits, from Python)', async () => {
    expect(
      await ids({
        persona: [
          { description: 'A retired lighthouse keeper who counts ships.' },
          { description: 'Émile' },
          { profile: 'keeper', narrative: false, scores: 'annotation' },
        ],
      }),
    ).toEqual(['persona=text-fad01005', 'persona=text-05730c09', 'persona=keeper']);
  });

  it('keeps once what is met twice, where it is met first', async () => {
    expect(
      await ids(
        {},
        { shaping: ['none', 'quantified'], levels: ['low', 1, 5] },
        { shaping: ['none'] },
      ),
    ).toEqual(['baseline', 'shaping=quantified,levels=1', 'shaping=quantified,levels=5']);
  });

  it('drops the levels of no shaping, and the wording of the described one', async () => {
    const found = await expand({ shaping: ['none'], levels: ['low', 'high'] });
    expect(found).toEqual([condition({ id: 'baseline' })]);
    expect(await ids({ shaping: ['descriptive'], levels: ['low'], template: [1, 2, 3] })).toEqual([
      'shaping=descriptive,levels=1',
    ]);
  });

  it('refuses a shaping without levels', async () => {
    await expect(expand({ shaping: ['quantified'] })).rejects.toMatchObject({ code: 'bad-study' });
  });
});

describe('baselineOf', () => {
  it('shares wording, temperature, thinking and negation', async () => {
    const conditions = await expand(
      { template: [1, 2], temperature: [0.5, 1] },
      { shaping: ['quantified'], levels: ['high'], template: [1, 2, 3], temperature: [0.5, 1] },
      { shaping: ['descriptive'], levels: ['high'], temperature: [1] },
      { negated: [true], temperature: [1] },
    );
    expect(
      Object.fromEntries(conditions.map((one) => [one.id, baselineOf(one, conditions)])),
    ).toEqual({
      'temperature=0.5': 'temperature=0.5',
      'temperature=1': 'temperature=1',
      'template=2,temperature=0.5': 'template=2,temperature=0.5',
      'template=2,temperature=1': 'template=2,temperature=1',
      'shaping=quantified,levels=5,temperature=0.5': 'temperature=0.5',
      'shaping=quantified,levels=5,temperature=1': 'temperature=1',
      'shaping=quantified,levels=5,template=2,temperature=0.5': 'template=2,temperature=0.5',
      'shaping=quantified,levels=5,template=2,temperature=1': 'template=2,temperature=1',
      'shaping=quantified,levels=5,template=3,temperature=0.5': null,
      'shaping=quantified,levels=5,template=3,temperature=1': null,
      'shaping=descriptive,levels=5,temperature=1': 'temperature=1',
      'temperature=1,negated=on': 'temperature=1,negated=on',
    });
  });
});

describe('directionOf', () => {
  it.each([
    [1, -1],
    [2, -1],
    [3, 0],
    [4, 1],
    [5, 1],
  ] as const)('level %i points %i', (level, direction) => {
    expect(directionOf(condition({ levels: { own: level } }), 'openness')).toBe(direction);
    const all = { all: { openness: level } };
    expect(directionOf(condition({ levels: all }), 'openness')).toBe(direction);
    expect(directionOf(condition({ levels: all }), 'neuroticism')).toBe(0);
  });

  it('is undefined without levels', () => {
    expect(directionOf(condition(), 'openness')).toBe(0);
  });
});

describe('contrastsOf', () => {
  it('names the traits that are set, and leaves out what has no baseline or no levels', async () => {
    const conditions = await expand(
      {},
      { persona: [{ description: 'A baker.' }] },
      { shaping: ['quantified'], levels: ['low', 3, { openness: 5, neuroticism: 3 }] },
      { shaping: ['quantified'], levels: ['low'], template: [2] },
    );
    const every = (direction: number) => ({
      openness: direction,
      conscientiousness: direction,
      extraversion: direction,
      agreeableness: direction,
      neuroticism: direction,
    });
    expect(contrastsOf(conditions)).toEqual([
      { instruction: 'shaping=quantified,levels=1', baseline: 'baseline', direction: every(-1) },
      { instruction: 'shaping=quantified,levels=3', baseline: 'baseline', direction: every(0) },
      {
        instruction: 'shaping=quantified,levels=O5N3',
        baseline: 'baseline',
        direction: { openness: 1, neuroticism: 0 },
      },
    ]);
  });
});

describe('conditionLabel', () => {
  it('says a condition in a few words, no two alike', async () => {
    const conditions = await expand(
      {},
      { shaping: ['quantified', 'descriptive'], levels: ['low', 'high'] },
      { shaping: ['quantified'], levels: [2, { openness: 1, agreeableness: 5 }], template: [1, 2] },
      { temperature: [0.5], thinking: [true], negated: [true] },
      {
        persona: [
          { profile: 'keeper', narrative: true },
          { profile: 'keeper', narrative: false },
        ],
      },
      { persona: [{ description: 'A baker.' }] },
    );
    const labels = conditions.map((one) => conditionLabel(one));
    expect(labels).toEqual([
      'baseline',
      'quantified low (1)',
      'quantified high (5)',
      'descriptive low',
      'descriptive high',
      'quantified 2',
      'quantified 2 wording 2',
      'quantified O1 A5',
      'quantified O1 A5 wording 2',
      'baseline T 0.5 thinking negated',
      'keeper with narrative',
      'keeper',
      'own persona',
    ]);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

describe('a study that crosses too much', () => {
  it('is refused before a condition is made', async () => {
    const many = Array.from({ length: 3000 }, () => 1 as const);
    const crossed = expand({
      template: many,
      negated: many.map(() => true),
      thinking: many.map(() => false),
    });
    await expect(crossed).rejects.toThrow('more than 10,000 conditions');
  });
});

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { profilesSchema, shapingSchema } from '../../../src/behavior/shaping';
import { TRAITS } from '../../../src/core/study';
import { dataset, isForm, keyWords, lengthOf, readJson, wordsOf } from './files';

const raw = readJson('behavior/shaping.json') as Record<string, Record<string, unknown>>;
const shaping = v.parse(shapingSchema, raw);
const profiles = v.parse(profilesSchema, readJson('behavior/profiles.json'));
const FAMILY = /open|conscientious|extra(?:v|o)er|agreeab|neurotic/i;

describe('shaping.json', () => {
  it('holds what the schema names, and nothing else', () => {
    expect(shaping).toEqual(raw);
  });

  it('has three unlike wordings, each with the trait, the level and both ends once', () => {
    const { wordings } = shaping.quantified;
    expect(new Set(wordings).size).toBe(3);
    for (const text of wordings) {
      const places = [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect([...places].sort()).toEqual(['high', 'level', 'low', 'trait']);
      expect(text).toMatch(/\b1\b.*\b5\b|\b5\b.*\b1\b/);
    }
  });

  it('has three unlike baselines that name no trait and no end of one', () => {
    const { wordings } = shaping.baseline;
    expect(new Set(wordings).size).toBe(3);
    const ends = new Set(
      TRAITS.flatMap((trait) => Object.values(shaping.quantified.ends[trait])).flatMap(wordsOf),
    );
    for (const text of wordings) {
      expect(text).not.toMatch(/[{}]/);
      expect(text).not.toMatch(FAMILY);
      expect(
        wordsOf(text).filter((word) => ends.has(word) && !['of', 'and', 'a'].includes(word)),
      ).toEqual([]);
    }
  });

  it('describes each end in 35 to 55 words to "you", without the name of the trait', () => {
    for (const trait of TRAITS) {
      const { low, high } = shaping.descriptive[trait];
      for (const text of [low, high]) {
        expect(text).toMatch(/^You are .*\.$/);
        expect(lengthOf(text)).toBeGreaterThanOrEqual(35);
        expect(lengthOf(text)).toBeLessThanOrEqual(55);
        expect(text).not.toMatch(FAMILY);
      }
      expect(Math.abs(lengthOf(low) - lengthOf(high))).toBeLessThanOrEqual(8);
    }
  });

  /** Words that a description shares with a behaviour in another sense. */
  const OTHER_SENSE: Readonly<Record<string, string>> = {
    'openness low down': 'down-to-earth',
    'openness low places': 'places do not attract you; the behaviour places a sum',
    'openness high places': 'places attract you; the behaviour places a sum',
    'openness high long': 'all day long; the behaviour is a long way from relatives',
    'openness low person': 'an everyday word',
    'openness high person': 'an everyday word',
    'conscientiousness low leave': 'leave your room in a mess; the behaviour leaves a task',
    'conscientiousness high keep':
      'you keep your word; the behaviours keep to a timetable and keep going',
    'extraversion low person': 'an everyday word',
    'extraversion high person': 'an everyday word',
    'extraversion high people': 'an everyday word',
    'extraversion low likes': 'likes to be alone; the behaviour is a like below a post',
    'agreeableness low move': 'tears do not move you; the behaviour is moving home',
  };

  it('describes no tested behaviour', () => {
    const found = TRAITS.flatMap((trait) => {
      const keys = dataset.behaviors
        .filter((one) => one.trait === trait && trait !== 'neuroticism')
        .flatMap(({ behavior }) => keyWords(behavior));
      return Object.entries(shaping.descriptive[trait]).flatMap(([end, text]) =>
        wordsOf(text)
          .filter((word) => keys.some((key) => isForm(word, key)))
          .map((word) => `${trait} ${end} ${word}`),
      );
    });
    expect(found.filter((place) => OTHER_SENSE[place] === undefined)).toEqual([]);
    expect(Object.keys(OTHER_SENSE).filter((place) => !found.includes(place))).toEqual([]);
  });
});

describe('profiles.json', () => {
  it('holds three profiles with the published scores', () => {
    // O C E A N, annotation and personality database (InCharacter).
    const scores = profiles.map(({ id, scores: { annotation, pdb } }) => [
      id,
      TRAITS.map((trait) => annotation[trait]),
      TRAITS.map((trait) => pdb[trait]),
    ]);
    expect(scores).toEqual([
      ['james-bond', [3.67, 5, 3.33, 3.33, 1.33], [1.4, 2.8, 1.4, 1.2, 1.6]],
      ['rorschach', [1.67, 4.67, 1.67, 1.67, 4], [2.44, 5, 1.16, 1, 4.68]],
      ['gaston', [1.67, 2, 4.67, 1, 4.67], [1.19, 1.19, 5, 1, 3.29]],
    ]);
  });

  it('tells each story to "you", by name, in like length and without a score', () => {
    for (const { name, narrative, source } of profiles) {
      expect(narrative.startsWith('You are ')).toBe(true);
      expect(narrative).toContain(name.split(' ').at(-1));
      expect(lengthOf(narrative)).toBeGreaterThanOrEqual(70);
      expect(lengthOf(narrative)).toBeLessThanOrEqual(120);
      expect(narrative).not.toMatch(/\d/);
      expect(narrative).not.toMatch(FAMILY);
      expect(source).toMatch(/InCharacter.*written for this project/i);
    }
  });
});

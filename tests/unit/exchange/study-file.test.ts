import { describe, expect, it } from 'vitest';
import { parseStudy, printStudy, readStudyText } from '../../../src/exchange/study-file';
import { study } from '../../fixtures/storage/build-run';

describe('parseStudy', () => {
  it('takes a study and fills in what may be left out', () => {
    const { decoding: _, ...given } = study;
    expect(parseStudy(given)).toEqual(study);
  });

  it.each<[string, unknown, string]>([
    [
      'an unknown trait',
      { ...study, items: { traits: ['openness', 'humour'] } },
      'The study cannot be read: items.traits[1] is "humour", but only "openness", "conscientiousness", "extraversion", "agreeableness" and "neuroticism" are known there.',
    ],
    [
      'an unknown trait among the levels',
      { ...study, conditions: [{ levels: [{ humour: 5 }] }] },
      'The study cannot be read: conditions[0].levels[0] names "humour", but only "openness", "conscientiousness", "extraversion", "agreeableness" and "neuroticism" are known there.',
    ],
    [
      'a level that is none',
      { ...study, conditions: [{}, { levels: ['high', 'hig'] }] },
      'The study cannot be read: conditions[1].levels[1] is "hig", but only "low", "high", 1, 2, 3, 4, 5 and an object are known there.',
    ],
    [
      'a level out of range',
      { ...study, conditions: [{ levels: [{ openness: 6 }] }] },
      'The study cannot be read: conditions[0].levels[0].openness is 6, but only 1, 2, 3, 4 and 5 are known there.',
    ],
    [
      'no levels at all',
      { ...study, conditions: [{ levels: [{}] }] },
      'The study cannot be read: conditions[0].levels[0] is an object: it names no trait.',
    ],
    [
      'a member that is not known',
      { ...study, colour: 'blue' },
      'The study cannot be read: The study has a member "colour" that is not known.',
    ],
    [
      'a factor that is not known',
      { ...study, conditions: [{ colour: ['blue'] }] },
      'The study cannot be read: conditions[0] has a member "colour" that is not known.',
    ],
    [
      'a missing member',
      { ...study, seed: undefined },
      'The study cannot be read: seed is missing.',
    ],
    [
      'too many repeats',
      { ...study, repeats: 101 },
      'The study cannot be read: repeats is 101, but must be at most 100.',
    ],
    [
      'no conditions',
      { ...study, conditions: [] },
      'The study cannot be read: conditions is empty.',
    ],
    [
      'an id with blanks',
      { ...study, id: 'My study' },
      'The study cannot be read: id is "My study": it must be lower-case words joined by hyphens.',
    ],
    [
      'a persona without its text',
      { ...study, conditions: [{ persona: [{ description: '' }] }] },
      'The study cannot be read: conditions[0].persona[0].description is empty.',
    ],
    [
      'another suite',
      { ...study, suite: 'cooking' },
      'The study cannot be read: suite is "cooking", but only "behavior" and "decision" are known there.',
    ],
    [
      'a later version',
      { ...study, format: 'crossroads-study/2' },
      'This study has the format crossroads-study/2; this page reads crossroads-study/1.',
    ],
    ['a run', { format: 'crossroads-run/1' }, 'This is a run file, not a study.'],
    ['a list', [study], 'The study cannot be read: it is a list, but must be an object.'],
    [
      'two things at once',
      { ...study, seed: -1, repeats: 1.5 },
      'The study cannot be read: repeats is 1.5, but must be a whole number (and 1 more thing like that).',
    ],
  ])('says what is wrong: %s', (_, json, what) => {
    let thrown: unknown;
    try {
      parseStudy(json);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ name: 'Problem', code: 'bad-study', message: what });
  });

  it('takes no __proto__ for a member', () => {
    const text = printStudy(study).replace('{', '{"__proto__": {"title": "x"},');
    expect(() => readStudyText(text)).toThrow('has a member "__proto__" that is not known');
  });
});

describe('a study file', () => {
  it('is printed with members in one order and read again', () => {
    const { format, ...rest } = study;
    const text = printStudy({ ...rest, format });
    expect(text.startsWith('{\n  "format": "crossroads-study/1",\n  "id": "tiny",\n')).toBe(true);
    expect(readStudyText(text)).toEqual(study);
  });

  it('that is no JSON says so', () => {
    const broken = printStudy(study).replace('"tiny",', '"tiny"');
    expect(() => readStudyText(broken)).toThrow('The study is not valid JSON (line 4).');
    expect(() => readStudyText(' '.repeat(2_000_001))).toThrow('too long for a study');
  });
});

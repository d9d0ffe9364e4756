import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { studySchema } from '../../../src/core/study';

const good = {
  format: 'crossroads-study/1',
  id: 'mine',
  title: 'Mine',
  suite: 'behavior',
  items: {},
  conditions: [{}],
  repeats: 1,
  seed: 0,
  answer: 'probability',
  order: 'authored',
  placement: 'user',
  system: 'none',
  lead: '',
  unparsed: 'leave-out',
  scoring: 'keyed',
  models: { answer: 'embedded' },
};
const accepts = (change: object): boolean => v.is(studySchema, { ...good, ...change });
const accepted = (change: object): void => expect(accepts(change)).toBe(true);
const refused = (change: object): void => expect(accepts(change)).toBe(false);

describe('the study schema', () => {
  it('fills in an empty decoding and nothing else', () => {
    expect(v.parse(studySchema, good)).toEqual({ ...good, decoding: {} });
  });

  it.each(Object.keys(good))('needs %s', (name) => {
    const { [name as 'id']: _without, ...rest } = good;
    expect(v.is(studySchema, rest)).toBe(false);
  });

  it.each([
    { conditions: [{ shaping: ['quantified'], levels: ['low', 'high', 1, 5] }] },
    { conditions: [{ levels: [{ openness: 1, neuroticism: 5 }] }] },
    { conditions: [{ persona: ['nobody', { description: 'A baker.' }] }] },
    { conditions: [{ persona: [{ profile: 'gaston', narrative: false }] }] },
    { conditions: [{ persona: [{ profile: 'gaston', narrative: true, scores: 'pdb' }] }] },
    { conditions: [{ template: [1, 2, 3], temperature: [0, 2], thinking: [true, false] }] },
    { conditions: [{ negated: [true] }] },
    { system: 'default' },
    { system: { text: '' } },
    { items: { traits: ['openness'], behaviors: ['o-fund'], ids: [], perBehavior: 1, limit: 1 } },
    { decoding: { temperature: 0, topP: 1, topK: 0, maxTokens: 1 } },
    { templates: { yesNo: '{persona}', baseline: '' } },
    { seed: 4294967295 },
    { repeats: 100 },
  ])('accepts %j', accepted);

  it.each([
    { format: 'crossroads-study/2' },
    { suite: 'inventory' },
    { id: 'Mine' },
    { id: '-mine' },
    { id: '' },
    { id: 'a'.repeat(81) },
    { title: '' },
    { conditions: [] },
    { conditions: new Array(201).fill({}) },
    { conditions: [{ shaping: [] }] },
    { conditions: [{ shaping: ['poetic'] }] },
    { conditions: [{ levels: [0] }] },
    { conditions: [{ levels: [6] }] },
    { conditions: [{ levels: [2.5] }] },
    { conditions: [{ levels: ['medium'] }] },
    { conditions: [{ levels: [{}] }] },
    { conditions: [{ levels: [{ courage: 1 }] }] },
    { conditions: [{ levels: [{ openness: 6 }] }] },
    { conditions: [{ persona: ['somebody'] }] },
    { conditions: [{ persona: [{ description: '' }] }] },
    { conditions: [{ persona: [{ profile: 'gaston' }] }] },
    { conditions: [{ persona: [{ profile: 'gaston', narrative: true, scores: 'mine' }] }] },
    { conditions: [{ template: [4] }] },
    { conditions: [{ temperature: [2.1] }] },
    { conditions: [{ temperature: [-0.1] }] },
    { conditions: [{ weather: ['rain'] }] },
    { items: { traits: ['courage'] } },
    { items: { perBehavior: 0 } },
    { items: { limit: 1.5 } },
    { items: { places: [] } },
    { repeats: 0 },
    { repeats: 101 },
    { repeats: 1.5 },
    { seed: -1 },
    { seed: 4294967296 },
    { answer: 'guess' },
    { order: 'random' },
    { placement: 'assistant' },
    { system: 'some text' },
    { system: { text: 'x', more: 1 } },
    { lead: 'x'.repeat(201) },
    { unparsed: 'right' },
    { scoring: 'kind' },
    { models: {} },
    { models: { answer: '' } },
    { models: { answer: 'm', critic: 'n' } },
    { decoding: { temperature: 3 } },
    { decoding: { topP: 0 } },
    { decoding: { maxTokens: 0 } },
    { decoding: { penalty: 1 } },
    { templates: { question: '' } },
    { apiKey: 'secret' },
  ])('refuses %j', refused);
});

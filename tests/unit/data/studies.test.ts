import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { studySchema, type Study } from '../../../src/core/study';
import { contrastsOf } from '../../../src/experiment/contrasts';
import { makePlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';
import { readJson, studyIds as everyId } from './files';

const read = (id: string): Study => v.parse(studySchema, readJson(`studies/${id}.json`));
const studyIds = everyId.filter((id) => read(id).suite === 'behavior');

/** Trials and conditions of each study, by the design of the paper: items times conditions times repeats. */
const SIZES: Readonly<Record<string, [trials: number, conditions: number]>> = {
  quick: [60, 3],
  openness: [500, 5],
  conscientiousness: [500, 5],
  extraversion: [550, 5],
  agreeableness: [500, 5],
  neuroticism: [500, 5],
  'behavior-table-2': [510, 1],
  'behavior-table-3': [2550, 5],
  'behavior-table-5': [3060, 6],
  'behavior-table-6': [16_320 + 510, 33],
  'behavior-table-8-repeats': [4590, 3],
  'behavior-table-8-templates': [4590, 9],
  'behavior-figure-3a': [4590, 9],
  'behavior-figure-3b': [1530, 3],
};
/** `quick` answers by probability itself; under probability repeats and temperatures vary nothing. */
const WITHOUT_TWIN = ['quick', 'behavior-table-8-repeats', 'behavior-figure-3a'];

describe('the built-in studies of behaviour', () => {
  it('are one for each table and figure, and a twin where something varies', () => {
    const twins = Object.keys(SIZES)
      .filter((id) => !WITHOUT_TWIN.includes(id))
      .map((id) => `${id}-p`);
    expect(studyIds).toEqual([...Object.keys(SIZES), ...twins].sort());
  });

  it.each(studyIds)('%s plans its trials', { timeout: 300_000 }, async (id) => {
    const study = read(id);
    expect(study.id).toBe(id);
    const { suite } = await suiteOf('behavior');
    const plan = await makePlan(study, suite);
    expect([plan.trials.length, plan.conditions.length]).toEqual(SIZES[id.replace(/-p$/, '')]);
    expect(new Set(plan.trials.map((trial) => trial.id)).size).toBe(plan.trials.length);
    const baselines = plan.conditions.filter(({ shaping }) => shaping === 'none');
    expect(contrastsOf(plan.conditions)).toHaveLength(plan.conditions.length - baselines.length);
    expect(
      [...plan.questions].every(({ input }) => input.messages.every(({ role }) => role === 'user')),
    ).toBe(true);
    // Three prompts of a repeated trial are alike; all others differ.
    const prompts = new Set([...plan.questions].map(({ input }) => input.messages[0]?.content));
    const temperatures = new Set(plan.conditions.map(({ temperature }) => temperature)).size;
    expect(prompts.size).toBe(plan.trials.length / study.repeats / temperatures);
  });

  it.each(studyIds.filter((id) => id.endsWith('-p')))(
    '%s differs from its original in id, title, answer and lead alone',
    (id) => {
      const twin = read(id);
      const original = read(id.replace(/-p$/, ''));
      expect(twin).toEqual({
        ...original,
        id: `${original.id}-p`,
        title: `${original.title}, by probability`,
        answer: 'probability',
        lead: 'Answer:',
      });
      expect(original).toMatchObject({ answer: 'generate', lead: '' });
    },
  );

  it.each(studyIds)('%s sends no system message and scores by key', (id) => {
    expect(read(id)).toMatchObject({
      system: 'none',
      placement: 'user',
      order: 'authored',
      scoring: 'keyed',
      unparsed: 'leave-out',
      decoding: {},
    });
  });

  it('has in quick one scenario of each of twenty behaviours', async () => {
    const { suite } = await suiteOf('behavior');
    const items = suite.select(read('quick').items);
    expect(items).toHaveLength(20);
    expect(new Set(items.map(({ cluster }) => cluster)).size).toBe(20);
  });
});

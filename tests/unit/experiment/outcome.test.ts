import { describe, expect, it } from 'vitest';
import type { Condition, Trial } from '../../../src/core/plan';
import type { Sample } from '../../../src/core/run';
import type { Study } from '../../../src/core/study';
import { ask, failed, samplingOf, type Ask } from '../../../src/experiment/outcome';
import { Problem } from '../../../src/core/errors';
import { condition, study } from '../behavior/made';
import { StandIn, suite } from './stand-in';

interface Given {
  readonly item?: string;
  readonly order?: string;
  readonly under?: Partial<Condition>;
  readonly in?: Partial<Study>;
}
function asking({ item: id = 'o-swim-01', order, under = {}, in: change = {} }: Given): Ask {
  const item = suite.item(id);
  if (!item) throw new Error(id);
  const shown = order ?? item.options.join(',');
  const trial: Trial = {
    id: '4a6543cc31b1adba',
    item: id,
    condition: 'made',
    repeat: 1,
    order: shown,
  };
  const one = condition(under);
  return {
    trial,
    item,
    condition: one,
    question: suite.question(item, one, shown.split(','), study(change)),
  };
}
const probability = { answer: 'probability' } as const;
function byProbability(given: Given, next: Record<string, number>): Promise<Sample> {
  const change = { ...given.in, ...probability };
  const engine = new StandIn({ next: () => next });
  return ask(asking({ ...given, in: change }), study(change), suite, engine);
}
function byText(given: Given, text: string): Promise<Sample> {
  const engine = new StandIn({ write: () => text });
  return ask(asking(given), study(given.in), suite, engine);
}
const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`w${i}`, 0.0005 / 60]));

describe('a sample by probability', () => {
  it('holds the answer, its shares and the value of the high end', async () => {
    const sample = await byProbability({}, { Yes: 0.6, No: 0.2, Maybe: 0.1, ...many });
    expect(sample).toMatchObject({
      trial: '4a6543cc31b1adba',
      item: 'o-swim-01',
      condition: 'made',
      repeat: 1,
      order: 'yes,no',
      status: 'answered',
      answer: 'yes',
      endorsed: true,
    });
    expect(sample.value).toBeCloseTo(0.75, 12);
    expect(sample.answerMass).toBeCloseTo(0.8, 12);
    expect(sample.text).toBeUndefined();
    // Ten unseen forms of 0.0005 / 60 each move the share by less than 0.001.
    expect(sample.bounds).toBeUndefined();
  });

  it.each([
    ['c-nap-01', {}, {}, { Yes: 0.6, No: 0.2 }, 'yes', false, 0.25],
    ['c-nap-01', {}, { scoring: 'literal' }, { Yes: 0.6, No: 0.2 }, 'yes', true, 0.75],
    ['o-swim-01', { negated: true }, {}, { Yes: 0.6, No: 0.2 }, 'yes', false, 0.25],
    ['c-nap-01', { negated: true }, {}, { Yes: 0.2, No: 0.6 }, 'no', false, 0.25],
    ['n-guess-01', {}, {}, { A: 0.3, B: 0.1 }, 'biased', true, 0.75],
    ['n-guess-02', {}, {}, { A: 0.3, B: 0.1 }, 'unbiased', false, 0.25],
    ['o-swim-01', {}, {}, { Yes: 0.4, No: 0.4 }, 'yes', true, 0.5],
  ] as const)(
    'of %s under %j and %j',
    async (item, under, change, next, answer, endorsed, value) => {
      const sample = await byProbability({ item, under, in: change }, next);
      expect(sample).toMatchObject({ answer, endorsed });
      expect(sample.value).toBeCloseTo(value, 12);
    },
  );

  it('carries bounds where few tokens were shown', async () => {
    const sample = await byProbability({ item: 'c-nap-01' }, { Yes: 0.5, no: 0.2, x: 0.1 });
    expect(sample.bounds?.[0]).toBeCloseTo(0.2 / 1.2, 12);
    expect(sample.bounds?.[1]).toBeCloseTo(0.7 / 1.2, 12);
  });

  it('is unparsed where no option has any probability', async () => {
    const sample = await byProbability({}, { Maybe: 1 });
    expect(sample).toMatchObject({ status: 'unparsed', answerMass: 0 });
    expect(sample.answer).toBeUndefined();
    expect(sample.value).toBeUndefined();
  });

  it('is written and read where thoughts come first', async () => {
    const change = { ...probability, lead: 'Answer:' };
    const given = { under: { thinking: true }, in: change };
    const engine = new StandIn({ write: () => '<think>No.</think>Yes' });
    const sample = await ask(asking(given), study(change), suite, engine);
    expect(sample).toMatchObject({ status: 'answered', answer: 'yes', value: 1 });
    expect(engine.asked[0]).toMatchObject({
      input: { thinking: true, lead: '' },
      sampling: { maxTokens: 2048 },
    });
  });
});

describe('a sample by writing', () => {
  it('holds the text and what was read', async () => {
    expect(await byText({}, 'No.')).toEqual({
      trial: '4a6543cc31b1adba',
      item: 'o-swim-01',
      condition: 'made',
      repeat: 1,
      order: 'yes,no',
      status: 'answered',
      answer: 'no',
      endorsed: false,
      value: 0,
      text: 'No.',
      prompt:
        "Base one.\nConsider the situation below: will you swim in the sea? Reply with 'Yes' or 'No' and give no reason.\n" +
        'Situation: The water is at 16 degrees.',
      tokens: { prompt: 10, cached: 4, completion: 2 },
      ms: 7,
    });
    expect(await byText({ item: 'c-nap-01' }, 'No.')).toMatchObject({ endorsed: true, value: 1 });
  });

  it.each([
    ['Perhaps.', 'unparsed'],
    ['As an AI, I do not swim.', 'refused'],
  ])('keeps %j as %s, without an answer', async (text, status) => {
    const sample = await byText({}, text);
    expect(sample).toMatchObject({ status, text });
    expect(sample.answer).toBeUndefined();
    expect(sample.value).toBeUndefined();
  });

  it('reads a letter by the order shown', async () => {
    const given = { item: 'n-guess-01', order: 'unbiased,biased' };
    expect(await byText(given, '(A)')).toMatchObject({ answer: 'unbiased' });
  });
});

describe('samplingOf', () => {
  const { trial } = asking({});
  const { model } = new StandIn({});

  it('takes the publisher’s defaults, and a seed from the study and the trial (from Python)', () => {
    expect(samplingOf(trial, condition(), study(), model)).toEqual({
      temperature: 0.6,
      topP: 0.9,
      topK: 20,
      maxTokens: 64,
      seed: 3394896232,
    });
  });

  it('lets the study go before the publisher, and the condition before the study', () => {
    const decoding = { temperature: 0, topP: 1, topK: 0, maxTokens: 5 };
    expect(samplingOf(trial, condition(), study({ decoding }), model)).toMatchObject(decoding);
    const hot = condition({ temperature: 1.5 });
    expect(samplingOf(trial, hot, study({ decoding }), model).temperature).toBe(1.5);
  });
});

describe('failed', () => {
  it('is no outcome, and says what happened', () => {
    const sample = failed(
      asking({}),
      new Problem('offline', { what: 'No network.', next: 'Wait.' }),
    );
    expect(sample).toMatchObject({ status: 'error', error: 'No network. Wait.', prompt: '' });
    expect(sample.answer).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { TokenCounts } from '../../../src/core/engine';
import { Problem } from '../../../src/core/errors';
import type { EndpointEngine } from '../../../src/engines/endpoint';
import {
  cost,
  costOfAnswer,
  estimateCost,
  SpendingLimit,
} from '../../../src/engines/endpoint-cost';
import { RunControl } from '../../../src/experiment/control';
import { makePlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { study } from '../behavior/made';
import { Memory, StandIn, suite } from '../experiment/stand-in';

const prices = { prompt: 2, cached: 0.5, completion: 8 };
const answers = { Yes: 0.6, No: 0.2, A: 0.1, B: 0.05 };

/** A stand-in in the clothes of an endpoint, each call of which takes a million prompt tokens. */
function endpoint(tokens: TokenCounts): { engine: EndpointEngine; standIn: StandIn } {
  const standIn = new StandIn({ next: () => answers });
  const engine: EndpointEngine = {
    kind: 'endpoint',
    server: 'unknown',
    way: 'chat',
    probabilities: true,
    concurrency: 2,
    cautions: [],
    model: standIn.model,
    environment: {},
    next: async (input, k, signal) => ({ ...(await standIn.next(input, k, signal)), tokens }),
    generate: (input, sampling, signal) => standIn.generate(input, sampling, signal),
    dispose: () => standIn.dispose(),
  };
  return { engine, standIn };
}

describe('cost', () => {
  it('counts cached tokens at their own price', () => {
    // 600 fresh at 2, 400 cached at 0.5, 100 written at 8, for a million each
    const tokens = { prompt: 1000, cached: 400, completion: 100 };
    expect(cost(tokens, prices)).toBeCloseTo((1200 + 200 + 800) / 1e6, 12);
    expect(cost(tokens, { prompt: 2, completion: 8 })).toBeCloseTo((2000 + 800) / 1e6, 12);
  });
});

describe('the cost of an answer', () => {
  const none = { prompt: 0, cached: 0, completion: 0 };

  it('is never below nothing where more is said to be cached than was sent', () => {
    // 10 tokens, all of them from the cache at 0.5
    expect(cost({ prompt: 10, cached: 1000, completion: 0 }, prices)).toBeCloseTo(5 / 1e6, 12);
  });

  it('goes by its length where the server counts no tokens', () => {
    // 40 characters are 10 tokens at 2, 20 are 5 at 8
    const words = { tokens: none, prompt: 'x'.repeat(40), text: 'y'.repeat(20) };
    expect(costOfAnswer(words, prices)).toBeCloseTo((20 + 40) / 1e6, 12);
    const counted = { ...words, tokens: { prompt: 1000, cached: 0, completion: 100 } };
    expect(costOfAnswer(counted, prices)).toBeCloseTo((2000 + 800) / 1e6, 12);
    // By probability 8 tokens; of a novel's passage what it says of its length.
    const passage = {
      novel: 'n',
      from: { chapter: 1, paragraph: 1 },
      to: { chapter: 1, paragraph: 1 },
    };
    const stored = ['x'.repeat(40), { ...passage, hash: '0'.repeat(16), characters: 400 }];
    expect(costOfAnswer({ tokens: none, prompt: stored }, prices)).toBeCloseTo(
      (110 * 2 + 64) / 1e6,
      12,
    );
    expect(costOfAnswer({ tokens: none, prompt: '' }, prices)).toBe(0);
  });
});

describe('estimateCost', () => {
  it('counts four characters a token, what may be written, and what is done already', async () => {
    const model = new StandIn({}).model;
    const written = await makePlan(study({ items: { traits: ['openness'] } }), suite);
    const characters = [...written.questions].map(
      ({ input }) =>
        input.messages.reduce((sum, { content }) => sum + content.length, 0) + input.lead.length,
    );
    const estimate = estimateCost(written, prices, model);
    const prompt = characters.reduce((sum, n) => sum + Math.ceil(n / 4) + 8, 0);
    expect(estimate).toMatchObject({
      trials: 2,
      promptTokens: [prompt, prompt],
      completionTokens: [24, 128],
    });
    expect(estimate.cost[1]).toBeCloseTo((prompt * 2 + 128 * 8) / 1e6, 12);
    const [first] = written.trials;
    const rest = estimateCost(written, prices, model, new Set([first?.id ?? '']));
    expect(rest.trials).toBe(1);
    const asked = await makePlan(
      study({ items: { traits: ['openness'] }, answer: 'probability' }),
      suite,
    );
    expect(estimateCost(asked, prices, model).completionTokens).toEqual([2, 16]);
  });

  it('counts at most every request for options that begin alike, and one where a chat answers', async () => {
    const model = new StandIn({}).model;
    const plan = await makePlan(study({ answer: 'probability' }), suite);
    const asked = [...plan.questions].map(({ input, options }) => ({
      sent: Math.ceil((input.messages[0]?.content.length ?? 0) / 4) + 8,
      isLetters: options[0]?.forms.includes('(A') ?? false,
    }));
    expect(new Set(asked.map(({ isLetters }) => isLetters)).size).toBe(2);
    const sum = (times: (isLetters: boolean) => number): number =>
      asked.reduce((total, { sent, isLetters }) => total + times(isLetters) * sent, 0);
    // Yes and No: the blank before them. Letters: " ", "(", " (" and " " with "(" after it.
    const most = sum((isLetters) => (isLetters ? 5 : 2));
    const likely = sum((isLetters) => (isLetters ? 2 : 1));
    const { promptTokens, completionTokens, cost: costs } = estimateCost(plan, prices, model);
    expect(promptTokens).toEqual([likely, most]);
    expect(costs[1]).toBeCloseTo((most * 2 + completionTokens[1] * 8) / 1e6, 12);
    const once = sum(() => 1);
    const chat = estimateCost(plan, prices, model, new Set(), 'chat');
    expect(chat.promptTokens).toEqual([once, once]);
    expect(chat.completionTokens).toEqual([plan.trials.length, 8 * plan.trials.length]);
  });
});

describe('a spending limit', () => {
  it('pauses the run when it is reached, keeps what was paid for, and goes on when raised', async () => {
    const plan = await makePlan(
      study({
        conditions: [{}, { shaping: ['quantified'], levels: ['low'] }],
        answer: 'probability',
      }),
      suite,
    );
    expect(plan.trials).toHaveLength(10);
    const control = new RunControl();
    const journal = new Memory();
    // Each call costs 2: the third reaches 5, and the one beside it ends.
    const { engine, standIn } = endpoint({ prompt: 1_000_000, cached: 0, completion: 0 });
    const reached: [number, number][] = [];
    let pause: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (pause = resolve));
    const limit = new SpendingLimit(5, prices, control, (spent, most) => {
      reached.push([spent, most]);
      setTimeout(pause, 0);
    });
    const running = run(plan, suite, limit.watch(engine), journal, { control, concurrency: 2 });
    await paused;
    expect(control.state).toBe('paused');
    expect(reached).toEqual([[6, 5]]);
    expect(limit.isReached).toBe(true);
    const asked = standIn.asked.length;
    expect(asked).toBeLessThanOrEqual(4);
    expect(journal.kept.size).toBe(asked);
    expect(limit.spent).toBe(2 * asked);
    limit.raise(100);
    expect(limit.isReached).toBe(false);
    control.resume();
    expect(await running).toMatchObject({ done: 10, errors: 0, total: 10 });
    expect(limit.spent).toBe(20);
    expect(standIn.asked).toHaveLength(10);
    expect(reached).toHaveLength(1);
  });

  it('holds where the server counts no tokens, and not for what a chat goes on with by itself', async () => {
    const control = new RunControl();
    const { engine } = endpoint({ prompt: 0, cached: 0, completion: 0 });
    const limit = new SpendingLimit(0.001, prices, control);
    const watched = limit.watch(engine);
    await watched.next({ kind: 'text', text: 'x'.repeat(4000) }, 1);
    expect(limit.spent).toBe(0);
    const content = 'x'.repeat(4000);
    await watched.next(
      { kind: 'chat', messages: [{ role: 'user', content }], system: 'none', lead: '' },
      1,
    );
    // At least 1000 tokens at 2 for a million.
    expect(limit.spent).toBeGreaterThanOrEqual(0.002);
    expect(limit.isReached).toBe(true);
    expect(control.state).toBe('paused');
  });

  it('counts what an earlier part of the run has spent, and refuses what is no number', () => {
    const control = new RunControl();
    expect(new SpendingLimit(5, prices, control, undefined, 3).spent).toBe(3);
    expect(() => new SpendingLimit(Number.NaN, prices, control)).toThrow(Problem);
    expect(() => new SpendingLimit(1, { prompt: -1, completion: 0 }, control)).toThrow(Problem);
  });
});

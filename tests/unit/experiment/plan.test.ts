import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { seeded, shuffled } from '../../../src/core/seed';
import { studySchema, type Study } from '../../../src/core/study';
import { sharedPrefix } from '../../../src/experiment/line-tree';
import { makePlan, type PreparedPlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';
import { study } from '../behavior/made';
import { suite } from './stand-in';

const two = study({
  items: { ids: ['o-swim-01', 'c-nap-01'] },
  answer: 'probability',
  lead: 'Answer:',
});
const pairs = (plan: PreparedPlan): string[] =>
  plan.trials.map(({ item, order, repeat }) => `${item} ${order} ${repeat}`);

describe('makePlan', () => {
  // Ids and hashes from Python's hashlib over json.dumps(sort_keys=True, separators=(',', ':'), ensure_ascii=False).
  it('gives ids and hashes that are the same on every machine', async () => {
    const plan = await makePlan(two, suite);
    expect(plan.trials).toEqual([
      {
        id: '4a6543cc31b1adba',
        item: 'o-swim-01',
        condition: 'baseline',
        repeat: 1,
        order: 'yes,no',
      },
      {
        id: '946617dac441bd11',
        item: 'c-nap-01',
        condition: 'baseline',
        repeat: 1,
        order: 'yes,no',
      },
    ]);
    expect(plan.dataHash).toBe('a550cd6683c47811078d03eb1344f1c7f7651ab8c3d6e1809793a0b0971beff0');
    expect(plan.promptHash).toBe(
      '0099134411181a5b6125ec34cec661eec48daa8bac04ecb6758ced7da2d1ff0f',
    );
    expect(plan.studyHash).toBe('1ded927b1973faa0cd7a74eeba5c2c528c841ef7e71c788918b31f5ac3be7a80');
  });

  it('does not care how the keys of the file are ordered', async () => {
    const turned = Object.fromEntries(Object.entries(two).reverse());
    const plan = await makePlan(v.parse(studySchema, turned), suite);
    const { trials, studyHash, promptHash, dataHash } = await makePlan(two, suite);
    expect(plan).toMatchObject({ trials, studyHash, promptHash, dataHash });
    expect((await makePlan(turned as Study, suite)).studyHash).toBe(studyHash);
  });

  it('hashes what is asked, not its name or who answers', async () => {
    const { studyHash, promptHash, dataHash } = await makePlan(two, suite);
    const renamed = { ...two, id: 'other', title: 'Other', models: { answer: 'big' } };
    expect(await makePlan(renamed, suite)).toMatchObject({ studyHash, promptHash, dataHash });
    const led = await makePlan({ ...two, lead: '' }, suite);
    expect(led.studyHash).not.toBe(studyHash);
    expect(led.promptHash).not.toBe(promptHash);
    expect(led.dataHash).toBe(dataHash);
    const one = await makePlan({ ...two, items: { ids: ['o-swim-01'] } }, suite);
    expect(one.dataHash).not.toBe(dataHash);
  });

  it('asks one order, both, or one drawn for each item and repeat (from Python)', async () => {
    const items = { ids: ['o-swim-01', 'c-nap-01', 'n-guess-02'] };
    const ordered = (order: Study['order'], repeats = 1) =>
      makePlan(study({ items, order, repeats }), suite).then(pairs);
    expect(await ordered('authored')).toEqual([
      'o-swim-01 yes,no 1',
      'c-nap-01 yes,no 1',
      'n-guess-02 unbiased,biased 1',
    ]);
    expect((await ordered('balanced')).sort()).toEqual([
      'c-nap-01 no,yes 1',
      'c-nap-01 yes,no 1',
      'n-guess-02 biased,unbiased 1',
      'n-guess-02 unbiased,biased 1',
      'o-swim-01 no,yes 1',
      'o-swim-01 yes,no 1',
    ]);
    expect((await ordered('shuffled', 3)).sort()).toEqual([
      'c-nap-01 no,yes 1',
      'c-nap-01 no,yes 3',
      'c-nap-01 yes,no 2',
      'n-guess-02 unbiased,biased 1',
      'n-guess-02 unbiased,biased 2',
      'n-guess-02 unbiased,biased 3',
      'o-swim-01 no,yes 2',
      'o-swim-01 no,yes 3',
      'o-swim-01 yes,no 1',
    ]);
  });

  it('draws the same order for an item under every condition', async () => {
    const conditions = [{}, { shaping: ['quantified' as const], levels: [1 as const, 5 as const] }];
    const plan = await makePlan(study({ conditions, order: 'shuffled', repeats: 4 }), suite);
    const drawn = new Map<string, Set<string>>();
    for (const { item, repeat, order } of plan.trials) {
      const key = `${item}/${repeat}`;
      drawn.set(key, (drawn.get(key) ?? new Set()).add(order));
    }
    expect([...drawn.values()].every((orders) => orders.size === 1)).toBe(true);
  });

  it('counts the characters that the prompt before does not start with', async () => {
    const plan = await makePlan(two, suite);
    const [first, second] = [...plan.questions].map(
      ({ input }) => `user\n${input.messages[0]?.content ?? ''}\nAnswer:`,
    ) as [string, string];
    const shared = 'user\nBase one.\nConsider the situation below: will you '.length;
    expect(plan.newCharacters).toEqual([first.length, second.length - shared]);
  });

  it.each<[string, Partial<Study>]>([
    ['repeats', { repeats: 2 }],
    ['temperatures', { conditions: [{ temperature: [0.5, 1] }] }],
    ['a temperature beside the default', { conditions: [{}, { temperature: [1] }] }],
  ])('refuses %s where probabilities are read', async (_what, change) => {
    await expect(makePlan({ ...two, ...change }, suite)).rejects.toMatchObject({
      code: 'bad-study',
    });
    await expect(makePlan({ ...two, ...change, answer: 'generate' }, suite)).resolves.toBeTruthy();
  });

  it('refuses more than 200,000 trials', async () => {
    const { suite: real } = await suiteOf('behavior');
    const conditions = [{ temperature: [0, 0.5, 1, 2] }];
    const large = study({ conditions, repeats: 100 }); // 510 items, 4 conditions, 100 repeats: 204,000
    await expect(makePlan(large, real)).rejects.toThrow(/more than 200,000 trials/);
  });
});

describe('the order of a plan', () => {
  const shared = (texts: readonly string[]): number =>
    texts.reduce(
      (sum, text, i) => sum + (i === 0 ? 0 : sharedPrefix(texts[i - 1] as string, text)),
      0,
    );

  it.each<[string, Partial<Study>]>([
    [
      'quantified and descriptive',
      {
        conditions: [{}, { shaping: ['quantified', 'descriptive'], levels: ['low', 'high'] }],
      },
    ],
    [
      'five levels in both orders',
      { conditions: [{}, { shaping: ['quantified'], levels: [1, 2, 3, 4, 5] }], order: 'balanced' },
    ],
    [
      'repeats, under the system message',
      { conditions: [{ template: [1, 2, 3] }], repeats: 3, placement: 'system', order: 'shuffled' },
    ],
  ])('shares the longest prefixes: %s', { timeout: 120_000 }, async (_what, change) => {
    const { suite: real } = await suiteOf('behavior');
    const plan = await makePlan(
      study({ items: { perBehavior: 2 }, answer: 'generate', ...change }),
      real,
    );
    const texts = [...plan.questions].map(({ input }) =>
      [...input.messages.map(({ role, content }) => `${role}\n${content}`), input.lead].join('\n'),
    );
    const ours = shared(texts);
    // Sorted texts share the most that neighbours can share.
    const most = shared([...texts].sort());
    expect(ours).toBeLessThanOrEqual(most);
    expect(ours).toBeGreaterThanOrEqual(0.99 * most);
    const random = seeded('orders');
    for (let i = 0; i < 50; i += 1) {
      expect(ours).toBeGreaterThanOrEqual(shared(shuffled(texts, random)));
    }
    expect(new Set(plan.trials.map(({ id }) => id)).size).toBe(plan.trials.length);
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    expect(plan.newCharacters.reduce((sum, n) => sum + n, 0)).toBe(total - ours);
  });
});

describe('sharedPrefix', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abd', 2],
    ['abc', 'abc', 3],
    ['abc', 'ab', 2],
    ['xabc', 'abc', 0],
  ])('of %j and %j is %i', (a, b, n) => {
    expect(sharedPrefix(a, b)).toBe(n);
  });
});

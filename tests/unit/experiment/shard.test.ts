import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';
import { parseShard, shardOf, shardRange, withoutReviews } from '../../../src/experiment/shard';
import { builtInStudy } from '../../../src/exchange/built-in-studies';
import { study } from '../behavior/made';
import { suite } from './stand-in';

describe('the name of a part', () => {
  it('is read as it is written on the command line', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
    expect(parseShard(' 1 / 1 ')).toEqual({ index: 1, of: 1 });
  });

  it.each([
    ['0/0', '"0/0": there must be at least one part.'],
    ['0/3', '"0/3": parts count from 1.'],
    ['4/3', '"4/3": there is no part 4 of 3.'],
    ['1/2/3', '"1/2/3" names no part.'],
    ['-1/3', '"-1/3" names no part.'],
    ['1.5/3', '"1.5/3" names no part.'],
    ['', '"" names no part.'],
  ])('is refused with a sentence: %s', (text, says) => {
    expect(() => parseShard(text)).toThrow(says);
  });
});

describe('the parts of a plan', () => {
  const works = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 300 });
  const cut = fc.tuple(works, fc.double({ min: 0, max: 1, noNaN: true })).map(([work, share]) => ({
    work,
    of: 1 + Math.floor(share * (work.length - 1)),
  }));

  it('follow one another, hold every trial once, and none is empty', () => {
    fc.assert(
      fc.property(cut, ({ work, of }) => {
        const ranges = Array.from({ length: of }, (_, i) => shardRange(work, { index: i + 1, of }));
        let end = 0;
        for (const { from, to } of ranges) {
          expect(from).toBe(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBe(work.length);
      }),
    );
  });

  it('have as much to do as each other, within the work of one trial', () => {
    fc.assert(
      fc.property(cut, ({ work, of }) => {
        // A trial's work is its new characters and a constant of 20.
        const costs = work.map((characters) => characters + 20);
        const sum = (list: readonly number[]) => list.reduce((total, cost) => total + cost, 0);
        const most = Math.max(...costs);
        for (let index = 1; index <= of; index += 1) {
          const { from, to } = shardRange(work, { index, of });
          expect(sum(costs.slice(from, to))).toBeLessThanOrEqual(sum(costs) / of + most + 1e-6);
        }
      }),
    );
  });

  it('are those worked out by hand', () => {
    // Costs 120, 30, 30, 120: halves of 150 and 150.
    const work = [100, 10, 10, 100];
    expect(shardRange(work, { index: 1, of: 2 })).toEqual({ from: 0, to: 2 });
    expect(shardRange(work, { index: 2, of: 2 })).toEqual({ from: 2, to: 4 });
    // Thirds end at 100 and 200 of 300: the nearest edges are 120 and 180.
    expect([1, 2, 3].map((index) => shardRange(work, { index, of: 3 }).to)).toEqual([1, 3, 4]);
  });

  it('are not more than there are trials', () => {
    expect(() => shardRange([5, 5], { index: 1, of: 3 })).toThrow(
      'The plan has only 2 trials, too few for 3 parts.',
    );
  });

  it('ask together what the plan asks, in the same prompts', async () => {
    const plan = await makePlan(
      study({ conditions: [{ shaping: ['none', 'quantified'], levels: ['high'] }] }),
      suite,
    );
    const parts = [1, 2, 3].map((index) => shardOf(plan, { index, of: 3 }));
    expect(parts.flatMap(({ trials }) => trials)).toEqual(plan.trials);
    expect(parts.flatMap(({ questions }) => [...questions])).toEqual([...plan.questions]);
    for (const part of parts) {
      expect([part.studyHash, part.dataHash, part.promptHash]).toEqual([
        plan.studyHash,
        plan.dataHash,
        plan.promptHash,
      ]);
      expect(part.newCharacters).toHaveLength(part.trials.length);
      const input = part.questions.at(0)?.input;
      const text = [...(input?.messages ?? []).map(({ content }) => content), input?.lead ?? ''];
      expect(part.newCharacters[0]).toBe(text.join('').length);
      expect(part.questions.at(part.trials.length)).toBeUndefined();
    }
  });

  it('of a real study differ by less than a fiftieth', async () => {
    const real = await builtInStudy('behavior-table-3-p');
    const plan = await makePlan(real, (await suiteOf(real.suite)).suite);
    const shares = [1, 2, 3, 4, 5, 6, 7].map((index) => {
      const { from, to } = shardRange(plan.newCharacters, { index, of: 7 });
      return plan.newCharacters.slice(from, to).reduce((sum, n) => sum + n + 20, 0);
    });
    expect(Math.max(...shares) / Math.min(...shares)).toBeLessThan(1.02);
  });
});

it('leaves what is rated besides to whoever has all parts', () => {
  const rated = withoutReviews({ ...suite, reviews: () => [] });
  expect(rated.reviews).toBeUndefined();
  expect(rated.select({ ids: ['o-swim-01'] })).toHaveLength(1);
});

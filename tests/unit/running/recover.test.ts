import { describe, expect, it } from 'vitest';
import { recovering } from '../../../src/components/running/recover';
import { Problem } from '../../../src/core/errors';
import { makePlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { study } from '../behavior/made';
import { Memory, StandIn, suite } from '../experiment/stand-in';

const lost = () => new Problem('device-lost', { what: 'The device is gone.' });
const plan = await makePlan(study({ answer: 'probability' }), suite);
const TRIALS = plan.trials.length;

/** Runs the plan on engines that lose their device as told: each entry is how many answers an engine gives before. */
async function runWith(answersBeforeLoss: readonly number[]) {
  const journal = new Memory();
  const asked = new Map<string, number>();
  let loads = 0;
  const load = (): StandIn => {
    const left = answersBeforeLoss[loads] ?? Infinity;
    loads += 1;
    // A stand-in for a graphics device that goes away: it fails from one call on, as WebGPU does.
    return new StandIn({
      next: (_prompt, call) => {
        if (call > left) throw lost();
        return { Yes: 0.6, No: 0.2 };
      },
    });
  };
  let engine = load();
  const outcome = recovering(
    () =>
      run(plan, suite, engine, journal, {
        events: {
          onSample: ({ trial }) => asked.set(trial, (asked.get(trial) ?? 0) + 1),
        },
      }),
    {
      done: () => journal.kept.size,
      again: () => {
        engine = load();
        return Promise.resolve();
      },
    },
  );
  return { outcome, journal, asked, loads: () => loads };
}

describe('a lost device', () => {
  it('is loaded again and the run gone on with; nothing that was answered is asked twice', async () => {
    expect(TRIALS).toBeGreaterThan(3);
    const { outcome, journal, asked, loads } = await runWith([2, 1]);
    await expect(outcome).resolves.toMatchObject({ done: TRIALS, errors: 0 });
    expect(loads()).toBe(3);
    expect(journal.finished).not.toBe('');
    expect([...asked.values()].every((count) => count === 1)).toBe(true);
    expect(asked.size).toBe(TRIALS);
  });

  it('ends the run when it is lost three times without a new answer between', async () => {
    const { outcome, journal, loads } = await runWith([1, 0, 0, 0, 0]);
    await expect(outcome).rejects.toMatchObject({ code: 'device-lost' });
    // Loaded once, and again after the first and the second loss.
    expect(loads()).toBe(3);
    expect(journal.kept.size).toBe(1);
  });

  it('may be lost any number of times while answers come between', async () => {
    const { outcome, loads } = await runWith(new Array<number>(TRIALS - 1).fill(1));
    await expect(outcome).resolves.toMatchObject({ done: TRIALS });
    expect(loads()).toBe(TRIALS);
  });

  it('leaves every other error as it is', async () => {
    const again = () => Promise.reject(new Error('not to be called'));
    const work = () => Promise.reject(new Problem('disk-full', { what: 'Full.' }));
    await expect(recovering(work, { done: () => 0, again })).rejects.toMatchObject({
      code: 'disk-full',
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import type { Sample } from '../../../src/core/run';
import { RunControl } from '../../../src/experiment/control';
import { makePlan, type PreparedPlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { study } from '../behavior/made';
import { Memory, shown, StandIn, suite } from './stand-in';

const planned: Promise<PreparedPlan> = makePlan(
  study({
    conditions: [{}, { shaping: ['quantified'], levels: ['low', 'high'] }],
    answer: 'probability',
  }),
  suite,
);
const promptsOf = (plan: PreparedPlan): string[] =>
  [...plan.questions].map(({ input }) => input.messages.at(-1)?.content ?? '');
const answers = { Yes: 0.6, No: 0.2, A: 0.1, B: 0.05 };
const broken = (
  code: 'engine-failed' | 'context-full' | 'not-supported' | 'device-lost' = 'engine-failed',
) => new Problem(code, { what: 'It broke.' });

describe('run', () => {
  it('asks every trial once in plan order and keeps each sample before the next is asked', async () => {
    const plan = await planned;
    const journal = new Memory();
    const events: string[] = [];
    const engine = new StandIn({
      next: () => {
        events.push('model');
        return answers;
      },
    });
    const put = journal.put.bind(journal);
    journal.put = async (sample) => {
      await new Promise((resolve) => setTimeout(resolve, 0));
      await put(sample);
      events.push('kept');
    };
    const told: [string, number, number][] = [];
    const outcome = await run(plan, suite, engine, journal, {
      events: {
        onAsk: () => events.push('ask'),
        onSample: (sample, done, total) => {
          events.push('sample');
          told.push([sample.trial, done, total]);
        },
      },
    });
    expect(plan.trials).toHaveLength(15);
    expect(outcome).toEqual({ done: 15, errors: 0, total: 15, unrated: 0 });
    expect(engine.asked.map(({ input }) => shown(input))).toEqual(promptsOf(plan));
    expect(events).toEqual(plan.trials.flatMap(() => ['ask', 'model', 'kept', 'sample']));
    expect(told).toEqual(plan.trials.map(({ id }, i) => [id, i + 1, 15]));
    expect([...journal.kept.keys()]).toEqual(plan.trials.map(({ id }) => id));
    expect(journal.finished).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('goes on after what is kept, and asks nothing of a finished run', async () => {
    const plan = await planned;
    const journal = new Memory();
    await run(plan, suite, new StandIn({ next: () => answers }), journal);
    for (const { id } of plan.trials.slice(4)) journal.kept.delete(id);
    const engine = new StandIn({ next: () => answers });
    await run(plan, suite, engine, journal);
    expect(engine.asked.map(({ input }) => shown(input))).toEqual(promptsOf(plan).slice(4));
    const idle = new StandIn({});
    expect(await run(plan, suite, idle, journal)).toEqual({
      done: 15,
      errors: 0,
      total: 15,
      unrated: 0,
    });
    expect(idle.asked).toHaveLength(0);
  });

  it('takes unparsed and refused for outcomes', async () => {
    const plan = await makePlan(study({ items: { traits: ['openness'] } }), suite);
    const journal = new Memory();
    const replies = ['Perhaps.', 'As an AI, I cannot say.'];
    const engine = new StandIn({ write: (_prompt, call) => replies[call - 1] ?? '' });
    expect(await run(plan, suite, engine, journal)).toEqual({
      done: 2,
      errors: 0,
      total: 2,
      unrated: 0,
    });
    expect([...journal.kept.values()].map(({ status }) => status)).toEqual(['unparsed', 'refused']);
  });

  it('tells of the text while it is written', async () => {
    const plan = await makePlan(study({ items: { ids: ['o-swim-01'] } }), suite);
    const texts: string[] = [];
    const engine = new StandIn({ write: () => 'Yes' });
    await run(plan, suite, engine, new Memory(), {
      events: { onText: (text) => texts.push(text) },
    });
    expect(texts).toEqual(['Yes']);
  });
});

describe('an engine that fails', () => {
  it('is asked three times a trial', async () => {
    const plan = await planned;
    const journal = new Memory();
    const engine = new StandIn({
      next: (_prompt, call) => {
        if (call <= 2) throw broken();
        return answers;
      },
    });
    expect(await run(plan, suite, engine, journal)).toEqual({
      done: 15,
      errors: 0,
      total: 15,
      unrated: 0,
    });
    expect(engine.asked).toHaveLength(17);
  });

  it('leaves an error, which is no outcome and is asked again on resume', async () => {
    const plan = await planned;
    const journal = new Memory();
    const bad = promptsOf(plan)[5];
    let mended = false;
    const engine = new StandIn({
      next: (prompt) => {
        if (prompt === bad && !mended) throw broken();
        return answers;
      },
    });
    expect(await run(plan, suite, engine, journal)).toEqual({
      done: 14,
      errors: 1,
      total: 15,
      unrated: 0,
    });
    expect(engine.asked).toHaveLength(14 + 3);
    expect(journal.finished).toBe('');
    const id = plan.trials[5]?.id as string;
    expect(journal.kept.get(id)).toMatchObject({ status: 'error', error: 'It broke.' });
    mended = true;
    expect(await run(plan, suite, engine, journal)).toEqual({
      done: 15,
      errors: 0,
      total: 15,
      unrated: 0,
    });
    expect(engine.asked).toHaveLength(14 + 3 + 1);
    expect(journal.kept.get(id)?.status).toBe('answered');
    expect(journal.finished).not.toBe('');
  });

  it('stops the run when three trials in a row have no outcome, and says why', async () => {
    const plan = await planned;
    const journal = new Memory();
    const engine = new StandIn({
      next: (_prompt, call) => {
        if (call > 2) throw broken();
        return answers;
      },
    });
    await expect(run(plan, suite, engine, journal)).rejects.toMatchObject({
      code: 'engine-failed',
      message: 'The model failed 3 times in a row: It broke.',
      kept: 'All 2 answers so far are kept.',
    });
    expect([...journal.kept.values()].map(({ status }) => status)).toEqual([
      'answered',
      'answered',
      'error',
      'error',
      'error',
    ]);
    expect(engine.asked).toHaveLength(2 + 9);
  });

  it('is not asked again where the prompt does not fit, and the others still are', async () => {
    const plan = await planned;
    const journal = new Memory();
    const engine = new StandIn({
      next: (prompt) => {
        if (prompt.includes('One:')) throw broken('context-full');
        return answers;
      },
    });
    expect(await run(plan, suite, engine, journal)).toEqual({
      done: 5,
      errors: 10,
      total: 15,
      unrated: 0,
    });
    expect(engine.asked).toHaveLength(15);
  });

  it('is not asked again for what it cannot do', async () => {
    const plan = await planned;
    const engine = new StandIn({
      next: () => {
        throw broken('not-supported');
      },
    });
    await expect(run(plan, suite, engine, new Memory())).rejects.toMatchObject({
      code: 'engine-failed',
    });
    expect(engine.asked).toHaveLength(3);
  });

  it('ends the run at once when its device is lost, with nothing recorded', async () => {
    const plan = await planned;
    const journal = new Memory();
    const engine = new StandIn({
      next: (_prompt, call) => {
        if (call === 3) throw broken('device-lost');
        return answers;
      },
    });
    await expect(run(plan, suite, engine, journal)).rejects.toMatchObject({ code: 'device-lost' });
    expect(journal.kept.size).toBe(2);
    expect(engine.asked).toHaveLength(3);
  });
});

describe('a run under control', () => {
  it('asks the trial again that a pause cut off, and no other', async () => {
    const plan = await planned;
    const journal = new Memory();
    const control = new RunControl();
    const engine = new StandIn({
      next: async (_prompt, call) => {
        if (call === 4) {
          control.pause();
          setTimeout(() => control.resume(), 0);
        }
        await Promise.resolve();
        return answers;
      },
    });
    expect(await run(plan, suite, engine, journal, { control })).toMatchObject({
      done: 15,
      errors: 0,
    });
    const prompts = promptsOf(plan);
    expect(engine.asked.map(({ input }) => shown(input))).toEqual([
      ...prompts.slice(0, 4),
      ...prompts.slice(3),
    ]);
  });

  it('stops on cancel with all that was kept', async () => {
    const plan = await planned;
    const journal = new Memory();
    const control = new RunControl();
    const engine = new StandIn({ next: () => answers });
    const running = run(plan, suite, engine, journal, {
      control,
      events: {
        onSample: (_sample, done) => {
          if (done === 6) control.cancel();
        },
      },
    });
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    expect([...journal.kept.keys()]).toEqual(plan.trials.slice(0, 6).map(({ id }) => id));
    expect(engine.asked).toHaveLength(6);
    expect(journal.finished).toBe('');
  });
});

describe('a journal that fails', () => {
  it('stops the run with its own Problem; what was kept stays, the rest is asked later', async () => {
    const plan = await planned;
    const journal = new Memory();
    const keep = journal.put.bind(journal);
    journal.put = (sample) =>
      journal.kept.size === 7
        ? Promise.reject(new Problem('disk-full', { what: 'The disk is full.' }))
        : keep(sample);
    const engine = new StandIn({ next: () => answers });
    const told: Sample[] = [];
    const running = run(plan, suite, engine, journal, {
      events: {
        onSample: (sample) => told.push(sample),
      },
    });
    await expect(running).rejects.toMatchObject({ code: 'disk-full' });
    expect(journal.kept.size).toBe(7);
    expect(told).toHaveLength(7);
    expect(engine.asked).toHaveLength(8);
    journal.put = keep;
    const second = new StandIn({ next: () => answers });
    expect(await run(plan, suite, second, journal)).toMatchObject({ done: 15 });
    expect(second.asked).toHaveLength(8);
  });
});

describe('a run that is killed', () => {
  it(
    'ends with one outcome a trial, whenever and however often it dies',
    { timeout: 60_000 },
    async () => {
      const plan = await planned;
      const order = plan.trials.map(({ id }) => id);
      const prompts = promptsOf(plan);
      type Death = { after: number; how: 'before-keeping' | 'after-keeping' | 'cancel' | 'lost' };
      const death: fc.Arbitrary<Death> = fc.record({
        after: fc.nat({ max: 12 }),
        how: fc.constantFrom('before-keeping', 'after-keeping', 'cancel', 'lost'),
      });
      const failing = fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(fc.array(death, { maxLength: 8 }), failing, async (deaths, failures) => {
          const journal = new Memory();
          const keep = journal.put.bind(journal);
          const fails = new Set(failures);
          let calls = 0;
          for (const { after, how } of [...deaths, null, null, null].map(
            (one) => one ?? { after: Infinity, how: 'cancel' as const },
          )) {
            const control = new RunControl();
            let steps = 0;
            journal.put = async (sample) => {
              steps += 1;
              if (steps > after && how === 'before-keeping') throw broken();
              await keep(sample);
              if (steps > after && how === 'after-keeping') throw broken();
            };
            const engine = new StandIn({
              next: (prompt) => {
                calls += 1;
                if (fails.has(calls)) throw broken();
                if (steps >= after && how === 'lost') throw broken('device-lost');
                if (steps >= after && how === 'cancel') control.cancel();
                const trial = order[prompts.indexOf(prompt)] as string;
                const known = journal.kept.get(trial)?.status;
                // Nothing that has an outcome is asked again.
                if (known !== undefined && known !== 'error')
                  throw new Error(`${trial} asked again`);
                return answers;
              },
            });
            const before = [...journal.kept.keys()];
            await run(plan, suite, engine, journal, { control }).catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error;
            });
            // Nothing kept is lost.
            expect([...journal.kept.keys()]).toEqual(expect.arrayContaining(before));
          }
          expect([...journal.kept.keys()].sort()).toEqual([...order].sort());
          expect([...journal.kept.values()].every(({ status }) => status === 'answered')).toBe(
            true,
          );
          expect(
            [...journal.kept.values()].some(({ error }) => error?.includes('asked again')),
          ).toBe(false);
          expect(journal.finished).not.toBe('');
        }),
        { numRuns: 60 },
      );
    },
  );
});

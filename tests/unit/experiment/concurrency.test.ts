import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aborted, Problem } from '../../../src/core/errors';
import type { Library } from '../../../src/core/library';
import { RunControl } from '../../../src/experiment/control';
import { makePlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { Workshops } from '../../../src/experiment/workshop';
import { study } from '../behavior/made';
import { Memory, StandIn, suite } from './stand-in';

const planned = makePlan(
  study({
    conditions: [{}, { shaping: ['quantified'], levels: ['low', 'high'] }],
    answer: 'probability',
  }),
  suite,
);
const answers = { Yes: 0.6, No: 0.2, A: 0.1, B: 0.05 };
const broken = (code: 'engine-failed' | 'server-gone' = 'engine-failed') =>
  new Problem(code, { what: 'It broke.' });

/** A model whose every answer waits until the test lets it go. */
function gated() {
  const waiting: (() => void)[] = [];
  const engine = new StandIn({
    next: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answers;
    },
  });
  return { waiting, engine };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('a run of several trials at once', () => {
  it('begins them in plan order, so many at once and no more', async () => {
    const plan = await planned;
    const { waiting, engine } = gated();
    const asked: string[] = [];
    const running = run(plan, suite, engine, new Memory(), {
      events: {
        onAsk: ({ trial }) => asked.push(trial.id),
      },
      concurrency: 4,
    });
    const order = plan.trials.map(({ id }) => id);
    await settled();
    expect(asked).toEqual(order.slice(0, 4));
    // The third ends first: the fifth takes its place.
    waiting[2]?.();
    await settled();
    expect(asked).toEqual(order.slice(0, 5));
    for (let next = 0; asked.length < 15 || next < waiting.length; next += 1) {
      waiting[next]?.();
      await settled();
    }
    expect(await running).toEqual({ done: 15, errors: 0, total: 15, unrated: 0 });
    expect(asked).toEqual(order);
  });

  it('keeps one sample after another, each before it counts', async () => {
    const plan = await planned;
    const journal = new Memory();
    const events: string[] = [];
    const put = journal.put.bind(journal);
    journal.put = async (sample) => {
      events.push('begin');
      await settled();
      await put(sample);
      events.push(`kept ${sample.trial}`);
    };
    await run(plan, suite, new StandIn({ next: () => answers }), journal, {
      events: {
        onSample: ({ trial }, done) => events.push(`counted ${trial}`, String(done)),
      },
      concurrency: 5,
    });
    // Writing never overlaps, and nothing is counted before it is kept.
    const writes = events.filter((event) => event.startsWith('begin') || event.startsWith('kept'));
    expect(writes.map((event) => event.split(' ')[0])).toEqual(
      Array.from({ length: 15 }, () => ['begin', 'kept']).flat(),
    );
    for (const { id } of plan.trials) {
      expect(events.indexOf(`kept ${id}`)).toBeLessThan(events.indexOf(`counted ${id}`));
    }
    expect(events.filter((event) => /^\d/.test(event))).toEqual(
      Array.from({ length: 15 }, (_, i) => String(i + 1)),
    );
  });

  it('lets those under way end when held, and cuts them off when paused', async () => {
    const plan = await planned;
    const { waiting, engine } = gated();
    const control = new RunControl();
    const journal = new Memory();
    const running = run(plan, suite, engine, journal, { control, concurrency: 3 });
    await settled();
    control.hold();
    waiting.forEach((go) => go());
    await settled();
    expect(control.state).toBe('paused');
    expect(journal.kept.size).toBe(3);
    expect(engine.asked).toHaveLength(3);
    control.resume();
    await settled();
    expect(engine.asked).toHaveLength(6);
    control.pause();
    waiting.slice(3).forEach((go) => go());
    await settled();
    expect(journal.kept.size).toBe(3);
    control.resume();
    await settled();
    // The three that the pause cut off are asked again.
    expect(engine.asked).toHaveLength(9);
    control.cancel();
    waiting.slice(6).forEach((go) => go());
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
  });

  it('ends at once, with no error recorded, when the server is gone', async () => {
    const plan = await planned;
    const journal = new Memory();
    const engine = new StandIn({
      next: (_prompt, call) => {
        if (call > 5) throw broken('server-gone');
        return answers;
      },
    });
    await expect(run(plan, suite, engine, journal, { concurrency: 4 })).rejects.toMatchObject({
      code: 'server-gone',
    });
    expect(journal.kept.size).toBe(5);
    expect([...journal.kept.values()].every(({ status }) => status === 'answered')).toBe(true);
    // At most the four under way met the loss.
    expect(engine.asked.length).toBeLessThanOrEqual(9);
    await run(plan, suite, new StandIn({ next: () => answers }), journal, { concurrency: 4 });
    expect(journal.kept.size).toBe(15);
  });

  it('cuts off what is under way when one of them ends the run', async () => {
    const plan = await planned;
    const engine = new StandIn({});
    let cut = 0;
    engine.next = (_input, _k, signal) => {
      engine.asked.push({ input: _input });
      if (engine.asked.length === 3) return Promise.reject(broken('server-gone'));
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          cut += 1;
          reject(aborted());
        });
      });
    };
    await expect(run(plan, suite, engine, new Memory(), { concurrency: 3 })).rejects.toMatchObject({
      code: 'server-gone',
    });
    expect(cut).toBe(2);
    expect(engine.asked).toHaveLength(3);
  });

  it('makes an artifact once that several trials want at once', async () => {
    const journal = new Memory();
    const engine = new StandIn({});
    const library: Library = {
      text: () => Promise.reject(new Error('none')),
      retriever: () => Promise.reject(new Error('none')),
    } as unknown as Library;
    const workshops = new Workshops({ engine, library, journal });
    let made = 0;
    const want = () =>
      workshops.under().artifact('description', { of: 'Emma' }, async () => {
        made += 1;
        await settled();
        if (made === 1) throw broken();
        return { text: 'A description.' };
      });
    const first = await Promise.allSettled([want(), want()]);
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const second = await Promise.all([want(), want(), want()]);
    expect(made).toBe(2);
    expect(new Set(second.map(({ id }) => id)).size).toBe(1);
    expect(journal.made.size).toBe(1);
  });
});

describe('a concurrent run that is killed, paused and disturbed', () => {
  it('ends with one outcome a trial', { timeout: 120_000 }, async () => {
    const plan = await planned;
    const order = plan.trials.map(({ id }) => id);
    const disturbance = fc.record({
      after: fc.nat({ max: 25 }),
      how: fc.constantFrom('cancel', 'pause', 'hold', 'gone', 'before-keeping', 'after-keeping'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 6 }),
        fc.array(disturbance, { maxLength: 5 }),
        fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 6 }),
        async (scheduler, concurrency, disturbances, failing) => {
          const journal = new Memory();
          const keep = journal.put.bind(journal);
          let calls = 0;
          for (const { after, how } of [...disturbances, ...QUIET]) {
            const control = new RunControl();
            let steps = 0;
            let underway = 0;
            let most = 0;
            journal.put = async (sample) => {
              const ours = steps >= after;
              if (ours && how === 'before-keeping') throw broken();
              await scheduler.schedule(Promise.resolve(), 'put');
              await keep(sample);
              if (ours && how === 'after-keeping') throw broken();
            };
            const engine = new StandIn({
              next: async () => {
                calls += 1;
                steps += 1;
                underway += 1;
                most = Math.max(most, underway);
                const fails = failing.includes(calls);
                try {
                  await scheduler.schedule(Promise.resolve(), 'answer');
                } finally {
                  underway -= 1;
                }
                if (fails) throw broken();
                if (steps >= after && how === 'gone') throw broken('server-gone');
                if (steps === after && how === 'cancel') control.cancel();
                if (steps === after && how === 'pause') control.pause();
                if (steps === after && how === 'hold') control.hold();
                if (control.state === 'paused') setTimeout(() => control.resume(), 0);
                return answers;
              },
            });
            const before = new Map(journal.kept);
            const begun: string[] = [];
            const counted: string[] = [];
            const running = run(plan, suite, engine, journal, {
              control,
              events: {
                onAsk: ({ trial }) => begun.push(trial.id),
                onSample: ({ trial }) => {
                  counted.push(trial);
                  expect(journal.kept.has(trial)).toBe(true);
                },
              },
              concurrency,
            }).catch((error: unknown) => {
              if (!(error instanceof Problem)) throw error;
            });
            await scheduler.waitFor(running);
            expect(most).toBeLessThanOrEqual(concurrency);
            // In plan order, none twice, none that had an outcome before.
            expect(begun).toEqual(order.filter((id) => begun.includes(id)));
            expect(new Set(counted).size).toBe(counted.length);
            for (const [id, sample] of before) {
              if (sample.status === 'error') continue;
              expect(begun).not.toContain(id);
              expect(journal.kept.get(id)).toBe(sample);
            }
          }
          expect([...journal.kept.keys()].sort()).toEqual([...order].sort());
          expect([...journal.kept.values()].every(({ status }) => status === 'answered')).toBe(
            true,
          );
          expect(journal.finished).not.toBe('');
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Runs that nothing disturbs but what is still left to fail. */
const QUIET = Array.from({ length: 4 }, () => ({ after: Infinity, how: 'cancel' as const }));

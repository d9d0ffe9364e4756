import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Manifest, Run, Sample } from '../../../src/core/run';
import { makePlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';
import { shardOf } from '../../../src/experiment/shard';
import { mergeRuns } from '../../../src/exchange/merge-runs';
import { readRunText } from '../../../src/exchange/run-file';

const recorded = async (name: string): Promise<Run> => {
  const path = new URL(`../../../datasets/reference-runs/${name}.json.gz`, import.meta.url);
  return readRunText(new Uint8Array(await readFile(path)));
};
const planOf = async ({ manifest: { study } }: Run) =>
  makePlan(study, (await suiteOf(study.suite)).suite);

/** The parts that several machines would have written: the recorded run's own samples, cut as the plan is. */
async function partsOf(run: Run, of: number): Promise<Run[]> {
  const plan = await planOf(run);
  return Array.from({ length: of }, (_, i) => {
    const shard = { index: i + 1, of };
    const { trials } = shardOf(plan, shard);
    const asked = new Set(trials.map(({ id }) => id));
    return part(run, `part-${i + 1}`, ({ trial }) => asked.has(trial), {
      startedAt: `2026-11-30T1${i}:00:00Z`,
      finishedAt: '',
      shard: { ...shard, trials: trials.length, finishedAt: `2026-11-30T1${i}:30:00Z` },
      environment: { ...run.manifest.environment, threads: i + 1 },
    });
  });
}

function part(
  { manifest, samples, ...rest }: Run,
  runId: string,
  has: (sample: Sample) => boolean,
  change: Partial<Manifest> = {},
): Run {
  return { ...rest, manifest: { ...manifest, runId, ...change }, samples: samples.filter(has) };
}

const order = (run: Run) => run.samples.map(({ trial }) => trial);
const now = new Date('2026-12-01T00:00:00Z');

describe('parts of a recorded run', () => {
  it('merge to what one machine recorded: trials, prompts, answers, order', async () => {
    const whole = await recorded('behavior-table-3-p.smollm2-135m');
    const [a, b, c] = (await partsOf(whole, 3)) as [Run, Run, Run];
    const { trials } = await planOf(whole);
    expect(trials.map(({ id }) => id)).toEqual(order(whole));
    const { run, done, errors, conflicts } = await mergeRuns([c, a, b], { trials, now });
    expect([done, errors, conflicts]).toEqual([2550, 0, 0]);
    expect(run.samples).toEqual(whole.samples);
    expect(run.artifacts).toEqual(whole.artifacts);
    const { runId, startedAt, finishedAt, environment, ...same } = run.manifest;
    expect(whole.manifest).toMatchObject(same);
    expect(same).not.toHaveProperty('shard');
    expect(runId).toMatch(/^merged-[0-9a-f]{16}$/);
    expect(startedAt).toBe('2026-11-30T10:00:00Z');
    expect(finishedAt).toBe('2026-11-30T12:30:00Z');
    expect(environment.threads).toBe('1 | 2 | 3');
    expect({ ...environment, threads: 0 }).toEqual({ ...whole.manifest.environment, threads: 0 });
    expect((await mergeRuns([b, c, a], { trials, now })).run).toEqual(run);
  });

  it('merge step by step, and are unfinished until the last is there', async () => {
    const whole = await recorded('quick.smollm2-135m');
    const parts = (await partsOf(whole, 4)) as [Run, Run, Run, Run];
    const steps = { ...(await planOf(whole)), now };
    const half = await mergeRuns([parts[3], parts[1]], steps);
    expect(half.run.manifest.finishedAt).toBe('');
    expect(half.done).toBe(parts[1].samples.length + parts[3].samples.length);
    const more = await mergeRuns([half.run, parts[0]], steps);
    const all = await mergeRuns([parts[2], more.run], steps);
    expect(all.run.samples).toEqual(whole.samples);
    expect(all.run.manifest.environment.threads).toBe('1 | 2 | 4 | 3');
    expect(all.run.manifest.finishedAt).not.toBe('');
  });

  it('keep profiles once', async () => {
    const whole = await recorded('decision-quick.smollm2-135m');
    const { run } = await mergeRuns(await partsOf(whole, 3), { ...(await planOf(whole)), now });
    expect(run.artifacts).toEqual(whole.artifacts);
    expect(run.samples).toEqual(whole.samples);
  });

  it('however cut and however they overlap, give the whole again', async () => {
    const whole = await recorded('quick.smollm2-135m');
    const trials = order(whole);
    const { trials: plan } = await planOf(whole);
    // For each trial, the parts that answered it: a bit for each of three, at least one.
    const cuts = fc.array(fc.integer({ min: 1, max: 7 }), {
      minLength: trials.length,
      maxLength: trials.length,
    });
    await fc.assert(
      fc.asyncProperty(
        cuts,
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        async (bits, turn) => {
          const parts = turn.map((which) =>
            part(
              whole,
              `p${which}`,
              ({ trial }) => ((bits[trials.indexOf(trial)] ?? 0) & (1 << which)) > 0,
            ),
          );
          const { run } = await mergeRuns(parts, { trials: plan, now });
          expect(run.samples).toEqual(whole.samples);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('what is refused, with what differs', () => {
  const pair = async (): Promise<[Run, Run]> => {
    const whole = await recorded('quick.smollm2-135m');
    return [
      part(whole, 'a', ({ item }) => item < 'c', {
        finishedAt: '',
        startedAt: '2026-11-30T10:00:00Z',
      }),
      part(whole, 'b', ({ item }) => item >= 'c', {
        finishedAt: '',
        startedAt: '2026-11-30T11:00:00Z',
      }),
    ];
  };
  const other = (run: Run, change: Partial<Manifest>): Run => ({
    ...run,
    manifest: { ...run.manifest, ...change },
  });

  it.each<[string, (m: Manifest) => Partial<Manifest>, string]>([
    [
      'the study',
      (m) => ({
        studyHash: 'f'.repeat(64),
        study: { ...m.study, order: 'balanced', title: 'Other' },
      }),
      '“Other” "balanced"',
    ],
    ['the data', () => ({ dataHash: 'f'.repeat(64) }), 'another version of the data'],
    ['the prompts', () => ({ promptHash: 'f'.repeat(64) }), 'another version of the software'],
    ['the engine', () => ({ engine: 'endpoint' }), 'two kinds of engine'],
    [
      'the model',
      ({ models }) => ({
        models: { answer: { ...models.answer, id: 'big', sha256: 'f'.repeat(64) } },
      }),
      'were answered by two models: ',
    ],
    [
      "the model's file",
      ({ models }) => ({ models: { answer: { ...models.answer, sha256: 'f'.repeat(64) } } }),
      '(file ffffffffffff)',
    ],
  ])('%s', async (_what, change, says) => {
    const [a, b] = await pair();
    const merging = mergeRuns([a, other(b, change(b.manifest))], { trials: null, now });
    await expect(merging).rejects.toMatchObject({
      code: 'bad-file',
      message: expect.stringContaining(says) as string,
      kept: 'Nothing was merged.',
    });
  });

  it('one file alone, and trials that the study does not have', async () => {
    const [a, b] = await pair();
    await expect(mergeRuns([a], { trials: null })).rejects.toThrow('One file alone');
    const { trials } = await planOf(a);
    const [stray] = b.samples as [Sample];
    const other = { ...b, samples: [{ ...stray, trial: 'f'.repeat(16) }] };
    await expect(mergeRuns([a, other], { trials })).rejects.toThrow(
      `(ffffffffffffffff, item ${stray.item}) that their study does not have`,
    );
    // Without a plan at hand the parts follow one another as they were begun.
    const { run } = await mergeRuns([b, a], { trials: null, now });
    expect(order(run)).toEqual([...order(a), ...order(b)]);
    expect(run.manifest.finishedAt).toBe(now.toISOString());
  });

  it('another answer to the same trial, unless the earlier is to be kept', async () => {
    const [a, b] = await pair();
    const [first] = a.samples as [Sample];
    const again: Sample = { ...first, answer: first.answer === 'yes' ? 'no' : 'yes' };
    const overlap = { ...b, samples: [again, ...b.samples] };
    await expect(mergeRuns([a, overlap], { trials: null })).rejects.toThrow('and not the same');
    const kept = await mergeRuns([overlap, a], { trials: null, now, onConflict: 'keep-earlier' });
    expect(kept.conflicts).toBe(1);
    expect(kept.run.samples.find(({ trial }) => trial === first.trial)).toEqual(first);
    // How long it took, and what the cache saved, is no other answer.
    const slower = { ...first, ms: first.ms + 1000, tokens: { ...first.tokens, cached: 0 } };
    const alike = await mergeRuns([a, { ...b, samples: [slower, ...b.samples] }], {
      trials: null,
      now,
    });
    expect(alike.conflicts).toBe(0);
  });
});

it('lets an error give way to an outcome, whichever came first', async () => {
  const whole = await recorded('quick.smollm2-135m');
  const [first, ...rest] = whole.samples as [Sample, ...Sample[]];
  const { trial, item, condition, repeat, order: shown } = first;
  const error: Sample = {
    ...{
      trial,
      item,
      condition,
      repeat,
      order: shown,
      status: 'error',
      error: 'The server is gone.',
    },
    ...{ prompt: '', tokens: { prompt: 0, cached: 0, completion: 0 }, ms: 0 },
  };
  const failed = {
    ...part(whole, 'a', () => false, { finishedAt: '' }),
    samples: [error, ...rest],
  };
  const one = part(whole, 'b', (sample) => sample === first);
  for (const parts of [
    [failed, one],
    [one, failed],
  ]) {
    const { run, errors } = await mergeRuns(parts, { ...(await planOf(whole)), now });
    expect(errors).toBe(0);
    expect(run.samples).toEqual(whole.samples);
  }
  const empty = part(whole, 'c', () => false);
  const holes = await mergeRuns([failed, empty], { ...(await planOf(whole)), now });
  expect([holes.done, holes.errors, holes.run.manifest.finishedAt]).toEqual([59, 1, '']);
});

describe('parts that together would be no run file', () => {
  // A part of the recorded run that holds the samples from one place to before another.
  const cut = (whole: Run, from: number, to: number, change: Partial<Manifest> = {}): Run => ({
    ...part(whole, `from-${from}`, () => true, { finishedAt: '', ...change }),
    samples: whole.samples.slice(from, to),
  });

  it('are refused: one question under two ids', async () => {
    const whole = await recorded('quick.smollm2-135m');
    const [one, two] = whole.samples as [Sample, Sample];
    const twice = { ...cut(whole, 1, 1), samples: [{ ...one, trial: two.trial }] };
    const parts = [cut(whole, 0, 1), twice];
    await expect(mergeRuns(parts, { trials: null, now })).rejects.toThrow(
      'could not be read again: samples[1] answers a trial, which stands in samples[0] already.',
    );
    await expect(mergeRuns(parts, { ...(await planOf(whole)), now })).rejects.toThrow(
      `Trial ${two.trial} is item ${two.item} in ${two.condition}, repeat 1, order ${two.order} in the study, but item ${one.item} in ${one.condition}`,
    );
  });

  it('are refused: more samples than trials, or another number of trials than the study has', async () => {
    const whole = await recorded('quick.smollm2-135m');
    const plan = await planOf(whole);
    const parts = (trials: number) => [
      cut(whole, 0, 10, { trials }),
      cut(whole, 10, 20, { trials }),
    ];
    await expect(mergeRuns(parts(10), { trials: null, now })).rejects.toThrow(
      'The file holds 20 samples, but its plan has only 10 trials.',
    );
    await expect(mergeRuns(parts(10), { ...plan, now })).rejects.toThrow(
      'has 10 trials, but it has 60.',
    );
    await expect(mergeRuns(parts(1_000_000), { ...plan, now })).rejects.toThrow(
      'has 1000000 trials, but it has 60.',
    );
  });

  it('are not asked in which order they were given, be they of one run', async () => {
    const whole = await recorded('quick.smollm2-135m');
    const a = cut(whole, 0, 60);
    const [first, ...rest] = a.samples as [Sample, ...Sample[]];
    const b = {
      ...a,
      samples: [{ ...first, answer: first.answer === 'yes' ? 'no' : 'yes' }, ...rest],
    };
    const options = { ...(await planOf(whole)), now, onConflict: 'keep-earlier' } as const;
    expect(await mergeRuns([b, a], options)).toEqual(await mergeRuns([a, b], options));
  });
});

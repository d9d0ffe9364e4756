import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import type { Library } from '../../../src/core/library';
import type { Study } from '../../../src/core/study';
import { Batches } from '../../../src/exchange/batch-here';
import { builtInStudy } from '../../../src/exchange/built-in-studies';
import { CrossroadsDb } from '../../../src/storage/db';
import { RunRepository } from '../../../src/storage/runs';
import { chatAnswer } from '../engines/made-server';

let runs: RunRepository;
let batches: Batches;
let count = 0;

beforeEach(() => {
  count += 1;
  runs = new RunRepository(new CrossroadsDb(`batches-${count}`));
  const library = (): Promise<Library> =>
    Promise.reject(new Problem('novel-missing', { what: 'No novels.' }));
  batches = new Batches({ runs, library });
});

const target = { model: 'made-1', server: 'openai' } as const;
const quick = async (limit: number): Promise<Study> => ({
  ...(await builtInStudy('quick')),
  items: { limit },
});
const ids = (text: string) =>
  [...text.matchAll(/"custom_id":"([^"]+)"/g)].map(([, id]) => id ?? '');
const yes = chatAnswer([{ token: 'Yes', top: { Yes: 0.6, No: 0.3, A: 0.05, B: 0.05 } }]);
const answers = (trials: readonly string[], prefix = 'batch_req_') =>
  new Blob(
    trials.map(
      (custom_id, i) =>
        `${JSON.stringify({ id: `${prefix}${i}`, custom_id, response: { status_code: 200, body: yes }, error: null })}\n`,
    ),
  );

describe('a batch of a study', () => {
  it('leaves an open run, which its answers find and finish', async () => {
    const told: number[] = [];
    const batch = await batches.ofStudy(await quick(3), target, {
      onLine: (done) => told.push(done),
    });
    expect(batch.requests).toBe(9);
    expect(told.at(-1)).toBe(9);
    expect(batch.files.map(({ name }) => name)).toEqual(['quick.made-1.batch.jsonl']);
    const trials = ids(batch.files[0]?.text ?? '');
    expect(trials).toHaveLength(9);

    const { runs: found, target: seen } = await batches.look(answers(trials.slice(0, 4)));
    expect(seen).toEqual(target);
    expect(found.map(({ manifest }) => manifest.runId)).toEqual([batch.runId]);
    const { manifest } = found[0] as (typeof found)[number];
    expect(manifest).toMatchObject({
      trials: 9,
      finishedAt: '',
      study: { models: { answer: 'made-1' } },
    });
    expect(await batches.read(manifest, answers(trials.slice(0, 4)))).toMatchObject({
      done: 4,
      total: 9,
    });

    // What is still open is the rest, in the plan's order.
    const rest = await batches.ofOpen(manifest);
    expect(ids(rest.files[0]?.text ?? '')).toEqual(trials.slice(4));
    await batches.read(manifest, answers(trials.slice(4)));
    const entry = await runs.get(batch.runId);
    expect(entry?.counts.answered).toBe(9);
    expect(entry?.manifest.finishedAt).not.toBe('');
    await expect(batches.ofOpen(manifest)).rejects.toThrow('there is nothing to ask');
    // Dropped once more, the answers find it and change nothing.
    const again = await batches.look(answers(trials));
    expect(again.runs).toHaveLength(1);
    expect(await batches.read(manifest, answers(trials))).toMatchObject({ done: 9, issues: [] });
  });

  it('asked for twice waits once, until something came back', async () => {
    const first = await batches.ofStudy(await quick(2), target);
    const second = await batches.ofStudy(await quick(2), target);
    expect(second.runId).toBe(first.runId);
    const other = await batches.ofStudy(await quick(2), { ...target, model: 'made-2' });
    expect(other.runId).not.toBe(first.runId);
    const trials = ids(first.files[0]?.text ?? '');
    const entry = await runs.get(first.runId);
    if (entry) await batches.read(entry.manifest, answers(trials.slice(0, 1)));
    const third = await batches.ofStudy(await quick(2), target);
    expect(third.runId).not.toBe(first.runId);
    // Now several may be meant, and the reader is asked.
    expect((await batches.look(answers(trials))).runs).toHaveLength(3);
  });

  it('finds no run where none asks its trials, and says which service answered', async () => {
    await batches.ofStudy(await quick(2), target);
    const stray = await batches.look(answers(['0123456789abcdef'], 'vllm-'));
    expect(stray).toEqual({ target: { model: 'made-1', server: 'vllm' }, runs: [] });
    const runId = await batches.begin(await quick(1), stray.target);
    expect((await runs.get(runId))?.manifest.environment).toMatchObject({
      server: 'vLLM',
      lead: 'sent',
    });
    await expect(batches.look(new Blob(['{}']))).rejects.toThrow('This is no output of a batch.');
  });

  it('keeps nothing where it cannot be written whole', async () => {
    const study = await builtInStudy('decision-quick');
    await expect(batches.ofStudy(study, target)).rejects.toThrow('No novels.');
    const stopped = new AbortController();
    stopped.abort();
    await expect(
      batches.ofStudy(await quick(2), target, { signal: stopped.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
    expect(await runs.list()).toEqual([]);
  });
});

it('asks a run that a page answered itself in no batch', async () => {
  const batch = await batches.ofStudy(await quick(1), target);
  const entry = await runs.get(batch.runId);
  if (!entry) throw new Error('not kept');
  const local = { ...entry.manifest, engine: 'wllama' };
  await expect(batches.ofOpen(local)).rejects.toThrow('was not asked as a batch');
  const older = { ...entry.manifest, promptHash: 'f'.repeat(64) };
  await expect(batches.ofOpen(older)).rejects.toThrow('other items or prompts');
});

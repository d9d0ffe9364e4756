import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import type { Run } from '../../../src/core/run';
import { writeRunLines } from '../../../src/exchange/run-file';
import { ImportQueue } from '../../../src/pages/runs/ImportQueue.svelte';
import type { RunEntry } from '../../../src/storage/run-rows';
import { manifest, sample } from '../../fixtures/storage/build-run';

const run: Run = {
  format: 'crossroads-run/1',
  manifest: manifest({ trials: 3, finishedAt: '2026-11-30T11:00:00.000Z' }),
  artifacts: [],
  samples: [sample(1), sample(2), sample(3)],
};
const whole = new File([writeRunLines(run)], 'whole.jsonl');
const cut = new File([writeRunLines(run).slice(0, -40)], 'cut.jsonl');
const wrong = new File(['{"format":"crossroads-run/1","manifest":{}}'], 'wrong.json');

function queueInto(stored: Run[]): ImportQueue {
  return new ImportQueue({
    store: (one) => {
      stored.push(one);
      return Promise.resolve({ runId: one.manifest.runId, outcome: 'added' });
    },
  });
}
const kinds = (queue: ImportQueue): string[] => queue.items.map(({ state }) => state.kind);

describe('ImportQueue', () => {
  it('imports several files, and a bad one stops none of them', async () => {
    const stored: Run[] = [];
    const queue = queueInto(stored);
    await queue.add([wrong, whole, wrong, whole]);
    expect(kinds(queue)).toEqual(['failed', 'done', 'failed', 'done']);
    expect(stored).toHaveLength(2);
    const [bad] = queue.items;
    // What is wrong is said with its place.
    expect(bad?.state.kind === 'failed' && bad.state.problem.message).toContain('manifest');
  });

  it('takes nothing of a file that breaks off until the reader says so', async () => {
    const stored: Run[] = [];
    const queue = queueInto(stored);
    await queue.add([cut, cut]);
    expect(kinds(queue)).toEqual(['partial', 'partial']);
    expect(stored).toEqual([]);
    await queue.decide(1, true);
    await queue.decide(2, false);
    expect(kinds(queue)).toEqual(['done', 'left']);
    expect(stored.map(({ samples }) => samples.length)).toEqual([2]);
  });

  it('says when the storage does not take a run', async () => {
    const full = new Problem('disk-full', { what: 'Full.' });
    const queue = new ImportQueue({ store: () => Promise.reject(full) });
    await queue.add([whole]);
    expect(queue.items[0]?.state).toEqual({ kind: 'failed', problem: full });
  });

  it('stops the file being read and those that wait, and forgets them', async () => {
    const stored: Run[] = [];
    const queue = queueInto(stored);
    const working = queue.add([whole, whole]);
    queue.stop();
    await working;
    expect(kinds(queue)).toEqual(['stopped', 'stopped']);
    expect(stored).toEqual([]);
    queue.clear();
    expect(queue.items).toEqual([]);
    expect(queue.isWorking).toBe(false);
  });

  it('goes on with files that are added later', async () => {
    const stored: Run[] = [];
    const queue = queueInto(stored);
    const first = queue.add([whole]);
    const second = queue.add([whole]);
    await Promise.all([first, second]);
    expect(stored).toHaveLength(2);
  });

  describe('with the answers to a batch', () => {
    const line = JSON.stringify({ id: 'b', custom_id: 'a', response: { body: { model: 'm' } } });
    const answers = new File([line], 'answers.jsonl');
    const { models } = run.manifest;
    const asking = (id: string): RunEntry => ({
      manifest: { ...run.manifest, models: { ...models, answer: { ...models.answer, id } } },
      counts: { answered: 0, unparsed: 0, refused: 0, error: 0 },
      updatedAt: run.manifest.startedAt,
      origin: 'here',
    });
    const queueOf = (said: string, asked: string, read: string[]): ImportQueue =>
      new ImportQueue({
        store: () => Promise.reject(new Error('not stored')),
        batches: {
          look: () =>
            Promise.resolve({ target: { model: said, server: 'openai' }, runs: [asking(asked)] }),
          begin: () => Promise.reject(new Error('not begun')),
          read: ({ runId }) => {
            read.push(runId);
            return Promise.resolve({ done: 1, total: 3, issues: [], model: said });
          },
        },
      });

    it('takes those of another model only when told, and says whose they are', async () => {
      const read: string[] = [];
      const queue = queueOf('other-9', 'made-1', read);
      await queue.add([answers]);
      expect(queue.items[0]?.state).toMatchObject({ kind: 'ask-run', said: 'other-9' });
      expect(read).toEqual([]);
      await queue.giveRun(1, run.manifest.runId);
      expect(read).toEqual([run.manifest.runId]);
      expect(queue.items[0]?.state).toMatchObject({
        kind: 'done',
        report: { done: 1, model: { said: 'other-9', asked: 'made-1' } },
      });
    });

    it.each([
      ['gpt-4o', 'gpt-4o', true],
      ['gpt-4o-2024-08-06', 'gpt-4o', true],
      ['gpt-4-0613', 'gpt-4', true],
      ['', 'gpt-4o', true],
      ['gpt-4o-mini', 'gpt-4o', false],
      ['llama-3-70b', 'llama-3', false],
    ])('of %s go into a run of %s without asking: %s', async (said, asked, plain) => {
      const read: string[] = [];
      const queue = queueOf(said, asked, read);
      await queue.add([answers]);
      expect(kinds(queue)).toEqual([plain ? 'done' : 'ask-run']);
      const [item] = queue.items;
      const report = item?.state.kind === 'done' ? item.state.report : null;
      // A dated name is taken, and told.
      expect(report?.model).toEqual(
        plain && said !== '' && said !== asked ? { said, asked } : undefined,
      );
    });
  });

  describe('with parts of one run', () => {
    const part = (runId: string, index: number, changes = {}): File =>
      new File(
        [
          writeRunLines({
            ...run,
            manifest: manifest({
              ...{ trials: 3, runId, startedAt: `2026-11-30T1${index}:00:00.000Z` },
              shard: { index, of: 3, trials: 1, finishedAt: '' },
              ...changes,
            }),
            samples: [sample(index)],
          }),
        ],
        `${runId}.jsonl`,
      );

    it('offers them as one, and merges or imports them one by one as told', async () => {
      const stored: Run[] = [];
      const queue = queueInto(stored);
      await queue.add([part('a', 1), whole, part('b', 2), part('c', 3)]);
      expect(kinds(queue)).toEqual(['held', 'done', 'held', 'held']);
      const [offer] = queue.offers.all;
      expect(offer?.items).toEqual([1, 3, 4]);
      expect(offer?.state).toMatchObject({ kind: 'open', missing: { trials: 0, shards: [] } });
      await queue.merge(offer?.id ?? 0);
      expect(kinds(queue)).toEqual(['merged', 'done', 'merged', 'merged']);
      expect(stored.at(-1)?.samples.map(({ trial }) => trial)).toEqual(
        run.samples.map(({ trial }) => trial),
      );
      await queue.add([part('a', 1), part('b', 2)]);
      const second = queue.offers.all.at(-1);
      expect(second?.state).toMatchObject({
        kind: 'open',
        missing: { trials: 1, shards: [3], of: 3 },
      });
      await queue.separate(second?.id ?? 0);
      expect(stored.slice(-2).map(({ manifest: { runId } }) => runId)).toEqual(['a', 'b']);
      queue.clear();
      expect([queue.items, queue.offers.all]).toEqual([[], []]);
    });

    it('imports one that stands alone, and finds those that are stored', async () => {
      const stored: Run[] = [];
      const queue = queueInto(stored);
      await queue.add([part('a', 1), part('b', 2, { dataHash: 'f'.repeat(64) })]);
      expect(kinds(queue)).toEqual(['done', 'done']);
      const here = new ImportQueue({
        store: () => Promise.resolve({ runId: 'x', outcome: 'added' }),
        stored: () => Promise.resolve(stored.slice(0, 1)),
      });
      await here.add([part('c', 3)]);
      expect(here.offers.all[0]).toMatchObject({ stored: 1, items: [1] });
    });

    it('takes a part that comes later into the offer that is open', async () => {
      const stored: Run[] = [];
      const queue = queueInto(stored);
      await queue.add([part('a', 1), part('b', 2)]);
      await queue.add([part('c', 3)]);
      expect(kinds(queue)).toEqual(['held', 'held', 'held']);
      expect(stored).toEqual([]);
      expect(queue.offers.all).toHaveLength(1);
      expect(queue.offers.all[0]).toMatchObject({
        items: [1, 2, 3],
        state: { kind: 'open', missing: { trials: 0, shards: [] } },
      });
      // Another run's part is no part of it.
      await queue.add([part('d', 2, { dataHash: 'f'.repeat(64) })]);
      expect(kinds(queue).at(-1)).toBe('done');
      await queue.merge(queue.offers.all[0]?.id ?? 0);
      expect(kinds(queue)).toEqual(['merged', 'merged', 'merged', 'done']);
      expect(stored.at(-1)?.samples).toHaveLength(3);
      // What is merged is through: a part dropped again stands by itself.
      await queue.add([part('c', 3)]);
      expect(kinds(queue).at(-1)).toBe('done');
    });

    it('leaves the way to import them where a merge failed and the list is cleared', async () => {
      let full = true;
      const stored: Run[] = [];
      const queue = new ImportQueue({
        store: (one) => {
          if (full) return Promise.reject(new Problem('disk-full', { what: 'Full.' }));
          stored.push(one);
          return Promise.resolve({ runId: one.manifest.runId, outcome: 'added' });
        },
      });
      await queue.add([part('a', 1), part('b', 2)]);
      const id = queue.offers.all[0]?.id ?? 0;
      await queue.merge(id);
      expect(queue.offers.all[0]?.state.kind).toBe('failed');
      queue.clear();
      expect(kinds(queue)).toEqual(['held', 'held']);
      expect(queue.offers.all.map((offer) => offer.id)).toEqual([id]);
      full = false;
      await queue.separate(id);
      expect(stored.map(({ manifest: { runId } }) => runId)).toEqual(['a', 'b']);
      queue.clear();
      expect([queue.items, queue.offers.all]).toEqual([[], []]);
    });

    it('says where they answered one trial differently, and keeps the earlier only when told', async () => {
      const stored: Run[] = [];
      const queue = queueInto(stored);
      const other = new File(
        [
          writeRunLines({
            ...run,
            manifest: manifest({ trials: 3, runId: 'b', startedAt: '2026-11-30T12:00:00.000Z' }),
            samples: [sample(1, { text: 'something else' }), sample(2)],
          }),
        ],
        'b.jsonl',
      );
      await queue.add([part('a', 1), other]);
      const [offer] = queue.offers.all;
      expect(offer?.state.kind).toBe('refused');
      await queue.merge(offer?.id ?? 0, true);
      expect(stored[0]?.samples).toEqual([sample(1), sample(2)]);
    });
  });
});

import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import type { Run } from '../../../src/core/run';
import { writeRunLines } from '../../../src/exchange/run-file';
import { ImportQueue } from '../../../src/pages/runs/ImportQueue.svelte';
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
});

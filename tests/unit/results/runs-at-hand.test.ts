import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  loadRunAtHand,
  nameOfRun,
  runPageId,
  runsAtHand,
} from '../../../src/components/results/runs-at-hand';
import { REFERENCE_RUNS } from '../../../src/exchange/reference-runs';
import { readRunText } from '../../../src/exchange/run-file';
import { runs } from '../../../src/storage/here';

const file = readFileSync('datasets/reference-runs/quick.smollm2-135m.json.gz');
const NAME = 'recorded:quick.smollm2-135m';
afterEach(() => vi.unstubAllGlobals());

describe('runs at hand', () => {
  it('are every recorded run with its study’s suite, then the stored ones', async () => {
    const quick = await readRunText(new Uint8Array(file));
    await runs.import({ ...quick, manifest: { ...quick.manifest, name: 'Mine' } });
    const found = await runsAtHand();
    expect(found).toHaveLength(REFERENCE_RUNS.length + 1);
    expect(found.find(({ name }) => name === NAME)).toMatchObject({
      study: 'quick',
      model: 'smollm2-135m',
      badge: 'recorded',
      suite: 'behavior',
      isFinished: true,
    });
    expect(found.at(-1)).toMatchObject({
      name: quick.manifest.runId,
      title: 'Mine',
      study: 'quick',
      badge: 'imported',
    });
    const loaded = await loadRunAtHand(quick.manifest.runId);
    expect(loaded.samples).toHaveLength(60);
    // Read anew once its name has changed.
    await runs.rename(quick.manifest.runId, 'Other');
    expect((await loadRunAtHand(quick.manifest.runId)).manifest.name).toBe('Other');
    await runs.remove(quick.manifest.runId);
    await expect(loadRunAtHand(quick.manifest.runId)).rejects.toMatchObject({
      code: 'storage-failed',
    });
  });
  it('are called by one name in an address and by another on the page of a run', () => {
    expect(runPageId(NAME)).toBe('quick.smollm2-135m');
    expect(nameOfRun('quick.smollm2-135m', true)).toBe(NAME);
    expect(runPageId('abc')).toBe('abc');
    expect(nameOfRun('abc', false)).toBe('abc');
  });
});

describe('loading a recorded run', () => {
  it('fetches it once, and again after a failure', async () => {
    let fails = true;
    const fetched = vi.fn(() =>
      fails ? Promise.reject(new TypeError('offline')) : Promise.resolve(new Response(file)),
    );
    vi.stubGlobal('fetch', fetched);
    await expect(loadRunAtHand(NAME)).rejects.toMatchObject({ code: 'download-failed' });
    fails = false;
    expect((await loadRunAtHand(NAME)).samples).toHaveLength(60);
    expect((await loadRunAtHand(NAME)).samples).toHaveLength(60);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
  it('that does not come with the page is a Problem in words', async () => {
    await expect(loadRunAtHand('recorded:nope.nobody')).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining('nope.nobody') as string,
    });
  });
});

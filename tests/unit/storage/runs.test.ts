import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import type { Sample } from '../../../src/core/run';
import { RunRepository } from '../../../src/storage/runs';
import { manifest, run, sample, samples } from '../../fixtures/storage/build-run';
import { freshDb } from './fresh-db';

const DAY = 24 * 60 * 60 * 1000;

function at(time: string) {
  return () => new Date(time);
}

describe('RunRepository', () => {
  it('lists runs by their start, newest first, whatever zone the time is written in', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest({ runId: 'early', startedAt: '2026-11-30T10:00:00+09:00' }));
    await runs.create(manifest({ runId: 'late', startedAt: '2026-11-30T09:00:00Z' }));
    await runs.create(manifest({ runId: 'middle', startedAt: '2026-11-30T03:00:00.5Z' }));
    expect((await runs.list()).map((entry) => entry.manifest.runId)).toEqual([
      'late',
      'middle',
      'early',
    ]);
  });

  it('refuses to create a run over another', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    await runs.journal('run-1').put(sample(0));
    await expect(runs.create(manifest())).rejects.toMatchObject({ code: 'storage-failed' });
    expect(await runs.samples('run-1')).toEqual([sample(0)]);
  });

  it('counts by status without reading samples', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const journal = runs.journal('run-1');
    await journal.put(sample(0));
    await journal.put(sample(1, { status: 'unparsed', answer: undefined }));
    await journal.put(sample(2, { status: 'refused', answer: undefined }));
    await journal.put(sample(3, { status: 'error', error: 'device lost' }));
    db.samples.hook('reading', () => {
      throw new Error('a sample was read');
    });
    const [entry] = await runs.list();
    expect(entry?.counts).toEqual({ answered: 1, unparsed: 1, refused: 1, error: 1 });
    expect(entry?.origin).toBe('here');
  });

  it('puts a retried sample in the place of its error', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const journal = runs.journal('run-1');
    await journal.put(sample(0, { status: 'error', error: 'lost' }));
    await journal.put(sample(1));
    const seen = (await runs.page('run-1')).last;
    await journal.put(sample(0));
    expect((await runs.get('run-1'))?.counts).toEqual({
      answered: 2,
      unparsed: 0,
      refused: 0,
      error: 0,
    });
    // It arrives again for a page that follows the run.
    expect((await runs.page('run-1', seen)).samples).toEqual([sample(0)]);
    db.close();
    const again = new RunRepository(reopen());
    expect(await again.journal('run-1').samples()).toEqual([sample(1), sample(0)]);
  });

  it('numbers arrivals without gaps lost between two tabs', async () => {
    const { db, reopen } = freshDb();
    await new RunRepository(db).create(manifest());
    const tabs = [new RunRepository(db), new RunRepository(reopen())];
    await Promise.all(samples(40).map((one, i) => tabs[i % 2]?.journal('run-1').put(one)));
    const stored = await new RunRepository(reopen()).samples('run-1');
    expect(new Set(stored.map((one) => one.trial)).size).toBe(40);
    expect((await tabs[0]?.get('run-1'))?.counts.answered).toBe(40);
  });

  it('sees a retry that another tab has written since', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const here = runs.journal('run-1');
    const there = new RunRepository(reopen()).journal('run-1');
    await here.put(sample(0));
    await there.put(sample(1, { status: 'error', error: 'lost' }));
    await here.put(sample(1));
    await there.put(sample(1, { ms: 7 }));
    expect(await runs.samples('run-1')).toEqual([sample(0), sample(1, { ms: 7 })]);
    expect((await runs.get('run-1'))?.counts).toMatchObject({ answered: 2, error: 0 });
  });

  it('finishes and renames', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    await runs.journal('run-1').finish('2026-11-30T11:00:00.000Z');
    await runs.rename('run-1', `  ${'n'.repeat(250)} `);
    const entry = await runs.get('run-1');
    expect(entry?.manifest.finishedAt).toBe('2026-11-30T11:00:00.000Z');
    expect(entry?.manifest.name).toBe('n'.repeat(200));
  });

  it('pages and streams in order of arrival', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    // Ids fall while n rises, so an order by id would show.
    const reversed = samples(1234).reverse();
    await runs.import({ ...run(0), samples: reversed });
    const first = await runs.page('run-1', 0, 10);
    expect(first.samples).toEqual(reversed.slice(0, 10));
    expect((await runs.page('run-1', first.last, 5)).samples).toEqual(reversed.slice(10, 15));
    const sizes: number[] = [];
    const all = [];
    for await (const part of runs.stream('run-1', 500)) {
      sizes.push(part.length);
      all.push(...part);
    }
    expect(sizes).toEqual([500, 500, 234]);
    expect(all).toEqual(reversed);
  });

  it('packs what is written sample by sample, and reads it as if it had not', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const journal = runs.journal('run-1');
    const failed = (i: number) => sample(i, { status: 'error', error: 'lost' });
    const broken = [3, 4, 100, 249, 250, 300];
    for (let i = 0; i < 520; i += 1) await journal.put(broken.includes(i) ? failed(i) : sample(i));
    expect(await db.samples.count()).toBe(2 + 20);
    expect((await runs.page('run-1', 248, 3)).samples).toEqual([
      sample(248),
      failed(249),
      failed(250),
    ]);
    // Retried by another tab after a crash; the first half by this one.
    for (const i of [3, 4, 100]) await journal.put(sample(i));
    const other = new RunRepository(reopen()).journal('run-1');
    for (const i of [249, 250, 300]) await other.put(sample(i));
    await journal.put(sample(520));
    const expected = [
      ...samples(520).filter((_, i) => !broken.includes(i)),
      ...broken.map((i) => sample(i)),
      sample(520),
    ];
    expect(await runs.samples('run-1')).toEqual(expected);
    expect(await other.samples()).toEqual(expected);
    const streamed = [];
    for await (const part of runs.stream('run-1', 7)) streamed.push(...part);
    expect(streamed).toEqual(expected);
    expect((await runs.get('run-1'))?.counts).toEqual({
      answered: 521,
      unparsed: 0,
      refused: 0,
      error: 0,
    });
    expect((await runs.page('run-1', 520)).samples).toEqual(expected.slice(-7));
  }, 60_000);

  it('loses nothing when writes, retries and readers of pages come in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 300, minLength: 200 }),
        fc.integer({ min: 1, max: 40 }),
        async (writes, size) => {
          const runs = new RunRepository(freshDb().db);
          await runs.create(manifest());
          const journal = runs.journal('run-1');
          const model = new Map<string, Sample>();
          const followed = new Map<string, Sample>();
          let last = 0;
          for (const [i, [trial, fails]] of writes.entries()) {
            const one = sample(trial, fails ? { status: 'error', ms: i } : { ms: i });
            await journal.put(one);
            model.delete(one.trial);
            model.set(one.trial, one);
            if (i % 7 !== 0) continue;
            const page = await runs.page('run-1', last, size);
            for (const seen of page.samples) followed.set(seen.trial, seen);
            last = page.last;
          }
          for (;;) {
            const page = await runs.page('run-1', last, size);
            if (page.samples.length === 0) break;
            for (const seen of page.samples) followed.set(seen.trial, seen);
            last = page.last;
          }
          expect(await runs.samples('run-1')).toEqual([...model.values()]);
          expect(followed).toEqual(model);
          const errors = [...model.values()].filter(({ status }) => status === 'error').length;
          expect((await runs.get('run-1'))?.counts.error).toBe(errors);
        },
      ),
      { numRuns: 4 },
    );
  }, 60_000);

  it('keeps the samples of runs apart whose ids begin alike', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.import({ ...run(3), manifest: manifest({ runId: 'a' }) });
    await runs.import({ ...run(5), manifest: manifest({ runId: 'a-b' }) });
    expect((await runs.samples('a')).length).toBe(3);
    await runs.remove('a');
    expect(await runs.purge(-1)).toBe(1);
    expect((await runs.samples('a-b')).length).toBe(5);
  });

  it('opens 20,000 samples as they were', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    const whole = run(20_000);
    expect(await runs.import(whole)).toEqual({ runId: 'run-1', outcome: 'added' });
    expect(await runs.run('run-1')).toEqual(whole);
  }, 60_000);
});

describe('deleting', () => {
  it('hides at once, comes back whole, and clears after a day', async () => {
    const { db } = freshDb();
    await new RunRepository(db).import(run(3));
    const undo = await new RunRepository(db, at('2026-11-30T12:00:00Z')).remove('run-1');
    const runs = new RunRepository(db, at('2026-12-01T11:59:59Z'));
    expect(await runs.list()).toEqual([]);
    expect(await runs.get('run-1')).toBeUndefined();
    await expect(runs.samples('run-1')).rejects.toMatchObject({ code: 'storage-failed' });
    await expect(runs.journal('run-1').put(sample(9))).rejects.toBeInstanceOf(Problem);
    expect(await runs.purge()).toBe(0);
    await undo();
    expect(await runs.run('run-1')).toEqual(run(3));

    await new RunRepository(db, at('2026-11-30T12:00:00Z')).remove('run-1');
    expect(await new RunRepository(db, at('2026-12-01T12:00:00Z')).purge(DAY)).toBe(1);
    expect(await db.samples.count()).toBe(0);
    expect(await db.artifacts.count()).toBe(0);
    await expect(undo()).rejects.toMatchObject({ code: 'storage-failed' });
  });
});

describe('importing', () => {
  it('knows the same run again, whatever its name and the order of its samples', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.import(run(5));
    await runs.rename('run-1', 'mine');
    const again = { ...run(5), samples: samples(5).reverse() };
    expect(await runs.import(again)).toEqual({ runId: 'run-1', outcome: 'already-here' });
    expect((await runs.list()).length).toBe(1);
    expect((await runs.get('run-1'))?.manifest.name).toBe('mine');
    expect((await runs.get('run-1'))?.origin).toBe('file');
  });

  it('gives another run with the same id an id of its own, once', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.import(run(5));
    const other = { ...run(5), samples: [...samples(4), sample(4, { ms: 13 })] };
    const first = await runs.import(other);
    expect(first.outcome).toBe('new-id');
    expect(first.runId).toMatch(/^run-1-[0-9a-f]{8}$/);
    expect((await runs.run(first.runId)).manifest.runId).toBe(first.runId);
    expect((await runs.run(first.runId)).samples).toEqual(other.samples);
    expect(await runs.run('run-1')).toEqual(run(5));
    expect(await runs.import(other)).toEqual({ runId: first.runId, outcome: 'already-here' });
    // The copy goes on; the file is imported once more.
    await runs.journal(first.runId).put(sample(99));
    expect(await runs.import(other)).toEqual({ runId: `${first.runId}-2`, outcome: 'new-id' });
  });

  it('brings back a run deleted a moment ago', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.import(run(5));
    await runs.remove('run-1');
    expect(await runs.import(run(5))).toEqual({ runId: 'run-1', outcome: 'added' });
    expect((await runs.samples('run-1')).length).toBe(5);
  });
});

describe('watching', () => {
  it('tells of a change made by another tab', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const seen: number[] = [];
    const stop = runs.watch('run-1').subscribe(
      (entry) => {
        seen.push(entry?.counts.answered ?? -1);
      },
      () => expect.unreachable(),
    );
    await expect.poll(() => seen).toEqual([0]);
    await new RunRepository(reopen()).journal('run-1').put(sample(0));
    await expect.poll(() => seen).toEqual([0, 1]);
    await runs.remove('run-1');
    await expect.poll(() => seen).toEqual([0, 1, -1]);
    stop();
    await runs.create(manifest({ runId: 'another' }));
    expect(seen).toEqual([0, 1, -1]);
  });
});

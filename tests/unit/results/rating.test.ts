import { describe, expect, it } from 'vitest';
import { keepRating } from '../../../src/components/run/keep-rating';
import { profileNumbers } from '../../../src/components/run/profile-numbers';
import { Rater } from '../../../src/components/run/rater.svelte';
import { RunModel } from '../../../src/components/run/RunModel.svelte';
import type { Artifact, Run } from '../../../src/core/run';
import { personRating } from '../../../src/decision/ratings';
import { parseStudy } from '../../../src/exchange/study-file';
import { loadDecisions } from '../../../src/experiment/registry';
import { withRunLock, type Locks } from '../../../src/storage/lock';
import { RunRepository } from '../../../src/storage/runs';
import { rating as text } from '../../../src/text/en-rating';
import { madeRun } from '../../fixtures/decision/made-run';
import { manifest } from '../../fixtures/storage/build-run';
import { readJson } from '../data/files';
import { freshDb } from '../storage/fresh-db';

/** Locks of one tab, as far as they are used. */
function madeLocks(): Locks {
  const held = new Set<string>();
  const request = async (
    name: string,
    _options: LockOptions,
    work: (lock: Lock | null) => Promise<unknown>,
  ): Promise<unknown> => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { request: request as Locks['request'] };
}

/** A run of the study's first six decisions. */
async function made(id: string): Promise<Run> {
  const study = parseStudy(readJson(`studies/${id}.json`));
  return madeRun({ ...study, items: { limit: 6 } }, await loadDecisions());
}

async function modelOf(run: Run, keep?: (rating: Artifact) => Promise<void>): Promise<RunModel> {
  return RunModel.of({
    manifest: run.manifest,
    samples: run.samples,
    origin: keep === undefined ? 'recorded' : 'stored',
    source: keep === undefined ? 'recorded' : 'here',
    artifacts: () => Promise.resolve(run.artifacts),
    ...(keep === undefined ? {} : { keep }),
  });
}

describe('a person’s rating', () => {
  it('is kept in the run, one of each person, and is there after the tab was opened again', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    const { runId } = manifest();
    await runs.create(manifest());
    const locks = madeLocks();
    for (const [name, level] of [
      ['Kim', 1],
      ['Sam', 3],
      ['Kim', 2],
    ] as const) {
      await keepRating(runs, runId, await personRating('judgement', 'a', name, level), locks);
    }
    db.close();
    const kept = await new RunRepository(reopen()).artifacts(runId);
    expect(kept.map(({ text: level }) => level)).toEqual(['2', '3']);
  });

  it('is refused with a sentence while the run goes on, and kept afterwards', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    const { runId } = manifest();
    await runs.create(manifest());
    const locks = madeLocks();
    const rating = await personRating('rating', 'a', 'Kim', 1);
    await withRunLock(
      runId,
      () =>
        expect(keepRating(runs, runId, rating, locks)).rejects.toMatchObject({
          code: 'busy',
          message: text.busy.what,
          kept: text.busy.kept,
        }),
      locks,
    );
    expect(await runs.artifacts(runId)).toEqual([]);
    await keepRating(runs, runId, rating, locks);
    expect(await runs.artifacts(runId)).toEqual([rating]);
  });

  it('changes the numbers at once', async () => {
    const run = await made('lifechoice-table-5-p');
    const kept: Artifact[] = [];
    const model = await modelOf(run, (rating) => Promise.resolve(void kept.push(rating)));
    const first = run.artifacts.find(({ kind }) => kind === 'continuation')!;
    const judge = run.artifacts.find(
      ({ kind, trace }) => kind === 'rating' && (trace as { of: string }).of === first.id,
    )!;
    const level = Number(judge.text) as 1 | 2 | 3;
    const table = async () =>
      profileNumbers(model.samples, [...(await model.artifacts()).values()]).leakage[0]!;
    const names = { 1: 'different', 2: 'partial', 3: 'complete' } as const;
    const before = await table();
    const other = level === 3 ? 1 : 3;
    await model.rate(await personRating('rating', first.id, 'Kim', other));
    expect(model.ratings).toBe(1);
    expect(kept).toHaveLength(1);
    const after = await table();
    expect(after.n).toBe(before.n);
    expect(after.ratings).toBe(before.ratings + 1);
    // Half of one of n continuations moved from the judge's level to the person's.
    const moved = 1 / (2 * before.n);
    expect(after.shares![names[level]]).toBeCloseTo(before.shares![names[level]] - moved, 9);
    expect(after.shares![names[other]]).toBeCloseTo(before.shares![names[other]] + moved, 9);
  });

  it('stands beside the judge’s in the correlations, and cannot be given to a run that is only read', async () => {
    const run = await made('lifechoice-table-3-p');
    const model = await modelOf(run, () => Promise.resolve());
    const profiles = run.artifacts.filter(({ kind }) => kind === 'profile').slice(0, 2);
    for (const [index, { id }] of profiles.entries()) {
      await model.rate(await personRating('judgement', id, 'Kim', index === 0 ? 1 : 3));
    }
    const numbers = async () =>
      profileNumbers(model.samples, [...(await model.artifacts()).values()]);
    const [kim] = (await numbers()).agreements;
    expect(kim).toMatchObject({ rater: 'Kim' });
    expect(kim!.pearson.n).toBe(2);
    expect((await numbers()).scoredBy).toBeUndefined();

    const readOnly = await modelOf(run);
    expect(readOnly.canRate).toBe(false);
    const rating = await personRating('judgement', profiles[0]!.id, 'Kim', 1);
    await expect(readOnly.rate(rating)).rejects.toMatchObject({ code: 'not-supported' });
  });
});

describe('a rater’s name', () => {
  it('is asked once, has a default and no more than 40 characters', () => {
    const rater = new Rater();
    expect(rater.name).toBeNull();
    expect(rater.call('  ')).toBe('reader');
    expect(rater.call(` ${'é'.repeat(50)}`)).toBe('é'.repeat(40));
    expect(rater.name).toBe('é'.repeat(40));
  });
});

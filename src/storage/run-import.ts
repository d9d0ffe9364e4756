import type { Run } from '../core/run';
import type { CrossroadsDb } from './db';
import type { Stakes } from './problems';
import {
  arrivedAfter,
  artifactRow,
  artifactsOf,
  contentHash,
  entryOf,
  runRow,
  typedSamples,
} from './run-rows';
import { blocksOf, samplesIn } from './sample-blocks';

/**
 * What became of an imported run, and the id it has here.
 * `already-here`: the same run was stored before; `new-id`: another run had its id, so it got one of its own.
 */
export interface Imported {
  readonly runId: string;
  readonly outcome: 'added' | 'already-here' | 'new-id';
}

/**
 * Stores a whole run or nothing of it. Its rows are not checked again: the reader of the file has done so.
 * A run that was deleted a moment ago and is imported again comes back.
 * @throws Problem `disk-full`, `storage-failed`; then nothing was imported
 */
export async function importRun(db: CrossroadsDb, run: Run, now: string): Promise<Imported> {
  const stakes = {
    doing: 'keep the imported run',
    kept: 'Nothing of it was imported, and your other runs are as they were.',
  };
  return db.attempt(stakes, async () => {
    const hash = await contentHash(run);
    for (const runId of idsFor(run.manifest.runId, hash)) {
      const outcome = await importAs(db, stakes, run, runId, hash, now);
      if (outcome === 'taken') continue;
      if (outcome === 'already-here') return { runId, outcome };
      return { runId, outcome: runId === run.manifest.runId ? 'added' : 'new-id' };
    }
    throw new Error('no free id for the run');
  });
}

/**
 * The ids to try. The second is made from the content, so that importing the same file twice finds the first import;
 * the further ones serve a copy that has since gone on.
 */
function idsFor(runId: string, hash: string): string[] {
  const copy = `${runId.slice(0, 80)}-${hash.slice(0, 8)}`;
  return [runId, copy, ...Array.from({ length: 98 }, (_, i) => `${copy}-${i + 2}`)];
}

async function importAs(
  db: CrossroadsDb,
  stakes: Stakes,
  run: Run,
  runId: string,
  hash: string,
  now: string,
): Promise<'added' | 'already-here' | 'taken'> {
  // Hashing cannot happen inside a transaction (it would end), so what is stored is read and compared before.
  const stored = await storedHash(db, runId);
  if (stored !== null && stored.hash !== hash) return 'taken';
  return db.write(stakes, [db.runs, db.samples, db.artifacts], async () => {
    const row = await db.runs.get(runId);
    if (stored !== null && row !== undefined) {
      if (row.deletedAt === '') return 'already-here';
      await db.runs.put({ ...row, deletedAt: '' });
      return 'added';
    }
    // Another tab took or freed the id in between: the next one is as good.
    if (stored !== null || row !== undefined) return 'taken';
    await db.runs.add(runRow({ ...run.manifest, runId }, 'file', now, run.samples, hash));
    await db.samples.bulkAdd(blocksOf(runId, run.samples));
    await db.artifacts.bulkAdd(run.artifacts.map((made, i) => artifactRow(runId, i + 1, made)));
    return 'added';
  });
}

async function storedHash(db: CrossroadsDb, runId: string): Promise<{ hash: string } | null> {
  const row = await db.runs.get(runId);
  if (row === undefined) return null;
  if (row.hash !== '') return { hash: row.hash };
  const rows = await arrivedAfter(db.samples, runId).toArray();
  const samples = samplesIn(rows).map(({ sample }) => sample);
  const artifacts = await arrivedAfter(db.artifacts, runId).toArray();
  const hash = await contentHash({
    format: 'crossroads-run/1',
    manifest: entryOf(row).manifest,
    samples: [...typedSamples(samples, row.shape)],
    artifacts: artifactsOf(artifacts, row.shape),
  });
  return { hash };
}

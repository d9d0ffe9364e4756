import type { Sample } from '../core/run';
import type { CrossroadsDb, RunRow, SampleRow } from './db';
import { arrivedAfter } from './run-rows';

/** Samples in a packed row. */
export const BLOCK = 250;

/** All of a run's samples as packed rows, arrivals numbered from 1. */
export function blocksOf(runId: string, samples: readonly Sample[]): SampleRow[] {
  const blocks: SampleRow[] = [];
  for (let i = 0; i < samples.length; i += BLOCK) {
    const part = samples.slice(i, i + BLOCK);
    blocks.push({ runId, n: i + part.length, samples: part });
  }
  return blocks;
}

/** The samples in some rows that arrived after a place, in order of arrival. */
export function samplesIn(rows: readonly SampleRow[], after = 0): { n: number; sample: Sample }[] {
  return rows.flatMap((row) => {
    const first = row.n - row.samples.length + 1;
    return row.samples.flatMap((sample, i) =>
      sample === null || first + i <= after ? [] : [{ n: first + i, sample }],
    );
  });
}

/**
 * Writes the next arrival, inside a transaction, and packs the loose ones once they fill a row.
 * Gives how many are loose afterwards.
 */
export async function append(db: CrossroadsDb, row: RunRow, sample: Sample): Promise<number> {
  const { runId, next } = row;
  await db.samples.put({ runId, n: next, samples: [sample] });
  const loose = row.loose + 1;
  if (loose < BLOCK) return loose;
  const rows = await arrivedAfter(db.samples, runId, next - loose).toArray();
  const packed: (Sample | null)[] = Array.from({ length: loose }, () => null);
  for (const one of samplesIn(rows)) packed[one.n - (next - loose) - 1] = one.sample;
  await arrivedAfter(db.samples, runId, next - loose).delete();
  await db.samples.put({ runId, n: next, samples: packed });
  return 0;
}

/** Takes the sample at a place out of its row, inside a transaction. */
export async function takeOut(db: CrossroadsDb, runId: string, n: number): Promise<void> {
  const row = await arrivedAfter(db.samples, runId, n - 1).first();
  if (row === undefined) return;
  const at = n - (row.n - row.samples.length + 1);
  const samples = row.samples.map((sample, i) => (i === at ? null : sample));
  if (samples.every((sample) => sample === null)) await db.samples.delete([runId, row.n]);
  else await db.samples.put({ ...row, samples });
}

import type { Collection, Table } from 'dexie';
import * as v from 'valibot';
import { Problem } from '../core/errors';
import { canonical, sha256, type Json } from '../core/hash';
import {
  artifactSchema,
  manifestSchema,
  sampleSchema,
  type Artifact,
  type Manifest,
  type Run,
  type Sample,
} from '../core/run';
import {
  DB_VERSION,
  type ArtifactRow,
  type CrossroadsDb,
  type Origin,
  type RunCounts,
  type RunRow,
  type SampleRow,
} from './db';
import { goneProblem } from './problems';

/** A run in a list: all but its samples and artifacts. */
export interface RunEntry {
  readonly manifest: Manifest;
  readonly counts: RunCounts;
  /** ISO 8601, when a sample was last written. */
  readonly updatedAt: string;
  /** Run here, or read from a file. */
  readonly origin: Origin;
}

export const NO_COUNTS: RunCounts = Object.freeze({
  answered: 0,
  unparsed: 0,
  refused: 0,
  error: 0,
});

/** The row of a run that is there and not deleted; throws a Problem otherwise. */
export async function presentRun(db: CrossroadsDb, runId: string): Promise<RunRow> {
  const row = await db.runs.get(runId);
  if (row === undefined || row.deletedAt !== '') throw goneProblem();
  return row;
}

/** The rows of one run that arrived after a place, in order of arrival. */
export function arrivedAfter<Row>(
  table: Table<Row, [string, string]>,
  runId: string,
  after = 0,
): Collection<Row, [string, string]> {
  return table.where('[runId+n]').between([runId, after], [runId, Infinity], false);
}

/** The row of a run with this many samples already arrived. */
export function runRow(
  manifest: Manifest,
  origin: Origin,
  now: string,
  samples: readonly Sample[] = [],
): RunRow {
  return {
    runId: manifest.runId,
    startedAt: sortableTime(manifest.startedAt),
    updatedAt: now,
    deletedAt: '',
    origin,
    manifest,
    counts: countsOf(samples),
    next: samples.length + 1,
    shape: DB_VERSION,
  };
}

export function sampleRow(runId: string, n: number, sample: Sample): SampleRow {
  return { runId, trial: sample.trial, n, sample };
}

export function artifactRow(runId: string, n: number, artifact: Artifact): ArtifactRow {
  return { runId, id: artifact.id, n, artifact };
}

export function entryOf(row: RunRow): RunEntry {
  const manifest = row.shape === DB_VERSION ? row.manifest : reread(manifestSchema, row.manifest);
  return { manifest, counts: row.counts, updatedAt: row.updatedAt, origin: row.origin };
}

/** The samples of rows; checked only where an older version wrote them, for 20,000 must open in a moment. */
export function samplesOf(rows: readonly SampleRow[], shape: number): Sample[] {
  if (shape === DB_VERSION) return rows.map((row) => row.sample);
  return rows.map((row) => reread(sampleSchema, row.sample));
}

export function artifactsOf(rows: readonly ArtifactRow[], shape: number): Artifact[] {
  if (shape === DB_VERSION) return rows.map((row) => row.artifact);
  return rows.map((row) => reread(artifactSchema, row.artifact));
}

/** The counts after `next` took the place of `before`. */
export function recount(counts: RunCounts, before: Sample | undefined, next: Sample): RunCounts {
  const changed = { ...counts };
  if (before !== undefined) changed[before.status] -= 1;
  changed[next.status] += 1;
  return changed;
}

/**
 * SHA-256 of what a run says: everything but its id and its name, samples and artifacts in any order.
 * Two runs with the same one are the same run.
 */
export function contentHash(run: Run): Promise<string> {
  const { runId: _id, name: _name, ...manifest } = run.manifest;
  const lines = [
    canonical(manifest as Json),
    ...run.artifacts.map((artifact) => canonical(artifact as Json)).sort(),
    ...run.samples.map((sample) => canonical(sample)).sort(),
  ];
  return sha256(lines.join('\n'));
}

function countsOf(samples: readonly Sample[]): RunCounts {
  const counts = { ...NO_COUNTS };
  for (const { status } of samples) counts[status] += 1;
  return counts;
}

function sortableTime(time: string): string {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? time : new Date(ms).toISOString();
}

function reread<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new Problem('storage-failed', {
    what: `This run was stored by an older version of Crossroads and cannot be read: ${result.issues[0].message}.`,
    kept: 'It stays in the browser as it is.',
    next: 'Look for a newer version of this page.',
  });
}

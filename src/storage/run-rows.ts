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
  type Status,
} from '../core/run';
import {
  ROW_SHAPE,
  type ArtifactRow,
  type CrossroadsDb,
  type Origin,
  type RunCounts,
  type RunRow,
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

/** The rows of one run that hold arrivals after a place, in order of arrival. */
export function arrivedAfter<Row, Key>(
  table: Table<Row, Key>,
  runId: string,
  after = 0,
): Collection<Row, Key> {
  return table.where('[runId+n]').between([runId, after], [runId, Infinity], false);
}

/** The row of a run with this many samples already arrived. */
export function runRow(
  manifest: Manifest,
  origin: Origin,
  now: string,
  samples: readonly Sample[] = [],
  hash = '',
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
    loose: 0,
    hash,
    shape: ROW_SHAPE,
  };
}

export function artifactRow(runId: string, n: number, artifact: Artifact): ArtifactRow {
  return { runId, id: artifact.id, n, artifact };
}

export function entryOf(row: RunRow): RunEntry {
  const manifest = row.shape === ROW_SHAPE ? row.manifest : reread(manifestSchema, row.manifest);
  return { manifest, counts: row.counts, updatedAt: row.updatedAt, origin: row.origin };
}

/** Samples as typed values; checked only where an older version wrote them, for 20,000 must open in a moment. */
export function typedSamples(samples: readonly Sample[], shape: number): readonly Sample[] {
  return shape === ROW_SHAPE ? samples : samples.map((sample) => reread(sampleSchema, sample));
}

export function artifactsOf(rows: readonly ArtifactRow[], shape: number): Artifact[] {
  if (shape === ROW_SHAPE) return rows.map((row) => row.artifact);
  return rows.map((row) => reread(artifactSchema, row.artifact));
}

/** The counts after `next` took the place of `before`. */
export function recount(counts: RunCounts, before: Status | undefined, next: Status): RunCounts {
  const changed = { ...counts };
  if (before !== undefined) changed[before] -= 1;
  changed[next] += 1;
  return changed;
}

/**
 * SHA-256 of what a run says: everything but its id and its name, samples and artifacts in any order.
 * Two runs with the same one are the same run. Lets the page breathe between parts.
 */
export async function contentHash(run: Run): Promise<string> {
  const { runId: _id, name: _name, ...manifest } = run.manifest;
  const parts: string[] = [canonical(manifest as Json)];
  const artifacts = [...run.artifacts].sort((a, b) => (a.id < b.id ? -1 : 1));
  const samples = [...run.samples].sort((a, b) => (a.trial < b.trial ? -1 : 1));
  for (const [i, part] of [...artifacts, ...samples].entries()) {
    if (i % 500 === 499) await new Promise((resolve) => setTimeout(resolve));
    parts.push(canonical(part as Json));
  }
  return sha256(parts.join('\n'));
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

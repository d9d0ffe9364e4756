import type { Journal } from '../core/journal';
import type { Artifact, Sample, Status } from '../core/run';
import type { CrossroadsDb, RunRow } from './db';
import {
  arrivedAfter,
  artifactRow,
  artifactsOf,
  presentRun,
  recount,
  typedSamples,
} from './run-rows';
import { append, samplesIn, takeOut } from './sample-blocks';

/** Where each trial's sample stands, as of the arrival that was next then. */
interface Places {
  readonly next: number;
  readonly of: Map<string, { readonly n: number; readonly status: Status }>;
}

/**
 * The journal of one stored run. A sample and the run's counts change in one transaction, so a crash in between
 * leaves both as they were; a sample written again (an error retried) takes the other's place.
 */
export class RunJournal implements Journal {
  private places: Places | undefined;

  constructor(
    private readonly db: CrossroadsDb,
    private readonly runId: string,
    private readonly now: () => string = () => new Date().toISOString(),
  ) {}

  async samples(): Promise<readonly Sample[]> {
    const stakes = { doing: 'read what this run has answered so far', kept: 'It stays as it is.' };
    return this.db.attempt(stakes, () =>
      this.db.transaction('r', this.db.runs, this.db.samples, async () => {
        const row = await presentRun(this.db, this.runId);
        const rows = await arrivedAfter(this.db.samples, this.runId).toArray();
        return typedSamples(
          samplesIn(rows).map(({ sample }) => sample),
          row.shape,
        );
      }),
    );
  }

  async put(sample: Sample): Promise<void> {
    const { db, runId } = this;
    const { trial, status } = sample;
    const stakes = { doing: 'keep the last answer', kept: 'Every answer before it is kept.' };
    const [places, n] = await db.write(stakes, [db.runs, db.samples], async () => {
      const row = await presentRun(db, runId);
      const remembered = this.places?.next === row.next ? this.places : undefined;
      const known = remembered ?? (await this.readPlaces(row));
      const before = known.of.get(trial);
      if (before !== undefined) await takeOut(db, runId, before.n);
      const loose = await append(db, row, sample);
      await db.runs.put({
        ...row,
        updatedAt: this.now(),
        counts: recount(row.counts, before?.status, status),
        next: row.next + 1,
        loose,
        hash: '',
      });
      return [known, row.next] as const;
    });
    // Remembered only now that it is on the disk.
    places.of.set(trial, { n, status });
    this.places = { next: n + 1, of: places.of };
  }

  async artifacts(): Promise<readonly Artifact[]> {
    const stakes = { doing: 'read what this run has made so far', kept: 'It stays as it is.' };
    return this.db.attempt(stakes, () =>
      this.db.transaction('r', this.db.runs, this.db.artifacts, async () => {
        const row = await presentRun(this.db, this.runId);
        const rows = await arrivedAfter(this.db.artifacts, this.runId).toArray();
        return artifactsOf(rows, row.shape);
      }),
    );
  }

  async putArtifact(artifact: Artifact): Promise<void> {
    const { db, runId } = this;
    const stakes = { doing: 'keep what was just made', kept: 'Everything before it is kept.' };
    await db.write(stakes, [db.runs, db.artifacts], async () => {
      const row = await presentRun(db, runId);
      const known = await db.artifacts.get([runId, artifact.id]);
      const last = await arrivedAfter(db.artifacts, runId).last();
      await db.artifacts.put(artifactRow(runId, known?.n ?? (last?.n ?? 0) + 1, artifact));
      await db.runs.put({ ...row, updatedAt: this.now(), hash: '' });
    });
  }

  async finish(finishedAt: string): Promise<void> {
    const stakes = { doing: 'mark the run as finished', kept: 'All its answers are kept.' };
    await this.db.write(stakes, [this.db.runs], async () => {
      const row = await presentRun(this.db, this.runId);
      const manifest = { ...row.manifest, finishedAt };
      await this.db.runs.put({ ...row, manifest, hash: '' });
    });
  }

  /** Needed once, and again where another tab has written in between. */
  private async readPlaces(row: RunRow): Promise<Places> {
    const rows = await arrivedAfter(this.db.samples, this.runId).toArray();
    const of = samplesIn(rows).map(
      ({ n, sample }) => [sample.trial, { n, status: sample.status }] as const,
    );
    return { next: row.next, of: new Map(of) };
  }
}

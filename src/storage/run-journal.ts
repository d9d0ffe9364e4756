import type { Journal } from '../core/journal';
import type { Sample } from '../core/run';
import type { CrossroadsDb } from './db';
import { arrivedAfter, presentRun, recount, sampleRow, samplesOf } from './run-rows';

/**
 * The journal of one stored run. A sample and the run's counts change in one transaction, so a crash in between
 * leaves both as they were; a sample written again (an error retried) takes the other's place.
 */
export class RunJournal implements Journal {
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
        return samplesOf(rows, row.shape);
      }),
    );
  }

  async put(sample: Sample): Promise<void> {
    const stakes = { doing: 'keep the last answer', kept: 'Every answer before it is kept.' };
    await this.db.write(stakes, [this.db.runs, this.db.samples], async () => {
      const row = await presentRun(this.db, this.runId);
      const before = await this.db.samples.get([this.runId, sample.trial]);
      await this.db.samples.put(sampleRow(this.runId, row.next, sample));
      await this.db.runs.put({
        ...row,
        updatedAt: this.now(),
        counts: recount(row.counts, before?.sample, sample),
        next: row.next + 1,
      });
    });
  }

  async finish(finishedAt: string): Promise<void> {
    const stakes = { doing: 'mark the run as finished', kept: 'All its answers are kept.' };
    await this.db.write(stakes, [this.db.runs], async () => {
      const row = await presentRun(this.db, this.runId);
      await this.db.runs.put({ ...row, manifest: { ...row.manifest, finishedAt } });
    });
  }
}

import type { Artifact, Manifest, Run, Sample } from '../core/run';
import type { CrossroadsDb, RunRow } from './db';
import { live, type Live } from './live';
import { goneProblem } from './problems';
import { importRun, type Imported } from './run-import';
import { RunJournal } from './run-journal';
import {
  arrivedAfter,
  artifactsOf,
  entryOf,
  presentRun,
  runRow,
  typedSamples,
  type RunEntry,
} from './run-rows';
import { samplesIn } from './sample-blocks';

/** Samples in order of arrival from one place on. */
export interface SamplePage {
  readonly samples: readonly Sample[];
  /** Where the next page starts: give it as `after`. */
  readonly last: number;
}

/** Rows read at a time where few samples are asked for: a row holds 1 to 250. */
const ROWS = 4;
const DAY = 24 * 60 * 60 * 1000;

/**
 * The runs stored in this browser. A deleted run is hidden from every method at once and cleared a day later.
 * Every method rejects with a Problem only: `storage-failed`, `disk-full` or `busy`.
 */
export class RunRepository {
  constructor(
    private readonly db: CrossroadsDb,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Stores a run that has no samples yet. The manifest must be plain data (no Svelte proxy). */
  async create(manifest: Manifest): Promise<void> {
    await this.db.write({ doing: 'keep the new run' }, [this.db.runs], () =>
      this.db.runs.add(runRow(manifest, 'here', this.now().toISOString())),
    );
  }

  /** All runs, the newest start first, without reading any sample. */
  list(): Promise<RunEntry[]> {
    return this.reading(async () => {
      const rows = await this.db.runs.orderBy('startedAt').reverse().toArray();
      return rows.filter((row) => row.deletedAt === '').map(entryOf);
    });
  }

  /** One run without its samples; undefined where there is none or it was deleted. */
  get(runId: string): Promise<RunEntry | undefined> {
    return this.reading(async () => {
      const row = await this.db.runs.get(runId);
      return row === undefined || row.deletedAt !== '' ? undefined : entryOf(row);
    });
  }

  /** All samples in order of arrival. */
  samples(runId: string): Promise<readonly Sample[]> {
    return this.reading(() =>
      this.db.transaction('r', this.db.runs, this.db.samples, async () => {
        const { shape } = await presentRun(this.db, runId);
        const rows = await arrivedAfter(this.db.samples, runId).toArray();
        return typedSamples(
          samplesIn(rows).map(({ sample }) => sample),
          shape,
        );
      }),
    );
  }

  /**
   * The samples that arrived after a place, at most `size`. A page that shows a run going on asks for those after the
   * last it has; a sample that was written again (an error retried) arrives again, under the same trial id.
   */
  page(runId: string, after = 0, size = 500): Promise<SamplePage> {
    return this.reading(() =>
      this.db.transaction('r', this.db.runs, this.db.samples, async () => {
        const { shape } = await presentRun(this.db, runId);
        const found: { n: number; sample: Sample }[] = [];
        let from = after;
        while (found.length < size) {
          const rows = await arrivedAfter(this.db.samples, runId, from).limit(ROWS).toArray();
          if (rows.length === 0) break;
          found.push(...samplesIn(rows, after));
          from = rows.at(-1)?.n ?? from;
        }
        const part = found.slice(0, size);
        const samples = typedSamples(
          part.map(({ sample }) => sample),
          shape,
        );
        return { samples, last: part.at(-1)?.n ?? after };
      }),
    );
  }

  /** All samples, `size` at a time, for an export that need not hold them all. */
  async *stream(runId: string, size = 500): AsyncGenerator<readonly Sample[]> {
    let after = 0;
    for (;;) {
      const { samples, last } = await this.page(runId, after, size);
      if (samples.length === 0) return;
      yield samples;
      after = last;
    }
  }

  /** All artifacts in order of arrival. */
  artifacts(runId: string): Promise<readonly Artifact[]> {
    return this.reading(() =>
      this.db.transaction('r', this.db.runs, this.db.artifacts, async () => {
        const { shape } = await presentRun(this.db, runId);
        const rows = await arrivedAfter(this.db.artifacts, runId).toArray();
        return artifactsOf(rows, shape);
      }),
    );
  }

  /** The whole run as of one moment, for an export or a table. */
  run(runId: string): Promise<Run> {
    return this.reading(() =>
      this.db.transaction('r', this.db.runs, this.db.samples, this.db.artifacts, async () => {
        const { manifest } = entryOf(await presentRun(this.db, runId));
        const [samples, artifacts] = [await this.samples(runId), await this.artifacts(runId)];
        const format = 'crossroads-run/1' as const;
        return { format, manifest, artifacts: [...artifacts], samples: [...samples] };
      }),
    );
  }

  /** Gives the run a name; an empty one shows the study's title again. Cut at 200 characters. */
  async rename(runId: string, name: string): Promise<void> {
    await this.change(runId, 'rename the run', (row) => ({
      ...row,
      manifest: { ...row.manifest, name: name.trim().slice(0, 200) },
    }));
  }

  /** Deletes a run. Gives the way back, which works until the run is cleared (`purge`). */
  async remove(runId: string): Promise<() => Promise<void>> {
    const deletedAt = this.now().toISOString();
    await this.change(runId, 'delete the run', (row) => ({ ...row, deletedAt }));
    return () =>
      this.change(runId, 'bring the run back', (row) => ({ ...row, deletedAt: '' }), true);
  }

  /** Clears the runs deleted longer ago than `age` milliseconds; to be called when the page starts. */
  async purge(age = DAY): Promise<number> {
    const before = this.now().getTime() - age;
    const stakes = { doing: 'clear the deleted runs', kept: 'Your other runs are as they were.' };
    const { runs, samples, artifacts } = this.db;
    return this.db.write(stakes, [runs, samples, artifacts], async () => {
      const rows = await this.db.runs.toArray();
      const old = rows.filter((row) => row.deletedAt !== '' && Date.parse(row.deletedAt) <= before);
      for (const { runId } of old) {
        await arrivedAfter(this.db.samples, runId).delete();
        await arrivedAfter(this.db.artifacts, runId).delete();
        await this.db.runs.delete(runId);
      }
      return old.length;
    });
  }

  /** Stores a run read from a file, whole or not at all. */
  import(run: Run): Promise<Imported> {
    return importRun(this.db, run, this.now().toISOString());
  }

  /** Where the runner of this run writes. */
  journal(runId: string): RunJournal {
    return new RunJournal(this.db, runId, () => this.now().toISOString());
  }

  /** The list, again after every change in any tab. */
  watchList(): Live<RunEntry[]> {
    return live(this.db, () => this.list());
  }

  /** One run's manifest and counts, again after every change in any tab; its samples are read with `page`. */
  watch(runId: string): Live<RunEntry | undefined> {
    return live(this.db, () => this.get(runId));
  }

  private reading<T>(work: () => PromiseLike<T>): Promise<T> {
    return this.db.attempt({ doing: 'read the stored runs', kept: 'They are untouched.' }, work);
  }

  private async change(
    runId: string,
    doing: string,
    edit: (row: RunRow) => RunRow,
    deletedToo = false,
  ): Promise<void> {
    await this.db.write({ doing, kept: 'It is as it was.' }, [this.db.runs], async () => {
      const row = deletedToo ? await this.db.runs.get(runId) : await presentRun(this.db, runId);
      if (row === undefined) throw goneProblem();
      await this.db.runs.put(edit(row));
    });
  }
}

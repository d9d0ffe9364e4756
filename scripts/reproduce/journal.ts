import { appendFile, readFile, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Journal } from '../../src/core/journal';
import type { Artifact, Manifest, Run, Sample } from '../../src/core/run';
import { readRunText, writeRunJson, writeRunLines } from '../../src/exchange/run-file';
import { replaceFile } from '../setup/files.mjs';

/** The journal of a run file that is being written. */
export function journalPath(out: string): string {
  return `${out}.partial.jsonl`;
}

/**
 * A journal on disk: a JSON Lines run file beside the one asked for, to which every outcome is appended as it comes.
 * Errors are left to the run file: they are asked again, and a file with two samples of one trial cannot be read.
 * Killed at any moment, it loses at most a line that was not finished, and `--resume` goes on from it.
 */
export class FileJournal implements Journal {
  readonly path: string;
  #samples: Map<string, Sample>;
  #artifacts: Map<string, Artifact>;

  private constructor(
    private readonly out: string,
    private manifest: Manifest,
    samples: readonly Sample[],
    artifacts: readonly Artifact[],
  ) {
    this.path = journalPath(out);
    this.#samples = new Map(samples.map((sample) => [sample.trial, sample]));
    this.#artifacts = new Map(artifacts.map((artifact) => [artifact.id, artifact]));
  }

  /** Begins a journal with the samples and artifacts kept by an earlier run, if any. */
  static async begin(
    out: string,
    manifest: Manifest,
    kept: readonly Sample[] = [],
    made: readonly Artifact[] = [],
  ): Promise<FileJournal> {
    const journal = new FileJournal(out, manifest, kept, made);
    // In one step: it may be the very file that is gone on with.
    const run = journal.run();
    const samples = run.samples.filter(({ status }) => status !== 'error');
    await replaceFile(journal.path, writeRunLines({ ...run, samples }));
    return journal;
  }

  run(): Run {
    return {
      format: 'crossroads-run/1',
      manifest: this.manifest,
      artifacts: [...this.#artifacts.values()],
      samples: [...this.#samples.values()],
    };
  }

  samples(): Promise<readonly Sample[]> {
    return Promise.resolve([...this.#samples.values()]);
  }

  artifacts(): Promise<readonly Artifact[]> {
    return Promise.resolve([...this.#artifacts.values()]);
  }

  async putArtifact(artifact: Artifact): Promise<void> {
    await appendFile(this.path, `${JSON.stringify({ artifact })}\n`);
    this.#artifacts.set(artifact.id, artifact);
  }

  async put(sample: Sample): Promise<void> {
    if (sample.status !== 'error') {
      await appendFile(this.path, `${JSON.stringify({ sample })}\n`);
    }
    this.#samples.set(sample.trial, sample);
  }

  /** A part that is finished is no finished run: it says so of itself only. */
  finish(finishedAt: string): Promise<void> {
    const { shard } = this.manifest;
    this.manifest =
      shard === undefined
        ? { ...this.manifest, finishedAt }
        : { ...this.manifest, shard: { ...shard, finishedAt } };
    return Promise.resolve();
  }

  /** Writes the run file asked for, its samples in this order of trials; the journal of what is finished goes. */
  async save(order: readonly string[]): Promise<void> {
    const run = this.run();
    const place = new Map(order.map((trial, index) => [trial, index]));
    run.samples.sort((a, b) => (place.get(a.trial) ?? 0) - (place.get(b.trial) ?? 0));
    await saveRun(this.out, run);
    const { finishedAt, shard } = this.manifest;
    if (finishedAt !== '' || (shard?.finishedAt ?? '') !== '') await rm(this.path, { force: true });
  }
}

/** Writes a run file: JSON, JSON Lines or either of them gzipped, by the name's ending; whole or not at all. */
export async function saveRun(out: string, run: Run): Promise<void> {
  const text = out.replace(/\.gz$/, '').endsWith('.jsonl') ? writeRunLines(run) : writeRunJson(run);
  const bytes = out.endsWith('.gz') ? gzipSync(text, { level: 9 }) : Buffer.from(text);
  await replaceFile(out, bytes);
}

/** The run in a file; a last line that breaks off is left out. */
export async function readKept(path: string): Promise<Run> {
  return readRunText(new Uint8Array(await readFile(path)));
}

import { appName } from '../core/app';
import { Problem } from '../core/errors';
import type { Journal } from '../core/journal';
import type { Library } from '../core/library';
import type { Artifact, Manifest } from '../core/run';
import type { Study } from '../core/study';
import { startManifest } from '../experiment/manifest';
import { makePlan, type PreparedPlan } from '../experiment/plan';
import { suiteOf } from '../experiment/registry';
import { withRunLock } from '../storage/lock';
import type { RunRepository } from '../storage/runs';
import type { RunEntry } from '../storage/run-rows';
import { batchEngine, batchFiles, batchLines, type BatchTarget } from './batch-export';
import { importBatch, type BatchImport } from './batch-import';
import { batchServer, batchTargetOf } from './batch-target';
import { batchWorkshop } from './batch-workshop';
import { headOf } from './head';
import { planHere } from './plan-here';

/** Files that were asked for together. */
export interface BatchFiles {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Trials that they ask. */
  readonly requests: number;
  /** The run that waits for the answers. */
  readonly runId: string;
}

/** What the beginning of a batch's output shows. */
export interface BatchOutput {
  readonly target: BatchTarget;
  /** Runs here that ask all of its trials; those with open trials first, newest first. */
  readonly runs: readonly RunEntry[];
}

export interface BatchProgress {
  readonly signal?: AbortSignal;
  /** Lines written so far, of how many. */
  readonly onLine?: (done: number, total: number) => void;
}

/** Where batches meet the runs of this browser. */
export interface BatchParts {
  readonly runs: Pick<RunRepository, 'list' | 'create' | 'journal' | 'samples'>;
  /** Loaded when a suite makes profiles. */
  readonly library: () => Promise<Library>;
}

/** Batches of this page: written for a study or for what a run lacks, and read back into the run that waits. */
export class Batches {
  constructor(private readonly parts: BatchParts) {}

  /**
   * A study as a batch. An open run is kept for the answers, so that they find their trials; asked for again, it is
   * the same one as long as nothing came back.
   * @throws Problem `not-supported` where a batch cannot ask it, `bad-study`, those of the storage
   */
  async ofStudy(
    study: Study,
    target: BatchTarget,
    progress: BatchProgress = {},
  ): Promise<BatchFiles> {
    const plan = await this.planOf(study, target);
    const made = new Made();
    const files = await this.files(plan, target, new Set(), made, progress);
    const runId = await this.runFor(plan, target, made);
    return { ...files, runId };
  }

  /** What a run that is asked in this way still lacks, as a batch. @throws Problem */
  async ofOpen(manifest: Manifest, progress: BatchProgress = {}): Promise<BatchFiles> {
    const { runId } = manifest;
    const { plan, target } = await this.known(manifest);
    const samples = await this.parts.runs.samples(runId);
    const done = new Set(
      samples.filter(({ status }) => status !== 'error').map(({ trial }) => trial),
    );
    const files = await this.files(plan, target, done, this.parts.runs.journal(runId), progress);
    return { ...files, runId };
  }

  /** Which runs here a batch's output may belong to. @throws Problem `bad-file` where it is none */
  async look(file: Blob): Promise<BatchOutput> {
    const head = new TextDecoder().decode(await headOf(file, LOOK));
    const target = batchServer(head);
    if (target === null) throw new Problem('bad-file', { what: 'This is no output of a batch.' });
    const ids = [...head.matchAll(/"custom_id"\s*:\s*"([^"]+)"/g)].map(([, id]) => id ?? '');
    const found: RunEntry[] = [];
    for (const entry of await this.parts.runs.list()) {
      if (batchTargetOf(entry.manifest) === null) continue;
      const plan = await planHere(entry.manifest);
      const trials = new Set(plan?.trials.map(({ id }) => id));
      // A line may be damaged; most of them tell.
      if (ids.filter((id) => trials.has(id)).length * 2 > ids.length) found.push(entry);
    }
    const open = found.filter((entry) => isOpen(entry));
    return { target, runs: open.length > 0 ? open : found };
  }

  /** A run for the answers to a study that was exported elsewhere. @throws Problem `bad-study` */
  async begin(study: Study, target: BatchTarget): Promise<string> {
    return this.runFor(await this.planOf(study, target), target, new Made());
  }

  /**
   * Reads a batch's output into a run. What is read is kept at once, so a stop loses nothing.
   * @throws Problem those of `importBatch`; `busy` where the run goes on elsewhere
   */
  async read(manifest: Manifest, file: Blob, signal?: AbortSignal): Promise<BatchImport> {
    const { plan, target } = await this.known(manifest);
    const { suite } = await suiteOf(plan.study.suite);
    const journal = this.parts.runs.journal(manifest.runId);
    const workshop =
      suite.profile && batchWorkshop(target, await this.parts.library(), journal, signal);
    return withRunLock(manifest.runId, () =>
      importBatch(file, plan, suite, target, journal, {
        ...(signal ? { signal } : {}),
        ...(workshop ? { workshop } : {}),
      }),
    );
  }

  private async planOf(study: Study, target: BatchTarget): Promise<PreparedPlan> {
    const { suite } = await suiteOf(study.suite);
    return makePlan({ ...study, models: { answer: target.model } }, suite);
  }

  private async known(manifest: Manifest): Promise<{ plan: PreparedPlan; target: BatchTarget }> {
    const target = batchTargetOf(manifest);
    if (target === null) {
      throw new Problem('not-supported', {
        what: 'This run was not asked as a batch, and another way of asking gives other prompts.',
        next: 'Export its study as a batch of its own.',
      });
    }
    const plan = await planHere(manifest);
    if (plan !== null) return { plan, target };
    throw new Problem('bad-study', {
      what: 'This version of the page has other items or prompts than the one that wrote the batch.',
      kept: 'The run is as it was.',
      next: 'Export the study anew, so that all its answers come from the same version.',
    });
  }

  private async files(
    plan: PreparedPlan,
    target: BatchTarget,
    done: ReadonlySet<string>,
    journal: Pick<Journal, 'artifacts' | 'putArtifact'>,
    { signal, onLine }: BatchProgress,
  ): Promise<Omit<BatchFiles, 'runId'>> {
    const { suite } = await suiteOf(plan.study.suite);
    const workshop =
      suite.profile && batchWorkshop(target, await this.parts.library(), journal, signal);
    const total = plan.trials.length - done.size;
    let requests = 0;
    const counted = async function* (): AsyncGenerator<string, undefined> {
      for await (const line of batchLines(plan, suite, target, done, workshop)) {
        signal?.throwIfAborted();
        requests += 1;
        // The page draws now and then.
        if (requests % 200 === 0) await new Promise((resolve) => setTimeout(resolve));
        onLine?.(requests, total);
        yield line;
      }
    };
    const base = `${plan.study.id}.${target.model}`.replace(/[^A-Za-z0-9.]+/g, '-').slice(0, 120);
    const files: { name: string; text: string }[] = [];
    for await (const text of batchFiles(counted())) {
      const number = files.length === 0 ? '' : `-${files.length + 1}`;
      files.push({ name: `${base}.batch${number}.jsonl`, text });
    }
    if (files.length > 0) return { files, requests };
    throw new Problem('bad-study', {
      what: 'Every trial has an outcome: there is nothing to ask.',
    });
  }

  /** An open run of the same batch to which nothing has come back yet, else a new one. */
  private async runFor(plan: PreparedPlan, target: BatchTarget, made: Made): Promise<string> {
    const { runs } = this.parts;
    const waiting = (await runs.list()).find(({ manifest, counts }) => {
      const known = batchTargetOf(manifest);
      const isUntouched = Object.values(counts).every((count) => count === 0);
      return (
        isUntouched &&
        manifest.environment['batch'] === true &&
        manifest.promptHash === plan.promptHash &&
        manifest.studyHash === plan.studyHash &&
        manifest.dataHash === plan.dataHash &&
        known?.model === target.model &&
        known.server === target.server
      );
    });
    const engine = batchEngine(target, () => Promise.reject(new Error('Not asked here.')));
    const manifest = waiting?.manifest ?? startManifest(plan, engine, appName());
    if (waiting === undefined) await runs.create(manifest);
    const journal = runs.journal(manifest.runId);
    for (const artifact of await made.artifacts()) await journal.putArtifact(artifact);
    return manifest.runId;
  }
}

/** So much of an output is looked at to find its run. */
const LOOK = 256 * 1024;

function isOpen({ manifest, counts }: RunEntry): boolean {
  return counts.answered + counts.unparsed + counts.refused < manifest.trials;
}

/** Artifacts in memory, until it is known that the whole batch can be written. */
class Made implements Pick<Journal, 'artifacts' | 'putArtifact'> {
  readonly #made = new Map<string, Artifact>();

  artifacts(): Promise<readonly Artifact[]> {
    return Promise.resolve([...this.#made.values()]);
  }
  putArtifact(artifact: Artifact): Promise<void> {
    this.#made.set(artifact.id, artifact);
    return Promise.resolve();
  }
}

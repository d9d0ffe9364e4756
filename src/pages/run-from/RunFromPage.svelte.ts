import { RunModel } from '../../components/run/RunModel.svelte';
import { asProblem, isAbort, type Problem } from '../../core/errors';
import type { Run } from '../../core/run';
import { fetchRun } from '../../exchange/remote';
import type { ReadProgress } from '../../exchange/run-file';
import { runs } from '../../storage/here';
import type { Imported } from '../../storage/run-import';

/** A run file at an address: fetched piece by piece, shown without being stored, kept where that is asked for. */
export class RunFromPage {
  #run = $state.raw<RunModel | null>(null);
  #progress = $state.raw<ReadProgress | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #missing = $state.raw<Problem | null>(null);
  #stopped = $state(false);
  #whole: Run | null = null;
  #abort: AbortController | null = null;

  constructor(private readonly address: string) {}

  /** Null until it is here. */
  get run(): RunModel | null {
    return this.#run;
  }
  get progress(): ReadProgress | null {
    return this.#progress;
  }
  /** Why there is nothing to show. */
  get problem(): Problem | null {
    return this.#problem;
  }
  /** What is missing of a run that is shown all the same. */
  get missing(): Problem | null {
    return this.#missing;
  }
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Fetches it. Never rejects. */
  async open(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.#stopped = false;
    this.#problem = null;
    this.#progress = null;
    try {
      const { run, problem } = await fetchRun(this.address, {
        signal: abort.signal,
        onProgress: (progress) => (this.#progress = progress),
      });
      const { manifest, samples } = run;
      this.#whole = run;
      this.#missing = problem;
      this.#run = await RunModel.of({
        manifest,
        samples,
        origin: 'address',
        source: 'imported',
        artifacts: () => Promise.resolve(run.artifacts),
      });
    } catch (error) {
      if (this.#abort !== abort) return;
      if (isAbort(error)) this.#stopped = true;
      else this.#problem = asProblem(error);
    }
  }

  stop(): void {
    this.#abort?.abort();
  }

  whole(): Promise<Run> {
    return Promise.resolve(this.#known());
  }

  /** Stores it among the reader's runs. */
  keep(): Promise<Imported> {
    return runs.import(this.#known());
  }

  #known(): Run {
    if (this.#whole === null) throw new Error('The run is not here yet.');
    return this.#whole;
  }
}

import { asProblem, Problem } from '../../core/errors';
import type { Artifact, Run } from '../../core/run';
import { keepRating } from '../../components/run/keep-rating';
import { RunModel } from '../../components/run/RunModel.svelte';
import { loadReferenceRun, REFERENCE_RUNS } from '../../exchange/reference-runs';
import { suiteOf } from '../../experiment/registry';
import { runs } from '../../storage/here';
import { en } from '../../text/en';

/**
 * The run at an address: one stored in this browser, followed while it changes, or a recorded one that comes with the
 * page (`<study>.<model>`), which is only read.
 */
export class RunPage {
  #run = $state.raw<RunModel | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #recorded: Run | null = null;
  /** The last arrival that is shown. */
  #last = 0;
  #stop: () => void = () => undefined;
  readonly #abort = new AbortController();

  constructor(private readonly id: string) {}

  /** Null while it is being opened. */
  get run(): RunModel | null {
    return this.#run;
  }
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Opens it; returns what ends that. */
  open(): () => void {
    this.#open().catch((error: unknown) => this.#fail(error));
    return () => {
      this.#abort.abort();
      this.#stop();
    };
  }

  /** The run with its artifacts, as of now. */
  whole(): Promise<Run> {
    return this.#recorded === null ? runs.run(this.id) : Promise.resolve(this.#recorded);
  }

  rename(name: string): Promise<void> {
    return runs.rename(this.id, name);
  }

  /** Deletes it; gives the way back. */
  async remove(): Promise<() => Promise<void>> {
    this.#stop();
    return runs.remove(this.id);
  }

  async #open(): Promise<void> {
    const entry = await runs.get(this.id);
    if (entry === undefined) return this.#openRecorded();
    const { manifest, origin } = entry;
    // The suite's data and the samples come side by side.
    const [samples] = await Promise.all([runs.samples(this.id), suiteOf(manifest.study.suite)]);
    const source = origin === 'here' ? 'here' : 'imported';
    const artifacts = (): Promise<readonly Artifact[]> => runs.artifacts(this.id);
    const keep = (rating: Artifact): Promise<void> => keepRating(runs, this.id, rating);
    const run = await RunModel.of({
      manifest,
      samples,
      origin: 'stored',
      source,
      artifacts,
      keep,
    });
    if (this.#abort.signal.aborted) return;
    // Arrivals are numbered from 1 and at least as many as there are samples; one read twice does no harm.
    this.#last = samples.length;
    this.#run = run;
    this.#follow(run);
  }

  async #openRecorded(): Promise<void> {
    const found = REFERENCE_RUNS.find(({ study, model }) => `${study}.${model}` === this.id);
    if (found === undefined) throw missing();
    const recorded = await loadReferenceRun(found, this.#abort.signal);
    const { manifest, samples } = recorded;
    this.#recorded = recorded;
    this.#run = await RunModel.of({
      manifest,
      samples,
      origin: 'recorded',
      source: 'recorded',
      artifacts: () => Promise.resolve(recorded.artifacts),
    });
  }

  /** Takes in what is written to the run from now on, one change after the other. */
  #follow(run: RunModel): void {
    let queue: Promise<void> = Promise.resolve();
    this.#stop = runs.watch(this.id).subscribe(
      (entry) => {
        queue = queue
          .then(async () => {
            if (entry === undefined) throw missing();
            const { samples, last } = await runs.page(this.id, this.#last, Infinity);
            this.#last = last;
            run.follow(entry.manifest, samples);
          })
          .catch((error: unknown) => this.#fail(error));
      },
      (problem) => this.#fail(problem),
    );
  }

  #fail(error: unknown): void {
    if (!this.#abort.signal.aborted) this.#problem = asProblem(error);
  }
}

function missing(): Problem {
  return new Problem('storage-failed', en.run.missing);
}

import { untrack } from 'svelte';
import { comparable, type Comparable } from '../../analysis/scale';
import { scaleSets } from '../../analysis/scale-sets';
import { asProblem, type Problem } from '../../core/errors';
import type { Run } from '../../core/run';
import type { Study } from '../../core/study';
import type { RunAtHand } from '../../components/results/runs-at-hand';
import type { ScaleView } from '../../exchange/routes';
import { measuresOf, setsFor, studyChoice } from './choice';
import { loadedRun, type LoadedRun } from './loaded-run';
import { runLabel } from './words';
import { offersOf, type Offer } from './offers';

/** Where runs come from; tests bring their own. */
export interface ScaleParts {
  readonly list: () => Promise<readonly RunAtHand[]>;
  readonly load: (name: string, signal: AbortSignal) => Promise<Run>;
  /** A run's study without its samples; undefined where the run is gone. */
  readonly studyOf: (run: RunAtHand) => Promise<Study | undefined>;
}

/** A run that could not be read. */
export interface Failed {
  readonly run: RunAtHand;
  readonly problem: Problem;
}

/** The runs at hand of one study and what of them is drawn. What is chosen stands in the address. */
export class ScalePage {
  #view = $state.raw<ScaleView>({});
  #offers = $state.raw<readonly Offer[] | null>(null);
  #loaded = $state.raw<readonly LoadedRun[]>([]);
  #failed = $state.raw<readonly Failed[]>([]);
  #attempt = $state(0);
  #problem = $state.raw<Problem | null>(null);

  constructor(private readonly parts: ScaleParts) {}

  /** Null while the runs are being listed. */
  get offers(): readonly Offer[] | null {
    return this.#offers;
  }
  get problem(): Problem | null {
    return this.#problem;
  }

  readonly choice = $derived.by(() => studyChoice(this.#view, this.#offers ?? []));
  /** The study's runs; none while it is not known. */
  readonly wanted = $derived(this.choice.study?.runs ?? []);
  /** Runs of the study that could not be read. */
  readonly failed = $derived(
    this.#failed.filter(({ run }) => this.wanted.some(({ name }) => name === run.name)),
  );
  /** How many of them have been read, or could not be. */
  readonly done = $derived(this.wanted.filter(({ name }) => this.#isRead(name)).length);
  readonly isReady = $derived(this.#offers !== null && this.done === this.wanted.length);

  readonly side = $derived.by((): Comparable<LoadedRun> => {
    const loaded = this.wanted.flatMap((run) =>
      this.#loaded.filter(({ name }) => name === run.name),
    );
    return comparable(loaded, this.choice.axis);
  });
  readonly measures = $derived.by(() => {
    const [first] = this.side.runs;
    if (first === undefined) return [];
    const { suite, axis } = this.choice;
    return measuresOf(first, suite, axis, scaleSets(first.conditions, axis));
  });
  readonly measure = $derived(
    this.measures.find((measure) => measure === this.#view.measure) ?? this.measures[0] ?? null,
  );
  readonly sets = $derived.by(() => {
    const [first] = this.side.runs;
    return first === undefined ? [] : setsFor(first, this.choice.axis, this.measure);
  });
  /** The set that is drawn; null for all (methods side by side). */
  readonly set = $derived(
    this.sets.find(({ id }) => id === this.#view.condition) ??
      (this.choice.suite === 'decision' ? null : (this.sets[0] ?? null)),
  );
  /** Whether the lines have two ends, so that only one run's fit a panel. */
  readonly hasEnds = $derived(
    this.measure !== 'separation' &&
      (this.set?.places.some(({ high, low }) => high !== null && low !== null) ?? false),
  );
  /** The runs that are drawn: all against size, else the one chosen, or as many as have lines of their own. */
  readonly runs = $derived.by((): readonly LoadedRun[] => {
    const { runs } = this.side;
    if (this.choice.axis === 'size') return runs;
    const one = runs.filter(({ name }) => name === this.#view.run);
    if (one.length > 0) return one;
    return this.hasEnds ? runs.slice(-1) : runs;
  });

  /** A run's model, with the moment it began where another run of the same stands beside it. */
  nameOf(name: string): string {
    const { runs } = this.side;
    return runLabel(
      runs,
      runs.findIndex((run) => run.name === name),
    );
  }

  /** What the address says; what it leaves open is filled in by what there is. */
  show(view: ScaleView): void {
    this.#view = view;
  }

  /** Lists the runs at hand; returns what ends that. */
  open(): () => void {
    let isOpen = true;
    this.#problem = null;
    void this.#list().then(
      (offers) => {
        if (isOpen) this.#offers = offers;
      },
      (error: unknown) => {
        if (isOpen) this.#problem = asProblem(error);
      },
    );
    return () => (isOpen = false);
  }

  /** Reads the runs of the study, one after the other; returns what stops that. */
  read(wanted: readonly RunAtHand[]): () => void {
    const stop = new AbortController();
    // Again with each attempt, but not with each run that has come.
    if (this.#attempt >= 0) untrack(() => void this.#read(wanted, stop.signal));
    return () => stop.abort();
  }

  /** Tries again to read the runs that could not be read. */
  retry(): void {
    this.#failed = [];
    this.#attempt += 1;
  }

  #isRead(wanted: string): boolean {
    return (
      this.#loaded.some(({ name }) => name === wanted) ||
      this.#failed.some(({ run }) => run.name === wanted)
    );
  }

  async #list(): Promise<Offer[]> {
    return offersOf(await this.parts.list(), this.parts.studyOf);
  }

  async #read(wanted: readonly RunAtHand[], signal: AbortSignal): Promise<void> {
    for (const run of wanted) {
      if (signal.aborted) return;
      if (this.#isRead(run.name)) continue;
      try {
        const loaded = await loadedRun(run, await this.parts.load(run.name, signal));
        this.#loaded = [...this.#loaded, loaded];
      } catch (error) {
        if (signal.aborted) return;
        this.#failed = [...this.#failed, { run, problem: asProblem(error) }];
      }
    }
  }
}

import { SvelteMap } from 'svelte/reactivity';
import { pairedTable, type PairedTable } from '../../analysis/paired';
import { pairItems, type PairedMeasure } from '../../analysis/paired-items';
import type { By } from '../../analysis/cells';
import { loadRunAtHand, runsAtHand, type RunAtHand } from '../../components/results/runs-at-hand';
import { timed } from '../../components/results/timed';
import { RunModel } from '../../components/run/RunModel.svelte';
import { asProblem, type Problem } from '../../core/errors';
import type { Condition } from '../../core/plan';
import type { Sample } from '../../core/run';
import type { CompareView } from '../../exchange/routes';
import { conditionsOf, pairOf, type ConditionPair } from './choice';
import { differingOf, type Differing, type DifferingSide } from './differing';
import { itemPairs, type ItemPair } from './parting';
import {
  chosen,
  groupings,
  groupOfItem,
  pairedMeasures,
  pairedSide,
  type ComparedSide,
} from './reading';

/** Why two sides cannot be compared. */
export type Refusal = 'suites' | 'no-items' | 'no-measure' | 'same';

export type SideName = 'a' | 'b';

/** Two runs or conditions side by side, as an address says. The page gives the address and reads what comes of it. */
export class ComparePage {
  #view = $state.raw<CompareView>({});
  #atHand = $state.raw<readonly RunAtHand[] | null>(null);
  #problem = $state.raw<Problem | null>(null);
  /** Opened runs by name, and why one could not be opened. */
  readonly #runs = new SvelteMap<string, RunModel>();
  readonly #problems = new SvelteMap<string, Problem>();
  #opening: readonly string[] = [];
  readonly #abort = new AbortController();

  /** Null while the list is being read. */
  get atHand(): readonly RunAtHand[] | null {
    return this.#atHand;
  }
  /** Why there is no list of runs. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** The names of the two runs; null while the list is being read, or where there is no run at all. */
  readonly pair = $derived(this.#atHand === null ? null : pairOf(this.#view, this.#atHand));
  readonly runA = $derived(this.#runs.get(this.pair?.a ?? '') ?? null);
  readonly runB = $derived(this.#runs.get(this.pair?.b ?? '') ?? null);
  readonly sameRun = $derived(this.pair !== null && this.pair.a === this.pair.b);

  readonly conditionsA = $derived(this.runA === null ? [] : answered(this.runA));
  readonly conditionsB = $derived(this.runB === null ? [] : answered(this.runB));
  readonly conditions = $derived<ConditionPair>(
    conditionsOf(this.#view, this.conditionsA, this.conditionsB, this.sameRun),
  );
  readonly sideA = $derived(sideOf(this.pair?.a, this.runA, this.conditions.ca));
  readonly sideB = $derived(sideOf(this.pair?.b, this.runB, this.conditions.cb));

  readonly measures = $derived<readonly PairedMeasure[]>(
    this.sideA === null || this.sideB === null ? [] : pairedMeasures(this.sideA, this.sideB),
  );
  /** An address that names nothing compares two models by what each moves, not by what each says anyway. */
  readonly measure = $derived(
    chosen(this.#view.measure ?? (this.#namesNothing ? 'pis-expected' : undefined), this.measures),
  );
  readonly groupings = $derived<readonly By[]>(
    this.sideA === null || this.measure === null ? [] : groupings(this.measure, this.sideA),
  );
  readonly by = $derived(chosen(this.#view.by, this.groupings));
  get leaveOutFlagged(): boolean {
    return this.#view.flagged === 'without';
  }

  /** Null while a run is being opened. */
  readonly refusal = $derived.by<Refusal | null>(() => {
    const [a, b] = [this.sideA, this.sideB];
    if (a === null || b === null) return null;
    if (this.sameRun && a.condition === b.condition) return 'same';
    if (a.run.manifest.study.suite !== b.run.manifest.study.suite) return 'suites';
    if (!sharesItem(this.samplesA, this.samplesB)) return 'no-items';
    return this.measure === null ? 'no-measure' : null;
  });
  readonly samplesA = $derived(samplesOf(this.sideA));
  readonly samplesB = $derived(samplesOf(this.sideB));

  readonly differing = $derived<readonly Differing[]>(
    this.sideA === null || this.sideB === null
      ? []
      : differingOf(
          differingSide(this.sideA, this.samplesA),
          differingSide(this.sideB, this.samplesB),
        ),
  );
  readonly #reading = $derived.by(() => {
    const [a, b, measure, by] = [this.sideA, this.sideB, this.measure, this.by];
    if (this.refusal !== null || a === null || b === null || measure === null || by === null) {
      return null;
    }
    const options = { measure, by, leaveOutFlagged: this.leaveOutFlagged };
    return { a: pairedSide(a, by), b: pairedSide(b, by), options, side: a };
  });
  readonly table = $derived.by<PairedTable | null>(() => {
    const reading = this.#reading;
    if (reading === null) return null;
    return timed('crossroads:paired', () => pairedTable(reading.a, reading.b, reading.options));
  });
  readonly items = $derived.by<readonly ItemPair[]>(() => {
    const reading = this.#reading;
    if (reading === null) return [];
    const { items } = pairItems(reading.a, reading.b, reading.options);
    return itemPairs(
      items,
      this.samplesA,
      this.samplesB,
      groupOfItem(reading.side, reading.options.by),
    );
  });
  /** The address with everything that it leaves open filled in. */
  readonly resolved = $derived<CompareView>({
    ...this.#view,
    ...(this.pair ?? {}),
    ...(this.conditions.ca === null ? {} : { ca: this.conditions.ca }),
    ...(this.conditions.cb === null ? {} : { cb: this.conditions.cb }),
    ...(this.measure === null ? {} : { measure: this.measure }),
  });

  /** Reads what there is; returns what ends that. */
  open(): () => void {
    void this.#list();
    return () => this.#abort.abort();
  }

  /** Shows what an address says. */
  show(view: CompareView): void {
    this.#view = view;
  }

  /** To be called in an effect: opens the runs that are not open yet. */
  openRuns(): void {
    for (const name of [this.pair?.a, this.pair?.b]) {
      if (name === undefined || this.#runs.has(name) || this.#problems.has(name)) continue;
      if (!this.#opening.includes(name)) void this.#openRun(name);
    }
  }

  problemOf(name: SideName): Problem | null {
    return this.#problems.get(this.pair?.[name] ?? '') ?? null;
  }

  /** Tries again what failed. */
  retry(): void {
    this.#problems.clear();
    if (this.#problem !== null) {
      this.#problem = null;
      void this.#list();
    }
  }

  get #namesNothing(): boolean {
    return this.#view.a === undefined && this.#view.b === undefined;
  }

  async #list(): Promise<void> {
    try {
      this.#atHand = await runsAtHand();
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  async #openRun(name: string): Promise<void> {
    this.#opening = [...this.#opening, name];
    try {
      const { manifest, samples } = await loadRunAtHand(name, this.#abort.signal);
      const source = this.#atHand?.find((run) => run.name === name)?.badge ?? 'imported';
      const origin = source === 'recorded' ? 'recorded' : 'stored';
      const run = await RunModel.of({ manifest, samples, origin, source });
      this.#runs.set(name, run);
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.#problems.set(name, asProblem(error));
    } finally {
      this.#opening = this.#opening.filter((other) => other !== name);
    }
  }
}

/** The study's conditions that have a sample. */
function answered(run: RunModel): readonly Condition[] {
  const present = new Set(run.samples.map(({ condition }) => condition));
  return run.conditions.filter(({ id }) => present.has(id));
}

function sideOf(
  name: string | undefined,
  run: RunModel | null,
  condition: string | null,
): ComparedSide | null {
  return name === undefined || run === null || condition === null ? null : { name, run, condition };
}

function samplesOf(side: ComparedSide | null): readonly Sample[] {
  return side === null
    ? []
    : side.run.samples.filter(({ condition }) => condition === side.condition);
}

function sharesItem(a: readonly Sample[], b: readonly Sample[]): boolean {
  const items = new Set(a.map(({ item }) => item));
  return b.some(({ item }) => items.has(item));
}

function differingSide(
  { run, condition }: ComparedSide,
  samples: readonly Sample[],
): DifferingSide {
  return {
    manifest: run.manifest,
    condition: { id: condition, label: run.labelOf(condition) },
    samples,
  };
}

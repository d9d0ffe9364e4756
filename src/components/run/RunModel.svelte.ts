import { asProblem, Problem } from '../../core/errors';
import type { Row } from '../../analysis/row';
import { isFlagged } from '../../analysis/row';
import type { Condition } from '../../core/plan';
import type { Artifact, Manifest, Sample } from '../../core/run';
import type { DecisionDataset } from '../../decision/dataset';
import { expandConditions } from '../../experiment/condition';
import { loadDecisions, suiteOf, type RegisteredSuite } from '../../experiment/registry';
import type { Source } from '../Badge.svelte';
import { rating as words } from '../../text/en-rating';
import { timed } from '../results/timed';
import { mergeSamples } from './merge-samples';
import { labelsOf, placesOf } from './run-names';
import { artifactsById } from './related-artifacts';
import type { PlaceOf } from './sample-filter';

/** Where a run is: in this browser's storage, among the recorded ones of the page, or at another address. */
export type RunOrigin = 'stored' | 'recorded' | 'address';

export interface RunContent {
  readonly manifest: Manifest;
  readonly samples: readonly Sample[];
  readonly origin: RunOrigin;
  readonly source: Source;
  /** Reads the run's artifacts as they are now; left out where there are none. */
  readonly artifacts?: () => Promise<readonly Artifact[]>;
  /** Keeps a person's rating in it; left out where it is only read. */
  readonly keep?: (rating: Artifact) => Promise<void>;
}

/** One run as its view reads it, wherever it comes from. Whoever feeds it calls `follow` when there is more. */
export class RunModel {
  #manifest = $state.raw() as Manifest;
  #samples = $state.raw<readonly Sample[]>([]);
  readonly origin: RunOrigin;
  readonly source: Source;
  readonly suite: RegisteredSuite;
  readonly conditions: readonly Condition[];
  /** The words for a condition's id. */
  readonly labelOf: (condition: string) => string;
  /** The trait and behaviour of an item; null where this version does not know it. */
  readonly placeOf: PlaceOf;
  /** The decisions' data; null for other suites. */
  readonly decisions: DecisionDataset | null;
  readonly #readArtifacts: () => Promise<readonly Artifact[]>;
  readonly #keep: RunContent['keep'];
  #artifacts: Promise<ReadonlyMap<string, Artifact>> | null = null;
  #ratings = $state(0);

  readonly #made = $derived.by(() =>
    timed('crossroads:rows', () => this.suite.rows(this.#samples)),
  );
  /** Samples with an outcome; an error is none. */
  readonly #done = $derived(this.#samples.filter(({ status }) => status !== 'error').length);

  private constructor(
    content: RunContent,
    suite: RegisteredSuite,
    conditions: readonly Condition[],
    decisions: DecisionDataset | null,
  ) {
    this.#manifest = content.manifest;
    this.#samples = content.samples;
    this.origin = content.origin;
    this.source = content.source;
    this.suite = suite;
    this.conditions = conditions;
    this.labelOf = labelsOf(conditions, content.manifest.study.suite);
    this.placeOf = placesOf(suite.suite, decisions);
    this.decisions = decisions;
    this.#keep = content.keep;
    this.#readArtifacts = content.artifacts ?? (() => Promise.resolve([]));
  }

  static async of(content: RunContent): Promise<RunModel> {
    const { study } = content.manifest;
    const [suite, decisions, conditions] = await Promise.all([
      suiteOf(study.suite),
      study.suite === 'decision' ? loadDecisions() : null,
      expandConditions(study).catch((error: unknown) => {
        // A file put together by hand: its samples can be seen all the same, their conditions by their ids.
        if (asProblem(error).code === 'bad-study') return [];
        throw error;
      }),
    ]);
    return new RunModel(content, suite, conditions, decisions);
  }

  get manifest(): Manifest {
    return this.#manifest;
  }
  get samples(): readonly Sample[] {
    return this.#samples;
  }
  get rows(): readonly Row[] {
    return this.#made.rows;
  }
  /** Samples of items that this version does not know. */
  get unknown(): number {
    return this.#made.unknown;
  }
  get done(): number {
    return this.#done;
  }
  get errors(): number {
    return this.#samples.length - this.#done;
  }
  /** Trials without an outcome. */
  get holes(): number {
    return Math.max(0, this.#manifest.trials - this.#done);
  }
  get flagged(): number {
    return this.rows.filter((row) => row.status === 'answered' && isFlagged(row)).length;
  }
  get byProbability(): boolean {
    return this.#manifest.study.answer === 'probability';
  }
  /** The name given to it, else the study's title. */
  get name(): string {
    return this.#manifest.name === '' ? this.#manifest.study.title : this.#manifest.name;
  }

  /** Whether a person's ratings can be kept in it. */
  get canRate(): boolean {
    return this.#keep !== undefined;
  }
  /** How many ratings were kept since it was opened: whoever shows the artifacts reads them again when it changes. */
  get ratings(): number {
    return this.#ratings;
  }

  conditionOf(id: string): Condition | undefined {
    return this.conditions.find((condition) => condition.id === id);
  }

  /** A novel's title; its id where this version does not know it. */
  novelTitle(id: string): string {
    return this.decisions?.novels.get(id)?.title ?? id;
  }

  /** The run's artifacts by id, read once; anew where that is asked for or one is wanted that was not there yet. */
  async artifacts(
    ask: { readonly wanted?: string; readonly again?: boolean } = {},
  ): Promise<ReadonlyMap<string, Artifact>> {
    if (ask.again === true) this.#artifacts = null;
    const known = await (this.#artifacts ??= this.#read());
    if (ask.wanted === undefined || known.has(ask.wanted)) return known;
    this.#artifacts = this.#read();
    return this.#artifacts;
  }

  /**
   * Keeps a person's rating and counts it at once.
   * @throws Problem `not-supported` for a run that is only read, and those of keeping it
   */
  async rate(rating: Artifact): Promise<void> {
    if (this.#keep === undefined) throw readOnly();
    await this.#keep(rating);
    const known = await this.artifacts();
    this.#artifacts = Promise.resolve(artifactsById([...known.values(), rating]));
    this.#ratings += 1;
  }

  async #read(): Promise<ReadonlyMap<string, Artifact>> {
    return artifactsById(await this.#readArtifacts());
  }

  /** Takes in what has changed: a sample under a known trial takes the other's place. */
  follow(manifest: Manifest, arrived: readonly Sample[]): void {
    const { name, finishedAt } = this.#manifest;
    // Nothing else of a stored manifest changes, and a new object would have everything computed anew.
    if (manifest.name !== name || manifest.finishedAt !== finishedAt) this.#manifest = manifest;
    this.#samples = mergeSamples(this.#samples, arrived);
  }
}

function readOnly(): Problem {
  return new Problem('not-supported', { what: words.readOnly });
}

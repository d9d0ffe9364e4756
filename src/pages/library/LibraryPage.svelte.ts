import { asProblem, type Problem } from '../../core/errors';
import type { CatalogueEntry } from '../../decision/catalogue';
import type { Shelf } from '../../exchange/shelf';
import { kindOfFile, readDecisionsFile } from '../../exchange/own-file';
import type { DecisionDataset } from '../../decision/dataset';
import type { NovelRepository, Shelved } from '../../storage/novels';
import type { OwnDecisionRepository } from '../../storage/own-decisions';
import { AddQueue } from './AddQueue.svelte';
import { countBy } from './count-by';
import type { Loading, Loadings } from './Loading.svelte';

/** What the page is made of; tests bring their own. */
export interface LibraryParts {
  readonly shelf: Pick<Shelf, 'catalogue' | 'add' | 'isHere' | 'novel'>;
  readonly loadings: Loadings;
  readonly novels: Pick<NovelRepository, 'watch' | 'remove'>;
  readonly ownDecisions: Pick<OwnDecisionRepository, 'watch' | 'keep'>;
  /** The project's decisions and the reader's own. */
  readonly decisions: () => Promise<DecisionDataset>;
}

/** The shelf, followed while it changes in any tab, with what can be done to its novels. */
export class LibraryPage {
  #entries = $state.raw<readonly CatalogueEntry[] | null>(null);
  #shelved = $state.raw<Shelved | null>(null);
  #decisions = $state.raw<ReadonlyMap<string, number> | null>(null);
  #own = $state.raw<ReadonlyMap<string, number> | null>(null);
  #problem = $state.raw<Problem | null>(null);
  readonly queue: AddQueue;

  constructor(private readonly parts: LibraryParts) {
    this.queue = new AddQueue(
      async (file, signal) => {
        const kind = await kindOfFile(file);
        if (kind === 'book') return parts.shelf.add(file, signal);
        return readDecisionsFile(file, kind, parts, signal);
      },
      ({ dataset, books, file }) => parts.ownDecisions.keep(dataset, books, file),
    );
  }

  /** The catalogue; null while it is being opened. */
  get entries(): readonly CatalogueEntry[] | null {
    return this.#entries;
  }
  /** What is on this device; null while that is being read, or where the browser keeps nothing. */
  get shelved(): Shelved | null {
    return this.#shelved;
  }
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Ids of the novels that can be read and searched now; null while the shelf is being opened. */
  readonly atHand = $derived.by((): readonly string[] | null => {
    if (this.#entries === null || this.#shelved === null) return null;
    const { here, own } = this.#shelved;
    const known = this.#entries.filter(
      ({ id, source }) => source.kind === 'offline' || here.has(id),
    );
    return [...known, ...own].map(({ id }) => id);
  });

  titleOf(novel: string): string {
    const named = [...(this.#entries ?? []), ...(this.#shelved?.own ?? [])];
    return named.find(({ id }) => id === novel)?.title ?? novel;
  }
  decisionsOf(novel: string): number {
    return (this.#decisions?.get(novel) ?? 0) + (this.#own?.get(novel) ?? 0);
  }
  loadingOf(novel: string): Loading {
    return this.parts.loadings.of(novel);
  }

  /** Opens the shelf and follows it; returns what ends that; novels on their way go on. */
  open(): () => void {
    void this.#read();
    const stop = this.parts.novels.watch().subscribe(
      (shelved) => (this.#shelved = shelved),
      (problem) => (this.#problem = problem),
    );
    const stopOwn = this.parts.ownDecisions.watch().subscribe(
      (counts) => (this.#own = counts),
      (problem) => (this.#problem = problem),
    );
    return () => {
      stop();
      stopOwn();
      this.queue.stop();
    };
  }

  /** Deletes a book; gives the way back. */
  remove(id: string): Promise<() => Promise<void>> {
    return this.parts.novels.remove(id);
  }

  /** Deletes books, one after the other; gives the way back. */
  async removeAll(ids: readonly string[]): Promise<() => Promise<void>> {
    const ways: (() => Promise<void>)[] = [];
    for (const id of ids) ways.push(await this.remove(id));
    return async () => {
      for (const back of ways) await back();
    };
  }

  async #read(): Promise<void> {
    try {
      const entries = await this.parts.shelf.catalogue();
      // Novels with decisions stand first, so the shelf waits for these instead of moving; without them it is shown, too.
      const { decisions, own } = await this.parts
        .decisions()
        .finally(() => (this.#entries = entries));
      this.#decisions = countBy(
        decisions.filter(({ id }) => own?.has(id) !== true),
        ({ novel }) => novel,
      );
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }
}

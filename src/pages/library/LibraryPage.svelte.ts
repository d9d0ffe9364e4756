import { asProblem, type Problem } from '../../core/errors';
import type { CatalogueEntry } from '../../decision/catalogue';
import type { Shelf } from '../../exchange/shelf';
import type { NovelRepository, Shelved } from '../../storage/novels';
import { AddQueue } from './AddQueue.svelte';
import type { Loading, Loadings } from './Loading.svelte';

/** What the page is made of; tests bring their own. */
export interface LibraryParts {
  readonly shelf: Pick<Shelf, 'catalogue' | 'add'>;
  readonly loadings: Loadings;
  readonly novels: Pick<NovelRepository, 'watch' | 'remove'>;
  /** Number of decisions by novel. */
  readonly decisions: () => Promise<ReadonlyMap<string, number>>;
}

/** The shelf, followed while it changes in any tab, with what can be done to its novels. */
export class LibraryPage {
  #entries = $state.raw<readonly CatalogueEntry[] | null>(null);
  #shelved = $state.raw<Shelved | null>(null);
  #decisions = $state.raw<ReadonlyMap<string, number> | null>(null);
  #problem = $state.raw<Problem | null>(null);
  readonly queue: AddQueue;

  constructor(private readonly parts: LibraryParts) {
    this.queue = new AddQueue((file, signal) => parts.shelf.add(file, signal));
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
    return this.#decisions?.get(novel) ?? 0;
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
    return () => {
      stop();
      this.queue.stop();
    };
  }

  /** Deletes a book; gives the way back. */
  remove(id: string): Promise<() => Promise<void>> {
    return this.parts.novels.remove(id);
  }

  async #read(): Promise<void> {
    try {
      this.#entries = await this.parts.shelf.catalogue();
      this.#decisions = await this.parts.decisions();
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }
}

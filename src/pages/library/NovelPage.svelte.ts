import { asProblem, isAbort, Problem } from '../../core/errors';
import type { Novel } from '../../core/novel';
import type { CatalogueEntry } from '../../decision/catalogue';
import type { Decision, DecisionDataset } from '../../decision/dataset';
import type { Shelf } from '../../exchange/shelf';
import type { NovelRepository } from '../../storage/novels';
import type { OwnDecisionRepository } from '../../storage/own-decisions';
import { en } from '../../text/en';
import type { Loading, Loadings } from './Loading.svelte';

/** What a novel's pages are made of; tests bring their own. */
export interface NovelParts {
  readonly shelf: Pick<Shelf, 'catalogue' | 'isHere' | 'novel'>;
  readonly loadings: Loadings;
  readonly novels: Pick<NovelRepository, 'remove'>;
  readonly ownDecisions: Pick<OwnDecisionRepository, 'remove'>;
  readonly decisions: () => Promise<Pick<DecisionDataset, 'decisions' | 'own'>>;
}

/** Where the text of a page's novel is. */
export type Whereabouts = 'looking' | 'absent' | 'here';

/** A novel with its decisions: its own page, and each of its chapters'. */
export class NovelPage {
  #entry = $state.raw<CatalogueEntry | null>(null);
  #novel = $state.raw<Novel | null>(null);
  #decisions = $state.raw<readonly Decision[]>([]);
  #own = $state.raw<ReadonlySet<string> | null>(null);
  #where = $state<Whereabouts>('looking');
  #problem = $state.raw<Problem | null>(null);
  readonly loading: Loading;

  constructor(
    private readonly id: string,
    private readonly parts: NovelParts,
  ) {
    this.loading = parts.loadings.of(id);
  }

  /** What the catalogue says of it; null for one's own book, and while it is looked up. */
  get entry(): CatalogueEntry | null {
    return this.#entry;
  }
  /** The text, once it is here. */
  get novel(): Novel | null {
    return this.#novel;
  }
  /** In story order. */
  get decisions(): readonly Decision[] {
    return this.#decisions;
  }
  /** Those of them that the reader added. */
  get ownDecisions(): readonly Decision[] {
    return this.#decisions.filter(({ id }) => this.#own?.has(id) === true);
  }
  get where(): Whereabouts {
    return this.#where;
  }
  /** Why the page cannot be shown. */
  get problem(): Problem | null {
    return this.#problem;
  }
  get title(): string | null {
    return this.#entry?.title ?? this.#novel?.title ?? null;
  }

  /** Opens it; returns what ends that. Never rejects. */
  open(): () => void {
    const abort = new AbortController();
    void this.#open(abort.signal);
    return () => abort.abort();
  }

  /** Fetches the text from a person's click, or waits for it where it is on its way. Never rejects. */
  async load(): Promise<void> {
    const novel = await this.loading.start();
    if (novel !== null) this.#has(novel);
  }

  /** Deletes the text from this device; gives the way back. */
  async remove(): Promise<() => Promise<void>> {
    const { novel } = this;
    const undo = await this.parts.novels.remove(this.id);
    this.#novel = null;
    this.#where = 'absent';
    return async () => {
      await undo();
      if (novel !== null) this.#has(novel);
    };
  }

  /** Deletes the reader's own decisions in it; gives the way back. */
  async removeDecisions(): Promise<() => Promise<void>> {
    const before = this.#decisions;
    const undo = await this.parts.ownDecisions.remove(this.id);
    this.#decisions = before.filter(({ id }) => this.#own?.has(id) !== true);
    return async () => {
      await undo();
      this.#decisions = before;
    };
  }

  #has(novel: Novel): void {
    this.#novel = novel;
    this.#where = 'here';
  }

  async #open(signal: AbortSignal): Promise<void> {
    try {
      const { shelf, decisions } = this.parts;
      const entries = await shelf.catalogue();
      this.#entry = entries.find(({ id }) => id === this.id) ?? null;
      const isHere = await shelf.isHere(this.id);
      if (!isHere && this.#entry === null)
        throw new Problem('novel-missing', en.library.novel.missing);
      if (isHere) this.#has(await shelf.novel(this.id, { signal }));
      else {
        this.#where = 'absent';
        if (this.loading.share !== null) void this.load();
      }
      const found = await decisions();
      this.#own = found.own ?? null;
      this.#decisions = found.decisions
        .filter(({ novel }) => novel === this.id)
        .sort((a, b) => a.at.chapter - b.at.chapter || a.at.paragraph - b.at.paragraph);
    } catch (error) {
      if (!isAbort(error)) this.#problem = asProblem(error);
    }
  }
}

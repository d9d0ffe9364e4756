import type { LibraryListener } from '../../exchange/library-here';

/** What a profile waits for: a novel that is fetched, the embedding model, a novel's vectors. */
export interface PreparingProgress {
  readonly what: 'novel' | 'embedder' | 'vectors';
  /** Shares, bytes or passages, by `what`; `total` 0 where the end is not known. */
  readonly done: number;
  readonly total: number;
}

/**
 * How far the library is with what the profile under way needs. The library serves the whole page, so that it is
 * listened to only while a profile is being made.
 */
export class Preparing implements LibraryListener {
  #now = $state.raw<PreparingProgress | null>(null);
  #isMaking = false;

  /** Null while nothing is waited for. */
  get now(): PreparingProgress | null {
    return this.#now;
  }

  /** A profile is being made from now on. */
  begin(): void {
    this.#isMaking = true;
    this.#now = null;
  }

  /** It is made, or will not be. */
  end(): void {
    this.#isMaking = false;
    this.#now = null;
  }

  onNovel({ share }: { readonly share: number }): void {
    this.#tell({ what: 'novel', done: share, total: 1 });
  }

  onLoad({ done, total }: { readonly done: number; readonly total: number }): void {
    this.#tell({ what: 'embedder', done, total });
  }

  onVectors({ done, total }: { readonly done: number; readonly total: number }): void {
    this.#tell({ what: 'vectors', done, total });
  }

  #tell(now: PreparingProgress): void {
    if (!this.#isMaking) return;
    // A whole embedding model has yet to start; a whole novel or all vectors are there.
    const isThere = now.what !== 'embedder' && now.total > 0 && now.done >= now.total;
    this.#now = isThere ? null : now;
  }
}

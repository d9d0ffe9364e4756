import type { Novel } from './novel';
import type { RetrievalSettings, Retriever, RetrieverKind } from './retriever';

/** The novels at hand and the search over them, as a study needs them. */
export interface Library {
  /**
   * A novel of the shelf.
   * @throws Problem `novel-missing` where it is not here and cannot be loaded, `hash-mismatch` where its text is not
   *   the one that was asked for
   */
  novel(id: string, signal?: AbortSignal): Promise<Novel>;
  /**
   * The search over one novel; made once for each kind and settings and kept.
   * @throws Problem `novel-missing`, `model-missing` where the embedding model is needed and missing
   */
  retriever(
    novelId: string,
    kind: RetrieverKind,
    settings: RetrievalSettings,
    signal?: AbortSignal,
  ): Promise<Retriever>;
}

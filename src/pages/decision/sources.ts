import type { Novel } from '../../core/novel';
import type { DatasetNovel, Decision } from '../../decision/dataset';
import type { Replacer } from '../../decision/entities';
import type { Rating } from '../../decision/rows-schema';

/** A decision with what is known of its novel without the text. */
export interface OpenDecision {
  readonly decision: Decision;
  readonly novel: DatasetNovel;
  readonly ratings: readonly Rating[];
  /** Whether the reader added it. */
  readonly isOwn: boolean;
  /** Replaces names, or leaves them. */
  readonly replacerOf: (entities: boolean) => Replacer;
}

/** Where the page gets its decision and its novel from; tests bring their own. */
export interface Sources {
  /** Null where this version has no such decision. */
  decision(id: string): Promise<OpenDecision | null>;
  /** Whether the novel opens without loading it from elsewhere. */
  isHere(novel: string): Promise<boolean>;
  /**
   * The novel, loaded where it is not here yet.
   * @throws Problem those of the shelf; `aborted`
   */
  novel(
    id: string,
    options: {
      readonly signal: AbortSignal;
      /** Gets the share of the text that is here, 0 to 1. */
      readonly onProgress: (share: number) => void;
    },
  ): Promise<Novel>;
}

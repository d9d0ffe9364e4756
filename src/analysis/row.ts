import type { Status } from '../core/run';

/**
 * One sample as the statistics see it: where it belongs and what it showed.
 * A suite makes rows from its samples and items; nothing below this line knows the suite.
 */
export interface Row {
  readonly trial: string;
  readonly item: string;
  /** The unit that items are clustered in: a behaviour, a book. */
  readonly cluster: string;
  /** What is measured: a trait. */
  readonly scale: string;
  /**
   * `cluster`: items come in many clusters, intervals generalise to further ones.
   * `strata`: the clusters are fixed (neuroticism's two heuristics), intervals generalise to further items only.
   */
  readonly design: 'cluster' | 'strata';
  readonly condition: string;
  readonly repeat: number;
  readonly order: string;
  readonly status: Status;
  /** 1 where the chosen answer shows the scored end, 0 where not; null where unanswered. */
  readonly y: 0 | 1 | null;
  /** Probability of the scored end, 0 to 1; equals y where the answer was generated; null where unanswered. */
  readonly p: number | null;
  /** Least and most `p` could be; equals [p, p] where the engine showed enough tokens; null where unanswered. */
  readonly bounds: readonly [number, number] | null;
  /** 1 where "yes" was said, whatever it shows; null where unanswered or where the item has no yes. */
  readonly yes: 0 | 1 | null;
  /** Position (from 0) of the chosen option as shown; null where unanswered. */
  readonly position: number | null;
  /** Answer mass, 0 to 1; null where generated. */
  readonly mass: number | null;
}

/** Under this answer mass a sample is flagged: the model is not answering the question (design section 5). */
export const FLAG_BELOW = 0.5;

/** True where the model put less than half of its belief on the valid options. */
export function isFlagged(row: Row): boolean {
  return row.mass !== null && row.mass < FLAG_BELOW;
}

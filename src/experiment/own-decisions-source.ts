import type { DecisionDataset } from '../decision/dataset';

/** Apart from the registry, so that the first page can name the source without loading any suite. */
let source: (() => Promise<DecisionDataset>) | null = null;

/**
 * Says where the reader's own decisions are kept; without it there are none, as on the command line.
 * @param load is asked each time, and never rejects
 */
export function provideOwnDecisions(load: (() => Promise<DecisionDataset>) | null): void {
  source = load;
}

/** Where the reader's own decisions are kept; null where nowhere. */
export function ownDecisionsSource(): (() => Promise<DecisionDataset>) | null {
  return source;
}

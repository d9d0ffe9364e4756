import type { Source } from '../Badge.svelte';

/** Where a chart's figures come from, and which model gave them. */
export interface ResultBadge {
  readonly source: Source;
  readonly detail?: string;
}

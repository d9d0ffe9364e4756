import { shelf } from '../../exchange/shelf-here';
import { loadDecisions } from '../../experiment/registry';
import { novels } from '../../storage/here';
import type { NovelParts } from './NovelPage.svelte';

/** What the novel's pages are made of in the browser. */
export const novelParts: NovelParts = {
  shelf,
  novels,
  decisions: async () => (await loadDecisions()).decisions,
};

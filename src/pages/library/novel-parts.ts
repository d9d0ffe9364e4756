import { ShelfFinder } from '../../exchange/shelf-finder';
import { shelf } from '../../exchange/shelf-here';
import { loadDecisions } from '../../experiment/registry';
import { novels, ownDecisions } from '../../storage/here';
import { Loadings } from './Loading.svelte';
import type { NovelParts } from './NovelPage.svelte';

/** What is on its way to this device. */
export const loadings = new Loadings(shelf);

/** What the novel's pages are made of in the browser. */
export const novelParts: NovelParts = {
  shelf,
  loadings,
  novels,
  ownDecisions,
  decisions: loadDecisions,
};

/** The search over the shelf; the embedding model comes with it only when it is asked for. */
export const finder = new ShelfFinder(shelf, async () => {
  const { library, listenToLibrary } = await import('../../exchange/library-here');
  return {
    library,
    listen: ({ onVectors }) => listenToLibrary({ onVectors, onLoad: () => undefined }),
  };
});

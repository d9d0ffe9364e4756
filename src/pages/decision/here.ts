import { library, listenToLibrary } from '../../exchange/library-here';
import { shelf } from '../../exchange/shelf-here';
import { loadDecisions } from '../../experiment/registry';
import { keptArtifacts } from '../../storage/here';
import { replacerOfNovel } from '../../decision/entities';
import type { Tools } from './Building.svelte';
import type { Sources } from './sources';

/** The page's own data, shelf and search. */
export const sources: Sources = {
  decision: async (id) => {
    const dataset = await loadDecisions();
    const decision = dataset.byId.get(id);
    const novel = decision && dataset.novels.get(decision.novel);
    if (decision === undefined || novel === undefined) return null;
    const replacerOf = (entities: boolean) => replacerOfNovel(dataset, decision.novel, entities);
    const ratings = dataset.ratings.filter((rating) => rating.decision === id);
    const isOwn = dataset.own?.has(id) ?? false;
    return { decision, novel, ratings, isOwn, replacerOf };
  },
  isHere: (id) => shelf.isHere(id),
  novel: (id, options) => shelf.novel(id, options),
};

export const tools: Tools = { library, listen: listenToLibrary, shelf: keptArtifacts };

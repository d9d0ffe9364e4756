import type { Library } from '../../core/library';
import { Problem } from '../../core/errors';
import { shelf } from '../../exchange/shelf-here';
import { loadDecisions } from '../../experiment/registry';
import { keptArtifacts } from '../../storage/here';
import { replacerOfNovel } from '../../decision/entities';
import type { Tools } from './Building.svelte';
import type { Sources } from './sources';

/** Until the search over the shelf is built in: BM25 with lengths estimated. */
const library: Library = {
  novel: (id, signal) => shelf.novel(id, signal === undefined ? {} : { signal }),
  retriever: async (id, kind, settings) => {
    if (kind !== 'bm25') throw new Problem('not-supported', { what: 'Not yet.' });
    const [{ chunkNovel, paragraphLengths }, { makeRetriever }] = await Promise.all([
      import('../../retrieval/chunks'),
      import('../../retrieval/retriever'),
    ]);
    const novel = await shelf.novel(id);
    const lengths = paragraphLengths(novel, (text) => Math.ceil(text.length / 4));
    return makeRetriever(kind, chunkNovel(novel, lengths, settings), settings);
  },
};

/** The page's own data, shelf and search. */
export const sources: Sources = {
  decision: async (id) => {
    const dataset = await loadDecisions();
    const decision = dataset.byId.get(id);
    const novel = decision && dataset.novels.get(decision.novel);
    if (decision === undefined || novel === undefined) return null;
    const replacerOf = (entities: boolean) => replacerOfNovel(dataset, decision.novel, entities);
    const ratings = dataset.ratings.filter((rating) => rating.decision === id);
    return { decision, novel, ratings, replacerOf };
  },
  isHere: (id) => shelf.isHere(id),
  novel: (id, options) => shelf.novel(id, options),
};

export const tools: Tools = { library, shelf: keptArtifacts };

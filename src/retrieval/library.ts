import type { Embedder, EmbedderInfo } from '../core/embedder';
import { isAbort } from '../core/errors';
import { canonical } from '../core/hash';
import type { Library } from '../core/library';
import type { Novel } from '../core/novel';
import type { Retriever } from '../core/retriever';
import { untilStopped } from '../core/stoppable';
import type { ChunkedNovel, Chunking } from './chunks';
import { keptVectors, makeVectors, type VectorStore } from './novel-vectors';
import { makeRetriever, type Meaning } from './retriever';
import type { CountedTerms } from './term-index';
import type { UnitVectors } from './vectors';

/** A novel cut into chunks, with their words counted. */
export interface IndexedNovel {
  readonly chunked: ChunkedNovel;
  readonly terms: CountedTerms;
}

/** What is going on while a search is made ready. */
export interface VectorProgress {
  readonly novel: string;
  /** Chunks so far and in all. */
  readonly done: number;
  readonly total: number;
}

/** What a library is made of: a page and a command line bring different ones. */
export interface LibraryParts {
  /** @throws Problem as `Library.novel` */
  readonly novel: Library['novel'];
  /** Cuts a novel and counts its words. */
  readonly index: (novel: Novel, chunking: Chunking, signal?: AbortSignal) => Promise<IndexedNovel>;
  /** What is known of the embedding model without loading it. */
  readonly model: EmbedderInfo;
  /** Loads the embedding model; called again after a failure. @throws Problem `model-missing` and others */
  readonly embedder: (signal?: AbortSignal) => Promise<Embedder>;
  /** The vectors that ship for a novel; null where there are none for this text, model and chunking. */
  readonly shipped: (chunked: ChunkedNovel, model: EmbedderInfo) => Promise<UnitVectors | null>;
  readonly store: VectorStore;
  /** Told while vectors are made, which takes minutes for a novel that has none. */
  readonly onProgress?: (progress: VectorProgress) => void;
}

/** So many indexes of novels and so many searches are kept; a study goes novel by novel. */
const KEPT = 8;

/** The novels at hand and the search over them. */
export function makeLibrary(parts: LibraryParts): Library {
  const indexes = new Map<string, Promise<IndexedNovel>>();
  const meanings = new Map<string, Promise<Meaning>>();
  const retrievers = new Map<string, Promise<Retriever>>();

  /** Vectors before the model: where none can be had, nothing is downloaded for nothing. */
  const meaning = async (chunked: ChunkedNovel, signal?: AbortSignal): Promise<Meaning> => {
    const found =
      (await parts.shipped(chunked, parts.model)) ??
      (await keptVectors(chunked, parts.model, parts.store));
    const loaded = await parts.embedder(signal);
    // Asked for anew each time, for the model may have been unloaded in between.
    const embedder: Embedder = {
      model: loaded.model,
      embed: async (texts, stop, onDone) => (await parts.embedder(stop)).embed(texts, stop, onDone),
      dispose: () => Promise.resolve(),
    };
    if (found !== null) return { vectors: found, embedder };
    const { id } = chunked.novel;
    const total = chunked.chunks.length;
    const tell = (done: number): void => parts.onProgress?.({ novel: id, done, total });
    return { vectors: await makeVectors(chunked, embedder, parts.store, signal, tell), embedder };
  };

  const novelOf: Library['novel'] = (id, signal) => untilStopped(parts.novel(id, signal), signal);

  const open: Library['retriever'] = async (novelId, kind, settings, signal) => {
    const novel = await novelOf(novelId, signal);
    const { chunkTokens, overlapTokens } = settings;
    const cut = canonical([novel.hash, chunkTokens, overlapTokens]);
    const indexed = await kept(
      indexes,
      cut,
      () => parts.index(novel, { chunkTokens, overlapTokens }, signal),
      signal,
    );
    const { chunked, terms } = indexed;
    if (kind === 'bm25') return makeRetriever(kind, chunked, settings, { terms });
    const found = await kept(meanings, cut, () => meaning(chunked, signal), signal);
    return makeRetriever(kind, chunked, settings, { terms, meaning: found });
  };

  return {
    novel: novelOf,
    retriever: (novelId, kind, settings, signal) =>
      kept(
        retrievers,
        canonical([novelId, kind, settings as never]),
        () => open(novelId, kind, settings, signal),
        signal,
      ),
  };
}

/**
 * What was made under a key, else made now. What failed or was stopped is made anew when asked for again. Several may
 * wait for the same: each is let go when its own signal fires, and goes on by itself when it was another's that did.
 */
async function kept<T>(
  among: Map<string, Promise<T>>,
  key: string,
  make: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const shared = among.get(key);
  const found = shared ?? make();
  among.delete(key);
  among.set(key, found);
  const oldest = among.keys().next();
  if (among.size > KEPT && !oldest.done) among.delete(oldest.value);
  found.catch(() => {
    if (among.get(key) === found) among.delete(key);
  });
  try {
    return await untilStopped(found, signal);
  } catch (error) {
    if (shared === undefined || signal?.aborted === true || !isAbort(error)) throw error;
    return kept(among, key, make, signal);
  }
}

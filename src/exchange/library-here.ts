import * as v from 'valibot';
import index from '../../datasets/vectors/index.json';
import type { Embedder } from '../core/embedder';
import type { LoadProgress } from '../core/engine';
import { isAbort } from '../core/errors';
import type { Library } from '../core/library';
import { untilStopped } from '../core/stoppable';
import { embedderInfo } from '../engines/embedder-model';
import { makeLibrary, type LibraryParts, type VectorProgress } from '../retrieval/library';
import { vectors } from '../storage/here';
import { indexHere } from './novel-index';
import { shelf } from './shelf-here';
import { readShipped, shippedFor, shippedSchema } from './shipped-vectors';
import { loadTokenizer } from './tokenizer-here';

/** What a page can be told while a search is made ready. */
export interface LibraryListener {
  /** Loading the embedding model. */
  onLoad(progress: LoadProgress): void;
  /** Making a novel's vectors. */
  onVectors(progress: VectorProgress): void;
  /** Loading a novel that is not on this device; its share, 0 to 1. */
  onNovel?(progress: { readonly novel: string; readonly share: number }): void;
}

const listeners = new Set<LibraryListener>();
let loading: Promise<Embedder> | undefined;

/** Has somebody told of what goes on; the answer ends it. */
export function listenToLibrary(listener: LibraryListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The embedding model of this page, loaded at its first use. A second caller waits for the first one's load, and loads
 * by itself where that was stopped.
 * @throws Problem those of `loadEmbedder`
 */
export async function embedder(signal?: AbortSignal): Promise<Embedder> {
  const shared = loading;
  loading ??= loadHere(signal);
  const own = loading;
  own.catch(() => {
    if (loading === own) loading = undefined;
  });
  try {
    return await untilStopped(own, signal);
  } catch (error) {
    if (shared === undefined || signal?.aborted === true || !isAbort(error)) throw error;
    return embedder(signal);
  }
}

/** Ends the embedding model's workers; what is asked next loads it anew from where the browser keeps it. */
export async function releaseEmbedder(): Promise<void> {
  const loaded = loading;
  loading = undefined;
  await loaded?.then((ready) => ready.dispose()).catch(() => undefined);
}

async function loadHere(signal?: AbortSignal): Promise<Embedder> {
  const [{ loadEmbedder }, tokenizer] = await Promise.all([
    import('../engines/embedder'),
    loadTokenizer(),
  ]);
  return loadEmbedder(tokenizer, {
    ...(signal ? { signal } : {}),
    onProgress: (progress) => listeners.forEach((each) => each.onLoad(progress)),
  });
}

const files = import.meta.glob<string>('../../datasets/vectors/*.bin', {
  query: '?url',
  import: 'default',
  eager: true,
});
const entries = v.parse(shippedSchema, index);

const shipped: LibraryParts['shipped'] = async (chunked, model) => {
  const entry = shippedFor(entries, chunked, model);
  const address = entry && files[`../../datasets/vectors/${entry.file}`];
  if (!entry || address === undefined) return null;
  try {
    const response = await fetch(new URL(address, import.meta.url));
    return response.ok ? await readShipped(entry, await response.arrayBuffer(), model) : null;
  } catch {
    // Offline and not fetched before: they are made here, from the novel's text.
    return null;
  }
};

/** The novels of this page's shelf and the search over them. */
export const library: Library = makeLibrary({
  novel: (id, signal) =>
    shelf.novel(id, {
      ...(signal ? { signal } : {}),
      onProgress: (share) => listeners.forEach((each) => each.onNovel?.({ novel: id, share })),
    }),
  index: indexHere,
  model: embedderInfo,
  embedder,
  shipped,
  store: vectors,
  onProgress: (progress) => listeners.forEach((each) => each.onVectors(progress)),
});

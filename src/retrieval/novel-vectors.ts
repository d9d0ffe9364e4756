import type { Embedder, EmbedderInfo } from '../core/embedder';
import type { ChunkedNovel } from './chunks';
import { quantise, unitVectors, type UnitVectors } from './vectors';

/** Where a novel's vectors are kept; part of them may be there, the first ones. */
export interface VectorStore {
  get(key: string): Promise<ArrayBuffer | undefined>;
  put(key: string, novel: string, bytes: ArrayBuffer): Promise<void>;
}

/** So many chunks are embedded before what there is so far is kept. */
const KEPT_EVERY = 16;

/** What a novel's vectors are bound to: its text, the model's file and the chunking. */
export function vectorKey(
  { novel, chunking }: Pick<ChunkedNovel, 'novel' | 'chunking'>,
  model: Pick<EmbedderInfo, 'sha256'>,
): string {
  return [novel.hash, model.sha256, chunking.chunkTokens, chunking.overlapTokens].join(':');
}

/** A novel's vectors where all of them are kept; null otherwise. */
export async function keptVectors(
  chunked: ChunkedNovel,
  model: EmbedderInfo,
  store: VectorStore,
): Promise<UnitVectors | null> {
  const kept = await readKept(chunked, model, store);
  return kept !== null && kept.count === chunked.chunks.length ? kept : null;
}

/**
 * Makes a vector for each chunk of a novel, going on where an earlier attempt ended. What there is so far is kept
 * every few chunks.
 * @param onProgress called with the number of chunks done so far
 * @throws Problem those of the embedder and of the store
 */
export async function makeVectors(
  chunked: ChunkedNovel,
  embedder: Embedder,
  store: VectorStore,
  signal?: AbortSignal,
  onProgress?: (done: number) => void,
): Promise<UnitVectors> {
  const { dimensions } = embedder.model;
  const key = vectorKey(chunked, embedder.model);
  const { chunks } = chunked;
  const kept = await readKept(chunked, embedder.model, store);
  const values = new Int8Array(chunks.length * dimensions);
  let done = 0;
  if (kept !== null && kept.count <= chunks.length) {
    values.set(kept.values);
    done = kept.count;
  }
  onProgress?.(done);
  while (done < chunks.length) {
    const begun = done;
    const part = chunks.slice(begun, begun + KEPT_EVERY).map(({ text }) => text);
    const vectors = await embedder.embed(part, signal, (n) => onProgress?.(begun + n));
    values.set(quantise(vectors, dimensions).values, begun * dimensions);
    done = begun + part.length;
    await store.put(key, chunked.novel.id, values.buffer.slice(0, done * dimensions));
    onProgress?.(done);
  }
  return { dimensions, count: done, values };
}

async function readKept(
  chunked: ChunkedNovel,
  model: EmbedderInfo,
  store: VectorStore,
): Promise<UnitVectors | null> {
  const bytes = await store.get(vectorKey(chunked, model));
  return bytes === undefined ? null : unitVectors(bytes, model.dimensions);
}

import * as v from 'valibot';
import type { EmbedderInfo } from '../core/embedder';
import { sha256 } from '../core/hash';
import type { ChunkedNovel } from '../retrieval/chunks';
import { unitVectors, type UnitVectors } from '../retrieval/vectors';

/** Vectors that ship with the site (scripts/vectors.mjs): what they are bound to, in datasets/vectors/index.json. */
export const shippedSchema = v.array(
  v.object({
    novel: v.string(),
    /** Novel.hash of the text. */
    text: v.string(),
    model: v.object({ id: v.string(), sha256: v.string() }),
    chunking: v.object({ chunkTokens: v.number(), overlapTokens: v.number() }),
    chunks: v.number(),
    file: v.string(),
    /** Of the file. */
    sha256: v.string(),
  }),
);
export type ShippedVectors = v.InferOutput<typeof shippedSchema>[number];

/** The entry that fits a novel's text, the model and the chunking; undefined where none does. */
export function shippedFor(
  entries: readonly ShippedVectors[],
  { novel, chunking, chunks }: Pick<ChunkedNovel, 'novel' | 'chunking' | 'chunks'>,
  model: Pick<EmbedderInfo, 'sha256'>,
): ShippedVectors | undefined {
  return entries.find(
    (entry) =>
      entry.text === novel.hash &&
      entry.model.sha256 === model.sha256 &&
      entry.chunking.chunkTokens === chunking.chunkTokens &&
      entry.chunking.overlapTokens === chunking.overlapTokens &&
      entry.chunks === chunks.length,
  );
}

/** The vectors in a shipped file; null where it is not the file that the entry names. */
export async function readShipped(
  entry: ShippedVectors,
  bytes: ArrayBuffer,
  model: EmbedderInfo,
): Promise<UnitVectors | null> {
  if ((await sha256(bytes)) !== entry.sha256) return null;
  const vectors = unitVectors(bytes, model.dimensions);
  return vectors?.count === entry.chunks ? vectors : null;
}

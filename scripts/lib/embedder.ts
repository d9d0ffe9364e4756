import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/core/embedder';
import { aborted, Problem } from '../../src/core/errors';
import { embedderInfo } from '../../src/engines/embedder-model';
import { startSession } from '../../src/engines/embedder-session';
import { makeTokenizer, type EmbedderTokenizer } from '../../src/engines/embedder-tokenizer';
import { pooled, windowsOf } from '../../src/engines/embedder-windows';
import { ensureEmbeddingModel } from '../setup/embedding-model.mjs';
import { root } from './load.mjs';

/** The embedding model's tokenizer, from the repository. */
export function tokenizerInNode(): EmbedderTokenizer {
  const [tokenizer, config] = ['minilm-tokenizer.json', 'minilm-tokenizer-config.json'].map(
    (name): object => JSON.parse(readFileSync(join(root, 'datasets', 'embedding', name), 'utf8')),
  );
  return makeTokenizer(tokenizer as object, config as object);
}

/**
 * The embedding model in this process: the page's model, session and windows, in one thread.
 * @throws Problem `model-missing`
 */
export async function embedderInNode(log: (message: string) => void): Promise<Embedder> {
  const { model, reason } = await ensureEmbeddingModel({ log });
  if (model === undefined) {
    throw new Problem('model-missing', { what: reason ?? 'The embedding model is missing.' });
  }
  const parts = model.manifest.parts.map(({ file }) => readFileSync(join(model.folder, file)));
  const session = await startSession(new Uint8Array(Buffer.concat(parts)), 1);
  const tokenizer = tokenizerInNode();
  return {
    model: embedderInfo,
    async embed(texts, signal, onDone) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const windows: { tokens: number; vector: Float32Array }[] = [];
        for (const { ids } of windowsOf([tokenizer.ids(text)], embedderInfo.window)) {
          if (signal?.aborted) throw aborted();
          windows.push({ tokens: ids.length - 2, vector: await session.embed(ids) });
        }
        vectors.push(pooled(windows));
        onDone?.(vectors.length);
      }
      return vectors;
    },
    dispose: () => session.release(),
  };
}

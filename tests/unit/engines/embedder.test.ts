import { describe, expect, it } from 'vitest';
import { embedderInfo, embeddingModel } from '../../../src/engines/embedder-model';
import { EmbedderPool, type WorkerLike } from '../../../src/engines/embedder-pool';
import type { Request } from '../../../src/engines/embedder-protocol';
import { meanOf, pooled } from '../../../src/engines/embedder-windows';
import { embedding } from '../../../scripts/setup/known-models.mjs';

/** A worker that answers each window with its first number, a little later. */
class StandIn implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly asked: Request[] = [];
  ended = false;

  constructor(private readonly fault: { at?: number; how?: 'fails' | 'dies' | 'babbles' } = {}) {}

  postMessage(message: Request): void {
    this.asked.push(message);
    const faulty = this.asked.length === this.fault.at;
    setTimeout(() => {
      if (this.ended) return;
      if (faulty && this.fault.how === 'dies') {
        this.onerror?.(Object.assign(new Event('error'), { message: 'boom' }) as ErrorEvent);
      } else {
        this.onmessage?.({ data: this.#answer(message, faulty) } as MessageEvent);
      }
    });
  }

  terminate(): void {
    this.ended = true;
  }

  #answer(message: Request, faulty: boolean): unknown {
    if (faulty && this.fault.how === 'babbles') return { kind: 'what' };
    if (faulty) return { kind: 'failed', message: 'out of memory' };
    if (message.kind === 'start') return { kind: 'ready' };
    return { kind: 'vector', vector: Float32Array.of(message.ids[0] ?? 0) };
  }
}

const windows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ text: i, ids: [i + 100] }));
const start = { model: new Blob(), threads: 1 };

async function poolOf(...workers: StandIn[]): Promise<EmbedderPool> {
  const left = [...workers];
  return EmbedderPool.start(() => left.shift() as StandIn, workers.length, start);
}

describe('the workers of the embedder', () => {
  it('share the windows, and give the vectors in order', async () => {
    const [a, b] = [new StandIn(), new StandIn()];
    const pool = await poolOf(a, b);
    const done: number[] = [];
    const vectors = await pool.embed(windows(7), undefined, (index) => done.push(index));
    expect(vectors.map(([first]) => first)).toEqual([100, 101, 102, 103, 104, 105, 106]);
    expect(done.sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(a.asked.length + b.asked.length).toBe(9);
    expect(Math.min(a.asked.length, b.asked.length)).toBeGreaterThan(3);
  });

  it('stop after the window they are at, and are ready again', async () => {
    const worker = new StandIn();
    const pool = await poolOf(worker);
    const controller = new AbortController();
    const stopped = pool.embed(windows(50), controller.signal, (index) => {
      if (index === 2) controller.abort();
    });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(worker.asked).toHaveLength(4);
    expect(await pool.embed(windows(1))).toHaveLength(1);
  });

  it.each(['fails', 'dies', 'babbles'] as const)('say so when one %s', async (how) => {
    const pool = await poolOf(new StandIn({ at: 3, how }), new StandIn());
    await expect(pool.embed(windows(20))).rejects.toMatchObject({ code: 'engine-failed' });
  });

  it('all end where one does not start', async () => {
    const workers = [new StandIn(), new StandIn({ at: 1, how: 'fails' })];
    await expect(poolOf(...workers)).rejects.toMatchObject({
      code: 'engine-failed',
      next: 'Memory ran out: close other tabs and try again.',
    });
    expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  });

  it('leave nobody waiting when they are ended', async () => {
    const pool = await poolOf(new StandIn());
    const waiting = pool.embed(windows(50));
    pool.end();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });

  it('do not start where it was stopped before', async () => {
    const stopped = EmbedderPool.start(() => new StandIn(), 1, start, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('pooling', () => {
  it('takes the mean of the tokens and of the windows, at unit length', () => {
    const mean = meanOf(Float32Array.of(1, 0, 1, 2), 2);
    expect([...mean].map((value) => value.toFixed(4))).toEqual(['0.7071', '0.7071']);
    const both = pooled([
      { tokens: 3, vector: Float32Array.of(1, 0) },
      { tokens: 4, vector: Float32Array.of(0, 1) },
    ]);
    expect([...both].map((value) => value.toFixed(4))).toEqual(['0.6000', '0.8000']);
    const only = Float32Array.of(0, 1);
    expect(pooled([{ tokens: 0, vector: only }])).toBe(only);
  });
});

describe('the embedding model', () => {
  it('is the one that the set-up fetches', () => {
    const { id, file, bytes, sha256: hash } = embedding;
    expect(embeddingModel).toMatchObject({ id, file, bytes, sha256: hash });
    expect(embedderInfo.sha256).toBe(hash);
  });
});

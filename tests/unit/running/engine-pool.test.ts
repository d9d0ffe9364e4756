import { describe, expect, it } from 'vitest';
import { EnginePool, type Loading } from '../../../src/components/running/engine-pool';
import type { Engine } from '../../../src/core/engine';
import { catalogue } from '../../../src/engines/catalogue';

const [first, second] = catalogue as [(typeof catalogue)[0], (typeof catalogue)[0]];

function stand() {
  const log: string[] = [];
  const pool = new EnginePool(async (model) => {
    log.push(`load ${model.id}`);
    await Promise.resolve();
    const dispose = (): Promise<void> => {
      log.push(`dispose ${model.id}`);
      return Promise.resolve();
    };
    return { model: { id: model.id }, dispose } as unknown as Engine;
  });
  return { log, pool };
}
const loading = (signal = new AbortController().signal): Loading => ({
  signal,
  onProgress: () => undefined,
  onNotice: () => undefined,
});

describe('the engine pool', () => {
  it('loads a model once, also when asked twice at a time', async () => {
    const { log, pool } = stand();
    const [a, b] = await Promise.all([pool.take(first, loading()), pool.take(first, loading())]);
    expect(a).toBe(b);
    expect(log).toEqual([`load ${first.id}`]);
    expect(pool.loaded).toBe(first.id);
  });

  it('lets go of one model before it loads another', async () => {
    const { log, pool } = stand();
    await pool.take(first, loading());
    await pool.take(second, loading());
    expect(log).toEqual([`load ${first.id}`, `dispose ${first.id}`, `load ${second.id}`]);
  });

  it('does not begin a load that was stopped while it waited', async () => {
    const { log, pool } = stand();
    const stop = new AbortController();
    stop.abort();
    await expect(pool.take(first, loading(stop.signal))).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(log).toEqual([]);
    await expect(pool.take(first, loading())).resolves.toBeDefined();
  });

  it('loads anew after it let go', async () => {
    const { log, pool } = stand();
    await pool.take(first, loading());
    await pool.drop();
    await pool.drop();
    await pool.take(first, loading());
    expect(log.filter((line) => line.startsWith('load'))).toHaveLength(2);
  });
});

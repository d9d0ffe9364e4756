import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { catalogue, type CatalogueModel } from '../../../src/engines/catalogue';
import { loadGgufOnGpu } from '../../../src/engines/gguf-on-gpu';
import type { LoadOptions } from '../../../src/engines/wllama';
import { StandIn } from '../experiment/stand-in';

const model = catalogue[0] as CatalogueModel;

/** Stands in for the engine: no card is at hand where these tests run. */
const loading = (says: string) => {
  const asked: LoadOptions[] = [];
  let ended = 0;
  const engine = new StandIn({ write: () => says });
  engine.dispose = () => {
    ended += 1;
    return Promise.resolve();
  };
  return {
    asked,
    ended: () => ended,
    engine,
    load: (_: CatalogueModel, options: LoadOptions = {}) => {
      asked.push(options);
      return Promise.resolve(engine);
    },
  };
};

describe('a GGUF file on the graphics card', () => {
  it('is loaded with all layers there and kept where its answer is language', async () => {
    const { asked, engine, ended, load } = loading('The capital of France is Paris.');
    expect(await loadGgufOnGpu(model, {}, load)).toBe(engine);
    expect(asked[0]?.settings?.gpuLayers).toBe(999);
    expect(ended()).toBe(0);
  });

  it('is refused and let go of where it answers gibberish', async () => {
    const { ended, load } = loading('\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD');
    await expect(loadGgufOnGpu(model, {}, load)).rejects.toMatchObject({
      code: 'engine-failed',
      message: expect.stringContaining('gibberish') as string,
      next: expect.stringContaining('processor') as string,
    });
    expect(ended()).toBe(1);
  });

  it('says where to go when the card cannot hold it', async () => {
    const fails = () => Promise.reject(new Problem('engine-failed', { what: 'Out of memory.' }));
    await expect(loadGgufOnGpu(model, {}, fails)).rejects.toMatchObject({
      code: 'engine-failed',
      message: expect.stringContaining('Out of memory.') as string,
      next: expect.stringContaining('processor') as string,
    });
  });

  it('leaves a stop and a download as they are', async () => {
    const offline = new Problem('offline', { what: 'No network.' });
    await expect(loadGgufOnGpu(model, {}, () => Promise.reject(offline))).rejects.toBe(offline);
  });
});

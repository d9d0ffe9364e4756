import { describe, expect, it } from 'vitest';
import type { MlcModel } from '../../../src/engines/answer-model';
import { catalogue, type CatalogueModel } from '../../../src/engines/catalogue';
import { mlcCatalogue, variantFor } from '../../../src/engines/mlc-catalogue';
import type { Device } from '../../../src/engines/device';
import { deviceFacts } from '../../../src/pages/models/device-facts';
import { entriesOf, type ModelFacts } from '../../../src/pages/models/model-entries';
import { storageShares } from '../../../src/pages/models/storage-shares';
import { en } from '../../../src/text/en';

const gpu = { name: 'A', software: false, f16: true, maxBufferBytes: 2e9, maxBindingBytes: 1e9 };
const device: Device = {
  isolated: true,
  cores: 8,
  threads: 4,
  wasm: { simd: true, threads: true, exceptions: true, memory64: true, suspending: true },
  build: 'default',
  memoryGb: 8,
  storage: { used: 0, quota: 10e9, persisted: false },
  gpu,
  missing: [],
};
const facts: ModelFacts = { kept: {}, own: [], visit: [], chosen: '' };
const embedded = catalogue[0] as CatalogueModel;
const half: MlcModel = {
  kind: 'mlc',
  id: 'Q-q4f16_1-MLC',
  title: 'Q',
  family: 'Q',
  parameters: 6e8,
  quantization: 'q4f16_1',
  f16: true,
  licence: '',
  publisher: '',
  address: 'https://x.example/q16',
  library: 'https://x.example/q16.wasm',
  bytes: 350e6,
  memory: 1.4e9,
  context: 4096,
  sampling: { temperature: 0.6, topP: 0.95, topK: 20 },
  thinks: true,
  note: '',
};
const single: MlcModel = { ...half, id: 'Q-q4f32_1-MLC', f16: false, memory: 1.9e9 };

describe('the rows of the list', () => {
  it('join the two precisions of a model; the adapter decides which is meant', () => {
    const models = [embedded, single, half];
    const row = (given: Device) => entriesOf(models, given, facts)[1];
    expect(entriesOf(models, device, facts)).toHaveLength(2);
    expect(row(device)?.model.id).toBe(half.id);
    expect(row({ ...device, gpu: { ...gpu, f16: false } })?.model.id).toBe(single.id);
    expect(row({ ...device, gpu: { ...gpu, f16: false } })?.fitness.fits).toBe(true);
    expect(row({ ...device, gpu: null })?.model.id).toBe(half.id);
  });

  it('choose among WebLLM’s variants as its own catalogue does', () => {
    for (const f16 of [true, false]) {
      const rows = entriesOf(mlcCatalogue, { ...device, gpu: { ...gpu, f16 } }, facts);
      expect(rows.length).toBeLessThan(mlcCatalogue.length);
      for (const { model, fitness } of rows) {
        const best = variantFor(model.title, { f16 });
        // A model that has no variant for the adapter is listed with the reason.
        if (best === undefined) expect(fitness.fits).toBe(false);
        else expect(model.id).toBe(best.id);
      }
    }
  });

  it('mark the chosen one, also where its twin was chosen', () => {
    const rows = entriesOf([embedded, single, half], device, { ...facts, chosen: single.id });
    expect(rows.map(({ isChosen }) => isChosen)).toEqual([false, true]);
  });

  it('tell what is here, in part, for a visit, or added by the reader', () => {
    const own = { ...embedded, id: 'own', sources: [] };
    const kept = { [embedded.id]: embedded.bytes, own: 5 };
    const rows = entriesOf([embedded, own], device, { ...facts, kept, own: ['own'] });
    expect(rows.map(({ isHere, isOwn }) => [isHere, isOwn])).toEqual([
      [true, false],
      [false, true],
    ]);
    const [visiting] = entriesOf([own], device, { ...facts, visit: ['own'] });
    expect(visiting).toMatchObject({ isHere: true, isForVisit: true, isOwn: true, kept: 0 });
  });
});

describe('the storage', () => {
  it('is shared out by what is told, and adds to the whole', () => {
    expect(storageShares({ used: 3e9, quota: 10e9 }, 1e9)).toEqual({
      models: { bytes: 1e9, share: 0.1 },
      other: { bytes: 2e9, share: 0.2 },
      left: { bytes: 7e9, share: 0.7 },
    });
  });

  it('never takes more than is used, whatever a browser rounds', () => {
    const { models, other, left } = storageShares({ used: 2e9, quota: 1e9 }, 3e9);
    expect([models.share, other.share, left.share]).toEqual([1, 0, 0]);
    expect(storageShares({ used: 0, quota: 0 }, 0).left.bytes).toBe(1);
  });
});

describe('the facts of a device', () => {
  const text = en.models.device;
  const found = (given: Partial<Device>) => deviceFacts({ ...device, ...given });

  it('say of each thing what it means, and what would better it where something would', () => {
    const [graphics, processor, memory, storage] = found({});
    expect(graphics).toMatchObject({ found: text.graphics.f16('A'), better: '' });
    expect(processor).toMatchObject({ found: '4 threads of 8 cores', better: '' });
    expect(memory?.found).toBe('about 8 GB');
    expect(storage).toMatchObject({ means: text.storage.notKept, better: text.storage.better });
  });

  it.each([
    [{ gpu: null }, 0, text.graphics.noneBetter],
    [{ gpu: { ...gpu, software: true } }, 0, text.graphics.softwareBetter],
    [{ gpu: { ...gpu, f16: false } }, 0, text.graphics.f32Better],
    [{ build: 'none' as const }, 1, text.processor.oldBetter],
    [{ build: 'compatible' as const }, 1, text.processor.compatibleBetter],
    [{ isolated: false, threads: 1 }, 1, text.processor.singleBetter],
    [{ storage: null }, 3, text.storage.untoldBetter],
  ])('name a way to better %o', (given, index, better) => {
    expect(found(given)[index]?.better).toBe(better);
  });
});

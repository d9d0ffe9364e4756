import { describe, expect, it } from 'vitest';
import { fitnessOf, memoryOf } from '../../../src/components/models/fitness';
import type { EndpointModel, MlcModel } from '../../../src/engines/answer-model';
import { catalogue, type CatalogueModel } from '../../../src/engines/catalogue';
import type { Device, Gpu } from '../../../src/engines/device';
import { en } from '../../../src/text/en';

const text = en.models.fitness;
const gpu: Gpu = {
  name: 'a card',
  software: false,
  f16: true,
  maxBufferBytes: 2 ** 31,
  maxBindingBytes: 2 ** 30,
};
const device: Device = {
  isolated: true,
  cores: 8,
  threads: 4,
  wasm: { simd: true, threads: true, exceptions: true, memory64: true, suspending: true },
  build: 'default',
  memoryGb: 8,
  storage: { used: 1e9, quota: 10e9, persisted: false },
  gpu,
  missing: [],
};
const embedded = catalogue[0] as CatalogueModel;
const large: CatalogueModel = { ...embedded, bytes: 2 ** 31 };
const qwen: MlcModel = {
  kind: 'mlc',
  id: 'Qwen3-0.6B-q4f16_1-MLC',
  title: 'Qwen3 0.6B',
  family: 'Qwen3',
  parameters: 6e8,
  quantization: 'q4f16_1',
  f16: true,
  licence: 'Apache-2.0',
  publisher: 'mlc-ai',
  address: 'https://models.example/q',
  library: 'https://models.example/q.wasm',
  bytes: 350e6,
  memory: 1403e6,
  context: 4096,
  sampling: { temperature: 0.6, topP: 0.95, topK: 20 },
  thinks: true,
  note: '',
};
const server: EndpointModel = {
  kind: 'endpoint',
  id: 'endpoint:m',
  title: 'm',
  address: 'http://10.0.0.7:8080/v1',
  model: 'm',
  concurrency: 1,
  prices: null,
  limit: null,
};

describe('a GGUF file', () => {
  it('runs on an ordinary device without a graphics card', () => {
    expect(fitnessOf(embedded, { ...device, gpu: null })).toEqual({
      fits: true,
      reasons: [],
      cautions: [],
    });
  });

  it('needs 1.2 times its size and 400 MB', () => {
    // 1.2 x 144,811,072 + 400,000,000 by hand.
    expect(memoryOf(embedded)).toBeCloseTo(573_773_286.4, 1);
  });

  it('is refused by an old browser, by its size, and by too little memory, each with a sentence', () => {
    expect(fitnessOf(embedded, { ...device, build: 'none' }).reasons).toEqual([text.tooOld]);
    expect(fitnessOf(large, device)).toMatchObject({
      fits: false,
      reasons: [text.tooLarge(2 ** 31, 2 ** 31 - 1)],
    });
    expect(fitnessOf({ ...large, bytes: 2 ** 31 - 1 }, device).fits).toBe(true);
    expect(fitnessOf(embedded, { ...device, memoryGb: 0.5 }).reasons).toHaveLength(1);
  });

  it('is cautioned about tight memory, one core, and a full disk', () => {
    expect(fitnessOf(embedded, { ...device, memoryGb: 1 })).toMatchObject({
      fits: true,
      cautions: [text.tight(memoryOf(embedded), 1)],
    });
    expect(fitnessOf(embedded, { ...device, isolated: false }).cautions).toEqual([
      text.noIsolation,
    ]);
    const full = { ...device, storage: { used: 9.9e9, quota: 10e9, persisted: true } };
    expect(fitnessOf(embedded, full).cautions).toEqual([text.storage(144_811_072, 0.1e9)]);
    expect(fitnessOf(embedded, full, { kept: 100e6 }).cautions).toEqual([]);
    expect(fitnessOf(embedded, { ...device, storage: null, memoryGb: null }).cautions).toEqual([]);
  });
});

describe('a model for WebGPU', () => {
  it('runs where the adapter has what it needs', () => {
    expect(fitnessOf(qwen, device)).toEqual({ fits: true, reasons: [], cautions: [] });
    expect(
      fitnessOf({ ...qwen, f16: false }, { ...device, gpu: { ...gpu, f16: false } }).fits,
    ).toBe(true);
  });

  it('says what the device lacks', () => {
    expect(fitnessOf(qwen, { ...device, gpu: null }).reasons).toEqual([text.noGpu]);
    expect(fitnessOf(qwen, { ...device, gpu: { ...gpu, f16: false } }).reasons).toEqual([
      text.noF16,
    ]);
    expect(fitnessOf(qwen, { ...device, gpu: { ...gpu, software: true } }).reasons).toEqual([
      text.softwareGpu,
    ]);
    const small = { ...gpu, maxBindingBytes: 64e6 };
    expect(fitnessOf(qwen, { ...device, gpu: small }).reasons).toEqual([text.binding(64e6)]);
  });

  it('warns of much graphics memory', () => {
    const big = { ...qwen, memory: 5696e6 };
    expect(fitnessOf(big, device)).toMatchObject({
      fits: true,
      cautions: [text.gpuMemory(5696e6)],
    });
  });
});

describe('a server', () => {
  it.each([
    ['http:', 'http://10.0.0.7:8080/v1', true],
    ['https:', 'http://10.0.0.7:8080/v1', false],
    ['https:', 'https://api.example/v1', true],
    ['https:', 'http://127.0.0.1:8080/v1', true],
    ['https:', 'http://[::1]:8080/v1', true],
    ['https:', 'http://localhost:1234/v1', true],
    ['https:', 'http://localhost.example/v1', false],
  ])('asked from %s at %s: %s', (protocol, address, fits) => {
    expect(fitnessOf({ ...server, address }, device, { protocol }).fits).toBe(fits);
  });
});

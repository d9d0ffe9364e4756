import type { EndpointModel, MlcModel } from '../../../src/engines/answer-model';

/** A server's model, for tests only. */
export const endpointModel: EndpointModel = {
  kind: 'endpoint',
  id: 'endpoint:made-1',
  title: 'Made one',
  address: 'http://127.0.0.1:8080',
  model: 'made-1',
  concurrency: 4,
  prices: null,
  limit: null,
};

/** A model for WebGPU, for tests only. */
export const mlcModel: MlcModel = {
  kind: 'mlc',
  id: 'Made-0.5B-q4f16_1-MLC',
  title: 'Made 0.5B',
  family: 'Made',
  parameters: 5e8,
  quantization: 'q4f16_1',
  f16: true,
  licence: 'none',
  publisher: 'none',
  address: 'https://example.org/made',
  library: 'https://example.org/made.wasm',
  bytes: 4e8,
  memory: 8e8,
  context: 4096,
  sampling: { temperature: 0.7, topP: 0.9, topK: 0 },
  thinks: false,
  note: '',
};

import { describe, expect, it } from 'vitest';
import { cautionsOf, hindrancesOf } from '../../../src/components/running/cautions';
import type { EndpointModel } from '../../../src/engines/answer-model';
import { catalogue, type CatalogueModel } from '../../../src/engines/catalogue';
import type { Device } from '../../../src/engines/device';
import { endpointModel, mlcModel } from './made-models';

const device: Device = {
  isolated: true,
  cores: 4,
  threads: 4,
  wasm: { simd: true, threads: true, exceptions: true, memory64: true, suspending: true },
  build: 'default',
  memoryGb: 8,
  storage: { used: 0, quota: 1e9, persisted: false },
  gpu: null,
  missing: [],
};
const model = { ...(catalogue[0] as CatalogueModel), bytes: 145e6 };
const chosen = { model, download: 145e6 };

describe('what may hinder a run', () => {
  it('is nothing on a common device', () => {
    expect(cautionsOf(device, chosen)).toEqual([]);
  });

  it('is one core where there are more', () => {
    expect(cautionsOf({ ...device, threads: 1 }, chosen)).toEqual([{ kind: 'single' }]);
    expect(cautionsOf({ ...device, threads: 1, cores: 1 }, chosen)).toEqual([]);
  });

  it('is too little room, but not for a model that is kept already', () => {
    const full = { ...device, storage: { used: 9e8, quota: 1e9, persisted: false } };
    expect(cautionsOf(full, chosen)).toEqual([{ kind: 'storage', bytes: 145e6 }]);
    expect(cautionsOf(full, { ...chosen, download: 0 })).toEqual([]);
  });

  it('is too little memory', () => {
    expect(cautionsOf({ ...device, memoryGb: 0.25 }, chosen)).toEqual([
      { kind: 'memory', bytes: 145e6, gigabytes: 0.25 },
    ]);
  });

  it('is nothing of this device where a server answers', () => {
    const poor = { ...device, threads: 1, memoryGb: 0.25, build: 'compatible' as const };
    expect(cautionsOf(poor, { model: endpointModel, download: 0 })).toEqual([]);
    expect(hindrancesOf(poor, endpointModel)).toEqual([]);
  });
});

describe('what keeps a model from being started', () => {
  it('is a missing graphics adapter for WebGPU, in a sentence', () => {
    expect(hindrancesOf(device, mlcModel)).toHaveLength(1);
    expect(hindrancesOf(device, mlcModel)[0]).toContain('WebGPU');
    expect(hindrancesOf(device, model)).toEqual([]);
  });

  it('is plain http from an https page, but not on this machine', () => {
    const far: EndpointModel = { ...endpointModel, address: 'http://example.org:8080' };
    // Outside a browser there is no protocol, and nothing stands against it.
    expect(hindrancesOf(device, far)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { cautionsOf } from '../../../src/components/running/cautions';
import type { Device } from '../../../src/engines/device';

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
const chosen = { model: { bytes: 145e6 }, download: 145e6 };

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
});

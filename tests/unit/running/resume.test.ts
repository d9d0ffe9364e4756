import { describe, expect, it } from 'vitest';
import {
  refuseOtherModel,
  refuseOtherPlan,
  stillOpen,
} from '../../../src/components/running/resume';
import type { Sample } from '../../../src/core/run';
import type { PreparedPlan } from '../../../src/experiment/plan';

const hashes = { studyHash: 'a', dataHash: 'b', promptHash: 'c' };

describe('going on with a run', () => {
  it('asks again what has no outcome', () => {
    const trials = ['1', '2', '3'].map((id) => ({ id }));
    const plan = { trials, newCharacters: [10, 20, 30] } as unknown as PreparedPlan;
    const samples = [
      { trial: '1', status: 'answered' },
      { trial: '2', status: 'error' },
    ] as Sample[];
    expect(stillOpen(plan, samples)).toEqual([20, 30]);
    expect(stillOpen(plan, [])).toEqual([10, 20, 30]);
  });

  it('is refused where the items or the prompts are others', () => {
    expect(() => refuseOtherPlan(hashes, hashes)).not.toThrow();
    expect(() => refuseOtherPlan(hashes, { ...hashes, dataHash: 'x' })).toThrow('other items');
    expect(() => refuseOtherPlan(hashes, { ...hashes, promptHash: 'x' })).toThrow('other prompts');
  });

  it('is refused with another model file', () => {
    const models = {
      answer: {
        id: 'm',
        file: 'm.gguf',
        sha256: 'aa',
        quantization: '',
        parameters: 0,
        family: '',
        chatTemplateHash: '',
      },
    };
    expect(() => refuseOtherModel({ models }, { sha256: 'aa', title: 'M' })).not.toThrow();
    expect(() => refuseOtherModel({ models }, { sha256: 'bb', title: 'N' })).toThrow('m.gguf');
  });
});

import { describe, expect, it } from 'vitest';
import {
  refuseOtherModel,
  refuseOtherPlan,
  refuseOtherServer,
  refuseOtherWeights,
  stillOpen,
} from '../../../src/components/running/resume';
import type { Sample } from '../../../src/core/run';
import { catalogue, type CatalogueModel } from '../../../src/engines/catalogue';
import type { PreparedPlan } from '../../../src/experiment/plan';
import { endpointModel, mlcModel } from './made-models';

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

  const answer = {
    id: 'm',
    file: 'm.gguf',
    sha256: 'aa',
    quantization: '',
    parameters: 0,
    family: '',
    chatTemplateHash: '',
  };
  const [gguf] = catalogue as [CatalogueModel];

  it('is refused with another model file', () => {
    const begun = { engine: 'wllama', models: { answer } };
    expect(() => refuseOtherModel(begun, { ...gguf, sha256: 'aa' })).not.toThrow();
    expect(() => refuseOtherModel(begun, { ...gguf, sha256: 'bb' })).toThrow('m.gguf');
  });

  it('is refused with another engine, even on the same file', () => {
    const onServer = { engine: 'endpoint', models: { answer } };
    expect(() => refuseOtherModel(onServer, { ...gguf, sha256: 'aa' })).toThrow('on a server');
    const inPage = { engine: 'wllama', models: { answer } };
    expect(() => refuseOtherModel(inPage, endpointModel)).toThrow('in a page');
    expect(() => refuseOtherModel(onServer, endpointModel)).not.toThrow();
  });

  it('goes by the id where there is no file', () => {
    const begun = { engine: 'webllm', models: { answer: { ...answer, id: mlcModel.id } } };
    expect(() => refuseOtherModel(begun, mlcModel)).not.toThrow();
    expect(() => refuseOtherModel(begun, { ...mlcModel, id: 'other' })).toThrow(mlcModel.id);
  });

  it('is refused where other weights lie under the same name once they are loaded', () => {
    const loaded = (sha256: string) => ({
      model: { ...answer, sha256, sampling: { temperature: 1, topP: 1, topK: 0 }, context: 1 },
    });
    expect(() => refuseOtherWeights({ models: { answer } }, loaded('aa'))).not.toThrow();
    expect(() => refuseOtherWeights({ models: { answer } }, loaded('bb'))).toThrow(
      'other weights of m',
    );
    // A list that is not there tells nothing.
    expect(() => refuseOtherWeights({ models: { answer } }, loaded(''))).not.toThrow();
    const unknown = { answer: { ...answer, sha256: '' } };
    expect(() => refuseOtherWeights({ models: unknown }, loaded('bb'))).not.toThrow();
  });

  it('on a server goes by what answers there now', () => {
    const environment = { server: 'llama.cpp', template: 'ours', concurrency: 4, build: 'b1' };
    const begun = { engine: 'endpoint', models: { answer }, environment };
    const engine = (id: string, changes: Record<string, string | number> = {}) => ({
      kind: 'endpoint' as const,
      model: { ...answer, id, sampling: { temperature: 1, topP: 1, topK: 0 }, context: 1 },
      environment: { ...environment, ...changes },
    });
    // How many at once, and which build, may change.
    expect(() =>
      refuseOtherServer(begun, engine('m', { concurrency: 1, build: 'b2' })),
    ).not.toThrow();
    expect(() => refuseOtherServer(begun, engine('n'))).toThrow('the server has n now');
    expect(() => refuseOtherServer(begun, engine('m', { server: 'vLLM' }))).toThrow('this is vLLM');
    expect(() => refuseOtherServer(begun, engine('m', { template: 'server' }))).toThrow(
      'in another way',
    );
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { catalogue, findModel, PART_BYTES, partsOf } from '../../../src/engines/catalogue';
import { buildFor } from '../../../src/engines/device';
import { readChunk, readEnd, readNext } from '../../../src/engines/wllama-answers';
import { PromptMemory, tokenBytes } from '../../../src/engines/wllama-memory';
import { callProblem, overflowOf, startProblem } from '../../../src/engines/wllama-problems';
import {
  contextFor,
  defaultSettings,
  loadParams,
  threadsFor,
  WLLAMA_VERSION,
} from '../../../src/engines/wllama-settings';

describe('the catalogue', () => {
  it('has parts that add up to the file, unique ids and a way out', () => {
    for (const model of catalogue) {
      const parts = partsOf(model);
      expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(model.bytes);
      expect(parts.every(({ bytes }) => bytes > 0 && bytes <= PART_BYTES)).toBe(true);
      expect([model.sha256, ...model.parts].every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(
        true,
      );
      if (model.otherwise !== undefined) expect(findModel(model.otherwise)).toBeDefined();
    }
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
  });
});

describe('settings', () => {
  it('name the version that is installed', () => {
    const text = readFileSync('node_modules/@wllama/wllama/package.json', 'utf8');
    expect((JSON.parse(text) as { version: string }).version).toBe(WLLAMA_VERSION);
  });

  it('grow the context by doubling, up to the most', () => {
    expect(contextFor(100, 2048, 8192)).toBe(2048);
    expect(contextFor(2048, 2048, 8192)).toBe(2048);
    expect(contextFor(2049, 2048, 8192)).toBe(4096);
    expect(contextFor(6000, 2048, 7000)).toBe(7000);
    expect(contextFor(8193, 2048, 8192)).toBeNull();
  });

  it('use all of few cores and half of many', () => {
    expect([1, 2, 4, 6, 8, 12, 64].map(threadsFor)).toEqual([1, 2, 4, 4, 4, 6, 8]);
  });

  it('leave wllama alone where raw parameters are given', () => {
    const [model] = catalogue;
    if (model === undefined) throw new Error('The catalogue is empty.');
    const settings = { ...defaultSettings(model), raw: {} };
    expect(loadParams(settings, 2048)).toEqual({});
  });
});

describe("llama.cpp's answers", () => {
  const counts = { usage: { completion_tokens: 1 }, timings: { cache_n: 19, prompt_n: 1 } };

  it('give alternatives by their bytes, and name the end of the turn', () => {
    const top_logprobs = [
      { id: 57, token: 'I', bytes: [73], logprob: -1 },
      { id: 2, token: '', bytes: [], logprob: -2 },
      { id: 15107, token: ' ', bytes: [32, 240, 159], logprob: -3 },
      { id: 9, token: 'x', bytes: [120], logprob: null },
    ];
    const answer = { choices: [{ logprobs: { content: [{ top_logprobs }] } }], ...counts };
    const { top, tokens } = readNext(answer, [0, 2]);
    expect(top.map(({ text }) => text)).toEqual(['I', '<|im_end|>', ' \ufffd', 'x']);
    expect(top[3]?.logprob).toBe(-Infinity);
    expect(tokens).toEqual({ prompt: 20, cached: 19, completion: 1 });
  });

  it('tell a finished turn from a cut one', () => {
    expect(readChunk({ choices: [{ text: ' 😇', finish_reason: null }] })).toBe(' 😇');
    const end = (finish_reason: string) =>
      readEnd({ choices: [{ text: '', finish_reason }], ...counts });
    expect(end('stop').stop).toBe('end');
    expect(end('length').stop).toBe('length');
  });
});

describe('the memory of earlier prompts', () => {
  const tokens = { prompt: 100, cached: 0, completion: 1 };

  it('grows with every prompt that a different one replaces', () => {
    const memory = new PromptMemory(10);
    memory.note('a'.repeat(400), '', tokens);
    expect(memory.afterAsking(`${'a'.repeat(300)}b`)).toBe(0);
    expect(memory.afterAsking('b'.repeat(400))).toBe(1010);
    memory.note('b'.repeat(400), 'c'.repeat(400), tokens);
    // More than half of what was there is the answer, which the next prompt does not hold.
    expect(memory.afterAsking('b'.repeat(400))).toBe(2020);
  });

  it('is counted by the header of the model', () => {
    const meta = {
      'general.architecture': 'llama',
      'llama.block_count': '30',
      'llama.embedding_length': '576',
      'llama.attention.head_count': '9',
      'llama.attention.head_count_kv': '3',
    };
    expect(tokenBytes(meta, 'f32')).toBe(46_080);
    expect(tokenBytes({ ...meta, 'llama.attention.key_length': '128' }, 'f16')).toBe(34_560);
  });
});

describe('problems', () => {
  it('read the counts of an overflow', () => {
    const text =
      'request (3001 tokens) exceeds the available context size (2048 tokens), try increasing it';
    expect(overflowOf(new Error(text))).toEqual({ tokens: 3001, context: 2048 });
    expect(overflowOf('something else')).toBeNull();
  });

  it('are sentences, and name memory where it ran out', () => {
    const problem = callProblem(new Error('(ABORT) OOM'), ['failed to allocate buffer']);
    expect(problem.code).toBe('engine-failed');
    expect(problem.next).toContain('Memory ran out');
    expect(startProblem('wllama has crashed, please reload the module', []).sentence).toContain(
      'crashed',
    );
    const given = new Problem('aborted', { what: 'Stopped.' });
    expect(callProblem(given, [])).toBe(given);
  });
});

describe('the build for a browser', () => {
  const all = { simd: true, threads: true, exceptions: true, memory64: true, suspending: true };
  it.each([
    ['Chromium', all, false, 'default'],
    ['Firefox', { ...all, suspending: false }, true, 'default'],
    ['Safari', { ...all, suspending: false, memory64: false }, false, 'compatible'],
    ['an old Firefox', { ...all, suspending: false, memory64: false }, true, 'none'],
    ['an old browser', { ...all, simd: false }, false, 'none'],
  ])('%s', (_, wasm, firefox, build) => {
    expect(buildFor(wasm, firefox)).toBe(build);
  });
});

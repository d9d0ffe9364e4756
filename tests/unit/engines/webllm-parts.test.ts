import { readdirSync, readFileSync } from 'node:fs';
import { MLCEngine } from '@mlc-ai/web-llm';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { limitTooSmall } from '../../../src/engines/webgpu-limits';
import { callProblem, loadProblem } from '../../../src/engines/webllm-problems';
import { progressOf } from '../../../src/engines/webllm-progress';
import { readAnswer, receiveProblem, sendProblem } from '../../../src/engines/webllm-protocol';
import { BadFigures, rankTokens, RowReader } from '../../../src/engines/webllm-row';
import { judgeSanity } from '../../../src/engines/sanity';
import { readWords } from '../../../src/engines/webllm-tokens';
import { JINJA, TOKENIZER_JSON } from './made-webllm';

const model = { title: 'Qwen3 0.6B' };

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

it('is imported by its worker alone, so that a page pays nothing before a model is loaded', () => {
  const importers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .filter((file) => {
      const code = readFileSync(`src/${file}`, 'utf8');
      // An import of types leaves nothing behind.
      return /(?:import (?!type\b)[^;]*from |import\()'@mlc-ai\/web-llm'/.test(code);
    });
  expect(importers).toEqual(['engines/webllm-worker.ts']);
});

describe('what WebLLM and the browser say of a failed load', () => {
  it.each([
    // As seen in Chromium, and as the package writes them.
    [
      'not-supported',
      named('WebGPUNotAvailableError', 'WebGPU is not supported in your current environment'),
    ],
    [
      'not-supported',
      new Error(
        "Unable to find a compatible GPU. This issue might be because your computer doesn't have a GPU",
      ),
    ],
    [
      'not-supported',
      named(
        'ShaderF16SupportError',
        'This model requires WebGPU extension shader-f16, which is not enabled',
      ),
    ],
    [
      'not-supported',
      named(
        'FeatureSupportError',
        'This model requires feature subgroups, which is not yet supported',
      ),
    ],
    [
      'not-supported',
      new Error(
        'Cannot initialize runtime because of requested maxStorageBuffersPerShaderStage exceeds limit. requested=10, limit=8. ',
      ),
    ],
    [
      'not-supported',
      named('UnsupportedTokenizerFilesError', 'Cannot handle tokenizer files vocab.txt'),
    ],
    [
      'device-lost',
      named(
        'DeviceLostError',
        'The WebGPU device was lost while loading the model. This issue often occurs due to running out of memory (OOM).',
      ),
    ],
    ['engine-failed', named('RangeError', 'Array buffer allocation failed')],
    [
      'disk-full',
      named('QuotaExceededError', "Failed to execute 'add' on 'Cache': Quota exceeded."),
    ],
    ['download-failed', new TypeError('Failed to fetch')],
    ['download-failed', new TypeError('NetworkError when attempting to fetch resource.')],
    ['download-failed', new TypeError('Load failed')],
    [
      'download-failed',
      named(
        'NetworkError',
        "Failed to execute 'add' on 'Cache': Cache.add() encountered a network error",
      ),
    ],
    ['model-missing', new TypeError("Failed to execute 'add' on 'Cache': Request failed")],
    [
      'model-missing',
      new TypeError(
        'Cache got basic response with bad status 404 while trying to add request https://a.example/x',
      ),
    ],
    ['model-missing', named('ModelNotFoundError', 'Cannot find model record in appConfig for X.')],
    ['bad-file', new SyntaxError(`Unexpected token '<', "<!doctype "... is not valid JSON`)],
    [
      'bad-file',
      named(
        'CompileError',
        'WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 64 6f @+0',
      ),
    ],
    [
      'bad-file',
      named(
        'LinkError',
        'WebAssembly.instantiate(): Import #0 "env": module is not an object or function',
      ),
    ],
    ['aborted', named('AbortError', 'The user aborted a request.')],
    ['engine-failed', new Error('something new')],
    ['engine-failed', 'a string'],
  ] as const)('is %s: %s', (code, error) => {
    const problem = loadProblem(error, model);
    expect(problem.code).toBe(code);
    if (code !== 'aborted') expect(problem.next).not.toBe('');
    expect(problem.message).toMatch(/[.]$/);
  });

  it('is told as being offline where the browser is', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(loadProblem(new TypeError('Failed to fetch'), model).code).toBe('offline');
    vi.unstubAllGlobals();
  });

  it('is understood as the package itself throws it for an entry that is gone', async () => {
    const engine = new MLCEngine({ appConfig: { model_list: [] } });
    const error: unknown = await engine.reload('gone').catch((reason: unknown) => reason);
    expect(loadProblem(error, model)).toMatchObject({ code: 'model-missing' });
  });
});

describe('what WebLLM says of a failed call', () => {
  it('names the tokens where a prompt is too long', () => {
    const problem = callProblem(
      named(
        'ContextWindowSizeExceededError',
        'Prompt tokens exceed context window size: number of prompt tokens: 5000; context window size: 4096\nConsider shortening',
      ),
    );
    expect(problem.code).toBe('context-full');
    expect(problem.message).toMatch(/5000 tokens.*4096/);
  });

  it('knows a lost device by several names', () => {
    for (const said of [
      'A valid external Instance reference no longer exists.',
      'Device was lost',
      'DXGI_ERROR_DEVICE_REMOVED',
    ]) {
      expect(callProblem(new Error(said)).code).toBe('device-lost');
    }
  });

  it('keeps a Problem, and everything else as the cause', () => {
    const problem = new Problem('aborted', { what: 'Stopped.' });
    expect(callProblem(problem)).toBe(problem);
    const cause = new Error('x');
    expect(callProblem(cause)).toMatchObject({ code: 'engine-failed', cause });
    expect(callProblem(new BadFigures('none')).message).toMatch(/nonsense/);
  });
});

it('names the first limit of an adapter that is too small for any model', () => {
  const enough = { maxBufferSize: 2 ** 28, maxStorageBuffersPerShaderStage: 10 };
  expect(limitTooSmall(enough)).toBeNull();
  // WebGPU's own default is 8.
  expect(limitTooSmall({ ...enough, maxStorageBuffersPerShaderStage: 8 })).toBe(
    "This graphics card's limit maxStorageBuffersPerShaderStage is 8; WebLLM needs 10.",
  );
});

describe('a row of logits', () => {
  const SHARES = [0.1, 0.4, 0.2, 0.3];
  const row = (): Float32Array => Float32Array.from(SHARES, (share) => Math.log(share) - 7);

  it('gives the most probable first, as shares of all tokens', () => {
    const ranked = rankTokens(row(), 3);
    expect(ranked.map(({ id }) => id)).toEqual([1, 3, 2]);
    expect(ranked.map(({ logprob }) => Math.exp(logprob).toFixed(6))).toEqual([
      '0.400000',
      '0.300000',
      '0.200000',
    ]);
    expect(rankTokens(row(), 100)).toHaveLength(4);
  });

  it('keeps the first of equal ones, however many there are', () => {
    const ranked = rankTokens(Float32Array.of(1, 2, 2, 0, 2), 2);
    expect(ranked.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('is read once for each call, and limited for a generation', () => {
    const reader = new RowReader();
    reader.expect(2);
    reader.processLogits(row());
    reader.processLogits(Float32Array.of(9, 0));
    expect(reader.take()?.map(({ id }) => id)).toEqual([1, 3]);
    expect(reader.take()).toBeNull();
    reader.begin(2);
    const limited = [...reader.processLogits(row())].map((logit) => logit > -100);
    expect(limited).toEqual([false, true, false, true]);
    expect(reader.take()).toBeNull();
    reader.begin(0);
    expect(reader.processLogits(row())).toEqual(row());
  });

  it('notes a fault and never throws inside the engine', () => {
    const reader = new RowReader();
    for (const bad of [[NaN, 1], [Infinity, 1], [2, 2, 2], []]) {
      reader.expect(2);
      expect(() => reader.processLogits(Float32Array.from(bad))).not.toThrow();
      expect(reader.fault).toBeInstanceOf(BadFigures);
    }
    reader.begin(0);
    expect(reader.fault).toBeNull();
  });
});

describe('the answer to the question after a load', () => {
  it.each([
    'The capital of France is Paris.',
    'Paris',
    'PARIS!',
    '<think>\n\n</think>\n\nThe capital is **Paris**.',
  ])('is right: %s', (text) => expect(judgeSanity(text)).toBe('right'));

  it.each([
    'The capital of France is Lyon.',
    'I am a helpful assistant, how can I help you today?',
    '法国的首都是巴黎。',
    'Столица Франции находится на реке Сене.',
    'It was founded in 1804, by strength.',
  ])('is language, but odd: %s', (text) => expect(judgeSanity(text)).toBe('odd'));

  it.each([
    '',
    '   ',
    '!!!!!!!!!!!!!!!!!!!!!!!!',
    'GGGGGGGGGGGGGGGGGGGG',
    'the the the the the the the the the',
    'Paris Paris Paris Paris Paris Paris Paris Paris',
    '�� �k�� l�',
    'xkcd qzzt prrfl wvbn mnbtr',
    'ertelseasdfQWErty łóżkaPrinter kjhgfd ::__ ){}{ 0x9f @@@',
    'inforinforЖ中 hsdkfj ]]>)) Яtext',
  ])('is gibberish: %s', (text) => expect(judgeSanity(text)).toBe('gibberish'));
});

describe('a load’s progress', () => {
  it('is told in bytes, as they come and as they go to the card', () => {
    const text = 'Fetching param cache[3/10]: 96MB fetched. 30% completed, 4 secs elapsed.';
    expect(progressOf({ progress: 0.3, text }, 1000)).toEqual({
      stage: 'download',
      done: 300,
      total: 1000,
    });
    expect(progressOf({ progress: 0.3, text }, 0)).toEqual({
      stage: 'download',
      done: 96 * 2 ** 20,
      total: 0,
    });
    const loading = 'Loading model from cache[1/2]: 5MB loaded. 50% completed, 1 secs elapsed.';
    expect(progressOf({ progress: 0.5, text: loading }, 10)).toEqual({
      stage: 'start',
      done: 5,
      total: 10,
    });
    expect(progressOf({ progress: NaN, text: 'Start to fetch params' }, 10).done).toBe(0);
  });
});

describe('messages between worker and page', () => {
  it('carry a Problem whole, with its cause in words', () => {
    const sent = sendProblem(
      new Problem('disk-full', { what: 'A.', kept: 'B.', next: 'C.', cause: new TypeError('x') }),
    );
    const received = receiveProblem(sent);
    expect(received).toMatchObject({ code: 'disk-full', message: 'A.', kept: 'B.', next: 'C.' });
    expect(received.cause).toMatchObject({ message: 'TypeError: x' });
    expect(sendProblem(new Problem('bad-study', { what: 'A.' })).code).toBe('unknown');
  });

  it('are refused where they are none of ours', () => {
    for (const bad of [
      null,
      {},
      { kind: 'next', call: 1 },
      { kind: 'text', call: 'x', text: 'y' },
    ]) {
      expect(() => readAnswer(bad)).toThrow();
    }
    const top = [{ text: 'a', logprob: -Infinity }];
    const tokens = { prompt: 1, cached: 0, completion: 1 };
    expect(readAnswer({ kind: 'next', call: 1, top, tokens, ms: 1 })).toMatchObject({ top });
  });
});

describe('a model’s words', () => {
  const config = (template: object): string =>
    JSON.stringify({ conv_template: { stop_token_ids: [106], ...template } });

  it('are read from its files', () => {
    const words = readWords({
      chatConfig: config({ system_prefix_token_ids: [107] }),
      tokenizer: TOKENIZER_JSON,
      tokenizerConfig: JSON.stringify({ chat_template: [{ name: 'default', template: JINJA }] }),
    });
    expect(words.jinja).toBe(JINJA);
    expect(words.begin).toBe('<|begin|>');
    expect(words.textOf(106)).toBe('<|im_end|>');
    // What pads a vocabulary has no text.
    expect(words.textOf(5000)).toBe('');
  });

  it('keep the space before a word where the decoder cuts it off a first one, as Llama 2 and Phi 3.5 do', () => {
    const words = readWords({
      chatConfig: config({}),
      tokenizer: JSON.stringify({
        added_tokens: [],
        normalizer: {
          type: 'Sequence',
          normalizers: [
            { type: 'Prepend', prepend: '▁' },
            { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
          ],
        },
        pre_tokenizer: null,
        post_processor: null,
        decoder: {
          type: 'Sequence',
          decoders: [
            { type: 'Replace', pattern: { String: '▁' }, content: ' ' },
            { type: 'ByteFallback' },
            { type: 'Fuse' },
            { type: 'Strip', content: ' ', start: 1, stop: 0 },
          ],
        },
        model: {
          type: 'BPE',
          byte_fallback: true,
          unk_token: null,
          vocab: { '▁': 0, a: 1, '▁a': 2, Y: 3, '▁Y': 4 },
          merges: ['▁ a', '▁ Y'],
        },
      }),
      tokenizerConfig: null,
    });
    expect(words.jinja).toBeNull();
    expect(words.begin).toBe('');
    expect([words.textOf(3), words.textOf(4)]).toEqual(['Y', ' Y']);
  });

  it('are refused with the name of the file that is damaged', () => {
    const read = (chatConfig: string, tokenizer: string): (() => unknown) => {
      return () => readWords({ chatConfig, tokenizer, tokenizerConfig: null });
    };
    expect(read('<html>', TOKENIZER_JSON)).toThrow(/mlc-chat-config\.json is damaged/);
    expect(read(config({}), '<html>')).toThrow(/tokenizer\.json is damaged/);
  });
});

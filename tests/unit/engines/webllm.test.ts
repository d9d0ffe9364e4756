import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine, Input, Sampling } from '../../../src/core/engine';
import type { Problem } from '../../../src/core/errors';
import { findMlcModel } from '../../../src/engines/mlc-catalogue';
import type { MlcModel } from '../../../src/engines/answer-model';
import { loadWebllm, WEBLLM_VERSION, type WebllmOptions } from '../../../src/engines/webllm';
import { askShares } from '../../../src/experiment/answering';
import { MadeCaches } from './made-caches';
import { keepFiles, madeGpu, madeModel, madeWorker, qwen, type MadeModel } from './made-webllm';

const SANE = 'What is the capital of France?';
const NONE = '<|im_start|>user\nWill you?<|im_end|>\n<|im_start|>assistant\n';
const OFF = '<think>\n\n</think>\n\n';

const chat = (more: Partial<Extract<Input, { kind: 'chat' }>> = {}): Input => ({
  kind: 'chat',
  messages: [{ role: 'user', content: 'Will you?' }],
  system: 'none',
  lead: '',
  ...more,
});
const sampling = (more: Partial<Sampling> = {}): Sampling => ({
  temperature: 0,
  topP: 1,
  topK: 0,
  maxTokens: 8,
  seed: 1,
  ...more,
});
const YES_NO = [
  { key: 'yes', forms: ['Yes', ' Yes'] },
  { key: 'no', forms: ['No', ' No'] },
];

let caches: MadeCaches;
beforeEach(async () => {
  caches = new MadeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  await keepFiles(caches);
});
afterEach(() => vi.unstubAllGlobals());

/** A model that knows the capital of France, and otherwise says what a test wants. */
const knowing = (rest: (written: string) => Partial<Record<string, number>>): MadeModel =>
  madeModel((prompt, written) => {
    if (!prompt.includes(SANE)) return rest(written);
    return written === '' ? { Paris: 1 } : { '<|im_end|>': 1 };
  });

const load = (
  made: MadeModel,
  options: WebllmOptions & { gpu?: ReturnType<typeof madeGpu>; model?: MlcModel } = {},
): Promise<Engine> => {
  const { gpu, model = qwen, ...rest } = options;
  return loadWebllm(model, { makeWorker: madeWorker(made, gpu).make, ...rest });
};

describe('the probabilities', () => {
  const made = (): MadeModel =>
    knowing(() => ({ ' Yes': 0.5, Yes: 0.1, ' No': 0.2, No: 0.05, P: 0.15 }));

  it('are those of all tokens, from one pass, exactly', async () => {
    const engine = await load(made());
    const { top, tokens } = await engine.next(chat(), 200);
    const shown = top.filter(({ logprob }) => logprob > -Infinity);
    expect(shown.map(({ text }) => text)).toEqual([' Yes', ' No', 'P', 'Yes', 'No']);
    const shares = [0.5, 0.2, 0.15, 0.1, 0.05];
    for (const [rank, { logprob }] of shown.entries()) {
      expect(Math.exp(logprob)).toBeCloseTo(shares[rank] ?? NaN, 6);
    }
    expect(tokens).toMatchObject({ cached: 0, completion: 1 });
  });

  it('give shares and mass by hand: 0.6 and 0.25 of 0.85, with nothing left to bound', async () => {
    const shares = await askShares(await load(made()), chat(), YES_NO);
    expect(shares.answerMass).toBeCloseTo(0.85, 6);
    expect(shares.probabilities?.['yes']).toBeCloseTo(0.6 / 0.85, 6);
    expect(shares.probabilities?.['no']).toBeCloseTo(0.25 / 0.85, 6);
    if (!('bounds' in shares)) throw new Error('no bounds');
    expect(shares.bounds['yes']?.[0]).toBeCloseTo(0.6 / 0.85, 6);
    expect(shares.bounds['yes']?.[1]).toBeCloseTo(0.6 / 0.85, 6);
  });

  it('are asked without what the configuration or a sampler would change', async () => {
    const model = made();
    await (await load(model)).next(chat(), 200);
    expect(model.requests.at(-1)).toMatchObject({
      max_tokens: 1,
      temperature: 1,
      top_p: 1,
      repetition_penalty: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
    });
    expect(model.requests.at(-1)).not.toHaveProperty('logit_bias');
  });

  it('follow what options share to where they part', async () => {
    // "Yes" and "Yet" share "Ye"; 0.8 goes there, then 0.75 to "s" and 0.25 to "t".
    const model = madeModel((prompt, written) => {
      if (prompt.includes(SANE)) return written === '' ? { Paris: 1 } : { '<|im_end|>': 1 };
      return prompt.endsWith('Ye') ? { s: 0.75, t: 0.25 } : { Ye: 0.8, P: 0.2 };
    });
    const options = [
      { key: 'a', forms: ['Yes'] },
      { key: 'b', forms: ['Yet'] },
    ];
    const shares = await askShares(await load(model), chat(), options);
    expect(shares.answerMass).toBeCloseTo(0.8, 6);
    expect(shares.probabilities?.['a']).toBeCloseTo(0.75, 6);
  });

  it('show the end of a turn as every engine does', async () => {
    const engine = await load(knowing(() => ({ '<|im_end|>': 0.9, P: 0.1 })));
    const [first] = (await engine.next(chat(), 2)).top;
    expect(first?.text).toBe('<|im_end|>');
  });
});

describe('the prompt', () => {
  it('is the text that the model reads, without a system message of its own', async () => {
    const model = knowing(() => ({ Yes: 0.9, No: 0.1 }));
    const engine = await load(model);
    const { prompt } = await engine.next(chat({ lead: 'Answer:' }), 5);
    expect(prompt).toBe(`${NONE}${OFF}Answer:`);
    expect(model.requests.at(-1)).toMatchObject({ prompt });
    expect(model.requests.at(-1)).not.toHaveProperty('messages');
  });

  it('lets the model think where it is wanted', async () => {
    const engine = await load(knowing(() => ({ '<|im_end|>': 1 })));
    const { prompt } = await engine.generate(chat({ thinking: true }), sampling());
    expect(prompt).toBe(NONE);
    expect((await engine.generate(chat({ thinking: false }), sampling())).prompt).toBe(NONE + OFF);
  });

  it('gets the token that begins a text where the model was made with one, as any engine adds it', async () => {
    const begin = 96 + 9 + 2;
    await keepFiles(caches, qwen, { prefix: [begin] });
    const model = knowing(() => ({ Yes: 0.9, No: 0.1 }));
    const { prompt } = await (await load(model)).next({ kind: 'text', text: 'Yes' }, 5);
    expect(prompt).toBe('Yes');
    expect(model.requests.at(-1)).toMatchObject({ prompt: '<|begin|>Yes' });
  });
});

describe('a generation', () => {
  const writing = (words: readonly string[]): MadeModel => {
    const made = knowing((written) => {
      const next = words.find((_, index) => words.slice(0, index).join('') === written);
      return { [next ?? '<|im_end|>']: 1 };
    });
    return made;
  };

  it('is followed as it grows and ends with the turn', async () => {
    const engine = await load(writing(['No', ' Yes', '!']));
    const seen: string[] = [];
    const result = await engine.generate(chat(), sampling(), undefined, (text) => seen.push(text));
    expect(result).toMatchObject({ text: 'No Yes!', stop: 'end' });
    expect(result.tokens.completion).toBe(4);
    expect(seen).toEqual(['No', 'No Yes', 'No Yes!']);
  });

  it('is cut where it was to be, and says so', async () => {
    const engine = await load(writing(['No', ' Yes', '!']));
    const result = await engine.generate(chat(), sampling({ maxTokens: 2 }));
    expect(result).toMatchObject({ text: 'No Yes', stop: 'length' });
  });

  it('draws only from the k most probable, which WebLLM itself cannot', async () => {
    // The stand-in draws the least probable token that may be drawn.
    const made = knowing((written) =>
      written === '' ? { Yes: 0.5, No: 0.3, P: 0.2 } : { '<|im_end|>': 1 },
    );
    const engine = await load(made);
    const drawn = async (topK: number): Promise<string> =>
      (await engine.generate(chat(), sampling({ temperature: 1, topK }))).text;
    expect(await drawn(0)).toBe('P');
    expect(await drawn(2)).toBe('No');
    expect(await drawn(1)).toBe('Yes');
    expect(made.requests.at(-1)).toMatchObject({ temperature: 1, top_p: 1, seed: 1 });
  });

  it('is a Problem where the context ends before the answer', async () => {
    const small = { ...qwen, context: 120 };
    const engine = await load(
      knowing(() => ({ P: 1 })),
      { model: small },
    );
    await expect(
      engine.generate({ kind: 'text', text: 'P'.repeat(100) }, sampling({ maxTokens: 40 })),
    ).rejects.toMatchObject({ code: 'context-full' });
  });

  it('stops within a token, and the engine is ready again', async () => {
    const made = knowing(() => ({ P: 1 }));
    const engine = await load(made);
    let tokens = 0;
    made.beforeToken = async () => {
      tokens += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    const controller = new AbortController();
    const running = engine.generate(
      chat(),
      sampling({ maxTokens: 1000 }),
      controller.signal,
      (text) => {
        if (text.length === 5) controller.abort();
      },
    );
    await expect(running).rejects.toMatchObject({ code: 'aborted' });
    const before = tokens;
    expect((await engine.next(chat(), 1)).top[0]?.text).toBe('P');
    // What was under way, perhaps one more, and the one that was asked for.
    expect(tokens - before).toBeLessThanOrEqual(5);
  });

  it('is not stopped by the stop of one that waits', async () => {
    const made = writing(['No', ' Yes', '!']);
    const engine = await load(made);
    made.beforeToken = () => new Promise((resolve) => setTimeout(resolve, 5));
    const controller = new AbortController();
    const first = engine.generate(chat(), sampling());
    const second = engine.generate(chat(), sampling(), controller.signal);
    setTimeout(() => controller.abort(), 8);
    await expect(second).rejects.toMatchObject({ code: 'aborted' });
    expect((await first).text).toBe('No Yes!');
  });
});

describe('the question after a load', () => {
  const f32 = findMlcModel('Qwen3-0.6B-q4f32_1-MLC') as MlcModel;
  const always = (shares: Record<string, number>): MadeModel => madeModel(() => shares);

  it('is asked before a model is given out, and its answer goes into the manifest', async () => {
    const made = knowing(() => ({ Yes: 0.9, No: 0.1 }));
    const engine = await load(made);
    expect(made.requests[0]?.['prompt']).toContain(SANE);
    expect(engine.environment).toMatchObject({
      sanity: 'Paris',
      adapter: 'made up',
      precision: 'f16',
    });
    expect(engine.model).toMatchObject({ id: qwen.id, context: 4096, quantization: 'q4f16_1' });
    expect(engine.model.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('finds damaged weights, throws them away and says to load again', async () => {
    await (
      await caches.open('webllm/model')
    ).put(`${qwen.address}params_shard_0.bin`, new Response('abd'));
    const problem = await failure(load(always({ '#': 1 })));
    expect(problem.code).toBe('hash-mismatch');
    expect(problem.sentence).toMatch(/damaged.*thrown away.*Load the model again/);
    expect(caches.addresses().some((address) => address.includes('shard'))).toBe(false);
  });

  it('blames the card where the files are as published, and names the other precision', async () => {
    const problem = await failure(load(always({ '#': 1 })));
    expect(problem.code).toBe('engine-failed');
    expect(problem.sentence).toMatch(/nonsense.*"#####.*as published.*single precision/);
    expect(caches.addresses().some((address) => address.includes('shard'))).toBe(true);
    await keepFiles(caches, f32);
    const single = await failure(load(always({ '#': 1 }), { model: f32 }));
    expect(single.sentence).not.toMatch(/single precision/);
  });

  it('throws everything away where the files cannot be checked', async () => {
    await keepFiles(caches, qwen, { md5: null });
    const problem = await failure(load(always({ '#': 1 })));
    expect(problem.sentence).toMatch(/could not be checked and were thrown away/);
    expect(caches.addresses()).toEqual([]);
  });

  it.each([
    ['not a number', (logits: Float32Array) => void (logits[7] = NaN)],
    ['infinite', (logits: Float32Array) => void (logits[7] = Infinity)],
    ['all the same', (logits: Float32Array) => void logits.fill(0)],
  ])('finds figures that are %s', async (_, spoil) => {
    const made = knowing(() => ({ Yes: 1 }));
    made.spoil = spoil;
    const problem = await failure(load(made));
    expect(problem.code).toBe('engine-failed');
    expect(problem.sentence).toMatch(/figures are no numbers/);
  });

  it('refuses a model of which WebLLM says other figures than it computes', async () => {
    const made = knowing(() => ({ Yes: 1 }));
    made.toldWrong = 0.1;
    expect((await failure(load(made))).sentence).toMatch(/other probabilities/);
    made.toldWrong = NaN;
    expect((await failure(load(made))).sentence).toMatch(/other probabilities/);
    made.toldWrong = 0.001;
    await expect(load(made)).resolves.toBeDefined();
  });

  it('only mentions an answer that is language, but not the right one', async () => {
    const notices: Problem[] = [];
    const made = madeModel((_, written) => (written === '' ? { ' No': 1 } : { '<|im_end|>': 1 }));
    await load(made, { onNotice: (notice) => notices.push(notice) });
    expect(notices.map(({ message }) => message).join()).toMatch(/wrote "No"/);
  });

  it('finds figures that become nonsense while the model answers', async () => {
    const made = knowing(() => ({ Yes: 0.9, No: 0.1 }));
    const engine = await load(made);
    made.spoil = (logits) => void (logits[3] = NaN);
    await expect(engine.next(chat(), 5)).rejects.toThrow(/computed nonsense/);
    await expect(engine.generate(chat(), sampling())).rejects.toThrow(/computed nonsense/);
    delete made.spoil;
    expect((await engine.next(chat(), 5)).top[0]?.text).toBe('Yes');
  });
});

describe('a load', () => {
  const fine = (): MadeModel => knowing(() => ({ Yes: 1 }));

  it('tells how far it is', async () => {
    const seen: object[] = [];
    await load(fine(), { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { stage: 'download', done: 0, total: 335_278_080 },
      { stage: 'download', done: 167_639_040, total: 335_278_080 },
      { stage: 'verify', done: 0, total: 0 },
    ]);
  });

  it('is tried again where the connection broke off, and given up at last', async () => {
    const made = fine();
    made.faults = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')];
    await expect(load(made)).resolves.toBeDefined();
    made.faults = [1, 2, 3].map(() => new TypeError('Failed to fetch'));
    expect((await failure(load(made))).code).toBe('download-failed');
    expect(made.faults).toEqual([]);
  });

  it('is not tried again where that would not help', async () => {
    const made = fine();
    made.faults = [new TypeError("Failed to execute 'add' on 'Cache': Request failed"), 'left'];
    expect((await failure(load(made))).code).toBe('model-missing');
    expect(made.faults).toEqual(['left']);
  });

  it('throws away a page that lies where a file should be', async () => {
    const made = fine();
    const address = `${qwen.address}mlc-chat-config.json`;
    await (await caches.open('webllm/config')).put(address, new Response('<html>log in</html>'));
    made.faults = [new SyntaxError(`Unexpected token '<', "<html>log "... is not valid JSON`)];
    const problem = await failure(load(made));
    expect(problem.code).toBe('bad-file');
    expect(problem.sentence).toMatch(/sent something else.*thrown away.*load the model again/);
    expect(caches.addresses()).not.toContain(address);
  });

  it('is stopped at once, with the worker ended', async () => {
    const worker = madeWorker(fine());
    const controller = new AbortController();
    const loading = loadWebllm(qwen, { makeWorker: worker.make, signal: controller.signal });
    controller.abort();
    expect((await failure(loading)).code).toBe('aborted');
    expect(worker.ended()).toBe(true);
    expect((await failure(load(fine(), { signal: AbortSignal.abort() }))).code).toBe('aborted');
  });

  it.each([
    ['no adapter', { requestAdapter: () => Promise.resolve(null) }, /no graphics card to WebGPU/],
    ['no half precision', madeGpu({ f16: false }), /half precision.*single precision/],
    [
      'limits that are too small',
      madeGpu({ limits: { maxComputeWorkgroupStorageSize: 16_384 } }),
      /maxComputeWorkgroupStorageSize is 16384; WebLLM needs 32768/,
    ],
  ])('is refused on a device with %s, before anything is fetched', async (_, gpu, sentence) => {
    const made = fine();
    const problem = await failure(loadWebllm(qwen, { makeWorker: madeWorker(made, gpu).make }));
    expect(problem.code).toBe('not-supported');
    expect(problem.sentence).toMatch(sentence);
    expect(made.requests).toEqual([]);
  });

  it('says where the worker itself breaks down', async () => {
    const worker = {
      postMessage: () => undefined,
      terminate: vi.fn(),
      onmessage: null,
      onerror: null,
    };
    const loading = loadWebllm(qwen, { makeWorker: () => worker });
    const told = worker as { onmessage: ((event: MessageEvent) => void) | null };
    told.onmessage?.({ data: { kind: 'nonsense' } } as MessageEvent);
    expect((await failure(loading)).message).toMatch(/broke down/);
    expect(worker.terminate).toHaveBeenCalled();
  });
});

describe('a lost device', () => {
  it('is told to the call under way and to all later ones; a fresh load works', async () => {
    const gpu = madeGpu();
    const made = knowing(() => ({ Yes: 0.9, No: 0.1 }));
    const worker = madeWorker(made, gpu);
    const engine = await loadWebllm(qwen, { makeWorker: worker.make });
    // WebLLM asks for its device in the same worker.
    await (await gpu.requestAdapter())?.requestDevice();
    made.beforeToken = () => new Promise(() => undefined);
    const running = engine.generate(chat(), sampling());
    const waiting = engine.next(chat(), 5);
    setTimeout(() => gpu.lose('the driver began anew'), 5);
    for (const call of [running, waiting, engine.next(chat(), 5), counted(engine)]) {
      const problem = await failure(call);
      expect(problem.code).toBe('device-lost');
      expect(problem.kept).toMatch(/kept/);
    }
    expect(worker.ended()).toBe(true);
    await engine.dispose();
    delete made.beforeToken;
    const again = await load(made);
    expect((await again.next(chat(), 5)).top[0]?.text).toBe('Yes');
  });
});

describe('an engine that is not wanted any more', () => {
  it('stops what is under way, frees the card and ends its worker; twice does no harm', async () => {
    const made = knowing(() => ({ P: 1 }));
    const worker = madeWorker(made);
    const engine = await loadWebllm(qwen, { makeWorker: worker.make });
    made.beforeToken = () => new Promise((resolve) => setTimeout(resolve, 1));
    const running = failure(engine.generate(chat(), sampling({ maxTokens: 10_000 })));
    await new Promise((resolve) => setTimeout(resolve, 10));
    await Promise.all([engine.dispose(), engine.dispose()]);
    await engine.dispose();
    expect((await running).code).toBe('aborted');
    expect(made.unloaded).toBeGreaterThan(0);
    expect(worker.ended()).toBe(true);
    expect((await failure(engine.next(chat(), 5))).code).toBe('aborted');
  });
});

it('counts tokens as the model does', async () => {
  const engine = await load(knowing(() => ({ Yes: 1 })));
  // "Yes", " Yes", "?".
  expect(await engine.count?.('Yes Yes?')).toBe(3);
});

it('names the version that is installed', () => {
  const installed: unknown = JSON.parse(
    readFileSync('node_modules/@mlc-ai/web-llm/package.json', 'utf8'),
  );
  expect(installed).toMatchObject({ version: WEBLLM_VERSION });
});

function counted(engine: Engine): Promise<number> {
  return engine.count?.('Yes') ?? Promise.resolve(-1);
}

async function failure(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    return error as Problem;
  }
  throw new Error('it did not fail');
}

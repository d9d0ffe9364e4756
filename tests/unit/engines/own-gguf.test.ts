import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../src/core/errors';
import { catalogue, PART_BYTES } from '../../../src/engines/catalogue';
import { takeInGguf, type TakeInOptions } from '../../../src/engines/own-gguf';
import { addressSource, readFileAddress } from '../../../src/engines/own-gguf-address';
import { readGgufHeader } from '../../../src/engines/own-gguf-header';
import { fileSource, type OwnSource } from '../../../src/engines/own-gguf-source';
import type { PartStore } from '../../../src/engines/part-store';
import { GOOD, madeGguf, TENSORS } from './made-gguf';

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sourceOf = (bytes: Uint8Array<ArrayBuffer>, name = 'small.gguf') =>
  fileSource(new Blob([bytes]), name);

class MemoryStore implements PartStore {
  readonly parts = new Map<string, Blob>();
  puts = 0;
  get = (hash: string) => Promise.resolve(this.parts.get(hash));
  put = (hash: string, part: Blob) => {
    this.puts += 1;
    this.parts.set(hash, part);
    return Promise.resolve();
  };
  delete = (hash: string) => Promise.resolve(void this.parts.delete(hash));
  list = () => Promise.resolve([...this.parts.keys()]);
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
}

/** The made header and weights that fill two parts and a little more. */
const big = (() => {
  // 1,480,342 blocks of 32 numbers in 34 bytes: 50,331,628 bytes, just under two parts.
  const head = madeGguf(GOOD, [{ name: 'w', shape: [32 * 1_480_342], type: 8, bytes: 0 }]);
  const file = new Uint8Array(head.length + 2 * PART_BYTES);
  for (let i = head.length; i < file.length; i += 1) file[i] = (i * 7 + (i >> 11)) & 255;
  file.set(head);
  return file;
})();

describe('the header of a GGUF file', () => {
  it('gives what the model is', async () => {
    expect(await readGgufHeader(sourceOf(madeGguf()))).toEqual({
      name: 'A Small Model',
      architecture: 'llama',
      family: 'Small',
      // 64 x 4 + 64.
      parameters: 320,
      quantization: 'Q8_0',
      trainedContext: 4096,
      // 2 layers x 2 kept heads x (16 + 16) x 4 bytes.
      tokenBytes: 512,
      licence: 'mit',
      publisher: 'Nobody',
      sampling: {},
    });
  });

  it('gives the publisher’s sampling where the file has it', async () => {
    const sampling = {
      'general.sampling.temp': 0.6,
      'general.sampling.top_p': 0.95,
      'general.sampling.top_k': 20,
    };
    const header = await readGgufHeader(sourceOf(madeGguf({ ...GOOD, ...sampling })));
    expect(header.sampling).toEqual({ temperature: 0.6, topP: 0.95, topK: 20 });
  });

  it('leaves out a sampling that no sampler takes', async () => {
    const sampling = {
      'general.sampling.temp': Number.NaN,
      'general.sampling.top_p': -3.5,
      'general.sampling.top_k': 2.5,
    };
    const header = await readGgufHeader(sourceOf(madeGguf({ ...GOOD, ...sampling })));
    expect(header.sampling).toEqual({});
  });

  it('goes by the weights where the header names a quantization that none of them has', async () => {
    // 2 is Q4_0; the tensors are F32 (1024 bytes) and Q8_0 (68 bytes).
    const header = await readGgufHeader(sourceOf(madeGguf({ ...GOOD, 'general.file_type': 2 })));
    expect(header.quantization).toBe('F32');
    const named = { ...GOOD, 'general.file_type': 15 };
    const tensors = [
      { name: 'a', shape: [256], type: 12, bytes: 144 },
      { name: 'b', shape: [256], type: 0, bytes: 1024 },
    ];
    expect((await readGgufHeader(sourceOf(madeGguf(named, tensors)))).quantization).toBe('Q4_K_M');
  });

  const without = (key: string) =>
    Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== key));
  it.each([
    ['0 bytes', new Uint8Array(0), 'bad-file', /empty/],
    ['another format', new TextEncoder().encode('PK\u0003\u0004 zip'), 'bad-file', /not a GGUF/],
    ['three bytes', new TextEncoder().encode('GGU'), 'bad-file', /not a GGUF/],
    ['an unknown version', madeGguf().with(4, 9), 'bad-file', /version/],
    ['no template', madeGguf(without('tokenizer.chat_template')), 'not-supported', /base model/],
    [
      'an unknown template',
      madeGguf({ ...GOOD, 'tokenizer.chat_template': 'USER: {{ text }} ASSISTANT:' }),
      'not-supported',
      /chat template/,
    ],
    ['no vocabulary', madeGguf(without('tokenizer.ggml.tokens')), 'not-supported', /vocabulary/],
    ['a split file', madeGguf({ ...GOOD, 'split.count': 3 }), 'not-supported', /one of 3 files/],
  ] as const)('is refused: %s', async (_, bytes, code, words) => {
    const problem = await problemOf(readGgufHeader(sourceOf(bytes)));
    expect(problem.code).toBe(code);
    expect(problem.message).toMatch(words);
    expect(problem.message).toContain('small.gguf');
    expect(problem.next).not.toBe('');
  });

  it('is refused where the file is cut, at whatever byte', async () => {
    const whole = madeGguf();
    for (let length = 5; length < whole.length; length += 13) {
      const problem = await problemOf(readGgufHeader(sourceOf(whole.slice(0, length))));
      expect(problem.code, `cut at ${length}`).toBe('bad-file');
    }
    const problem = await problemOf(readGgufHeader(sourceOf(whole.slice(0, -1))));
    expect(problem.message).toMatch(/cut short/);
  });

  it('names the joined file as the way out of a split one, also where its header does not tell', async () => {
    const source = sourceOf(madeGguf(), 'big-00002-of-00005.gguf');
    const problem = await problemOf(readGgufHeader(source));
    expect(problem.message).toContain('one of 5 files');
    expect(problem.next).toContain('llama-gguf-split --merge');
  });

  it('is refused above 2 GiB, without reading the weights', async () => {
    const head = madeGguf(GOOD, [{ name: 'w', shape: [2 ** 31 - 32], type: 24, bytes: 0 }]);
    let read = 0;
    const source: OwnSource = {
      ...sourceOf(head, 'huge.gguf'),
      bytes: 2 ** 31,
      read: (from, bytes) => {
        read += bytes;
        const out = new Uint8Array(bytes);
        out.set(head.slice(from, from + bytes));
        return Promise.resolve(out);
      },
    };
    const problem = await problemOf(readGgufHeader(source));
    expect(problem.message).toContain('at most');
    expect(read).toBeLessThan(5e6);
  });
});

describe('taking in a file', () => {
  it('keeps the parts, hashes the whole, and names it by what is in it', async () => {
    const bytes = big;
    const store = new MemoryStore();
    const seen: number[] = [];
    const model = await takeInGguf(sourceOf(bytes, 'My Model.gguf'), {
      store,
      onProgress: (done) => seen.push(done),
    });
    const pieces = [0, 1, 2].map((i) => bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES));
    expect(model).toMatchObject({
      kind: 'gguf',
      id: `a-small-model-q8_0-${sha(bytes).slice(0, 8)}`,
      title: 'My Model',
      file: 'My Model.gguf',
      bytes: bytes.length,
      sha256: sha(bytes),
      parts: pieces.map(sha),
      sources: [],
      family: 'Small',
      context: { start: 2048, most: 4096 },
    });
    expect([...store.parts.keys()]).toEqual(pieces.map(sha));
    expect(seen.at(-1)).toBe(bytes.length);
  });

  it('stops where it is told to, and does not write again what was kept', async () => {
    const bytes = big;
    const store = new MemoryStore();
    const abort = new AbortController();
    const stopped = takeInGguf(sourceOf(bytes), {
      store,
      signal: abort.signal,
      onPart: () => abort.abort(),
    });
    expect((await problemOf(stopped)).code).toBe('aborted');
    expect(store.puts).toBe(1);
    await takeInGguf(sourceOf(bytes), { store });
    expect(store.puts).toBe(3);
  });

  it('says before it reads that there is no room, and needs none for a visit', async () => {
    const bytes = big;
    let read = 0;
    const source = sourceOf(bytes);
    const counted: OwnSource = {
      ...source,
      read: (from, size, ...rest) => {
        read += size;
        return source.read(from, size, ...rest);
      },
    };
    const full: TakeInOptions = { store: new MemoryStore(), room: 1e6 };
    const problem = await problemOf(takeInGguf(counted, full));
    expect(problem.code).toBe('disk-full');
    expect(problem.next).toContain('this visit');
    expect(read).toBeLessThan(PART_BYTES);
    expect((await takeInGguf(counted, { ...full, store: null })).parts).toHaveLength(3);
  });

  it('says that a file was changed while it was read', async () => {
    const bytes = big;
    const blob = new Blob([bytes]);
    let slices = 0;
    // As browsers do: a slice of a file that was written to cannot be read.
    const moving = {
      size: blob.size,
      slice: (from?: number, to?: number) => {
        slices += 1;
        const part = blob.slice(from, to);
        if (slices < 4) return part;
        part.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
        return part;
      },
    };
    const problem = await problemOf(
      takeInGguf(fileSource(moving as unknown as Blob, 'moving.gguf'), { store: null }),
    );
    expect(problem.code).toBe('bad-file');
    expect(problem.message).toContain('changed');
  });

  const folder = join(homedir(), '.cache/crossroads/models/smollm2-135m-instruct-q4_1');
  it.skipIf(!existsSync(folder))('knows a file of the catalogue by its hash', async () => {
    const { parts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
      parts: { file: string }[];
    };
    const file = new Blob(parts.map((part) => readFileSync(join(folder, part.file))));
    const source = fileSource(file, 'renamed.gguf');
    expect(await readGgufHeader(source)).toMatchObject({
      architecture: 'llama',
      parameters: 134_515_008,
      quantization: 'Q4_1',
    });
    expect(await takeInGguf(source, { store: null })).toBe(catalogue[1]);
  });
});

describe('a file at an address', () => {
  const bytes = madeGguf();
  const network = (answer: (range: string | null) => Response) => ({
    fetch: ((_, init) =>
      Promise.resolve(answer(new Headers(init?.headers).get('Range')))) as typeof fetch,
    base: '',
    pause: () => Promise.resolve(),
  });
  const ranged =
    (headers: (from: number, to: number) => HeadersInit) =>
    (range: string | null): Response => {
      const [, from = '0', to = `${bytes.length - 1}`] =
        /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? [];
      const piece = bytes.slice(Number(from), Number(to) + 1);
      const status = range === null ? 200 : 206;
      return new Response(piece, { status, headers: headers(Number(from), Number(to)) });
    };

  it.each([
    [
      'https://huggingface.co/a/b/blob/main/c.gguf',
      'https://huggingface.co/a/b/resolve/main/c.gguf',
    ],
    [
      ' https://huggingface.co/a/b/resolve/main/c.gguf?download=true ',
      'https://huggingface.co/a/b/resolve/main/c.gguf',
    ],
    ['http://127.0.0.1:8000/c.gguf', 'http://127.0.0.1:8000/c.gguf'],
  ])('is read: %s', (given, address) => expect(readFileAddress(given)).toBe(address));

  it.each([
    'c.gguf',
    'http://models.example/c.gguf',
    'https://me:secret@x.example/c.gguf',
    'ftp://x/c',
  ])('is refused: %s', (given) => expect(() => readFileAddress(given)).toThrow(Problem));

  it('is taken in with its address, at the revision that is there now', async () => {
    const commit = 'c'.repeat(40);
    const source = await addressSource(
      'https://huggingface.co/a/b/resolve/main/c.gguf',
      network(
        ranged((from, to) => ({
          'Content-Range': `bytes ${from}-${to}/${bytes.length}`,
          'X-Repo-Commit': commit,
        })),
      ),
    );
    expect(source).toMatchObject({ name: 'c.gguf', bytes: bytes.length });
    const model = await takeInGguf(source, { store: new MemoryStore() });
    expect(model.sha256).toBe(sha(bytes));
    expect(model.sources).toEqual([
      { kind: 'publisher', address: `https://huggingface.co/a/b/resolve/${commit}/c.gguf` },
    ]);
  });

  it('has its size from the whole where a server hides the range’s', async () => {
    const answer = (range: string | null) =>
      ranged(
        (from, to) => new Headers(range === null ? { 'Content-Length': `${to + 1 - from}` } : {}),
      )(range);
    const source = await addressSource('https://x.example/m/c.gguf', network(answer));
    expect(source.bytes).toBe(bytes.length);
  });

  it.each([
    ['whole files only', () => new Response(bytes), 'not-supported'],
    ['not there', () => new Response('', { status: 404 }), 'model-missing'],
    ['a licence to accept', () => new Response('', { status: 401 }), 'server-refused'],
    ['out of order', () => new Response('', { status: 500 }), 'download-failed'],
    ['no length', () => new Response('GGUF', { status: 206 }), 'not-supported'],
  ])('is refused with a sentence: %s', async (_, answer, code) => {
    const problem = await problemOf(
      addressSource('https://x.example/c.gguf', network(answer as () => Response)),
    );
    expect(problem.code).toBe(code);
    expect(problem.next).not.toBe('');
  });

  it('is unreachable or closed to pages: one sentence, for a page cannot tell', async () => {
    const closed = {
      ...network(() => new Response()),
      fetch: () => Promise.reject(new TypeError()),
    };
    const problem = await problemOf(addressSource('https://x.example/c.gguf', closed));
    expect(problem.message).toContain('CORS');
  });

  it('speaks of no parts that are kept where its first bytes fail', async () => {
    let asked = 0;
    const answer = (range: string | null): Response => {
      asked += 1;
      if (asked > 1) return new Response('', { status: 500 });
      return ranged((from, to) => ({ 'Content-Range': `bytes ${from}-${to}/${bytes.length}` }))(
        range,
      );
    };
    const source = await addressSource('https://x.example/c.gguf', network(answer));
    const problem = await problemOf(readGgufHeader(source));
    expect(problem).toMatchObject({ code: 'download-failed', kept: 'Nothing was added.' });
    expect(problem.next).not.toContain('goes on where it stopped');
  });

  it('goes on from the parts of an earlier attempt, and asks for one again that was lost', async () => {
    const whole = big;
    const store = new MemoryStore();
    const asked: number[] = [];
    const source: OwnSource = {
      ...sourceOf(whole),
      address: 'https://x.example/c.gguf',
      read: (from, size, onBytes) => {
        if (size > 4 && from % PART_BYTES === 0 && size <= PART_BYTES)
          asked.push(from / PART_BYTES);
        onBytes(size);
        return Promise.resolve(whole.slice(from, from + size));
      },
    };
    const first = await takeInGguf(source, { store });
    await store.delete(first.parts[1] as string);
    asked.length = 0;
    const again = await takeInGguf(source, { store, known: first.parts.slice(0, 2) });
    expect(again.sha256).toBe(sha(whole));
    // The header is read anew (a range of the first part), then part 1 and the last.
    expect(asked.filter((part) => part > 0)).toEqual([1, 2]);
  });
});

it('stands on tensors whose sizes are known by hand', () => {
  expect(TENSORS.map(({ bytes }) => bytes)).toEqual([64 * 4 * 4, (64 / 32) * 34]);
});

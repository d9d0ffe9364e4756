import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoadProgress } from '../../../src/core/engine';
import { Problem } from '../../../src/core/errors';
import { PART_BYTES, type CatalogueModel } from '../../../src/engines/catalogue';
import {
  forgetModel,
  isOffered,
  keptBytes,
  openModel,
  forgetParts,
  strayParts,
  type OpenOptions,
} from '../../../src/engines/model-files';
import type { PartStore } from '../../../src/engines/part-store';
import { holdForVisit, releaseFromVisit } from '../../../src/engines/visit-files';

/** Two whole parts and a short one, each byte told by its place. */
const content = new Uint8Array(2 * PART_BYTES + 1000).map(
  (_, i) => (i * 31 + (i >> 13) + Math.floor(i / PART_BYTES)) & 255,
);
const pieces = [0, 1, 2].map((i) => content.slice(i * PART_BYTES, (i + 1) * PART_BYTES));
const hashes = pieces.map((piece) => createHash('sha256').update(piece).digest('hex'));

const model: CatalogueModel = {
  kind: 'gguf',
  id: 'tiny',
  title: 'Tiny',
  file: 'tiny.gguf',
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  parts: hashes,
  quantization: 'Q8_0',
  parameters: 1,
  family: 'Tiny',
  licence: 'MIT',
  publisher: 'nobody',
  sources: [{ kind: 'site' }],
  sampling: { temperature: 0, topP: 1, topK: 0 },
  context: { start: 64, most: 128 },
  note: '',
};

const manifest = {
  id: 'tiny',
  parts: pieces.map((piece, i) => ({ file: `p${i}.bin`, bytes: piece.length, sha256: hashes[i] })),
};

/** A site in memory: what it serves can be replaced by the test, and what was asked is listed. */
class Site {
  readonly asked: string[] = [];
  readonly answers = new Map<string, () => Response>();

  constructor() {
    this.answers.set('models/tiny/manifest.json', () => Response.json(manifest));
    pieces.forEach((piece, i) => {
      this.answers.set(`models/tiny/p${i}.bin`, () => new Response(streamOf(piece)));
    });
  }

  readonly fetch: typeof fetch = (input, init) => {
    const path = String(input).replace('https://here.test/sub/', '');
    const range = new Headers(init?.headers).get('Range');
    this.asked.push(range === null ? path : `${path} ${range}`);
    if (init?.signal?.aborted) return Promise.reject(new DOMException('', 'AbortError'));
    const answer = this.answers.get(path);
    return Promise.resolve(answer?.() ?? new Response('', { status: 404 }));
  };

  options(store: PartStore | null, more: OpenOptions = {}): OpenOptions {
    const network = {
      fetch: this.fetch,
      base: 'https://here.test/sub/',
      pause: () => Promise.resolve(),
    };
    return { network, store, ...more };
  }
}

class MemoryStore implements PartStore {
  readonly parts = new Map<string, Blob>();
  full = false;

  get(sha256: string) {
    return Promise.resolve(this.parts.get(sha256));
  }
  put(sha256: string, part: Blob) {
    if (this.full) return Promise.reject(new Problem('disk-full', { what: 'Full.' }));
    this.parts.set(sha256, part);
    return Promise.resolve();
  }
  delete(sha256: string) {
    this.parts.delete(sha256);
    return Promise.resolve();
  }
  list() {
    return Promise.resolve([...this.parts.keys()]);
  }
}

/** In chunks of 1 MiB; `breakAfter` ends it with an error. */
function streamOf(bytes: Uint8Array, breakAfter = Infinity): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= breakAfter) return controller.error(new TypeError('network error'));
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + (1 << 20)));
      at += 1 << 20;
    },
  });
}

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Problem);
  return error as Problem;
}

let site: Site;
let store: MemoryStore;
beforeEach(() => {
  site = new Site();
  store = new MemoryStore();
});

describe('openModel', () => {
  it('fetches the parts, checks and keeps them, and gives the whole file', async () => {
    const seen: LoadProgress[] = [];
    const file = await openModel(model, site.options(store, { onProgress: (p) => seen.push(p) }));
    const got = new Uint8Array(await file.blob.arrayBuffer());
    expect(createHash('sha256').update(got).digest('hex')).toBe(model.sha256);
    expect(file.notices).toEqual([]);
    expect(await keptBytes(model, store)).toBe(model.bytes);
    expect(seen.at(-1)).toEqual({ stage: 'download', done: model.bytes, total: model.bytes });
  });

  it('asks the network for nothing where everything is kept', async () => {
    await openModel(model, site.options(store));
    site.asked.length = 0;
    const seen: LoadProgress[] = [];
    const file = await openModel(model, site.options(store, { onProgress: (p) => seen.push(p) }));
    expect(file.blob.size).toBe(model.bytes);
    expect(site.asked).toEqual([]);
    expect(seen.map(({ stage }) => stage)).toEqual(['verify', 'verify', 'verify']);
  });

  it('names a part that arrives with a flipped byte, and does not keep it', async () => {
    const flipped = (pieces[1] as Uint8Array).slice();
    flipped[77] = (flipped[77] as number) ^ 1;
    site.answers.set('models/tiny/p1.bin', () => new Response(streamOf(flipped)));
    const problem = await problemOf(openModel(model, site.options(store)));
    expect(problem.code).toBe('hash-mismatch');
    expect(problem.message).toContain('Part 2 of 3');
    expect(problem.next).not.toBe('');
    expect([...store.parts.keys()]).toEqual([hashes[0]]);
  });

  it('fetches a part again that was damaged on the way, once', async () => {
    const flipped = (pieces[1] as Uint8Array).slice();
    flipped[77] = (flipped[77] as number) ^ 1;
    const answers = [flipped, pieces[1] as Uint8Array];
    site.answers.set('models/tiny/p1.bin', () => new Response(streamOf(answers.shift() as never)));
    const seen: number[] = [];
    const onProgress = ({ done }: LoadProgress) => seen.push(done);
    const file = await openModel(model, site.options(store, { onProgress }));
    expect(file.blob.size).toBe(model.bytes);
    expect(seen.at(-1)).toBe(model.bytes);
    expect(Math.max(...seen)).toBe(model.bytes);
  });

  it('says of a reader’s own file that it has to be added again, and reads one held for a visit', async () => {
    const own: CatalogueModel = { ...model, id: 'own', sources: [] };
    const problem = await problemOf(openModel(own, site.options(store)));
    expect(problem).toMatchObject({ code: 'model-missing' });
    expect(problem.next).toContain('tiny.gguf');
    holdForVisit(own, new Blob([content]));
    expect((await openModel(own, site.options(store))).blob.size).toBe(content.length);
    expect(store.parts.size).toBe(0);
    // The file was changed since: its parts are not what they were.
    holdForVisit(own, new Blob([content.slice().reverse()]));
    expect((await problemOf(openModel(own, site.options(store)))).code).toBe('model-missing');
    releaseFromVisit('own');
    expect(site.asked).toEqual([]);
  });

  it('throws a kept part away that is no longer what it was, and fetches it again', async () => {
    await openModel(model, site.options(store));
    store.parts.set(hashes[2] as string, new Blob([new Uint8Array(1000)]));
    store.parts.set(hashes[0] as string, new Blob(['short']));
    site.asked.length = 0;
    const file = await openModel(model, site.options(store));
    expect(file.blob.size).toBe(model.bytes);
    expect(site.asked.filter((path) => path.endsWith('.bin'))).toEqual([
      'models/tiny/p0.bin',
      'models/tiny/p2.bin',
    ]);
  });

  it('tries a part again that breaks off, then says so and goes on from there next time', async () => {
    let attempts = 0;
    site.answers.set('models/tiny/p1.bin', () => {
      attempts += 1;
      return new Response(streamOf(pieces[1] as Uint8Array, 3 << 20));
    });
    let done = 0;
    const options = site.options(store, { onProgress: (p) => (done = p.done) });
    const problem = await problemOf(openModel(model, options));
    expect(problem.code).toBe('download-failed');
    expect(attempts).toBe(3);
    expect(done).toBe(PART_BYTES);

    site.answers.set('models/tiny/p1.bin', () => new Response(streamOf(pieces[1] as Uint8Array)));
    site.asked.length = 0;
    await openModel(model, site.options(store));
    expect(site.asked).not.toContain('models/tiny/p0.bin');
  });

  it.each([
    ['too short', (pieces[1] as Uint8Array).slice(0, 5000)],
    ['too long', content.slice(0, PART_BYTES + 1)],
  ])('refuses a part that is %s', async (_, bytes) => {
    site.answers.set('models/tiny/p1.bin', () => new Response(streamOf(bytes)));
    const problem = await problemOf(openModel(model, site.options(store)));
    expect(problem.code).toBe('download-failed');
  });

  it('stops within a chunk when aborted, and keeps what was whole', async () => {
    const controller = new AbortController();
    const onProgress = ({ done }: LoadProgress) => {
      if (done > PART_BYTES + (4 << 20)) controller.abort();
    };
    // As in a browser, the signal breaks the body off.
    site.answers.set('models/tiny/p1.bin', () => {
      const body = streamOf(pieces[1] as Uint8Array);
      const reader = body.getReader();
      return new Response(
        new ReadableStream<Uint8Array>({
          async pull(sink) {
            if (controller.signal.aborted) return sink.error(new DOMException('', 'AbortError'));
            const { done, value } = await reader.read();
            if (done) sink.close();
            else sink.enqueue(value);
          },
        }),
      );
    });
    const options = site.options(store, { signal: controller.signal, onProgress });
    const problem = await problemOf(openModel(model, options));
    expect(problem.code).toBe('aborted');
    expect([...store.parts.keys()]).toEqual([hashes[0]]);
  });

  it('goes on from memory where the disk is full, and notes it once', async () => {
    store.full = true;
    const file = await openModel(model, site.options(store));
    expect(file.blob.size).toBe(model.bytes);
    expect(file.notices.map(({ code }) => code)).toEqual(['disk-full']);
  });

  it.each([
    ['no manifest', () => new Response('', { status: 404 })],
    ['a page in its place', () => new Response('<!doctype html>')],
  ])('says how to get a model that the site lacks: %s', async (_, answer) => {
    site.answers.set('models/tiny/manifest.json', answer);
    const problem = await problemOf(openModel(model, site.options(store)));
    expect(problem.code).toBe('model-missing');
    expect(problem.next).toContain('npm start');
    expect(await isOffered(model, site.options(store))).toBe(false);
  });

  it('does not trust the hashes of a site', async () => {
    const other = structuredClone(manifest);
    (other.parts[0] as { sha256: string }).sha256 = 'a'.repeat(64);
    site.answers.set('models/tiny/manifest.json', () => Response.json(other));
    const problem = await problemOf(openModel(model, site.options(store)));
    expect(problem.code).toBe('hash-mismatch');
    expect(site.asked).toEqual(['models/tiny/manifest.json']);
  });

  it('does not follow a manifest that names a path', async () => {
    const other = structuredClone(manifest);
    (other.parts[0] as { file: string }).file = '../../elsewhere';
    site.answers.set('models/tiny/manifest.json', () => Response.json(other));
    expect((await problemOf(openModel(model, site.options(store)))).code).toBe('model-missing');
  });

  it("reads the publisher's whole file in ranges where the site lacks the model", async () => {
    site.answers.delete('models/tiny/manifest.json');
    const address = 'https://publisher.test/tiny.gguf';
    const published: CatalogueModel = {
      ...model,
      sources: [{ kind: 'site' }, { kind: 'publisher', address }],
    };
    const ranged: typeof fetch = async (input, init) => {
      if (String(input) !== address) return site.fetch(input, init);
      const [, from, to] =
        /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('Range') ?? '') ?? [];
      return new Response(content.slice(Number(from), Number(to) + 1), { status: 206 });
    };
    const options = site.options(store);
    const file = await openModel(published, {
      ...options,
      network: { ...options.network, fetch: ranged },
    });
    expect(file.blob.size).toBe(model.bytes);

    const whole: typeof fetch = (input, init) =>
      String(input) === address ? Promise.resolve(new Response(content)) : site.fetch(input, init);
    const fresh = site.options(null);
    const work = openModel(published, { ...fresh, network: { ...fresh.network, fetch: whole } });
    expect((await problemOf(work)).code).toBe('download-failed');
  });

  it('says that a publisher no longer has the file', async () => {
    const address = 'https://publisher.test/gone.gguf';
    const published: CatalogueModel = { ...model, sources: [{ kind: 'publisher', address }] };
    const problem = await problemOf(openModel(published, site.options(store)));
    expect(problem.code).toBe('model-missing');
    expect(problem.message).toContain('publisher.test no longer has the file');
  });

  it('works without any storage', async () => {
    expect((await openModel(model, site.options(null))).blob.size).toBe(model.bytes);
  });
});

describe('what is kept', () => {
  it('can be removed, and old versions swept away', async () => {
    await openModel(model, site.options(store));
    store.parts.set('0'.repeat(64), new Blob(['old']));
    store.parts.set('1'.repeat(64), new Blob(['half of a download']));
    const strays = await strayParts([model], ['1'.repeat(64)], store);
    expect(strays).toEqual([{ sha256: '0'.repeat(64), bytes: 3 }]);
    await forgetParts(['0'.repeat(64)], store);
    expect(store.parts.size).toBe(4);
    await forgetParts(['1'.repeat(64)], store);
    await forgetModel(model, store);
    expect(store.parts.size).toBe(0);
  });
});

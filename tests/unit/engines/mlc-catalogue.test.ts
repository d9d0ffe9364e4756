import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  findMlcModel,
  forgetMlc,
  mlcCatalogue,
  mlcKept,
  readMlcModel,
  variantFor,
} from '../../../src/engines/mlc-catalogue';
import { folderOf, mendMlc } from '../../../src/engines/mlc-cache';
import type { MlcModel } from '../../../src/engines/answer-model';
import { MadeCaches } from './made-caches';

const qwen = findMlcModel('Qwen3-0.6B-q4f16_1-MLC') as MlcModel;

afterEach(() => vi.unstubAllGlobals());

describe('the catalogue', () => {
  it.each(mlcCatalogue.map((model) => [model.id, model] as const))(
    'has %s as the pinned package lists it',
    (id, model) => {
      const listed = prebuiltAppConfig.model_list.find(({ model_id }) => model_id === id);
      expect(listed).toBeDefined();
      expect(model.address).toBe(`${listed?.model}/resolve/main/`);
      expect(model.library).toBe(listed?.model_lib);
      expect(model.memory).toBe(Math.round((listed?.vram_required_MB ?? 0) * 1024 * 1024));
      expect(model.context).toBe(listed?.overrides?.context_window_size);
      // The list leaves the feature out of some entries that need it, and never names it where it is not needed.
      if (listed?.required_features?.includes('shader-f16')) expect(model.f16).toBe(true);
      expect(model.f16).toBe(id.includes('f16'));
      // Entries that need a manifest of their own would have to be loaded in another way.
      expect(listed?.model_manifest).toBeUndefined();
    },
  );

  it('has the models that were promised, each once', () => {
    expect(new Set(mlcCatalogue.map(({ id }) => id)).size).toBe(mlcCatalogue.length);
    const sizes = (family: string): number[] => [
      ...new Set(
        mlcCatalogue
          .filter((model) => model.family === family)
          .map(({ parameters }) => Math.round(parameters / 1e8) / 10),
      ),
    ];
    expect(sizes('Qwen3')).toEqual([0.6, 1.7, 4, 8.2]);
    expect(sizes('Llama 3.2')).toEqual([1.2, 3.2]);
    expect(sizes('SmolLM2')).toEqual([0.1, 0.4, 1.7]);
    for (const family of ['Gemma 2', 'Gemma 3', 'Phi 3.5', 'Phi 4']) {
      expect(sizes(family)).toHaveLength(1);
    }
  });

  it('says about how much is downloaded: 596,049,920 weights of 4.5 bits are 335 MB', () => {
    expect(qwen.bytes).toBe(335_278_080);
    expect(findMlcModel('SmolLM2-135M-Instruct-q0f32-MLC')?.bytes).toBe(538_060_032);
  });

  it('lets the families think that can', () => {
    for (const { family, thinks } of mlcCatalogue) expect(thinks).toBe(family === 'Qwen3');
  });
});

describe('the variant for an adapter', () => {
  it('is chosen by its feature, not by its name', () => {
    expect(variantFor('Qwen3 4B', { f16: true })?.id).toBe('Qwen3-4B-q4f16_1-MLC');
    expect(variantFor('Qwen3 4B', { f16: false })?.id).toBe('Qwen3-4B-q4f32_1-MLC');
    expect(variantFor(qwen.id, { f16: false })?.id).toBe('Qwen3-0.6B-q4f32_1-MLC');
  });

  it('is none without an adapter, for an unknown model, and where only half precision exists', () => {
    expect(variantFor('Qwen3 4B', null)).toBeUndefined();
    expect(variantFor('Qwen9', { f16: true })).toBeUndefined();
    expect(variantFor('Gemma 3 1B', { f16: false })).toBeUndefined();
    expect(variantFor('Gemma 3 1B', { f16: true })?.quantization).toBe('q4f16_1');
  });
});

describe('what is kept', () => {
  const shard = new TextEncoder().encode('abc');
  /** RFC 1321: MD5 of "abc". */
  const MD5 = '900150983cd24fb0d6963f7d28e17f72';
  const list = {
    metadata: {},
    records: ['params_shard_0.bin', 'params_shard_1.bin'].map((dataPath) => ({
      dataPath,
      format: 'raw-shard',
      nbytes: 3,
      md5sum: MD5,
    })),
  };
  const at = (name: string): string => qwen.address + name;
  const kept = async (weights: readonly string[]): Promise<MadeCaches> => {
    const caches = new MadeCaches();
    vi.stubGlobal('caches', caches);
    const model = await caches.open('webllm/model');
    await model.put(at('tensor-cache.json'), new Response(JSON.stringify(list)));
    await model.put(at('tokenizer.json'), new Response('{}'));
    for (const [index, text] of weights.entries()) {
      await model.put(at(`params_shard_${index}.bin`), new Response(text));
    }
    const config = await caches.open('webllm/config');
    await config.put(at('mlc-chat-config.json'), new Response('{}'));
    const wasm = await caches.open('webllm/wasm');
    await wasm.put(qwen.library, new Response(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
    return caches;
  };

  it('is told by its bytes, and as whole only where it is', async () => {
    await kept([]);
    expect(await mlcKept(qwen.id)).toBe(0);
    await kept(['abc']);
    expect(await mlcKept(qwen.id)).toBe(3);
    const caches = await kept(['abc', 'abc']);
    expect(await mlcKept(qwen.id)).toBe(true);
    await (await caches.open('webllm/wasm')).delete(qwen.library);
    expect(await mlcKept(qwen)).toBe(6);
    expect(await mlcKept('unknown')).toBe(0);
  });

  it('is deleted whole, and nothing else with it', async () => {
    const caches = await kept(['abc', 'abc']);
    const other =
      'https://huggingface.co/mlc-ai/Qwen3-0.6B-q4f32_1-MLC/resolve/main/tokenizer.json';
    await (await caches.open('webllm/model')).put(other, new Response('{}'));
    await forgetMlc(qwen.id);
    expect(caches.addresses()).toEqual([other]);
  });

  it('is left alone where it is as published', async () => {
    expect(shard).toHaveLength(3);
    await kept(['abc', 'abc']);
    expect(await mendMlc(qwen)).toEqual({ removed: 0, isChecked: true });
  });

  it('is cleaned of weights that are cut or changed, of pages in place of files, and of a false library', async () => {
    const caches = await kept(['ab', 'abd']);
    expect(await mendMlc(qwen)).toEqual({ removed: 2, isChecked: true });
    await (
      await caches.open('webllm/config')
    ).put(at('mlc-chat-config.json'), new Response('<!doctype html>'));
    await (await caches.open('webllm/wasm')).put(qwen.library, new Response('<html>'));
    expect((await mendMlc(qwen)).removed).toBe(2);
    const cut = Uint8Array.of(0, 97, 115, 109, 1, 0);
    await (await caches.open('webllm/wasm')).put(qwen.library, new Response(cut));
    expect((await mendMlc(qwen)).removed).toBe(1);
    expect(caches.addresses()).toEqual([at('tensor-cache.json'), at('tokenizer.json')]);
  });

  it('cannot be checked where the list itself is damaged', async () => {
    const caches = await kept(['abc']);
    await (
      await caches.open('webllm/model')
    ).put(at('tensor-cache.json'), new Response('<html>log in</html>'));
    expect(await mendMlc(qwen)).toEqual({ removed: 1, isChecked: false });
  });
});

describe('a model at an address', () => {
  const config = {
    model_type: 'qwen3',
    quantization: 'q4f16_1',
    context_window_size: 40960,
    temperature: 0.6,
    top_p: 0.95,
    conv_template: { stop_token_ids: [151643, 151645] },
  };
  const answer = (body: BodyInit, status = 200): void => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
  };
  const ADDRESS = 'https://huggingface.co/someone/Mine-q4f16_1-MLC';
  const LIBRARY = 'https://files.example/lib-webgpu.wasm';

  it('is read from its own configuration', async () => {
    answer(JSON.stringify(config));
    const model = await readMlcModel(ADDRESS, LIBRARY);
    expect(model).toMatchObject({
      kind: 'mlc',
      title: 'Mine-q4f16_1-MLC',
      f16: true,
      thinks: true,
      context: 4096,
      address: `${ADDRESS}/resolve/main/`,
      library: LIBRARY,
      sampling: { temperature: 0.6, topP: 0.95, topK: 0 },
    });
  });

  it.each([
    ['no library', () => readMlcModel(ADDRESS, ' '), 'bad-link', /compiled library/],
    ['no https', () => readMlcModel('http://a.example/m', LIBRARY), 'bad-link', /https/],
    ['a password', () => readMlcModel('https://u:p@a.example/m', LIBRARY), 'bad-link', /password/],
  ])('is refused with %s', async (_, read, code, sentence) => {
    answer(JSON.stringify(config));
    await expect(read()).rejects.toMatchObject({ code });
    await expect(read()).rejects.toThrow(sentence);
  });

  it.each([
    ['is missing', '', 404, 'model-missing', /no mlc-chat-config.json.*404/],
    ['is a page', '<!doctype html>', 200, 'bad-file', /sent a page/],
    ['is something else', '{"a": 1}', 200, 'bad-file', /not one of a chat model/],
    ['has no end', 'x'.repeat(2 ** 20 + 1), 200, 'bad-file', /too large/],
  ])('is refused where the configuration %s', async (_, body, status, code, sentence) => {
    answer(body, status);
    await expect(readMlcModel(ADDRESS, LIBRARY)).rejects.toMatchObject({ code });
    await expect(readMlcModel(ADDRESS, LIBRARY)).rejects.toThrow(sentence);
  });

  it('is stopped where the configuration goes on and on', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1 << 16;
        controller.enqueue(new Uint8Array(1 << 16).fill(32));
      },
    });
    answer(endless);
    await expect(readMlcModel(ADDRESS, LIBRARY)).rejects.toThrow(/too large/);
    expect(sent).toBeLessThan(2 ** 21);
  });

  it.each([
    ['a context of half a token', { context_window_size: 0.5 }],
    ['a kind as long as a book', { model_type: 'x'.repeat(100_000) }],
  ])('is refused with %s', async (_, changed) => {
    answer(JSON.stringify({ ...config, ...changed }));
    await expect(readMlcModel(ADDRESS, LIBRARY)).rejects.toMatchObject({ code: 'bad-file' });
  });

  it('has usual sampling where its own is none', async () => {
    answer(JSON.stringify({ ...config, temperature: -3, top_p: 7 }));
    const { sampling } = await readMlcModel(ADDRESS, LIBRARY);
    expect(sampling).toEqual({ temperature: 1, topP: 1, topK: 0 });
  });

  it('keeps a stray percent sign in its name', async () => {
    answer(JSON.stringify(config));
    const { title } = await readMlcModel('https://a.example/mlc-ai/X%zzY', LIBRARY);
    expect(title).toBe('X%zzY');
  });

  it('has an id of its own beside another of its name', async () => {
    const idOf = async (address: string, library = LIBRARY): Promise<string> => {
      answer(JSON.stringify(config));
      return (await readMlcModel(address, library)).id;
    };
    const ids = [
      await idOf('https://huggingface.co/one/Mine-MLC'),
      await idOf('https://huggingface.co/two/Mine-MLC'),
      await idOf('https://huggingface.co/one/Mine-MLC', 'https://files.example/other.wasm'),
    ];
    expect(new Set(ids).size).toBe(3);
    expect(await idOf('https://huggingface.co/one/Mine-MLC')).toBe(ids[0]);
  });

  it('says where nothing answers, and stops when asked to', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(readMlcModel(ADDRESS, LIBRARY)).rejects.toMatchObject({ code: 'download-failed' });
    const stopped = readMlcModel(ADDRESS, LIBRARY, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  });

  it('gets the main branch where none is named, as WebLLM does it', () => {
    expect(folderOf('https://a.example/o/m')).toBe('https://a.example/o/m/resolve/main/');
    expect(folderOf('https://a.example/o/m/resolve/abc')).toBe(
      'https://a.example/o/m/resolve/abc/',
    );
  });
});

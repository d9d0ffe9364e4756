import { describe, expect, it } from 'vitest';
import type { CatalogueModel } from '../../../src/engines/catalogue';
import type { EndpointModel, MlcModel } from '../../../src/engines/answer-model';
import { AnswerModelRepository } from '../../../src/storage/answer-models';
import { SettingsRepository } from '../../../src/storage/settings';
import { freshDb } from '../storage/fresh-db';

const sampling = { temperature: 0.7, topP: 0.8, topK: 20 };
const file: CatalogueModel = {
  kind: 'gguf',
  id: 'mine-q4_0-01234567',
  title: 'Mine',
  file: 'mine.gguf',
  bytes: 30,
  sha256: 'a'.repeat(64),
  parts: ['b'.repeat(64)],
  sources: [{ kind: 'publisher', address: 'https://models.example/mine.gguf' }],
  quantization: 'Q4_0',
  parameters: 1000,
  family: 'llama',
  licence: 'MIT',
  publisher: 'me',
  sampling,
  context: { start: 2048, most: 8192 },
  note: '',
};
const mlc: MlcModel = {
  kind: 'mlc',
  id: 'Own-0.5B-q4f16_1-MLC',
  title: 'Another',
  family: 'qwen2',
  parameters: 5e8,
  quantization: 'q4f16_1',
  f16: true,
  licence: '',
  publisher: 'me',
  address: 'https://models.example/own/resolve/main/',
  library: 'https://models.example/own.wasm',
  bytes: 0,
  memory: 0,
  context: 4096,
  sampling,
  thinks: false,
  note: '',
};
const server: EndpointModel = {
  kind: 'endpoint',
  id: 'endpoint:big',
  title: 'Big',
  address: 'http://127.0.0.1:8080/v1',
  model: 'big',
  concurrency: 4,
  prices: { prompt: 1, completion: 3 },
  limit: null,
};

describe('the reader’s own models', () => {
  it('come back as they were kept, by title, also in another tab', async () => {
    const { db, reopen } = freshDb();
    const models = new AnswerModelRepository(db);
    for (const model of [file, mlc, server]) await models.put(model);
    const seen = await new AnswerModelRepository(reopen()).list();
    expect(seen).toEqual([mlc, server, file]);
    await models.put({ ...server, title: 'Zed' });
    await models.remove(mlc.id);
    expect((await models.list()).map(({ title }) => title)).toEqual(['Mine', 'Zed']);
  });

  it('keep no key, wherever one sits', async () => {
    const { db } = freshDb();
    const models = new AnswerModelRepository(db);
    await models.put({ ...server, key: 'sk-secret' } as EndpointModel);
    expect(JSON.stringify(await db.settings.toArray())).not.toContain('sk-secret');
    // Written by something else: it does not come out either.
    await db.settings.put({ key: 'model:x', value: { ...server, id: 'x', key: 'sk-secret' } });
    expect(JSON.stringify(await models.list())).not.toContain('sk-secret');
  });

  it('skip what this version does not know, and leave it where it is', async () => {
    const { db } = freshDb();
    const models = new AnswerModelRepository(db);
    await models.put(file);
    await db.settings.bulkPut([
      { key: 'model:later', value: { kind: 'hologram', id: 'later' } },
      { key: 'model:cut', value: { ...file, id: 'cut', parts: ['no hash'] } },
      { key: 'model:none', value: null },
    ]);
    expect(await models.list()).toEqual([file]);
    expect(await db.settings.count()).toBe(4);
    expect((await new SettingsRepository(db).all()).theme).toBe('system');
  });

  it('tells a page that watches', async () => {
    const { db } = freshDb();
    const models = new AnswerModelRepository(db);
    const seen: number[] = [];
    const stop = models.watch().subscribe(
      (list) => seen.push(list.length),
      (problem) => expect.unreachable(problem.message),
    );
    await expect.poll(() => seen).toEqual([0]);
    await models.put(file);
    await expect.poll(() => seen.at(-1)).toBe(1);
    stop();
  });
});

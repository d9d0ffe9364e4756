import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asProblem } from '../../../src/core/errors';
import type { Novel } from '../../../src/core/novel';
import { NovelRepository, type Shelved } from '../../../src/storage/novels';
import { freshDb } from './fresh-db';

afterEach(() => {
  vi.restoreAllMocks();
});

function novel(id: string, text = 'One two three.'): Novel {
  return {
    id,
    title: `Title of ${id}`,
    author: 'A. Writer',
    hash: 'f'.repeat(64),
    chapters: [{ title: 'I', paragraphs: [text, 'Four.'] }],
  };
}

describe('the novels kept here', () => {
  it('are there again in another tab, with what is one’s own listed', async () => {
    const { db, reopen } = freshDb();
    const times = ['2026-11-30T10:00:00.000Z', '2026-11-30T11:00:00.000Z'];
    const novels = new NovelRepository(db, () => new Date(times.shift() ?? 0));
    await novels.put(novel('own-1'), { kind: 'own', file: 'a.txt' });
    await novels.put(novel('own-2', 'x'), { kind: 'own', file: 'b.epub' });
    await novels.put(novel('emma'), { kind: 'catalogue' });
    const again = new NovelRepository(reopen());
    expect(await again.get('emma')).toEqual(novel('emma'));
    expect(await again.get('persuasion')).toBeNull();
    expect([await again.has('emma'), await again.has('persuasion')]).toEqual([true, false]);
    const shelved = await again.shelved();
    expect([...shelved.here].sort()).toEqual(['emma', 'own-1', 'own-2']);
    expect(shelved.own.map(({ id, file, words, chapters }) => [id, file, words, chapters])).toEqual(
      [
        ['own-2', 'b.epub', 2, 1],
        ['own-1', 'a.txt', 4, 1],
      ],
    );
  });

  it('go with their vectors, and come back with them', async () => {
    const { db } = freshDb();
    const novels = new NovelRepository(db);
    await novels.put(novel('own-1'), { kind: 'own', file: 'a.txt' });
    await db.vectors.bulkPut([
      { key: 'a', novel: 'own-1', bytes: new ArrayBuffer(3) },
      { key: 'b', novel: 'emma', bytes: new ArrayBuffer(4) },
    ]);
    const undo = await novels.remove('own-1');
    expect(await novels.get('own-1')).toBeNull();
    expect(await db.vectors.toCollection().primaryKeys()).toEqual(['b']);
    await undo();
    expect(await novels.get('own-1')).toEqual(novel('own-1'));
    expect(await db.vectors.toCollection().primaryKeys()).toEqual(['a', 'b']);
  });

  it('are followed while they change', async () => {
    const { db } = freshDb();
    const novels = new NovelRepository(db);
    const seen: Shelved[] = [];
    const stop = novels.watch().subscribe(
      (value) => seen.push(value),
      () => expect.unreachable(),
    );
    await vi.waitFor(() => expect(seen.length).toBe(1));
    await novels.put(novel('emma'), { kind: 'catalogue' });
    await vi.waitFor(() => expect([...(seen.at(-1)?.here ?? [])]).toEqual(['emma']));
    stop();
  });

  it('are whole or not there when the disk is full, and the sentence says so', async () => {
    const { db } = freshDb();
    const novels = new NovelRepository(db);
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const problem = await novels.put(novel('emma'), { kind: 'catalogue' }).catch(asProblem);
    expect(problem).toMatchObject({ code: 'disk-full', kept: 'Nothing of it was kept.' });
    vi.restoreAllMocks();
    expect(await novels.has('emma')).toBe(false);
  });

  it('that another version wrote in another shape say so and stay', async () => {
    const { db } = freshDb();
    await db.start();
    await db.table('novels').put({ id: 'emma', novel: { id: 'emma', pages: [] } });
    const problem = await new NovelRepository(db).get('emma').catch(asProblem);
    expect(problem).toMatchObject({
      code: 'storage-failed',
      kept: 'It stays in the browser as it is.',
    });
  });
});

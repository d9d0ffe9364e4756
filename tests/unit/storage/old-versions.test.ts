import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { CrossroadsDb, DB_VERSION } from '../../../src/storage/db';
import { NovelRepository } from '../../../src/storage/novels';
import { OwnDecisionRepository } from '../../../src/storage/own-decisions';
import { RunRepository } from '../../../src/storage/runs';
import { SettingsRepository } from '../../../src/storage/settings';
import { manifest, run, sample } from '../../fixtures/storage/build-run';
import dump from '../../fixtures/storage/v1.json';
import { freshDb, openRaw } from './fresh-db';

/** Puts the dump into a browser that has never seen our code. */
async function installV1(): Promise<IDBFactory> {
  const factory = new IDBFactory();
  const raw = await openRaw(factory, dump.version, (db) => {
    for (const { name, keyPath, autoIncrement, indexes } of dump.stores) {
      const store = db.createObjectStore(name, { keyPath, autoIncrement });
      for (const index of indexes) store.createIndex(index.name, index.keyPath, index);
    }
  });
  const names = dump.stores.map(({ name }) => name);
  const transaction = raw.transaction(names, 'readwrite');
  for (const { name, rows } of dump.stores) {
    for (const row of rows) transaction.objectStore(name).put(row);
  }
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
  raw.close();
  return factory;
}

describe('a database of version 1', () => {
  it('was made as version 1', () => {
    expect(dump.version).toBe(10);
    expect(dump.stores.map(({ name }) => name)).toEqual([
      'artifacts',
      'runs',
      'samples',
      'settings',
    ]);
  });

  it('opens with its runs, samples, artifacts and settings', async () => {
    const { db } = freshDb(await installV1());
    const runs = new RunRepository(db);
    const list = await runs.list();
    expect(list.map((entry) => [entry.manifest.runId, entry.origin, entry.counts])).toEqual([
      ['going-on', 'here', { answered: 1, unparsed: 0, refused: 0, error: 1 }],
      ['from-a-file', 'file', { answered: 3, unparsed: 0, refused: 0, error: 0 }],
    ]);
    expect(await runs.run('from-a-file')).toEqual(
      run(3, { runId: 'from-a-file', finishedAt: '2026-11-30T11:00:00.000Z', trials: 3 }),
    );
    expect((await new SettingsRepository(db).all()).theme).toBe('dark');
  });

  it('becomes version 3 with every row as it was, and takes what came with versions 2 and 3', async () => {
    const factory = await installV1();
    const { db } = freshDb(factory);
    await db.start();
    expect(db.verno).toBe(3);
    for (const { name, rows } of dump.stores) expect(await db.table(name).toArray()).toEqual(rows);
    for (const name of ['novels', 'vectors', 'keptArtifacts', 'ownBooks', 'ownDecisions'])
      expect(await db.table(name).count()).toBe(0);
    await db.vectors.put({ key: 'k', novel: 'emma', bytes: new ArrayBuffer(2) });
    db.close();
    const raw = await openRaw(factory, 30);
    expect([...raw.objectStoreNames]).toEqual([
      'artifacts',
      'keptArtifacts',
      'novels',
      'ownBooks',
      'ownDecisions',
      'runs',
      'samples',
      'settings',
      'vectors',
    ]);
    raw.close();
  });

  it('goes on where it was', async () => {
    const { db } = freshDb(await installV1());
    const runs = new RunRepository(db);
    await runs.journal('going-on').put(sample(1));
    expect(await runs.samples('going-on')).toEqual([sample(0), sample(1)]);
    expect((await runs.get('going-on'))?.counts.error).toBe(0);
  });
});

/** A browser as version 2 left it, with a novel of the catalogue and a book of the reader's own. */
async function installV2(): Promise<IDBFactory> {
  const factory = new IDBFactory();
  const raw = await openRaw(factory, 20, (db) => {
    db.createObjectStore('runs', { keyPath: 'runId' }).createIndex('startedAt', 'startedAt');
    db.createObjectStore('samples', { keyPath: ['runId', 'n'] });
    db.createObjectStore('artifacts', { keyPath: ['runId', 'id'] }).createIndex('[runId+n]', [
      'runId',
      'n',
    ]);
    db.createObjectStore('settings', { keyPath: 'key' });
    db.createObjectStore('novels', { keyPath: 'id' });
    db.createObjectStore('vectors', { keyPath: 'key' }).createIndex('novel', 'novel');
    db.createObjectStore('keptArtifacts', { keyPath: 'id' });
  });
  const transaction = raw.transaction(['novels', 'vectors', 'settings'], 'readwrite');
  for (const row of V2_NOVELS) transaction.objectStore('novels').put(row);
  transaction.objectStore('vectors').put(V2_VECTOR);
  transaction.objectStore('settings').put({ key: 'theme', value: 'dark' });
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
  raw.close();
  return factory;
}

const V2_VECTOR = { key: 'k', novel: 'own-1', bytes: new ArrayBuffer(2) };
const V2_NOVELS = [
  {
    id: 'emma',
    novel: { id: 'emma', title: 'Emma', author: 'Jane Austen', hash: 'e', chapters: [] },
    addedAt: '2026-11-30T10:00:00.000Z',
    source: { kind: 'catalogue' },
  },
  {
    id: 'own-1',
    novel: {
      id: 'own-1',
      title: 'Tale',
      author: '',
      hash: 'f',
      chapters: [
        { title: 'I', paragraphs: ['One two.', 'Three.'] },
        { title: 'II', paragraphs: ['Four five six.'] },
      ],
    },
    addedAt: '2026-11-30T11:00:00.000Z',
    source: { kind: 'own', file: 'tale.txt' },
  },
];

describe('a database of version 2', () => {
  it('opens with every row as it was, and lists the reader’s own books without their texts', async () => {
    const { db } = freshDb(await installV2());
    const { here, own } = await new NovelRepository(db).shelved();
    expect([...here].sort()).toEqual(['emma', 'own-1']);
    expect(own).toEqual([
      {
        id: 'own-1',
        title: 'Tale',
        author: '',
        file: 'tale.txt',
        addedAt: '2026-11-30T11:00:00.000Z',
        chapters: 2,
        words: 6,
      },
    ]);
    expect(await db.novels.toArray()).toEqual(V2_NOVELS);
    expect(await db.vectors.toArray()).toEqual([V2_VECTOR]);
    expect((await new SettingsRepository(db).all()).theme).toBe('dark');
    expect((await new OwnDecisionRepository(db).all()).decisions).toEqual([]);
  });
});

describe('rows of an older shape', () => {
  it('are read through the schemas, and say so where they cannot be', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.import(run(2));
    const { name: _, ...nameless } = manifest();
    // As a version before `name` would have left it, with a member that has since gone.
    await db.table('runs').update('run-1', { shape: 0, manifest: { ...nameless, colour: 'blue' } });
    expect((await runs.run('run-1')).manifest).toEqual(manifest());
    await db.table('samples').update(['run-1', 2], { 'samples.0.status': 'great' });
    await expect(runs.samples('run-1')).rejects.toMatchObject({
      code: 'storage-failed',
      kept: 'It stays in the browser as it is.',
    });
  });

  it('keep their data when a later version adds to the database', async () => {
    const factory = await installV1();
    const later = new CrossroadsDb('crossroads', { indexedDB: factory, IDBKeyRange });
    later.version(DB_VERSION + 1).stores({ later: 'id' });
    expect((await new RunRepository(later).samples('from-a-file')).length).toBe(3);
  });
});

import {
  IDBFactory,
  IDBKeyRange,
  IDBObjectStore as FDBObjectStore,
  IDBTransaction as FDBTransaction,
} from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asProblem, type Problem } from '../../../src/core/errors';
import { CrossroadsDb, DB_VERSION } from '../../../src/storage/db';
import { RunRepository } from '../../../src/storage/runs';
import { SettingsRepository } from '../../../src/storage/settings';
import { manifest, run, sample } from '../../fixtures/storage/build-run';
import { freshDb, openRaw } from './fresh-db';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The database's version as the browser counts it, now and after the next change. */
const PRESENT = DB_VERSION * 10;
const NEWER = PRESENT + 10;

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const outcome = await promise.then(
    () => {
      throw new Error('did not fail');
    },
    (error: unknown) => error,
  );
  expect(outcome).toMatchObject({ name: 'Problem' });
  return asProblem(outcome);
}

/** Makes the n-th write into a store fail the way each browser does. */
const fullDisk: Record<string, (store: string) => void> = {
  'put throws at once': (store) => {
    const put = FDBObjectStore.prototype.put;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<IDBObjectStore['put']>
    ) {
      if (this.name === store) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    });
  },
  'the transaction is abandoned with a request pending': (store) => {
    const put = FDBObjectStore.prototype.put;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<IDBObjectStore['put']>
    ) {
      const request = put.apply(this, args);
      if (this.name === store) (this.transaction as Abortable)._abort('QuotaExceededError');
      return request;
    });
  },
  'the transaction fails when it is written out': () => {
    const dispatch = FDBTransaction.prototype.dispatchEvent;
    vi.spyOn(FDBTransaction.prototype, 'dispatchEvent').mockImplementation(function (
      this: Abortable,
      event: Event,
    ) {
      if (this.mode !== 'readwrite' || event.type !== 'complete') return dispatch.call(this, event);
      this._abort('QuotaExceededError');
      return true;
    });
  },
};

/** What fake-indexeddb calls where a browser abandons a transaction by itself. */
type Abortable = IDBTransaction & { _abort(name: string): void };

describe.each(Object.entries(fullDisk))('a full disk: %s', (_, inject) => {
  it.each(['samples', 'runs'])('loses nothing answered before (%s)', async (store) => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const journal = runs.journal('run-1');
    await journal.put(sample(0));
    inject(store);
    const problem = await problemOf(journal.put(sample(1)));
    expect(problem.code).toBe('disk-full');
    expect(problem.sentence).toBe(
      'The browser could not keep the last answer: the disk space it grants to this page is used up. ' +
        'Every answer before it is kept. ' +
        'Delete runs you no longer need, or free space on the disk, and then try again.',
    );
    vi.restoreAllMocks();
    const again = new RunRepository(reopen());
    expect(await again.samples('run-1')).toEqual([sample(0)]);
    expect((await again.get('run-1'))?.counts.answered).toBe(1);
    // Space was made: the same answer is kept now.
    await journal.put(sample(1));
    expect((await again.samples('run-1')).length).toBe(2);
  });
});

describe('a broken write', () => {
  it('is not done while the transaction is under way', async () => {
    const { db } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const events: string[] = [];
    const dispatch = FDBTransaction.prototype.dispatchEvent;
    vi.spyOn(FDBTransaction.prototype, 'dispatchEvent').mockImplementation(function (
      this: IDBTransaction,
      event: Event,
    ) {
      const outcome = dispatch.call(this, event);
      if (this.mode === 'readwrite' && event.type === 'complete') events.push('complete');
      return outcome;
    });
    await runs.journal('run-1').put(sample(0));
    events.push('resolved');
    expect(events).toEqual(['complete', 'resolved']);
  });

  it('leaves sample and counts as they were when the transaction is aborted', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    await runs.create(manifest());
    const put = FDBObjectStore.prototype.put;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<IDBObjectStore['put']>
    ) {
      const request = put.apply(this, args);
      if (this.name === 'runs') this.transaction.abort();
      return request;
    });
    const problem = await problemOf(runs.journal('run-1').put(sample(0)));
    // Never "Stopped": nobody stopped it.
    expect(problem.code).toBe('storage-failed');
    vi.restoreAllMocks();
    const again = new RunRepository(reopen());
    expect(await again.samples('run-1')).toEqual([]);
    expect((await again.get('run-1'))?.counts.answered).toBe(0);
  });

  it('imports nothing of a run when it breaks off half way', async () => {
    const { db, reopen } = freshDb();
    const add = FDBObjectStore.prototype.add;
    let count = 0;
    vi.spyOn(FDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      ...args: Parameters<IDBObjectStore['add']>
    ) {
      count += 1;
      if (count === 4) throw new DOMException('full', 'QuotaExceededError');
      return add.apply(this, args);
    });
    const problem = await problemOf(new RunRepository(db).import(run(1000)));
    expect(problem.code).toBe('disk-full');
    expect(problem.kept).toBe('Nothing of it was imported, and your other runs are as they were.');
    vi.restoreAllMocks();
    const again = reopen();
    await again.start();
    expect(await again.runs.count()).toBe(0);
    expect(await again.samples.count()).toBe(0);
  });
});

describe('opening', () => {
  it('says that a newer version wrote the database, and leaves it alone', async () => {
    const factory = new IDBFactory();
    (
      await openRaw(factory, NEWER, (raw) => raw.createObjectStore('runs', { keyPath: 'id' }))
    ).close();
    const { db } = freshDb(factory);
    const problem = await problemOf(new RunRepository(db).list());
    expect(problem.message).toBe(
      'The runs in this browser were stored by a newer version of Crossroads than this page.',
    );
    db.close();
    const raw = await openRaw(factory, NEWER);
    expect([...raw.objectStoreNames]).toEqual(['runs']);
  });

  it('says that another tab blocks an upgrade, and goes on when it lets go', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { factory, db: first } = freshDb();
    await new RunRepository(first).import(run(2));
    first.close();
    const other = await openRaw(factory, PRESENT);
    const newer = new CrossroadsDb('crossroads', { indexedDB: factory, IDBKeyRange });
    newer.version(DB_VERSION + 1).stores({ later: 'id' });
    const problem = await problemOf(newer.start(20));
    expect(problem.code).toBe('busy');
    expect(problem.next).toBe('Close the other tabs of this page and try again.');
    // Asked again it says so again instead of waiting for ever.
    expect((await problemOf(newer.start(20))).code).toBe('busy');
    other.close();
    await newer.start();
    expect((await new RunRepository(newer).samples('run-1')).length).toBe(2);
  });

  it('lets go of the database for a newer tab, and then says to reload', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { factory, db } = freshDb();
    const runs = new RunRepository(db);
    await runs.list();
    (await openRaw(factory, NEWER)).close();
    const problem = await problemOf(runs.list());
    expect(problem.sentence).toContain('newer version of Crossroads');
    expect(problem.next).toMatch(/^Reload/);
  });

  it.each([
    ['there is no IndexedDB', undefined],
    [
      'a private window refuses it',
      {
        open: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
    ],
  ])('says that nothing can be kept where %s', async (_, indexedDB) => {
    const db = new CrossroadsDb('crossroads', {
      indexedDB: indexedDB as unknown as IDBFactory,
      IDBKeyRange,
    });
    const problem = await problemOf(new RunRepository(db).list());
    expect(problem.code).toBe('storage-failed');
    expect(problem.message).toContain('does not let this page keep data');
    expect((await problemOf(new SettingsRepository(db).all())).code).toBe('storage-failed');
    const watched = await new Promise<Problem>((resolve) => {
      new RunRepository(db).watchList().subscribe(() => expect.unreachable(), resolve);
    });
    expect(watched.message).toContain('does not let this page keep data');
  });
});

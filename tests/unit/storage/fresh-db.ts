import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { CrossroadsDb } from '../../../src/storage/db';

// A live query does nothing unless the page has an IndexedDB; which one does not matter.
Dexie.dependencies.indexedDB = new IDBFactory();

/** A database of its own; `reopen` opens the same one again, as a new tab would. */
export function freshDb(factory: IDBFactory = new IDBFactory()) {
  const open = () => new CrossroadsDb('crossroads', { indexedDB: factory, IDBKeyRange });
  return { factory, db: open(), reopen: open };
}

/** Opens a database through the browser's own interface. */
export function openRaw(
  factory: IDBFactory,
  version: number,
  upgrade: (db: IDBDatabase) => void = () => undefined,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open('crossroads', version);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('open failed'));
  });
}

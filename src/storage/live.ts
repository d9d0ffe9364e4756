import { liveQuery } from 'dexie';
import { asProblem, type Problem } from '../core/errors';
import type { CrossroadsDb } from './db';
import { storageProblem } from './problems';

/**
 * A value that is read again whenever what it was read from changes, in this tab or another.
 * `subscribe` gives the first value soon, not at once; it returns the way to stop. After a failure nothing more comes.
 */
export interface Live<T> {
  subscribe(next: (value: T) => void, failed: (problem: Problem) => void): () => void;
}

/** Makes a query live. The query must read through Dexie only. */
export function live<T>(db: CrossroadsDb, query: () => Promise<T>): Live<T> {
  return {
    subscribe(next, failed) {
      let stop = (): void => undefined;
      let stopped = false;
      // Opened first: Dexie follows what a query reads only on an open database, and says nothing where there is none.
      db.start().then(
        () => {
          if (stopped) return;
          // The async function lets Dexie see the query's own awaits.
          const subscription = liveQuery(async () => query()).subscribe({
            next,
            error: (error: unknown) =>
              failed(storageProblem(error, { doing: 'read what it keeps' })),
          });
          stop = () => subscription.unsubscribe();
        },
        (error: unknown) => failed(asProblem(error)),
      );
      return () => {
        stopped = true;
        stop();
      };
    },
  };
}

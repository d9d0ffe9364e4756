import type { CrossroadsDb } from './db';

/** Novels' vectors, one buffer each; part of one while it is being made. Rejects with a Problem. */
export class VectorRepository {
  constructor(private readonly db: CrossroadsDb) {}

  /** The vectors under a key (retrieval/novel-vectors.ts); undefined where there are none. */
  async get(key: string): Promise<ArrayBuffer | undefined> {
    const stakes = { doing: 'look for the vectors of a novel', kept: 'They stay as they are.' };
    const row = await this.db.attempt(stakes, () => this.db.vectors.get(key));
    return row?.bytes instanceof ArrayBuffer ? row.bytes : undefined;
  }

  async put(key: string, novel: string, bytes: ArrayBuffer): Promise<void> {
    const stakes = {
      doing: 'keep the vectors of a novel',
      kept: 'Those kept before are still there.',
    };
    await this.db.write(stakes, [this.db.vectors], () =>
      this.db.vectors.put({ key, novel, bytes }),
    );
  }

  /** Removes all vectors of a novel, whatever model and chunking they belong to. */
  async delete(novel: string): Promise<void> {
    const stakes = { doing: 'remove the vectors of a novel' };
    await this.db.write(stakes, [this.db.vectors], () =>
      this.db.vectors.where('novel').equals(novel).delete(),
    );
  }
}

import * as v from 'valibot';
import { Problem } from '../core/errors';
import { isOwnBook, type Novel } from '../core/novel';
import type { CrossroadsDb, NovelRow } from './db';
import { live, type Live } from './live';
import { ownBook, type OwnBook } from './own-books';

const novelSchema = v.object({
  id: v.string(),
  title: v.string(),
  author: v.string(),
  hash: v.string(),
  chapters: v.array(v.object({ title: v.string(), paragraphs: v.array(v.string()) })),
});

/** What of the shelf is in this browser. */
export interface Shelved {
  /** Ids of all novels that are here, own ones too. */
  readonly here: ReadonlySet<string>;
  /** Newest first. */
  readonly own: readonly OwnBook[];
}

/** The novels that were loaded or added here. Every method rejects with a Problem `storage-failed` or `disk-full`. */
export class NovelRepository {
  constructor(
    private readonly db: CrossroadsDb,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** A novel, null where it is not here. */
  get(id: string): Promise<Novel | null> {
    return this.db.attempt({ doing: 'open the novel' }, async () => {
      const row = await this.db.novels.get(id);
      if (row === undefined) return null;
      const novel = v.safeParse(novelSchema, row.novel);
      if (novel.success) return novel.output;
      throw new Problem('storage-failed', {
        what: 'The novel as this browser keeps it cannot be read by this version of the page.',
        kept: 'It stays in the browser as it is.',
        next: 'Delete it from the shelf and load it again.',
      });
    });
  }

  has(id: string): Promise<boolean> {
    return this.db.attempt({ doing: 'look for the novel' }, async () => {
      return (await this.db.novels.where('id').equals(id).count()) > 0;
    });
  }

  /** Keeps a novel, in place of one with the same id. It is on the disk, or not there at all, when this settles. */
  async put(novel: Novel, source: NovelRow['source']): Promise<void> {
    const row: NovelRow = { id: novel.id, novel, addedAt: this.now().toISOString(), source };
    await this.db.write(
      { doing: 'keep the novel', kept: 'Nothing of it was kept.' },
      [this.db.novels, this.db.ownBooks],
      async () => {
        await this.db.novels.put(row);
        if (source.kind === 'own') await this.db.ownBooks.put(ownBook(row));
      },
    );
  }

  /** Removes a novel with its vectors, an own one with its decisions; gives the way back. */
  async remove(id: string): Promise<() => Promise<void>> {
    const { novels, vectors, ownBooks, ownDecisions } = this.db;
    const tables = [novels, vectors, ownBooks, ownDecisions];
    const stakes = { doing: 'delete the novel', kept: 'It is still on the shelf.' };
    const removed = await this.db.write(stakes, tables, async () => {
      const row = await novels.get(id);
      const made = await vectors.where('novel').equals(id).toArray();
      await novels.delete(id);
      await vectors.where('novel').equals(id).delete();
      const decisions = isOwnBook(id) ? await ownDecisions.get(id) : undefined;
      if (isOwnBook(id)) await ownDecisions.delete(id);
      await ownBooks.delete(id);
      return { row, made, decisions };
    });
    return async () => {
      const { row, made, decisions } = removed;
      if (row === undefined) return;
      await this.db.write({ doing: 'put the novel back' }, tables, async () => {
        await novels.put(row);
        await vectors.bulkPut(made);
        if (row.source.kind === 'own') await ownBooks.put(ownBook(row));
        if (decisions !== undefined) await ownDecisions.put(decisions);
      });
    };
  }

  /** What is here; no text is read for it. */
  shelved(): Promise<Shelved> {
    return this.db.attempt({ doing: 'read the shelf' }, async () => {
      const ids = await this.db.novels.toCollection().primaryKeys();
      const books = await this.db.ownBooks.toArray();
      const own = books.sort((a, b) => b.addedAt.localeCompare(a.addedAt));
      return { here: new Set(ids), own };
    });
  }

  /** What is here, again after every change in any tab. */
  watch(): Live<Shelved> {
    return live(this.db, () => this.shelved());
  }
}

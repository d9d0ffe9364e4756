import * as v from 'valibot';
import { Problem } from '../core/errors';
import type { Novel } from '../core/novel';
import { ownDataset, type Decision, type DecisionDataset } from '../decision/dataset';
import { decisionSchema } from '../decision/decision-schema';
import { entityRow } from '../decision/rows-schema';
import type { CrossroadsDb, OwnDecisionsRow } from './db';
import { live, type Live } from './live';
import { ownBook } from './own-books';

const text = v.string();
const rowSchema = v.object({
  novel: text,
  title: text,
  author: text,
  decisions: v.array(decisionSchema),
  entities: v.array(entityRow),
});

/**
 * The decisions that a reader added, by novel. They are in this browser alone. Every method rejects with a Problem
 * `storage-failed` or `disk-full`.
 */
export class OwnDecisionRepository {
  constructor(
    private readonly db: CrossroadsDb,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /**
   * Keeps decisions, in place of those with the same ids, and the texts that come with them, a novel at a time.
   * @param file the name of the file that they come from
   */
  async keep(found: DecisionDataset, texts: readonly Novel[], file: string): Promise<void> {
    const { novels, ownBooks, ownDecisions } = this.db;
    const byNovel = byNovelOf(found.decisions);
    let done = 0;
    for (const [id, decisions] of byNovel) {
      const kept =
        done === 0
          ? 'Nothing of the file was kept.'
          : `${done} of ${byNovel.size} novels were kept.`;
      const { title, author } = found.novels.get(id) ?? { title: id, author: '' };
      const row = { novel: id, title, author, decisions, entities: found.entities.get(id) ?? [] };
      const novel = texts.find((one) => one.id === id);
      await this.db.write(
        { doing: 'keep the decisions', kept },
        [novels, ownBooks, ownDecisions],
        async () => {
          const before = await ownDecisions.get(id);
          await ownDecisions.put(before === undefined ? row : merged(readRow(before), row));
          if (novel === undefined || (await novels.get(id)) !== undefined) return;
          const addedAt = this.now().toISOString();
          const book = { id, novel, addedAt, source: { kind: 'own', file } } as const;
          await novels.put(book);
          await ownBooks.put(ownBook(book));
        },
      );
      done += 1;
    }
  }

  /** All of them, novel by novel. */
  all(): Promise<DecisionDataset> {
    return this.db.attempt({ doing: 'read your decisions' }, async () => {
      return datasetOf((await this.db.ownDecisions.toArray()).map(readRow));
    });
  }

  /** Number of them by novel, again after every change in any tab. */
  watch(): Live<ReadonlyMap<string, number>> {
    return live(this.db, async () => {
      const rows = (await this.db.ownDecisions.toArray()).map(readRow);
      return new Map(rows.map(({ novel, decisions }) => [novel, decisions.length]));
    });
  }

  /** Removes those of a novel; gives the way back. */
  async remove(novel: string): Promise<() => Promise<void>> {
    const { ownDecisions } = this.db;
    const stakes = { doing: 'delete your decisions', kept: 'They are still here.' };
    const row = await this.db.write(stakes, [ownDecisions], async () => {
      const found = await ownDecisions.get(novel);
      await ownDecisions.delete(novel);
      return found;
    });
    return async () => {
      if (row === undefined) return;
      await this.db.write({ doing: 'put your decisions back' }, [ownDecisions], () =>
        ownDecisions.put(row),
      );
    };
  }
}

function byNovelOf(decisions: readonly Decision[]): ReadonlyMap<string, readonly Decision[]> {
  const found = new Map<string, Decision[]>();
  for (const decision of decisions) {
    const known = found.get(decision.novel);
    if (known === undefined) found.set(decision.novel, [decision]);
    else known.push(decision);
  }
  return found;
}

function readRow(row: OwnDecisionsRow): OwnDecisionsRow {
  const read = v.safeParse(rowSchema, row);
  if (read.success) return read.output;
  throw new Problem('storage-failed', {
    what: `Your decisions of “${row.novel}” as this browser keeps them cannot be read by this version of the page.`,
    kept: 'They stay in the browser as they are.',
    next: 'Delete them on the novel’s page and add their file again.',
  });
}

function merged(before: OwnDecisionsRow, added: OwnDecisionsRow): OwnDecisionsRow {
  const decisions = new Map([...before.decisions, ...added.decisions].map((one) => [one.id, one]));
  const entities = new Map(
    [...before.entities, ...added.entities].map((one) => [one.placeholder, one]),
  );
  return { ...added, decisions: [...decisions.values()], entities: [...entities.values()] };
}

function datasetOf(rows: readonly OwnDecisionsRow[]): DecisionDataset {
  return ownDataset(
    rows.map(({ novel: id, title, author }) => ({ id, title, author })),
    rows.flatMap(({ decisions }) => decisions),
    new Map(rows.map(({ novel, entities }) => [novel, entities])),
  );
}

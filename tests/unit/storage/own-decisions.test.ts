import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asProblem } from '../../../src/core/errors';
import type { DecisionDataset } from '../../../src/decision/dataset';
import { readOwnDecisions } from '../../../src/decision/own-decisions';
import { readReleased } from '../../../src/decision/released';
import { NovelRepository } from '../../../src/storage/novels';
import { OwnDecisionRepository } from '../../../src/storage/own-decisions';
import { decisionRow, entityRows, madeNovel } from '../decision/made';
import { freshDb } from './fresh-db';

afterEach(() => {
  vi.restoreAllMocks();
});

const entities = entityRows.map(({ novel: _, ...entity }) => entity);

/** Decisions on the made novel, as a file of them gives them. */
async function onMade(...rows: readonly object[]): Promise<DecisionDataset> {
  const lines = rows.map((row) => JSON.stringify({ ...decisionRow, character: 'Ann', ...row }));
  const { dataset, faults } = await readOwnDecisions(
    lines.join('\n'),
    () => Promise.resolve(madeNovel()),
    () => false,
  );
  expect(faults).toEqual([]);
  return dataset;
}

const released = (text: string) => ({
  character_name: 'Bo',
  input_text: text,
  'Multiple Choice Question': {
    Scenario: 'At the gate.',
    Question: 'What now?',
    Options: ['A. Go', 'B. Stay', 'C. Ask', 'D. Wait'],
    'Correct Answer': 'B',
  },
});

describe('one’s own decisions', () => {
  it('are there again in another tab as they were, with characters, entities and the novel’s name', async () => {
    const { db, reopen } = freshDb();
    const found = await onMade({ id: 'a', entities }, { id: 'b', answer: 'D' });
    await new OwnDecisionRepository(db).keep(found, [], 'mine.jsonl');
    const again = await new OwnDecisionRepository(reopen()).all();
    expect(again).toEqual(found);
    expect(again.byId.get('b')).toMatchObject({ answer: 'D', character: { name: 'Ann' } });
    expect(again.novels.get('made')).toMatchObject({ title: 'The Made Novel', author: 'Nobody' });
  });

  it('take the place of those with the same ids, where these stood', async () => {
    const { db } = freshDb();
    const own = new OwnDecisionRepository(db);
    await own.keep(await onMade({ id: 'a', entities }, { id: 'b' }), [], 'mine.jsonl');
    await own.keep(await onMade({ id: 'c' }, { id: 'a', answer: 'B' }), [], 'mended.jsonl');
    const { decisions, entities: kept } = await own.all();
    expect(decisions.map(({ id, answer }) => `${id} ${answer}`)).toEqual(['a B', 'b C', 'c C']);
    expect(kept.get('made')).toEqual(entityRows);
  });

  it('are counted by novel while they change, deleted, and brought back', async () => {
    const { db } = freshDb();
    const own = new OwnDecisionRepository(db);
    const seen: ReadonlyMap<string, number>[] = [];
    const stop = own.watch().subscribe(
      (value) => seen.push(value),
      () => expect.unreachable(),
    );
    await own.keep(await onMade({ id: 'a' }, { id: 'b' }), [], 'mine.jsonl');
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(new Map([['made', 2]])));
    const undo = await own.remove('made');
    expect((await own.all()).decisions).toEqual([]);
    await undo();
    expect((await own.all()).decisions.map(({ id }) => id)).toEqual(['a', 'b']);
    stop();
  });

  it('come with their books, go with them, and come back with them', async () => {
    const { db } = freshDb();
    const [own, shelf] = [new OwnDecisionRepository(db), new NovelRepository(db)];
    const { novels, dataset } = await readReleased([
      [released('One.\nTwo.')],
      [released('Other.')],
    ]);
    await own.keep(dataset, novels, 'released.json');
    const books = (await shelf.shelved()).own;
    expect(books.map(({ title, file }) => [title, file]).sort()).toEqual([
      ['Book 1 of a released file', 'released.json'],
      ['Book 2 of a released file', 'released.json'],
    ]);
    const id = novels[0]?.id ?? '';
    expect(await shelf.get(id)).toEqual(novels[0]);
    const undo = await shelf.remove(id);
    expect((await own.all()).decisions).toHaveLength(1);
    expect((await shelf.shelved()).own).toHaveLength(1);
    await undo();
    expect((await own.all()).decisions).toHaveLength(2);
    expect((await shelf.shelved()).own).toHaveLength(2);
  });

  it('leave a book that is on the shelf already as it is', async () => {
    const { db } = freshDb();
    const [own, shelf] = [new OwnDecisionRepository(db), new NovelRepository(db)];
    const { novels, dataset } = await readReleased([[released('One.\nTwo.')]]);
    const named = { ...(novels[0] as (typeof novels)[0]), title: 'The Gate' };
    await shelf.put(named, { kind: 'own', file: 'gate.txt' });
    await own.keep(dataset, novels, 'released.json');
    expect((await shelf.get(named.id))?.title).toBe('The Gate');
  });

  it('are kept novel by novel when the disk is full, and the sentence says how many', async () => {
    const { db } = freshDb();
    const own = new OwnDecisionRepository(db);
    const { novels, dataset } = await readReleased([[released('One.')], [released('Other.')]]);
    const put = FDBObjectStore.prototype.put;
    let written = 0;
    vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      written += 1;
      if (written > 4) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    });
    const problem = await own.keep(dataset, novels, 'released.json').catch(asProblem);
    vi.restoreAllMocks();
    expect(problem).toMatchObject({ code: 'disk-full', kept: '1 of 2 novels were kept.' });
    // The second novel's decisions were written before its text was not: neither is there.
    expect((await own.all()).decisions).toHaveLength(1);
    expect((await new NovelRepository(db).shelved()).own).toHaveLength(1);
  });

  it('that another version wrote in another shape say so and stay', async () => {
    const { db } = freshDb();
    await db.start();
    await db.table('ownDecisions').put({ novel: 'emma', title: 'Emma', decisions: [{ id: 7 }] });
    const problem = await new OwnDecisionRepository(db).all().catch(asProblem);
    expect(problem).toMatchObject({
      code: 'storage-failed',
      kept: 'They stay in the browser as they are.',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { Artifact } from '../../../src/core/run';
import { KeptArtifacts } from '../../../src/storage/kept-artifacts';
import { RunRepository } from '../../../src/storage/runs';
import { manifest } from '../../fixtures/storage/build-run';
import { freshDb } from './fresh-db';

const made = (id: string, text: Artifact['text'] = id): Artifact => ({
  id,
  kind: 'profile',
  key: `{"of":"${id}"}`,
  text,
  calls: [],
});

describe('the artifacts of a run', () => {
  it('are there in order of arrival after the tab was opened again, one of the same id replaced', async () => {
    const { db, reopen } = freshDb();
    const runs = new RunRepository(db);
    const kept = manifest();
    await runs.create(kept);
    const journal = runs.journal(kept.runId);
    await journal.putArtifact(made('b'));
    await journal.putArtifact(made('a'));
    await journal.putArtifact(made('b', 'made again'));
    db.close();
    const later = new RunRepository(reopen());
    const list = await later.journal(kept.runId).artifacts();
    expect(list.map(({ id, text }) => [id, text])).toEqual([
      ['b', 'made again'],
      ['a', 'a'],
    ]);
    expect((await later.run(kept.runId)).artifacts).toEqual(list);
  });
});

describe('what any run may use again', () => {
  it('is found by its id, and left out where it cannot be read', async () => {
    const { db } = freshDb();
    const shelf = new KeptArtifacts(db, () => '2026-01-01T00:00:00.000Z');
    expect(await shelf.get('x')).toBeUndefined();
    await shelf.put(made('x'));
    expect(await shelf.get('x')).toEqual(made('x'));
    await db.keptArtifacts.put({
      id: 'broken',
      artifact: { id: 7 } as unknown as Artifact,
      keptAt: '',
    });
    expect(await shelf.get('broken')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { VectorRepository } from '../../../src/storage/vectors';
import { freshDb } from './fresh-db';

describe('the vectors of novels', () => {
  it('are there again after a reload, and gone with their novel', async () => {
    const { db, reopen } = freshDb();
    const vectors = new VectorRepository(db);
    expect(await vectors.get('a')).toBeUndefined();
    await vectors.put('a', 'moby-dick', Int8Array.of(1, -2, 3).buffer);
    await vectors.put('a', 'moby-dick', Int8Array.of(1, -2, 3, 4).buffer);
    await vectors.put('b', 'emma', Int8Array.of(5).buffer);
    db.close();
    const later = new VectorRepository(reopen());
    expect([...new Int8Array((await later.get('a')) ?? new ArrayBuffer(0))]).toEqual([1, -2, 3, 4]);
    await later.delete('moby-dick');
    expect(await later.get('a')).toBeUndefined();
    expect((await later.get('b'))?.byteLength).toBe(1);
  });
});

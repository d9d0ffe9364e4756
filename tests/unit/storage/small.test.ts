import { describe, expect, it } from 'vitest';
import { withRunLock, type Locks } from '../../../src/storage/lock';
import { DEFAULT_SETTINGS, SettingsRepository } from '../../../src/storage/settings';
import { askToKeep, space } from '../../../src/storage/space';
import { freshDb } from './fresh-db';

/** Locks as two tabs of one browser share them. */
function sharedLocks(): Locks {
  const held = new Set<string>();
  const request = async (
    name: string,
    _options: unknown,
    work: (lock: Lock | null) => Promise<unknown>,
  ) => {
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return { request } as Locks;
}

describe.each([
  ['Web Locks', sharedLocks()],
  ['no Web Locks', undefined],
])('withRunLock with %s', (_, locks) => {
  it('lets one at a time work on a run, and frees it after a failure', async () => {
    let release = (): void => undefined;
    const first = withRunLock(
      'r',
      () => new Promise<string>((done) => (release = () => done('x'))),
      locks,
    );
    await expect(withRunLock('r', async () => 'never', locks)).rejects.toMatchObject({
      code: 'busy',
    });
    expect(await withRunLock('other', async () => 'y', locks)).toBe('y');
    release();
    expect(await first).toBe('x');
    const broken = withRunLock('r', () => Promise.reject(new Error('engine')), locks);
    await expect(broken).rejects.toThrow('engine');
    expect(await withRunLock('r', async () => 'z', locks)).toBe('z');
  });
});

describe('settings', () => {
  it('keeps choices and falls back where a stored one makes no sense', async () => {
    const { db, reopen } = freshDb();
    const settings = new SettingsRepository(db);
    expect(await settings.all()).toEqual(DEFAULT_SETTINGS);
    await settings.set('theme', 'dark');
    await db.settings.put({ key: 'sort', value: 'by colour' });
    await db.settings.put({ key: 'of a later version', value: 1 });
    db.close();
    expect(await new SettingsRepository(reopen()).all()).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
    });
  });

  it('tells watchers', async () => {
    const settings = new SettingsRepository(freshDb().db);
    const seen: string[] = [];
    const stop = settings.watch().subscribe(
      ({ theme }) => seen.push(theme),
      () => expect.unreachable(),
    );
    await expect.poll(() => seen).toEqual(['system']);
    await settings.set('theme', 'light');
    await expect.poll(() => seen).toEqual(['system', 'light']);
    stop();
  });
});

describe('space', () => {
  it('gives the figures, or null where the browser gives none', async () => {
    expect(
      await space({ estimate: async () => ({ usage: 5, quota: 9 }), persisted: async () => true }),
    ).toEqual({ used: 5, granted: 9, persistent: true });
    expect(await space({ estimate: () => Promise.reject(new TypeError('private')) })).toBeNull();
    expect(await space({})).toBeNull();
  });

  it('says whether the browser promised to keep the data', async () => {
    expect(await askToKeep({ persist: async () => true })).toBe(true);
    expect(await askToKeep({ persist: () => Promise.reject(new TypeError('no')) })).toBe(false);
    expect(await askToKeep({})).toBe(false);
  });
});

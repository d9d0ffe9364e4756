import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../scripts/setup/lock.mjs';
import { temporaryFolder } from './made';

const nothing = (): void => undefined;

/** The content of another holder's lock. */
function heldBy(pid: number, host = hostname()): string {
  return JSON.stringify({ host, pid, token: 'another' });
}

/** The id of a process that has ended. */
function endedPid(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}

describe('the lock of the set-up', () => {
  it('is held during the work, freed after it and after an error', async () => {
    const path = join(temporaryFolder(), 'deep', 'lock');
    expect(await withLock(path, nothing, () => Promise.resolve(existsSync(path)))).toBe(true);
    expect(existsSync(path)).toBe(false);
    const failing = withLock(path, nothing, () => Promise.reject(new Error('broke down')));
    await expect(failing).rejects.toThrow('broke down');
    expect(existsSync(path)).toBe(false);
  });

  it('lets one work at a time, and tells the other that it waits', async () => {
    const path = join(temporaryFolder(), 'lock');
    const order: string[] = [];
    let told = nothing;
    const waits = new Promise<void>((resolve) => (told = resolve));
    const first = withLock(path, nothing, async () => {
      order.push('first begins');
      await waits;
      order.push('first ends');
    });
    const second = withLock(
      path,
      (message) => {
        order.push(message);
        told();
      },
      () => Promise.resolve(order.push('second')),
    );
    await Promise.all([first, second]);
    const [wait] = order.splice(
      order.findIndex((entry) => entry.startsWith('Another')),
      1,
    );
    expect(wait).toBe('Another set-up is at work on the same cache; waiting for it.');
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });

  it('is taken from a process of this machine that is gone', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'lock');
    writeFileSync(path, heldBy(endedPid()));
    const told: string[] = [];
    await withLock(
      path,
      (message) => told.push(message),
      () => Promise.resolve(),
    );
    expect(told).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is taken from whoever has not touched it for a minute, on any machine', async () => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, heldBy(process.pid, 'another-machine'));
    const past = new Date(Date.now() - 61_000);
    utimesSync(path, past, past);
    expect(await withLock(path, nothing, () => Promise.resolve('worked'))).toBe('worked');
  });

  it.concurrent.each([
    ['a living process', heldBy(process.pid)],
    ['another machine that touches it', heldBy(endedPid(), 'another-machine')],
    ['a holder that has not yet written who it is', ''],
  ])('is not taken from %s', async (_, holder) => {
    const path = join(temporaryFolder(), 'lock');
    writeFileSync(path, holder);
    let worked = false;
    const waiting = withLock(path, nothing, () => Promise.resolve((worked = true)));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(worked).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe(holder);
    // Only its age can free it now.
    const past = new Date(Date.now() - 61_000);
    utimesSync(path, past, past);
    await waiting;
    expect(worked).toBe(true);
  });

  it('does not free the lock of one that took it over', async () => {
    const path = join(temporaryFolder(), 'lock');
    const other = heldBy(process.pid);
    await withLock(path, nothing, () => {
      writeFileSync(path, other);
      return Promise.resolve();
    });
    expect(readFileSync(path, 'utf8')).toBe(other);
  });
});

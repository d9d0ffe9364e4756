import { describe, expect, it } from 'vitest';
import { ByteRate } from '../../../src/components/models/byte-rate';
import { Transfer } from '../../../src/components/models/Transfer.svelte';
import { aborted, Problem } from '../../../src/core/errors';

describe('the rate of a download', () => {
  it('is not told before a second, then over the last ten seconds', () => {
    const rate = new ByteRate();
    expect(rate.perSecond).toBeNull();
    rate.note(0, 0);
    rate.note(500, 500);
    expect(rate.perSecond).toBeNull();
    rate.note(2000, 1000);
    expect(rate.perSecond).toBe(2000);
    expect(rate.left(10_000)).toBe(4000);
    // Ten slow seconds later the fast one is forgotten: 100 bytes a second.
    for (let second = 2; second <= 12; second += 1)
      rate.note(2000 + (second - 1) * 100, second * 1000);
    expect(rate.perSecond).toBe(100);
    expect(rate.left(3100)).toBe(0);
  });

  it('begins anew where bytes were given up, and says nothing of a standstill', () => {
    const rate = new ByteRate();
    rate.note(0, 0);
    rate.note(5000, 5000);
    rate.note(1000, 6000);
    expect(rate.perSecond).toBeNull();
    rate.note(1000, 8000);
    expect(rate.perSecond).toBe(0);
    expect(rate.left(2000)).toBeNull();
  });
});

describe('a transfer', () => {
  it('tells how far it is, at its end for certain, and that all is there', async () => {
    let now = 0;
    const transfer = new Transfer(() => now);
    const seen: (number | undefined)[] = [];
    const isThere = await transfer.run((tell) => {
      for (const [at, done] of [
        [200, 10],
        [210, 20],
        [2200, 100],
      ] as const) {
        now = at;
        tell({ done, total: 100 });
        seen.push(transfer.progress?.done);
      }
      return Promise.resolve();
    });
    // The second came too soon after the first to be drawn.
    expect(seen).toEqual([10, 10, 100]);
    expect(isThere).toBe(true);
    expect(transfer.isRunning).toBe(false);
  });

  it('is stopped by its reader, which is no failure, and can be begun again', async () => {
    const transfer = new Transfer();
    const work = transfer.run(
      (_, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(aborted()))),
    );
    expect(await transfer.run(() => Promise.resolve())).toBe(false);
    transfer.stop();
    expect(await work).toBe(false);
    expect([transfer.isStopped, transfer.problem]).toEqual([true, null]);
    expect(await transfer.run(() => Promise.resolve())).toBe(true);
    expect(transfer.isStopped).toBe(false);
  });

  it('keeps what went wrong until it is put away', async () => {
    const transfer = new Transfer();
    await transfer.run(() => Promise.reject(new Problem('offline', { what: 'No network.' })));
    expect(transfer.problem?.code).toBe('offline');
    transfer.clear();
    expect(transfer.problem).toBeNull();
  });
});

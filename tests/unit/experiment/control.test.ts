import { describe, expect, it } from 'vitest';
import { aborted, Problem } from '../../../src/core/errors';
import { RunControl } from '../../../src/experiment/control';

/** A call that ends when it is told to, or as soon as it is aborted. */
function call() {
  const signals: AbortSignal[] = [];
  let finish: (value: string) => void = () => undefined;
  let started: () => void = () => undefined;
  let start = new Promise<void>((resolve) => {
    started = resolve;
  });
  return {
    signals,
    finish: (value: string) => finish(value),
    async nextStart(): Promise<void> {
      await start;
      start = new Promise<void>((resolve) => {
        started = resolve;
      });
    },
    put: (signal: AbortSignal): Promise<string> =>
      new Promise((resolve, reject) => {
        signals.push(signal);
        finish = resolve;
        signal.addEventListener('abort', () => reject(aborted()));
        started();
      }),
  };
}

describe('RunControl', () => {
  it('gives back what the call gives', async () => {
    expect(await new RunControl().perform(() => Promise.resolve(7))).toBe(7);
  });

  it('passes on what the call throws', async () => {
    const problem = new Problem('engine-failed', { what: 'Broken.' });
    await expect(new RunControl().perform(() => Promise.reject(problem))).rejects.toBe(problem);
  });

  it('aborts the call at once on pause, and asks again on resume', async () => {
    const control = new RunControl();
    const one = call();
    const result = control.perform(one.put);
    await one.nextStart();
    control.pause();
    expect(control.state).toBe('paused');
    expect(one.signals[0]?.aborted).toBe(true);
    await Promise.resolve();
    expect(one.signals).toHaveLength(1);
    control.resume();
    await one.nextStart();
    expect(one.signals).toHaveLength(2);
    expect(one.signals[1]?.aborted).toBe(false);
    one.finish('done');
    expect(await result).toBe('done');
    expect(control.state).toBe('running');
  });

  it('holds back a call that is asked while paused', async () => {
    const control = new RunControl();
    control.pause();
    const one = call();
    const result = control.perform(one.put);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(one.signals).toHaveLength(0);
    control.resume();
    control.pause();
    control.resume();
    await one.nextStart();
    one.finish('done');
    expect(await result).toBe('done');
    expect(one.signals).toHaveLength(1);
  });

  it('ends a call, a pause and everything after on cancel', async () => {
    const running = new RunControl();
    const one = call();
    const result = running.perform(one.put);
    await one.nextStart();
    running.cancel();
    await expect(result).rejects.toMatchObject({ code: 'aborted' });
    await expect(running.perform(() => Promise.resolve(1))).rejects.toMatchObject({
      code: 'aborted',
    });
    const paused = new RunControl();
    paused.pause();
    const waiting = paused.perform(() => Promise.resolve(1));
    paused.cancel();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
  });

  it('never comes back from cancel', () => {
    const control = new RunControl();
    control.cancel();
    control.pause();
    control.resume();
    expect(control.state).toBe('cancelled');
  });

  it('keeps an answer that came in spite of the pause', async () => {
    const control = new RunControl();
    const result = control.perform(() => {
      control.pause();
      return Promise.resolve('in time');
    });
    expect(await result).toBe('in time');
  });
});

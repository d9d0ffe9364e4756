import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Notices } from '../../../src/app/Notices.svelte';
import { aborted, Problem } from '../../../src/core/errors';

const texts = (notices: Notices): string[] => notices.list.map(({ text }) => text);
const problem = (what: string): Problem => new Problem('offline', { what, next: 'Try again.' });

describe('notices', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('go away by themselves, later where something can be undone', () => {
    const notices = new Notices();
    notices.tell('Saved.');
    notices.tell('Deleted.', { undo: () => undefined });
    vi.advanceTimersByTime(10_000);
    expect(texts(notices)).toEqual(['Deleted.']);
    vi.advanceTimersByTime(15_000);
    expect(texts(notices)).toEqual([]);
  });

  it('wait while someone reads them', () => {
    const notices = new Notices();
    notices.tell('Saved.');
    notices.hold();
    vi.advanceTimersByTime(60_000);
    expect(texts(notices)).toEqual(['Saved.']);
    notices.release();
    vi.advanceTimersByTime(10_000);
    expect(texts(notices)).toEqual([]);
  });

  it('keep an error until it is dismissed, and show it once', () => {
    const notices = new Notices();
    notices.fail(problem('The connection is gone.'));
    notices.fail(problem('The connection is gone.'));
    vi.advanceTimersByTime(600_000);
    expect(texts(notices)).toEqual(['The connection is gone.']);
    notices.dismiss(notices.list[0]?.id ?? 0);
    expect(notices.list).toEqual([]);
  });

  it('say nothing of what a person stopped', () => {
    const notices = new Notices();
    notices.fail(aborted());
    notices.fail(new DOMException('', 'AbortError'));
    expect(notices.list).toEqual([]);
  });

  it('undo once, and tell where that fails', async () => {
    const notices = new Notices();
    const undo = vi.fn(() => Promise.reject(problem('It could not be brought back.')));
    notices.tell('Deleted.', { undo });
    const notice = notices.list[0];
    if (notice === undefined) throw new Error('no notice');
    await notices.undo(notice);
    expect(undo).toHaveBeenCalledOnce();
    expect(texts(notices)).toEqual(['It could not be brought back.']);
  });

  it('never pile up, and never push an error out', () => {
    const notices = new Notices();
    notices.fail(problem('An error.'));
    for (let i = 0; i < 9; i += 1) notices.tell(`Done ${i}.`);
    expect(notices.list).toHaveLength(4);
    expect(texts(notices)).toEqual(['An error.', 'Done 6.', 'Done 7.', 'Done 8.']);
  });
});

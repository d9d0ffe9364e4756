import { describe, expect, it } from 'vitest';
import { aborted, asProblem, isAbort, Problem } from '../../../src/core/errors';

describe('Problem', () => {
  it('joins what there is into one paragraph', () => {
    const parts = { what: 'It broke.', kept: 'All is kept.', next: 'Go on.' };
    expect(new Problem('unknown', parts).sentence).toBe('It broke. All is kept. Go on.');
    expect(new Problem('unknown', { what: 'It broke.', next: 'Go on.' }).sentence).toBe(
      'It broke. Go on.',
    );
    expect(new Problem('unknown', { what: 'It broke.' }).sentence).toBe('It broke.');
  });
});

describe('asProblem', () => {
  it('lets a Problem through, and makes one of anything else', () => {
    const problem = new Problem('disk-full', { what: 'Full.' });
    expect(asProblem(problem)).toBe(problem);
    const cause = new TypeError('x is undefined');
    expect(asProblem(cause)).toMatchObject({ code: 'unknown', cause });
    expect(asProblem(cause).message).toContain('x is undefined');
    expect(asProblem('odd').message).toContain('odd');
  });

  it('knows an abort by its name', () => {
    expect(asProblem(new DOMException('gone', 'AbortError')).code).toBe('aborted');
  });
});

describe('isAbort', () => {
  it('is true of aborts only', () => {
    expect(isAbort(aborted())).toBe(true);
    expect(isAbort(new DOMException('gone', 'AbortError'))).toBe(true);
    expect(isAbort(new Problem('busy', { what: 'Busy.' }))).toBe(false);
    expect(isAbort(new Error('AbortError'))).toBe(false);
    expect(isAbort(null)).toBe(false);
    expect(isAbort('AbortError')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { excerpt } from '../../../src/retrieval/excerpt';

describe('an excerpt', () => {
  it('marks whole words as they stand', () => {
    expect(excerpt('The captain’s hat, captains.', 'CAPTAIN')).toEqual([
      { text: 'The ', found: false },
      { text: 'captain’s', found: true },
      { text: ' hat, captains.', found: false },
    ]);
  });

  it('is cut around the first word found', () => {
    const long = `${'before '.repeat(100)}whale ${'after '.repeat(100)}`.trim();
    const pieces = excerpt(long, 'whale', 120);
    const shown = pieces.map(({ text }) => text).join('');
    expect(shown).toMatch(/^… before .*before whale after.* …$/);
    expect(shown.length).toBeLessThan(130);
    expect(pieces.filter(({ found }) => found)).toEqual([{ text: 'whale', found: true }]);
  });

  it('begins at the start where nothing was found', () => {
    expect(excerpt('One two.', 'three')).toEqual([{ text: 'One two.', found: false }]);
  });
});

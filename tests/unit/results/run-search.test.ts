import { describe, expect, it } from 'vitest';
import { doneOf, nameOf, searchRuns } from '../../../src/pages/runs/run-search';
import { manifest } from '../../fixtures/storage/build-run';

const named = { manifest: manifest({ runId: 'a', name: 'Friday evening' }) };
const plain = { manifest: manifest({ runId: 'b' }) };

describe('the list of runs', () => {
  it('shows a run by its name, else by its study', () => {
    expect(nameOf(named)).toBe('Friday evening');
    expect(nameOf(plain)).toBe('Tiny study');
  });

  it.each([
    ['', ['a', 'b']],
    ['  ', ['a', 'b']],
    ['friday', ['a']],
    ['SMOLLM tiny', ['a', 'b']],
    ['evening tiny', ['a']],
    ['nothing', []],
    ['.*', []],
  ])('finds %j', (search, expected) => {
    const found = searchRuns([named, plain], search).map((entry) => entry.manifest.runId);
    expect(found).toEqual(expected);
  });

  it('does not count an error as done', () => {
    expect(doneOf({ counts: { answered: 3, unparsed: 2, refused: 1, error: 7 } })).toBe(6);
  });
});

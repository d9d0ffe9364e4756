import { describe, expect, it } from 'vitest';
import { queryTermsOf } from '../../../src/retrieval/terms';

describe('the words that a query asks for', () => {
  it('are those that tell something', () => {
    expect(queryTermsOf("What does Alice do with a small bottle in the Rabbit's room?")).toEqual([
      'alice',
      'small',
      'bottle',
      'rabbit',
      'room',
    ]);
  });

  it('are all of them where nothing else is asked', () => {
    expect(queryTermsOf('To be, or not to be')).toEqual(['to', 'be', 'or', 'not', 'to', 'be']);
  });
});

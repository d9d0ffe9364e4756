import { describe, expect, it } from 'vitest';
import { differences } from '../../../src/pages/study/differences';
import type { Manifest } from '../../../src/core/run';

const manifest = {
  dataHash: 'd'.repeat(64),
  models: { answer: { sha256: 'a'.repeat(64) } },
} as unknown as Manifest;

describe('a rerun and the values of a link', () => {
  it('share model and items where the first digits of both hashes are the same', () => {
    const claims = { sha256: 'a'.repeat(16), dataHash: 'd'.repeat(16) };
    expect(differences(claims, manifest)).toEqual([]);
    expect(differences({ ...claims, sha256: 'b'.repeat(16) }, manifest)).toEqual(['model']);
    expect(differences({ ...claims, dataHash: 'b'.repeat(16) }, manifest)).toEqual(['data']);
  });

  it('are never the same where the link does not say', () => {
    expect(differences({ sha256: '', dataHash: '' }, manifest)).toEqual(['model', 'data']);
  });
});

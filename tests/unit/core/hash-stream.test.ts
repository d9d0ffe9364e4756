import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TextHash } from '../../../src/core/hash-stream';

describe('TextHash', () => {
  // FIPS 180-4's examples.
  it('gives the standard digests, one after another', async () => {
    const hash = await TextHash.create();
    expect(hash.add('abc').end()).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(hash.end()).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hash.add('abcdbcdecdefdefgefghfghighijhijk').add('ijkljklmklmnlmnomnopnopq').end()).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    );
  });

  it('hashes a long text in pieces as Node does the whole', async () => {
    const pieces = Array.from(
      { length: 3000 },
      (_, n) => `Zeile ${n}: „Größe“ 😀 ${'x'.repeat(n % 97)}`,
    );
    const hash = await TextHash.create();
    for (const piece of pieces) hash.add(piece);
    expect(hash.end()).toBe(createHash('sha256').update(pieces.join('')).digest('hex'));
  });

  it('keeps two texts apart', async () => {
    const [one, other] = [await TextHash.create(), await TextHash.create()];
    one.add('a');
    other.add('x');
    one.add('bc');
    expect(one.end()).toMatch(/^ba7816bf/);
  });
});

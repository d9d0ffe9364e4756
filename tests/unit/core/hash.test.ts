import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, hashOf, sha256, type Json } from '../../../src/core/hash';

/*
 * The right values come from Python 3:
 *   json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)
 *   hashlib.sha256(text.encode()).hexdigest()
 */
describe('canonical', () => {
  it.each<[Json, string]>([
    [
      { b: 1, a: [true, null, 'é\n"\\'], B: { z: 0.1, y: -2, '': '' } },
      String.raw`{"B":{"":"","y":-2,"z":0.1},"a":[true,null,"é\n\"\\"],"b":1}`,
    ],
    [{ '10': 1, '9': 2, a: 3, Z: 4, é: 5 }, '{"10":1,"9":2,"Z":4,"a":3,"é":5}'],
    ['a\u2028b 😀', '"a\u2028b 😀"'],
    [[], '[]'],
    [{}, '{}'],
    ['', '""'],
  ])('writes %j as Python does', (value, text) => {
    expect(canonical(value)).toBe(text);
  });

  it('leaves out members without a value, and only those', () => {
    expect(canonical({ a: undefined, b: null, c: false, d: 0, e: '' })).toBe(
      '{"b":null,"c":false,"d":0,"e":""}',
    );
  });

  it('is one text for every order of the keys, and reads back as the value', () => {
    const value = fc.jsonValue({ maxDepth: 4 }).map((given) => given as Json);
    fc.assert(
      fc.property(value, (given) => {
        expect(canonical(turned(given))).toBe(canonical(given));
        expect(JSON.parse(canonical(given))).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });

  it('tells different values apart', () => {
    const pairs: [Json, Json][] = [
      [['a', 'b'], ['ab']],
      [
        ['a', ['b']],
        ['a', 'b'],
      ],
      [{ a: '1' }, { a: 1 }],
      [{ a: null }, {}],
      [{ a: { b: 1 } }, { a: 1, b: 1 }],
    ];
    for (const [a, b] of pairs) expect(canonical(a)).not.toBe(canonical(b));
  });
});

describe('sha256', () => {
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['Käse ☕ 😀', '31ada405572b7507555fd085bf65311f69a1e3c2b707f64dd28c5bd28a7eec7c'],
  ])('of the text %j is that of its UTF-8 bytes', async (text, hex) => {
    expect(await sha256(text)).toBe(hex);
  });

  it('of bytes keeps leading zeros', async () => {
    expect(await sha256(new Uint8Array([0, 255, 128]))).toBe(
      'f742b965f156c10374bc23aea96e3a8aff8facd6fc079defeaa30219ad86f211',
    );
  });
});

describe('hashOf', () => {
  it('is the hash of the canonical text', async () => {
    expect(await hashOf({ b: 1, a: [true, null, 'é\n"\\'], B: { z: 0.1, y: -2, '': '' } })).toBe(
      'f349283c6f6792e9ecc4c9696ee98fe452f8e322bf2aad4bc50d8bb52e0d2086',
    );
    expect(await hashOf({ é: 5, '9': 2, Z: 4, a: 3, '10': 1 })).toBe(
      'd5e3a5d4859e1344d8fec65107d181d1a6763a1d84f14df76b15bf8641d192e8',
    );
  });
});

/** The same value with the keys of every object the other way round. */
function turned(value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry: Json) => turned(entry));
  const entries = Object.entries(value as Record<string, Json>).reverse();
  return Object.fromEntries(entries.map(([key, entry]) => [key, turned(entry)]));
}

import { gguf } from '@huggingface/gguf';
import { describe, expect, it } from 'vitest';
import { expandBlocks, expandWeights, half } from '../../../src/engines/expand-weights';
import { madeGguf } from './made-gguf';

/** What another reader of the format finds in the file. */
const read = (file: Blob) =>
  gguf('https://file.invalid/made.gguf', {
    fetch: async (_, init) => {
      const range = new Headers(init?.headers).get('Range') ?? '';
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range) ?? [];
      const end = to === '' ? file.size : Number(to) + 1;
      return new Response(await file.slice(Number(from), end).arrayBuffer(), { status: 206 });
    },
  });

describe('a number of half precision', () => {
  // By IEEE 754: one, the largest, the smallest above zero, minus two, infinity.
  it.each([
    [0x3c00, 1],
    [0x7bff, 65504],
    [0x0001, 2 ** -24],
    [0xc000, -2],
    [0x7c00, Infinity],
    [0x8000, -0],
  ])('%i', (bits, value) => {
    expect(half(bits)).toBe(value);
  });
});

describe('weights written out', () => {
  const file = new Blob([madeGguf()]);

  it('are the scale times each byte, and others stay as they are', async () => {
    const expanded = await expandWeights(file);
    const { tensorInfos, tensorDataOffset } = await read(expanded);
    expect(tensorInfos.map(({ name, dtype, offset }) => [name, dtype, Number(offset)])).toEqual([
      ['token_embd.weight', 0, 0],
      ['output.weight', 0, 1024],
    ]);
    const data = await expanded.slice(Number(tensorDataOffset)).arrayBuffer();
    // The made file's data counts up from 0 by bytes: the first block begins with 0, 1 (a scale of 256 * 2^-24) and
    // goes on with 2 to 33; the second with 34, 35 (exponent 8, fraction 802) and 36 to 67.
    const numbers = new Float32Array(data, 1024, 64);
    expect(numbers[0]).toBe(2 * 2 ** -16);
    expect(numbers[31]).toBe(33 * 2 ** -16);
    const scale = (1 + 802 / 1024) * 2 ** -7;
    expect(numbers[32]).toBe(Math.fround(36 * scale));
    expect(numbers[63]).toBe(Math.fround(67 * scale));
    expect([...new Uint8Array(data, 0, 3)]).toEqual([0, 1, 2]);
    expect(new Uint8Array(data)[1023]).toBe(255);
  });

  it('keep the header', async () => {
    const [before, after] = await Promise.all([read(file), read(await expandWeights(file))]);
    expect(after.metadata).toEqual(before.metadata);
    expect(Number(after.tensorDataOffset)).toBe(Number(before.tensorDataOffset));
  });

  it('take bytes below 128 as positive and others as negative', () => {
    const block = new Uint8Array(34);
    block.set([0x00, 0x3c, 127, 128, 255]);
    expect([...expandBlocks(block, 32)].slice(0, 4)).toEqual([127, -128, -1, 0]);
  });

  it('are refused where the file is none, or cut', async () => {
    const cut = madeGguf().slice(0, 200);
    for (const bad of [new Blob(['no model']), new Blob([cut]), new Blob([])]) {
      await expect(expandWeights(bad)).rejects.toMatchObject({ code: 'bad-file' });
    }
    const short = new Blob([madeGguf().slice(0, -40)]);
    await expect(expandWeights(short)).rejects.toMatchObject({ code: 'bad-file' });
  });

  it('stop when asked', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(expandWeights(file, stop.signal)).rejects.toMatchObject({ code: 'aborted' });
  });
});

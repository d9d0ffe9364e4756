import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compiledKernel, kernelFile } from '../../../scripts/kernel.mjs';
import { ensureEmbeddingModel } from '../../../scripts/setup/embedding-model.mjs';
import { pooled, windowsOf } from '../../../src/engines/embedder-windows';
import { KERNEL } from '../../../src/engines/minilm/kernel';
import { readConstants } from '../../../src/engines/minilm/onnx';
import { startSession } from '../../../src/engines/minilm/session';

const code = Uint8Array.from(atob(KERNEL), (character) => character.charCodeAt(0));

interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly heap: WebAssembly.Global;
  quantise(...args: number[]): void;
  multiply(...args: number[]): void;
  attend(...args: number[]): void;
  normalise(...args: number[]): void;
  gelu(...args: number[]): void;
}

/** The kernel with numbers put one after another into its memory; gives their places. */
async function kernelWith(...arrays: (Float32Array | Int8Array | Int16Array)[]) {
  const { instance } = await WebAssembly.instantiate(code);
  const kernel = instance.exports as unknown as Kernel;
  kernel.memory.grow(32);
  let at = Math.ceil(Number(kernel.heap.value) / 16) * 16;
  const places = arrays.map((numbers) => {
    const place = at;
    new Uint8Array(kernel.memory.buffer).set(new Uint8Array(numbers.buffer), place);
    at += Math.ceil(numbers.byteLength / 16) * 16;
    return place;
  });
  const floats = (place: number, count: number): number[] => [
    ...new Float32Array(kernel.memory.buffer, place, count),
  ];
  return { kernel, places, floats };
}

/** Numbers between -1 and 1 that look like nothing in particular. */
function numbers(count: number, scale = 1): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => scale * Math.sin(i * i * 0.37 + i));
}

function expectClose(found: readonly number[], wanted: readonly number[], within: number): void {
  expect(found).toHaveLength(wanted.length);
  const apart = Math.max(...found.map((value, i) => Math.abs(value - (wanted[i] ?? NaN))));
  expect(apart).toBeLessThan(within);
}

describe('the kernel', () => {
  it('is what its source compiles to', async () => {
    expect(readFileSync(kernelFile, 'utf8')).toBe(await compiledKernel());
  }, 60_000);

  it('rounds rows and multiplies them', async () => {
    const [rows, inner, columns] = [4, 16, 8];
    const a = numbers(rows * inner, 3);
    const w = Int8Array.from({ length: inner * columns }, (_, i) => ((i * 37) % 255) - 127);
    const scales = numbers(columns).map(Math.abs);
    const bias = numbers(columns, 2);
    // Panels: two numbers of a column side by side, eight columns.
    const panels = Int8Array.from({ length: w.length }, (_, i) => {
      const [pair, column, odd] = [Math.floor(i / 16), Math.floor((i % 16) / 2), i % 2];
      return w[(2 * pair + odd) * columns + column] ?? 0;
    });
    const { kernel, places, floats } = await kernelWith(
      a,
      new Int16Array(a.length),
      new Float32Array(rows),
      panels,
      scales,
      bias,
      new Float32Array(rows * columns),
    );
    const [x, rounded, rowScales, values, columnScales, biases, out] = places as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    kernel.quantise(x, rounded, rowScales, rows, inner, 32_767);
    kernel.multiply(rounded, rowScales, values, columnScales, biases, out, rows, inner, columns);
    const wanted = Array.from({ length: rows * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      let sum = 0;
      for (let i = 0; i < inner; i += 1) {
        sum += (a[row * inner + i] ?? 0) * (w[i * columns + column] ?? 0) * (scales[column] ?? 0);
      }
      return sum + (bias[column] ?? 0);
    });
    expectClose(floats(out, rows * columns), wanted, 0.03);
  });

  it('attends to the first rows only', async () => {
    const [rows, count, heads, size] = [16, 11, 2, 32];
    const width = heads * size;
    const [q, k, v] = [numbers(rows * width, 2), numbers(rows * width, 1.5), numbers(rows * width)];
    const { kernel, places, floats } = await kernelWith(
      q,
      k.reverse(),
      v,
      new Float32Array(rows * width),
      new Float32Array(rows * (rows + size)),
    );
    const [atQ, atK, atV, out, scratch] = places as [number, number, number, number, number];
    kernel.attend(atQ, atK, atV, out, scratch, rows, count, heads, size);
    const wanted: number[] = [];
    for (let row = 0; row < count; row += 1)
      for (let column = 0; column < width; column += 1) {
        const first = Math.floor(column / size) * size;
        const scores = Array.from({ length: count }, (_, other) => {
          let dot = 0;
          for (let i = first; i < first + size; i += 1) {
            dot += (q[row * width + i] ?? 0) * (k[other * width + i] ?? 0);
          }
          return Math.exp(dot / Math.sqrt(size));
        });
        const total = scores.reduce((sum, score) => sum + score, 0);
        wanted.push(
          scores.reduce((sum, score, i) => sum + (score / total) * (v[i * width + column] ?? 0), 0),
        );
      }
    expectClose(floats(out, count * width), wanted, 1e-5);
  });

  it('normalises a sum', async () => {
    const [rows, columns] = [3, 16];
    const [x, added, gain, bias] = [
      numbers(rows * columns, 4),
      numbers(rows * columns).reverse(),
      numbers(columns, 2),
      numbers(columns),
    ];
    const out = new Float32Array(rows * columns);
    const { kernel, places, floats } = await kernelWith(x, added, gain, bias, out);
    const [a, b, g, c, o] = places as [number, number, number, number, number];
    kernel.normalise(a, b, g, c, o, rows, columns, 1e-12);
    const wanted = Array.from({ length: rows }, (_, row) => {
      const both = Array.from(
        { length: columns },
        (__, i) => (x[row * columns + i] ?? 0) + (added[row * columns + i] ?? 0),
      );
      const mean = both.reduce((sum, value) => sum + value, 0) / columns;
      const deviation = Math.sqrt(
        both.reduce((sum, value) => sum + (value - mean) ** 2, 0) / columns,
      );
      return both.map((value, i) => ((value - mean) / deviation) * (gain[i] ?? 0) + (bias[i] ?? 0));
    }).flat();
    expectClose(floats(o, rows * columns), wanted, 1e-4);
  });

  it('bends numbers as the error function says', async () => {
    // x (1 + erf(x / sqrt 2)) / 2, from SciPy.
    const known = [
      [0, 0],
      [1, 0.8413447461],
      [-1, -0.1586552539],
      [0.5, 0.3457312306],
      [-3, -0.0040496941],
      [3, 2.9959503059],
      [-20, 0],
      [20, 20],
    ] as const;
    const { kernel, places, floats } = await kernelWith(Float32Array.from(known, ([x]) => x));
    kernel.gelu(places[0] ?? 0, known.length);
    expectClose(
      floats(places[0] ?? 0, known.length),
      known.map(([, y]) => y),
      1e-5,
    );
  });
});

describe("the model's file", () => {
  it('is refused where it is cut short or another one', async () => {
    expect(() => readConstants(Uint8Array.of(0x3a, 0x20, 0x01))).toThrow('cut short');
    await expect(startSession(new Uint8Array())).rejects.toThrow('the model file has no');
  });
});

describe('the model', () => {
  it('gives the vectors of native onnxruntime', async () => {
    const { model, reason } = await ensureEmbeddingModel({ log: () => undefined });
    if (!model) throw new Error(reason);
    const parts = model.manifest.parts.map(({ file }) => readFileSync(`${model.folder}/${file}`));
    const session = await startSession(new Uint8Array(Buffer.concat(parts)));
    const fixture = JSON.parse(
      readFileSync('tests/fixtures/retrieval/embeddings.json', 'utf8'),
    ) as { texts: { ids: number[] }[]; vectors: string; dimensions: number };
    const native = new Float32Array(new Uint8Array(Buffer.from(fixture.vectors, 'base64')).buffer);
    for (const [n, { ids }] of fixture.texts.entries()) {
      const vector = pooled(
        windowsOf([ids], 256).map((window) => ({
          tokens: window.ids.length - 2,
          vector: session.embed(window.ids),
        })),
      );
      const other = native.subarray(n * fixture.dimensions, (n + 1) * fixture.dimensions);
      const cosine = vector.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
      expect(cosine).toBeGreaterThan(0.9999);
    }
  });
});

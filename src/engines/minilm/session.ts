import { meanOf } from '../embedder-windows';
import { KERNEL } from './kernel';
import { readWeights, type Linear, type Norm, type Weights } from './weights';

/** The model, started. A text's vector never depends on what else is embedded. */
export interface EmbedderSession {
  /** The vector of one window of at most `MOST_TOKENS` tokens, special ones included, at unit length. */
  embed(ids: readonly number[]): Float32Array<ArrayBuffer>;
}

/** What assembly/minilm.ts exports. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly heap: WebAssembly.Global;
  quantise(
    x: number,
    out: number,
    scales: number,
    rows: number,
    columns: number,
    most: number,
  ): void;
  multiply(
    ...args: [
      a: number,
      aScales: number,
      w: number,
      wScales: number,
      bias: number,
      out: number,
      rows: number,
      inner: number,
      columns: number,
    ]
  ): void;
  attend(
    ...args: [
      q: number,
      k: number,
      v: number,
      out: number,
      scratch: number,
      rows: number,
      count: number,
      heads: number,
      size: number,
    ]
  ): void;
  normalise(
    ...args: [
      x: number,
      added: number,
      gain: number,
      bias: number,
      out: number,
      rows: number,
      columns: number,
      epsilon: number,
    ]
  ): void;
  gelu(x: number, count: number): void;
}

/** Tokens of one window at most. */
export const MOST_TOKENS = 256;
const WIDTH = 384;
const WIDE = 4 * WIDTH;
const HEADS = 12;
const EPSILON = 1e-12;
/** Rows come in so many; those behind the last token are computed and not used. */
const ROWS = 8;
/** Sums of products of numbers up to this and up to 127 stay under 2^31. */
const most = (inner: number): number => Math.min(32_767, Math.floor(2 ** 31 / (127 * inner)) - 1);

/** A linear step and a norm as they lie in the kernel's memory. */
interface PlacedLinear {
  readonly inner: number;
  readonly columns: number;
  readonly values: number;
  readonly scales: number;
  readonly bias: number;
}
interface PlacedNorm {
  readonly gain: number;
  readonly bias: number;
}

/**
 * Starts all-MiniLM-L6-v2 in this thread: BERT's forward pass over one window, with the file's weights of eight bits as
 * they are and what they are multiplied by rounded to 13 to 15 bits, a row at a time. Written for this one model: a
 * general runtime took three times as long and seven times the memory (docs/engines.md).
 * @param file the whole file, checked before
 * @throws Error where the file is another one, or there is no memory for it
 */
export async function startSession(file: Uint8Array): Promise<EmbedderSession> {
  const weights = readWeights(file);
  const code = Uint8Array.from(atob(KERNEL), (character) => character.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(code);
  return new MiniLm(instance.exports as unknown as Kernel, weights);
}

class MiniLm implements EmbedderSession {
  readonly #kernel: Kernel;
  readonly #weights: Pick<Weights, 'words' | 'positions' | 'type'>;
  readonly #norm: PlacedNorm;
  readonly #layers;
  #free: number;
  /** Places of what is being computed, made large enough for the longest window. */
  readonly #x: number;
  readonly #q: number;
  readonly #k: number;
  readonly #v: number;
  readonly #wide: number;
  readonly #rounded: number;
  readonly #scales: number;
  readonly #scratch: number;

  constructor(kernel: Kernel, weights: Weights) {
    this.#kernel = kernel;
    this.#free = Number(kernel.heap.value);
    const { words, positions, type } = weights;
    this.#weights = { words, positions, type };
    this.#norm = this.#placeNorm(weights.norm);
    this.#layers = weights.layers.map((layer) => ({
      query: this.#placeLinear(layer.query),
      key: this.#placeLinear(layer.key),
      value: this.#placeLinear(layer.value),
      attended: this.#placeLinear(layer.attended),
      attendedNorm: this.#placeNorm(layer.attendedNorm),
      wide: this.#placeLinear(layer.wide),
      narrow: this.#placeLinear(layer.narrow),
      norm: this.#placeNorm(layer.norm),
    }));
    const row = 4 * WIDTH * MOST_TOKENS;
    [this.#x, this.#q, this.#k, this.#v] = [row, row, row, row].map((bytes) =>
      this.#take(bytes),
    ) as [number, number, number, number];
    this.#wide = this.#take(4 * WIDE * MOST_TOKENS);
    this.#rounded = this.#take(2 * WIDE * MOST_TOKENS);
    this.#scales = this.#take(4 * MOST_TOKENS);
    this.#scratch = this.#take(4 * MOST_TOKENS * (MOST_TOKENS + WIDTH / HEADS));
  }

  embed(ids: readonly number[]): Float32Array<ArrayBuffer> {
    const rows = Math.ceil(ids.length / ROWS) * ROWS;
    if (ids.length === 0 || rows > MOST_TOKENS) throw new Error(`a window of ${ids.length} tokens`);
    const kernel = this.#kernel;
    const [x, q, k, v] = [this.#x, this.#q, this.#k, this.#v];
    this.#lookUp(ids, rows);
    for (const layer of this.#layers) {
      this.#round(x, rows, WIDTH);
      this.#multiply(layer.query, q, rows);
      this.#multiply(layer.key, k, rows);
      this.#multiply(layer.value, v, rows);
      kernel.attend(q, k, v, this.#wide, this.#scratch, rows, ids.length, HEADS, WIDTH / HEADS);
      this.#round(this.#wide, rows, WIDTH);
      this.#multiply(layer.attended, q, rows);
      this.#normalise(q, x, layer.attendedNorm, x, rows);
      this.#round(x, rows, WIDTH);
      this.#multiply(layer.wide, this.#wide, rows);
      kernel.gelu(this.#wide, rows * WIDE);
      this.#round(this.#wide, rows, WIDE);
      this.#multiply(layer.narrow, q, rows);
      this.#normalise(q, x, layer.norm, x, rows);
    }
    return meanOf(new Float32Array(kernel.memory.buffer, x, ids.length * WIDTH), ids.length);
  }

  /** Words, positions and type, summed and normalised, into `x`. */
  #lookUp(ids: readonly number[], rows: number): void {
    const { words, positions, type } = this.#weights;
    const x = new Float32Array(this.#kernel.memory.buffer, this.#x, rows * WIDTH).fill(0);
    const nothing = new Float32Array(this.#kernel.memory.buffer, this.#q, rows * WIDTH).fill(0);
    for (const [place, id] of ids.entries()) {
      const word = words.scales[id];
      if (word === undefined) throw new Error(`the model has no token ${id}`);
      const position = positions.scales[place] as number;
      for (let i = 0; i < WIDTH; i += 1) {
        x[place * WIDTH + i] =
          (words.values[id * WIDTH + i] as number) * word +
          (type[i] as number) +
          (positions.values[place * WIDTH + i] as number) * position;
      }
    }
    this.#normalise(nothing.byteOffset, this.#x, this.#norm, this.#x, rows);
  }

  #round(x: number, rows: number, columns: number): void {
    this.#kernel.quantise(x, this.#rounded, this.#scales, rows, columns, most(columns));
  }

  /** What was rounded last, times the weights. */
  #multiply(
    { inner, columns, values, scales, bias }: PlacedLinear,
    out: number,
    rows: number,
  ): void {
    const a = this.#rounded;
    this.#kernel.multiply(a, this.#scales, values, scales, bias, out, rows, inner, columns);
  }

  #normalise(a: number, b: number, { gain, bias }: PlacedNorm, out: number, rows: number): void {
    this.#kernel.normalise(a, b, gain, bias, out, rows, WIDTH, EPSILON);
  }

  #placeNorm({ gain, bias }: Norm): PlacedNorm {
    return { gain: this.#place(gain), bias: this.#place(bias) };
  }

  #placeLinear({ inner, columns, values, scales, bias }: Linear): PlacedLinear {
    return {
      inner,
      columns,
      values: this.#place(inPanels(values, inner, columns)),
      scales: this.#place(scales),
      bias: this.#place(bias),
    };
  }

  #place(numbers: Float32Array | Int8Array): number {
    const at = this.#take(numbers.byteLength);
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    new Uint8Array(this.#kernel.memory.buffer).set(bytes, at);
    return at;
  }

  /** Takes memory, at a multiple of 16. */
  #take(bytes: number): number {
    const { memory } = this.#kernel;
    const at = Math.ceil(this.#free / 16) * 16;
    this.#free = at + bytes;
    const short = this.#free - memory.buffer.byteLength;
    if (short > 0) memory.grow(Math.ceil(short / 65_536));
    return at;
  }
}

/** A matrix as the kernel wants it: panels of eight columns, in which two numbers of a column stand side by side. */
function inPanels(values: Int8Array, inner: number, columns: number): Int8Array {
  const panels = new Int8Array(values.length);
  let at = 0;
  for (let column = 0; column < columns; column += 8)
    for (let row = 0; row < inner; row += 2)
      for (let i = 0; i < 8; i += 1) {
        panels[at] = values[row * columns + column + i] as number;
        panels[at + 1] = values[(row + 1) * columns + column + i] as number;
        at += 2;
      }
  return panels;
}

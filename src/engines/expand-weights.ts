import { aborted, Problem } from '../core/errors';

/** ggml's numbers of the types that are read and written here (ggml.h, `ggml_type`). */
const F32 = 0;
const Q8_0 = 8;
/** A block of Q8_0: a scale of half precision, then 32 numbers of eight bits. */
const BLOCK = 32;
const BLOCK_BYTES = 34;
/** More than the header of any model: its vocabulary is a few megabytes. */
const MOST_HEADER = 64 * 1024 * 1024;

interface Tensor {
  /** Its entry in the header up to the type, as it stands there. */
  readonly head: Uint8Array;
  readonly numbers: number;
  readonly type: number;
  /** From the beginning of the data. */
  readonly offset: number;
}

interface Header {
  /** Everything before the list of tensors. */
  readonly before: Uint8Array;
  readonly tensors: readonly Tensor[];
  readonly alignment: number;
  /** Where the data begins. */
  readonly data: number;
}

/**
 * A GGUF file with its Q8_0 weights written out as 32-bit floats: the same numbers, in nearly four times the room.
 * llama.cpp multiplies floats in WebAssembly about three times as fast as it multiplies Q8_0, for which it has to
 * quantize the other factor too. Weights of other types are copied.
 * @throws Problem `bad-file` where it is no GGUF file of a version that is known, `aborted`
 */
export async function expandWeights(file: Blob, signal?: AbortSignal): Promise<Blob> {
  const header = await readHeader(file);
  const { tensors, alignment } = header;
  const ends = endsOf(tensors, file.size - header.data);
  const parts: Blob[] = [];
  const offsets: number[] = [];
  let length = 0;
  for (const [index, tensor] of tensors.entries()) {
    if (signal?.aborted) throw aborted();
    const stored = file.slice(header.data + tensor.offset, header.data + (ends[index] ?? 0));
    const part =
      tensor.type === Q8_0
        ? new Blob([expandBlocks(new Uint8Array(await stored.arrayBuffer()), tensor.numbers)])
        : stored;
    const padding = paddingOf(part.size, alignment);
    offsets.push(length);
    parts.push(part, new Blob([new Uint8Array(padding)]));
    length += part.size + padding;
  }
  const table = tensors.map((tensor, index) => entryOf(tensor, offsets[index] ?? 0));
  const head = [header.before, ...table];
  const headBytes = head.reduce((sum, { length: bytes }) => sum + bytes, 0);
  const gap = new Uint8Array(paddingOf(headBytes, alignment));
  return new Blob([...head.map((bytes) => bytes.slice()), gap, ...parts]);
}

/**
 * The numbers of Q8_0 blocks: each of a block's 32 signed bytes times its scale.
 * @param numbers how many there are; a multiple of 32
 */
export function expandBlocks(blocks: Uint8Array, numbers: number): Float32Array<ArrayBuffer> {
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  const count = numbers / BLOCK;
  if (!Number.isInteger(count) || view.byteLength < count * BLOCK_BYTES) throw broken();
  const expanded = new Float32Array(numbers);
  let at = 0;
  for (let block = 0; block < count; block += 1) {
    const from = block * BLOCK_BYTES;
    const scale = half(view.getUint16(from, true));
    for (let i = 0; i < BLOCK; i += 1) {
      expanded[at] = scale * view.getInt8(from + 2 + i);
      at += 1;
    }
  }
  return expanded;
}

/** A number of half precision (IEEE 754, binary16) from its bits. */
export function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Where each tensor's bytes end: at the next one in the file, or at its end. */
function endsOf(tensors: readonly Tensor[], bytes: number): number[] {
  const starts = tensors.map(({ offset }) => offset).sort((a, b) => a - b);
  return tensors.map(({ offset }) => starts.find((start) => start > offset) ?? bytes);
}

function entryOf({ head, type }: Tensor, offset: number): Uint8Array {
  const entry = new Uint8Array(head.length + 12);
  entry.set(head);
  const view = new DataView(entry.buffer);
  view.setUint32(head.length, type === Q8_0 ? F32 : type, true);
  view.setBigUint64(head.length + 4, BigInt(offset), true);
  return entry;
}

function paddingOf(bytes: number, alignment: number): number {
  return (alignment - (bytes % alignment)) % alignment;
}

async function readHeader(file: Blob): Promise<Header> {
  const buffer = await file.slice(0, Math.min(file.size, MOST_HEADER)).arrayBuffer();
  try {
    return parseHeader(new Cursor(buffer));
  } catch (cause) {
    // Reading past the end of what was taken for a header.
    if (cause instanceof RangeError) throw broken(cause);
    throw cause;
  }
}

function parseHeader(cursor: Cursor): Header {
  const magic = cursor.u32();
  const version = cursor.u32();
  if (magic !== 0x46554747 || version < 2 || version > 3) throw broken();
  const count = cursor.u64();
  let alignment = 32;
  for (let left = cursor.u64(); left > 0; left -= 1) {
    const key = cursor.text();
    const type = cursor.u32();
    if (key === 'general.alignment' && type === 4) alignment = cursor.u32();
    else cursor.skipValue(type);
  }
  const before = cursor.since(0);
  const tensors = Array.from({ length: count }, (): Tensor => {
    const from = cursor.at;
    cursor.text();
    let numbers = 1;
    for (let left = cursor.u32(); left > 0; left -= 1) numbers *= cursor.u64();
    const head = cursor.since(from);
    return { head, numbers, type: cursor.u32(), offset: cursor.u64() };
  });
  if (alignment < 1) throw broken();
  return { before, tensors, alignment, data: cursor.at + paddingOf(cursor.at, alignment) };
}

/** Bytes of GGUF's value types that have a fixed size (gguf.h); 8 is a text and 9 an array. */
const VALUE_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};
const TEXT = 8;
const ARRAY = 9;

/** Reads a header from its beginning; a RangeError past its end. */
class Cursor {
  at = 0;
  readonly #view: DataView;

  constructor(private readonly buffer: ArrayBuffer) {
    this.#view = new DataView(buffer);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4, true);
  }

  /** Sizes and counts: none that a file could have is beyond a double. */
  u64(): number {
    this.at += 8;
    return Number(this.#view.getBigUint64(this.at - 8, true));
  }

  text(): string {
    const length = this.u64();
    const from = this.at;
    this.#skip(length);
    return new TextDecoder().decode(new Uint8Array(this.buffer, from, length));
  }

  since(from: number): Uint8Array {
    return new Uint8Array(this.buffer, from, this.at - from);
  }

  skipValue(type: number): void {
    if (type === TEXT) return this.#skip(this.u64());
    if (type !== ARRAY) return this.#skip(bytesOf(type));
    const inner = this.u32();
    const length = this.u64();
    if (inner !== TEXT && inner !== ARRAY) return this.#skip(length * bytesOf(inner));
    for (let left = length; left > 0; left -= 1) this.skipValue(inner);
  }

  #skip(bytes: number): void {
    if (this.at + bytes > this.buffer.byteLength) throw new RangeError('past the header');
    this.at += bytes;
  }
}

function bytesOf(type: number): number {
  const bytes = VALUE_BYTES[type];
  if (bytes === undefined) throw broken();
  return bytes;
}

function broken(cause?: unknown): Problem {
  return new Problem('bad-file', {
    what: 'The weights of this model file cannot be read.',
    next: 'Delete the model and load it again.',
    cause,
  });
}

/** One of a model's constants, as it lies in its file. */
export interface Constant {
  readonly dims: readonly number[];
  /** Little-endian. */
  readonly bytes: Uint8Array;
}

/** Fields of ONNX's protocol buffers (onnx.proto) that are read here. */
const MODEL_GRAPH = 7;
const GRAPH_INITIALIZER = 5;
const TENSOR_DIMS = 1;
const TENSOR_NAME = 8;
const TENSOR_RAW_DATA = 9;

/**
 * The constants of an ONNX file by their names: those whose numbers stand as raw data, which weights do. Nothing is
 * copied: the bytes are views of the file.
 * @throws Error where the file is no such thing
 */
export function readConstants(file: Uint8Array): Map<string, Constant> {
  const constants = new Map<string, Constant>();
  for (const graph of fieldsOf(file)) {
    if (graph.field !== MODEL_GRAPH || !graph.bytes) continue;
    for (const tensor of fieldsOf(graph.bytes)) {
      if (tensor.field !== GRAPH_INITIALIZER || !tensor.bytes) continue;
      const [name, constant] = readTensor(tensor.bytes);
      constants.set(name, constant);
    }
  }
  return constants;
}

function readTensor(tensor: Uint8Array): [string, Constant] {
  const dims: number[] = [];
  let name = '';
  let bytes = new Uint8Array();
  for (const { field, value, bytes: content } of fieldsOf(tensor)) {
    if (field === TENSOR_DIMS && content) dims.push(...varints(content));
    else if (field === TENSOR_DIMS) dims.push(value);
    else if (field === TENSOR_NAME && content) name = new TextDecoder().decode(content);
    else if (field === TENSOR_RAW_DATA && content) bytes = content;
  }
  return [name, { dims, bytes }];
}

/** A field of a message: a number, or the bytes of a text, a list or another message. */
interface Field {
  readonly field: number;
  readonly value: number;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

function* fieldsOf(message: Uint8Array): Generator<Field> {
  const cursor = { at: 0 };
  while (cursor.at < message.length) {
    const key = varint(message, cursor);
    const field = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) {
      yield { field, value: varint(message, cursor) };
    } else if (wire === 1 || wire === 5) {
      cursor.at += wire === 1 ? 8 : 4;
    } else if (wire === 2) {
      const length = varint(message, cursor);
      const bytes = message.subarray(cursor.at, cursor.at + length);
      if (bytes.length < length) throw new Error('the model file is cut short');
      cursor.at += length;
      yield { field, value: length, bytes: bytes as Uint8Array<ArrayBuffer> };
    } else {
      throw new Error('the model file is not as expected');
    }
  }
}

/** Numbers up to 2^53; larger ones, which only constants that are not read here have, lose their last digits. */
function varint(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  for (let factor = 1; ; factor *= 128) {
    const byte = bytes[cursor.at];
    if (byte === undefined) throw new Error('the model file is cut short');
    cursor.at += 1;
    value += (byte % 128) * factor;
    if (byte < 128) return value;
  }
}

function varints(bytes: Uint8Array): number[] {
  const cursor = { at: 0 };
  const found: number[] = [];
  while (cursor.at < bytes.length) found.push(varint(bytes, cursor));
  return found;
}

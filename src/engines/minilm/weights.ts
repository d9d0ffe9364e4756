import { readConstants, type Constant } from './onnx';

/** Numbers of eight bits with a scale a row: row i is `values[i] * scales[i]`. */
export interface Rows {
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

/** A linear step: inner * columns numbers of eight bits, row by row, with a scale a column. */
export interface Linear {
  readonly inner: number;
  readonly columns: number;
  readonly values: Int8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

export interface Norm {
  readonly gain: Float32Array;
  readonly bias: Float32Array;
}

export interface Layer {
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly attended: Linear;
  readonly attendedNorm: Norm;
  readonly wide: Linear;
  readonly narrow: Linear;
  readonly norm: Norm;
}

/** The weights of all-MiniLM-L6-v2. */
export interface Weights {
  readonly words: Rows;
  readonly positions: Rows;
  /** What every token gets that is of the first and only text. */
  readonly type: Float32Array;
  readonly norm: Norm;
  readonly layers: readonly Layer[];
}

const LAYERS = 6;
/** The biases of a layer's linear steps, in the order of their matrices in the file. */
const STEPS = [
  'attention.self.query',
  'attention.self.key',
  'attention.self.value',
  'attention.output.dense',
  'intermediate.dense',
  'output.dense',
] as const;

/**
 * Takes the weights out of the model's file. Matrices have no telling names there, so they are taken in their order,
 * which the file's SHA-256 vouches for.
 * @throws Error where the file is another one
 */
export function readWeights(file: Uint8Array): Weights {
  const constants = readConstants(file);
  const of = (name: string): Constant => {
    const found = constants.get(name);
    if (!found) throw new Error(`the model file has no ${name}`);
    return found;
  };
  const matrices = [...constants.keys()].filter((name) => /^val_\d+_q$/.test(name));
  const norm = (name: string): Norm => ({
    gain: floats(of(`${name}.weight`)),
    bias: floats(of(`${name}.bias`)),
  });
  const rows = (name: string): Rows => ({
    values: bytes(of(`${name}_q`)),
    scales: floats(of(`${name}_scale`)),
  });
  const layer = (_: unknown, index: number): Layer => {
    const prefix = `inner.encoder.layer.${index}`;
    const linear = (step: number): Linear => {
      const name = matrices[index * STEPS.length + step] ?? '';
      const { dims } = of(name);
      return {
        inner: dims[0] ?? 0,
        columns: dims[1] ?? 0,
        values: bytes(of(name)),
        scales: floats(of(name.replace(/_q$/, '_scale'))),
        bias: floats(of(`${prefix}.${STEPS[step]}.bias`)),
      };
    };
    return {
      query: linear(0),
      key: linear(1),
      value: linear(2),
      attended: linear(3),
      attendedNorm: norm(`${prefix}.attention.output.LayerNorm`),
      wide: linear(4),
      narrow: linear(5),
      norm: norm(`${prefix}.output.LayerNorm`),
    };
  };
  return {
    words: rows('inner.embeddings.word_embeddings.weight'),
    positions: rows('inner.embeddings.position_embeddings.weight'),
    type: floats(of('inner.embeddings.token_type_embeddings.weight')),
    norm: norm('inner.embeddings.LayerNorm'),
    layers: Array.from({ length: LAYERS }, layer),
  };
}

/** Copies: the file can be forgotten, and floats stand where they may. */
function floats({ bytes: raw }: Constant): Float32Array {
  return new Float32Array(raw.slice().buffer);
}

function bytes({ bytes: raw }: Constant): Int8Array {
  return new Int8Array(raw.slice().buffer);
}

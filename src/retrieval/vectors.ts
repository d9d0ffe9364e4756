/**
 * Vectors of unit length as signed bytes: each is scaled so that its largest component is 127 and rounded. The scale
 * need not be kept, for the length is known to be 1, so n vectors are n times d bytes and nothing else.
 */
export interface UnitVectors {
  readonly dimensions: number;
  readonly count: number;
  readonly values: Int8Array<ArrayBuffer>;
}

const MOST = 127;

/** Rounds unit vectors to bytes; for the model's vectors the cosine to the original stays above 0.9999. */
export function quantise(vectors: readonly Float32Array[], dimensions: number): UnitVectors {
  const values = new Int8Array(vectors.length * dimensions);
  for (const [row, vector] of vectors.entries()) {
    const scale = MOST / largest(vector);
    for (let i = 0; i < dimensions; i += 1) {
      values[row * dimensions + i] = Math.round((vector[i] ?? 0) * scale);
    }
  }
  return { dimensions, count: vectors.length, values };
}

/** Vectors from bytes as they were kept; null where they are not a whole number of vectors. */
export function unitVectors(bytes: ArrayBuffer, dimensions: number): UnitVectors | null {
  const count = bytes.byteLength / dimensions;
  return Number.isInteger(count) ? { dimensions, count, values: new Int8Array(bytes) } : null;
}

/** The cosine of a unit vector with each of the first `count` vectors. */
export function cosines(query: Float32Array, vectors: UnitVectors, count: number): Float64Array {
  const { dimensions, values } = vectors;
  const found = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    let dot = 0;
    let square = 0;
    for (let i = 0, at = row * dimensions; i < dimensions; i += 1, at += 1) {
      const value = values[at] as number;
      dot += value * (query[i] as number);
      square += value * value;
    }
    found[row] = square === 0 ? 0 : dot / Math.sqrt(square);
  }
  return found;
}

/** The cosine of two unit vectors. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (const [i, value] of a.entries()) dot += value * (b[i] as number);
  return dot;
}

/** One of the vectors, of unit length again. */
export function vectorAt({ dimensions, values }: UnitVectors, row: number): Float32Array {
  const vector = Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions));
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (const value of vector) most = Math.max(most, Math.abs(value));
  return most === 0 ? 1 : most;
}

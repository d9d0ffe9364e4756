import { CLS, SEP } from './embedder-tokenizer';

/** Tokens that the model reads at once. */
export interface Window {
  /** Position of the text that it belongs to. */
  readonly text: number;
  /** With the two special tokens. */
  readonly ids: readonly number[];
}

/**
 * Cuts texts into windows of at most `most` tokens, special ones counted. A text's windows are as equal as can be, so
 * that none is a mere rest. An empty text has one window of nothing but the special tokens.
 */
export function windowsOf(texts: readonly (readonly number[])[], most: number): Window[] {
  return texts.flatMap((ids, text) => {
    const count = Math.max(1, Math.ceil(ids.length / (most - 2)));
    const size = Math.ceil(ids.length / count);
    return Array.from({ length: count }, (_, i) => ({
      text,
      ids: [CLS, ...ids.slice(i * size, (i + 1) * size), SEP],
    }));
  });
}

/** The mean of a window's token vectors, scaled to unit length. `states` holds them one after another. */
export function meanOf(states: Float32Array, tokens: number): Float32Array<ArrayBuffer> {
  const dimensions = states.length / tokens;
  const sum = new Float32Array(dimensions);
  for (let at = 0; at < states.length; at += 1) {
    const i = at % dimensions;
    sum[i] = (sum[i] as number) + (states[at] as number);
  }
  return unit(sum);
}

/** The vector of a text: its windows' vectors weighted by their tokens, special ones left out, at unit length. */
export function pooled(
  windows: readonly { readonly tokens: number; readonly vector: Float32Array }[],
): Float32Array {
  const [first] = windows;
  if (first && windows.length === 1) return first.vector;
  const sum = new Float32Array(first?.vector.length ?? 0);
  for (const { tokens, vector } of windows) {
    for (const [i, value] of vector.entries()) sum[i] = (sum[i] as number) + tokens * value;
  }
  return unit(sum);
}

function unit(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square) || 1;
  return vector.map((value) => value / length);
}

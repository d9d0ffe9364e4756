/**
 * Bytes that a weight takes in a file of MLC's, with its share of the scales: groups of 32 weights of 4 bits share one
 * scale of half or single precision; `q0` is not quantized.
 */
export const BYTES_PER_WEIGHT = { q4f16_1: 0.5625, q4f32_1: 0.625, q0f16: 2, q0f32: 4 } as const;

/** How the weights of a catalogue's model are written. */
export type Quantization = keyof typeof BYTES_PER_WEIGHT;

/**
 * Whether weights of a kind need half precision in shaders. WebLLM's list says so of some entries only, but every
 * library for `f16` weights is compiled with it.
 */
export function needsF16(quantization: string): boolean {
  return quantization.includes('f16');
}

/** Bits that one number takes, by ggml's number of a type (ggml.h, `ggml_type`): a block's bytes over its numbers. */
const BITS: Readonly<Record<number, number>> = {
  0: 32, // F32
  1: 16, // F16
  2: 4.5, // Q4_0
  3: 5, // Q4_1
  6: 5.5, // Q5_0
  7: 6, // Q5_1
  8: 8.5, // Q8_0
  9: 9, // Q8_1
  10: 2.625, // Q2_K
  11: 3.4375, // Q3_K
  12: 4.5, // Q4_K
  13: 5.5, // Q5_K
  14: 6.5625, // Q6_K
  15: 9.125, // Q8_K
  16: 2.0625, // IQ2_XXS
  17: 2.3125, // IQ2_XS
  18: 3.0625, // IQ3_XXS
  19: 1.5625, // IQ1_S
  20: 4.5, // IQ4_NL
  21: 3.4375, // IQ3_S
  22: 2.5625, // IQ2_S
  23: 4.25, // IQ4_XS
  24: 8, // I8
  25: 16, // I16
  26: 32, // I32
  27: 64, // I64
  28: 64, // F64
  29: 1.75, // IQ1_M
  30: 16, // BF16
  34: 1.6875, // TQ1_0
  35: 2.0625, // TQ2_0
  39: 4.25, // MXFP4
};

/**
 * Bytes that a tensor takes in a file; 0 for a type that is not known here, which claims nothing.
 * @param shape numbers along each dimension
 * @param type ggml's number of the type
 */
export function fewestBytes(shape: readonly bigint[], type: number): number {
  const numbers = shape.reduce((product, length) => product * Number(length), 1);
  return Math.floor((numbers * (BITS[type] ?? 0)) / 8);
}

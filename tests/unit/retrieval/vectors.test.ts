import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seeded } from '../../../src/core/seed';
import { cosine, cosines, quantise, unitVectors, vectorAt } from '../../../src/retrieval/vectors';

const DIMENSIONS = 384;
/** Numbers as a model gives them: none stands far above the others. */
const unitVector = fc.integer().map((seed) => {
  const random = seeded(seed);
  const values = Array.from(
    { length: DIMENSIONS },
    () => random() + random() + random() - random() - random() - random(),
  );
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
});

describe('vectors as bytes', () => {
  it('keep their direction', () => {
    fc.assert(
      fc.property(unitVector, unitVector, (a, b) => {
        const kept = quantise([a, b], DIMENSIONS);
        expect(kept.values.length).toBe(2 * DIMENSIONS);
        expect(cosine(a, vectorAt(kept, 0))).toBeGreaterThan(0.9999);
        const [toA, toB] = cosines(a, kept, 2);
        expect(toA).toBeGreaterThan(0.9999);
        expect(Math.abs((toB ?? 9) - cosine(a, b))).toBeLessThan(0.02);
      }),
      { numRuns: 50 },
    );
  });

  it('survive being stored', () => {
    const kept = quantise([Float32Array.of(0.6, -0.8), Float32Array.of(0, 1)], 2);
    expect([...kept.values]).toEqual([95, -127, 0, 127]);
    expect(unitVectors(kept.values.buffer, 2)).toEqual(kept);
    expect(unitVectors(new ArrayBuffer(5), 2)).toBeNull();
  });

  it('of length 0 have a cosine of 0', () => {
    expect([...cosines(Float32Array.of(1, 0), quantise([new Float32Array(2)], 2), 1)]).toEqual([0]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowOffsets } from '../../../src/components/row-offsets';

describe('the places of rows', () => {
  it('agrees with adding up, whatever was measured', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.tuple(fc.nat(59), fc.integer({ min: 1, max: 200 })), { maxLength: 60 }),
        fc.integer({ min: -50, max: 12_000 }),
        (count, changes, y) => {
          const offsets = new RowOffsets(count, 20);
          const heights = new Array<number>(count).fill(20);
          for (const [index, height] of changes) {
            const before = heights[index];
            const grown = offsets.set(index, height);
            if (before === undefined) continue;
            expect(grown).toBe(height - before);
            heights[index] = height;
          }
          let top = 0;
          let found = count - 1;
          for (let i = 0; i < count; i += 1) {
            expect(offsets.start(i)).toBe(top);
            const next = top + (heights[i] ?? 0);
            if (y < next && found === count - 1 && (y >= top || i === 0)) found = i;
            top = next;
          }
          expect(offsets.total).toBe(top);
          expect(offsets.at(y)).toBe(found);
        },
      ),
    );
  });

  it('holds 20,000 rows and finds the last', () => {
    const offsets = new RowOffsets(20_000, 56);
    expect(offsets.total).toBe(1_120_000);
    expect(offsets.at(1_119_999)).toBe(19_999);
    expect(offsets.at(9e9)).toBe(19_999);
  });

  it('is empty without rows', () => {
    const offsets = new RowOffsets(0, 56);
    expect([offsets.total, offsets.at(100)]).toEqual([0, 0]);
  });
});

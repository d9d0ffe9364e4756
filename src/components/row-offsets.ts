/**
 * The places of many rows of different heights: where a row starts, and which row is at a place, each in
 * O(log n) through a Fenwick tree, so that 20,000 rows of text scroll as one list.
 */
export class RowOffsets {
  #heights: Float64Array;
  #sums: Float64Array;

  /** @param estimate height in px of a row that was not measured yet */
  constructor(count: number, estimate: number) {
    this.#heights = new Float64Array(count).fill(estimate);
    this.#sums = new Float64Array(count + 1);
    for (let i = 1; i <= count; i += 1) {
      this.#sums[i] = (this.#sums[i] ?? 0) + estimate;
      const parent = i + (i & -i);
      if (parent <= count) this.#sums[parent] = (this.#sums[parent] ?? 0) + (this.#sums[i] ?? 0);
    }
  }

  get count(): number {
    return this.#heights.length;
  }

  /** The height of all rows in px. */
  get total(): number {
    return this.start(this.count);
  }

  height(index: number): number {
    return this.#heights[index] ?? 0;
  }

  /** Where a row starts, in px from the top; for `count` the end. */
  start(index: number): number {
    let sum = 0;
    for (let i = Math.min(index, this.count); i > 0; i -= i & -i) sum += this.#sums[i] ?? 0;
    return sum;
  }

  /** The row at a place, the first or last for a place outside; 0 where there are none. */
  at(y: number): number {
    let index = 0;
    let rest = Math.max(0, y);
    for (let step = highestBit(this.count); step > 0; step >>= 1) {
      const next = index + step;
      const sum = this.#sums[next];
      if (next <= this.count && sum !== undefined && sum <= rest) {
        index = next;
        rest -= sum;
      }
    }
    return Math.max(0, Math.min(index, this.count - 1));
  }

  /** Sets a measured height. Returns by how much the row has grown. */
  set(index: number, height: number): number {
    const change = height - this.height(index);
    if (change === 0 || index >= this.count) return 0;
    this.#heights[index] = height;
    for (let i = index + 1; i <= this.count; i += i & -i)
      this.#sums[i] = (this.#sums[i] ?? 0) + change;
    return change;
  }
}

function highestBit(count: number): number {
  return count === 0 ? 0 : 1 << (31 - Math.clz32(count));
}

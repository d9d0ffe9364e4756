/**
 * A tree of the lines of texts: what appears first comes first, and neighbours share as many leading lines as can be.
 * Lines are kept once, however many texts hold them, so that 100,000 prompts of a few hundred lines stay small.
 */
export class LineTree {
  readonly #lines: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Of each node, whose place here is its number: its parent. Parents come before children; 0 is the root. */
  readonly #parents: number[] = [0];
  /** The number of the node's line. */
  readonly #lineOf: number[] = [-1];
  /** Characters from the root to the end of the node's line, line ends counted. */
  readonly #characters: number[] = [0];
  /** The first child, 0 without any: most nodes have no other. */
  readonly #first: number[] = [0];
  /** All children by line where there are several. */
  readonly #several = new Map<number, Map<number, number>>();

  /** The node at which the text ends; equal texts end at one node. */
  add(text: string): number {
    let node = 0;
    for (const line of text.split('\n')) {
      const number = this.#numberOf(line);
      node = this.#child(node, number) ?? this.#grow(node, number, line.length + 1);
    }
    return node;
  }

  /** Number of characters of the text that ends at a node. */
  length(node: number): number {
    return (this.#characters[node] as number) - 1;
  }

  /** Number of leading characters that the texts of two nodes share. */
  shared(a: number, b: number): number {
    if (a === b) return this.length(a);
    let [left, right] = [a, b];
    // The branches by which the way to each text leaves the other's.
    let [toA, toB] = [0, 0];
    while (left !== right) {
      if (left > right) {
        toA = left;
        left = this.#parents[left] as number;
      } else {
        toB = right;
        right = this.#parents[right] as number;
      }
    }
    if (toA === 0 || toB === 0) return this.length(left);
    return (this.#characters[left] as number) + sharedPrefix(this.#lineAt(toA), this.#lineAt(toB));
  }

  /**
   * The place of each node when the tree is walked from the root: a text before those that go on from it, and branches
   * in the order of first appearance.
   */
  places(): Uint32Array {
    const count = this.#parents.length;
    // Numbers grow with first appearance, so going backwards leaves each parent's children chained in that order.
    const first = new Uint32Array(count);
    const next = new Uint32Array(count);
    for (let node = count - 1; node > 0; node -= 1) {
      const parent = this.#parents[node] as number;
      next[node] = first[parent] as number;
      first[parent] = node;
    }
    const places = new Uint32Array(count);
    const open = [0];
    for (let place = 0; open.length > 0; place += 1) {
      const node = open.pop() as number;
      places[node] = place;
      if (next[node] !== 0) open.push(next[node] as number);
      if (first[node] !== 0) open.push(first[node] as number);
    }
    return places;
  }

  #numberOf(line: string): number {
    const known = this.#numbers.get(line);
    if (known !== undefined) return known;
    this.#numbers.set(line, this.#lines.length);
    return this.#lines.push(line) - 1;
  }

  #lineAt(node: number): string {
    return this.#lines[this.#lineOf[node] as number] as string;
  }

  #child(node: number, line: number): number | undefined {
    const first = this.#first[node] as number;
    if (first !== 0 && this.#lineOf[first] === line) return first;
    return this.#several.get(node)?.get(line);
  }

  #grow(parent: number, line: number, characters: number): number {
    const node = this.#parents.push(parent) - 1;
    this.#lineOf.push(line);
    this.#characters.push((this.#characters[parent] as number) + characters);
    this.#first.push(0);
    if (this.#first[parent] === 0) {
      this.#first[parent] = node;
    } else {
      const several = this.#several.get(parent) ?? new Map<number, number>();
      this.#several.set(parent, several.set(line, node));
    }
    return node;
  }
}

/** Number of leading characters that two texts share. */
export function sharedPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  return i;
}

/** A source of uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * A small seeded generator (sfc32, seeded through FNV-1a of the text), the same on every machine.
 * It is for shuffles and permutation tests, not for secrets.
 */
export function seeded(seed: string | number): Random {
  const text = String(seed);
  const state = [0x9e3779b9, 0x243f6a88, 0xb7e15162].map((salt) => fnv1a(text, salt));
  let [a, b, c] = state as [number, number, number];
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  // The first outputs still resemble the seed.
  for (let i = 0; i < 12; i += 1) next();
  return next;
}

/** A copy of the list in random order (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j] as T, copy[i] as T];
  }
  return copy;
}

function fnv1a(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let i = 0; i < text.length; i += 1) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}

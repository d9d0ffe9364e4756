/**
 * Holm's step-down adjustment over one family: p values in the order given, each 0 to 1 and never under its own p.
 * A comparison holds at level alpha where its adjusted p is at most alpha. Holm 1979; checked against statsmodels.
 */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, index) => index);
  order.sort((i, j) => (values[i] as number) - (values[j] as number));
  const adjusted = new Array<number>(values.length);
  let running = 0;
  order.forEach((index, rank) => {
    running = Math.max(running, Math.min(1, (values[index] as number) * (values.length - rank)));
    adjusted[index] = running;
  });
  return adjusted;
}

/**
 * True where a family is so large that even the least p its tests can give is not rejected:
 * `least` holds the least attainable p of each comparison (2^(1-K) for K sums, half of it as mid-p).
 */
export function familyTooLarge(least: readonly number[], alpha = 0.05): boolean {
  if (least.length === 0) return false;
  return Math.min(...least) * least.length > alpha;
}

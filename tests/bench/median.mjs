/** The middle of the numbers, the mean of the two middle ones where there are as many on both sides. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
}

/** The lower and the upper quartile, by linear interpolation. */
export function quartiles(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share) => {
    const place = share * (sorted.length - 1);
    const low = Math.floor(place);
    const high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  };
  return [at(0.25), at(0.75)];
}

/** Does a piece of work and leaves its time in the browser's own record, where the benchmarks and a profiler find it. */
export function timed<T>(name: `crossroads:${string}`, work: () => T): T {
  const start = performance.now();
  const outcome = work();
  performance.measure(name, { start, end: performance.now() });
  return outcome;
}

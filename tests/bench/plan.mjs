import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from './median.mjs';

const CHILD = fileURLToPath(new URL('plan-child.mjs', import.meta.url));
const ROUNDS = 5;

/**
 * How long a study of 100,000 trials takes to plan and how much memory, each round in a fresh process.
 * @param {Record<string, unknown>} study
 * @returns {Promise<{ trials: number, seconds: number, processor: number, ratio: number, peak: number, kept: number }>}
 *   medians: seconds; the processor's seconds, which a busy machine lengthens less; those over the plain peer's of the
 *   same process; bytes at the most, and kept by the plan
 */
export async function plan(study) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const args = ['--expose-gc', CHILD, JSON.stringify(study)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    rounds.push(JSON.parse(stdout));
  }
  const middle = (name) => median(rounds.map((round) => round[name]));
  return {
    trials: rounds[0].trials,
    seconds: middle('seconds'),
    processor: middle('processor'),
    ratio: median(rounds.map(({ processor, peerProcessor }) => processor / peerProcessor)),
    peak: Math.max(...rounds.map(({ peak }) => peak)),
    kept: middle('kept'),
  };
}

/**
 * The same in the headless page.
 * @param {import('playwright').Page} page
 * @param {Record<string, unknown>} study
 * @returns {Promise<{ seconds: number, peak: number, longest: number }>} seconds, the median; bytes of the heap over
 *   those before, the most seen; milliseconds that the page stood still at the longest, all rounds considered
 */
export async function planInPage(page, study) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
  };
  const seconds = [];
  let peak = 0;
  let longest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await session.send('HeapProfiler.collectGarbage');
    const before = await heap();
    let isOver = false;
    const planned = page.evaluate(planOnce, study).finally(() => (isOver = true));
    while (!isOver) peak = Math.max(peak, (await heap()) - before);
    const result = await planned;
    seconds.push(result.seconds);
    longest = Math.max(longest, result.longest);
  }
  return { seconds: median(seconds), peak, longest };
}

/** In the page. */
async function planOnce(study) {
  const { modules } = window.crossroads;
  const parsed = modules.parseStudy(study);
  const { suite } = await modules.suiteOf(parsed.suite);
  let last = performance.now();
  let longest = 0;
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 0);
  const started = performance.now();
  await modules.makePlan(parsed, suite);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(pulse);
  return { seconds, longest: Math.max(longest, performance.now() - last) };
}

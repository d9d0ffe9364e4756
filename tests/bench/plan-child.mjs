/**
 * One plan in a fresh process, started by plan.mjs: prints the seconds and the processor's seconds of the plan and of
 * its peer, and the memory that the plan took.
 */
import { withModules } from '../../scripts/lib/load.mjs';
import { peer } from './plan-peer.mjs';

const study = JSON.parse(process.argv[2]);

await withModules(async (load) => {
  const { makePlan } = await load('src/experiment/plan.ts');
  const { expandConditions } = await load('src/experiment/condition.ts');
  const { suiteOf } = await load('src/experiment/registry.ts');
  const { parseStudy } = await load('src/exchange/study-file.ts');
  const parsed = parseStudy(study);
  const { suite } = await suiteOf(parsed.suite);
  const conditions = await expandConditions(parsed);
  // Once small, so that neither is measured while its code is still being read.
  const small = { ...parsed, items: { limit: 2 } };
  await makePlan(small, suite);
  await peer(small, suite, conditions);

  globalThis.gc();
  const before = process.memoryUsage();
  const planned = await timed(() => makePlan(parsed, suite));
  // The most that the process ever held, so garbage not yet collected counts, and so would a peak before: an upper bound.
  const peak = process.resourceUsage().maxRSS * 1024 - before.rss;
  globalThis.gc();
  const after = process.memoryUsage();
  const kept = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const plain = await timed(() => peer(parsed, suite, conditions));
  const { seconds, processor } = planned;
  const trials = planned.result.trials.length;
  const plainly = { peerSeconds: plain.seconds, peerProcessor: plain.processor };
  console.log(JSON.stringify({ trials, seconds, processor, ...plainly, peak, kept }));
});

async function timed(work) {
  const used = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { result, seconds, processor: (user + system) / 1e6 };
}

/**
 * `npm run bench [-- PART ...]`: the benchmarks in a real browser with the real model. Prints a table and writes
 * `bench/results.json`. Parts: page, big, plan, retrieval, cache, decision, ladder; endpoint, native and settings where
 * they are named. Absolute times are this machine's; what counts are the ratios within the run.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asCommand } from './setup/command.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { projectRoot } from './setup/paths.mjs';

const PARTS = [
  'page',
  'big',
  'plan',
  'retrieval',
  'cache',
  'decision',
  'ladder',
  'endpoint',
  'native',
  'settings',
];
/** Need a native server, or take long, so they run only where they are named. */
const ON_REQUEST = ['endpoint', 'native', 'settings'];
const FILE = join(projectRoot, 'bench', 'results.json');

/** What each part measures and how it is said; the goal stands beside the figure. */
const measure = {
  async page() {
    const { withSite } = await import('./lib/site.mjs');
    const { firstPage } = await import('../tests/bench/first-page.mjs');
    return withSite(async ({ browser, url }) => {
      const result = await firstPage(browser, url);
      say('JavaScript of the first page, gzipped', `${kB(result.scripts)} kB`, 'at most 130 kB');
      say('engine code among its requests', String(result.engine.length), 'none');
      say('button there after', `${result.interactive.toFixed(0)} ms`, 'under 1,000 ms');
      return result;
    });
  },
  async big() {
    const { withSite } = await import('./lib/site.mjs');
    const { bigRun } = await import('../tests/bench/big-run.mjs');
    return withSite(async (site) => {
      const result = await bigRun(site);
      say('a run of 20,000 samples opens in', `${result.open.toFixed(0)} ms`, 'under 1,500 ms');
      say('its heatmap is computed in', `${result.heatmap.toFixed(0)} ms`, 'under 100 ms');
      return result;
    });
  },
  async retrieval() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { retrieval } = await import('../tests/bench/retrieval.mjs');
    const { page, close } = await openHeadless();
    try {
      const result = await retrieval(page);
      say('Moby-Dick is read in', ms(result.parse), 'under 400 ms');
      say('cut into chunks and indexed in a worker in', ms(result.index), 'under 2,500 ms');
      say('a BM25 query, 95th percentile', ms(result.bm25), 'under 10 ms');
      say('a vector query, 95th percentile', ms(result.vector), 'under 10 ms');
      say('a hybrid query, 95th percentile', ms(result.hybrid), '');
      say('the first hybrid query at a place', ms(result.hybridFirst), '');
      say('embedding a query', ms(result.embedQuery), '');
      say("a kept novel's vectors are loaded in", ms(result.load), 'under 150 ms');
      say('memory while embedding', `${result.memory.toFixed(0)} MB`, 'under 400 MB');
      say('windows of 256 tokens embedded in a second', result.ours.toFixed(1), '');
      say('by native onnxruntime, one at a time', result.nativeOne.toFixed(1), '');
      say('by native onnxruntime, eight at once', result.nativeEight.toFixed(1), '');
      const native = Math.max(result.nativeOne, result.nativeEight);
      say('ours against the better of these', times(result.ours / native), 'at least 0.6');
      return result;
    } finally {
      await close();
    }
  },
  async cache() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { cache } = await import('../tests/bench/cache.mjs');
    const { page, close } = await openHeadless();
    try {
      const result = await cache(page);
      const share = result.cached / result.could;
      say('prompt tokens from the cache', `${result.cached} of ${result.could}`, '');
      say('of those that could be', percent(share), 'at least 95 %');
      say('time outside the engine', percent(result.outside), 'at most 2 %');
      return { ...result, share };
    } finally {
      await close();
    }
  },
  async decision() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { decision } = await import('../tests/bench/decision.mjs');
    const { page, close } = await openHeadless();
    try {
      const result = await decision(page);
      const share = result.cached / result.could;
      say('decision-quick on the embedded model', `${result.seconds.toFixed(0)} s`, 'under 600 s');
      say('its tokens from the cache', `${result.cached} of ${result.could}`, '');
      say('of those that could be', percent(share), 'at least 95 %');
      return { ...result, share };
    } finally {
      await close();
    }
  },
  async ladder() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { ladder } = await import('../tests/bench/ladder.mjs');
    const { page, close } = await openHeadless();
    try {
      const steps = await ladder(page, (line) => console.log(`  ${line}`));
      const [, , ownCache, ourOrder, ours] = steps.map(({ perSecond }) => perSecond);
      say('ours against its own cache and one token', times(ours / ownCache), 'at least 1.7');
      say('the same with our order on both sides', times(ours / ourOrder), '');
      return steps;
    } finally {
      await close();
    }
  },
  async plan() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { plan, planInPage } = await import('../tests/bench/plan.mjs');
    const studies = await import('../tests/bench/plan-study.mjs');
    const results = {};
    for (const [name, study] of Object.entries(studies)) {
      const result = await plan(study);
      say(`${result.trials} trials, ${name}, planned in`, seconds(result.seconds), 'under 2 s');
      say("of the processor's time", seconds(result.processor), '');
      say('against making and sorting the texts alone', times(result.ratio), '');
      say('memory at the most', MB(result.peak), 'under 200 MB');
      say('memory kept', MB(result.kept), '');
      results[name] = result;
    }
    const { page, close } = await openHeadless();
    try {
      for (const [name, study] of Object.entries(studies)) {
        const result = await planInPage(page, study);
        say(`in the page, ${name}`, seconds(result.seconds), 'under 2 s');
        say('heap at the most', MB(result.peak), 'under 200 MB');
        say('the page stood still for at most', ms(result.longest), '');
        results[`${name}InPage`] = result;
      }
    } finally {
      await close();
    }
    return results;
  },
  async endpoint() {
    const { withModules } = await import('./lib/load.mjs');
    const { endpoint } = await import('../tests/bench/endpoint.mjs');
    const results = [];
    for (const concurrency of [1, 4]) {
      const result = await withModules((load) => endpoint(load, concurrency));
      say(`trials a second, ${concurrency} at once`, result.ours.toFixed(2), '');
      say('by a bare loop', result.bare.toFixed(2), '');
      say('ours against the bare loop', spread(result), 'at least 0.95');
      say('our own processor time a trial', ms(result.oursProcessor), '');
      say('that of the bare loop', ms(result.bareProcessor), '');
      results.push({ concurrency, ...result });
    }
    return results;
  },
  async native() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { native } = await import('../tests/bench/native.mjs');
    const { page, close } = await openHeadless();
    try {
      const result = await native(page, (line) => console.log(`  ${line}`));
      say('trials a second in the page', result.page.toFixed(2), '');
      say('by native llama.cpp', result.native.toFixed(2), '');
      say('the page against native', spread(result), 'at least 0.25');
      say('tokens computed by each', result.tokens.join(', '), 'the same');
      return result;
    } finally {
      await close();
    }
  },
  async settings() {
    const { openHeadless } = await import('./reproduce/embedded.mjs');
    const { settings } = await import('../tests/bench/native.mjs');
    const { page, close } = await openHeadless();
    try {
      const results = await settings(page, () => undefined);
      for (const result of results) say(`${result.setting} against as shipped`, spread(result), '');
      return results;
    } finally {
      await close();
    }
  },
};

function say(what, figure, goal) {
  console.log(`  ${what.padEnd(46)} ${figure.padStart(16)}   ${goal}`);
}

function ms(time) {
  return `${time.toFixed(time < 10 ? 1 : 0)} ms`;
}

function seconds(time) {
  return `${time.toFixed(2)} s`;
}

function MB(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** A ratio with its quartiles. */
function spread({ ratio, spread: [low, high] }) {
  return `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function kB(bytes) {
  return (bytes / 1000).toFixed(1);
}

function percent(share) {
  return `${(100 * share).toFixed(1)} %`;
}

function times(ratio) {
  return `${ratio.toFixed(2)} times`;
}

await asCommand(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) {
    throw new Error(`There is no part "${unknown}". Parts: ${PARTS.join(', ')}.`);
  }
  await ensurePackages();
  const results = {};
  for (const part of PARTS) {
    if (wanted.length > 0 ? !wanted.includes(part) : ON_REQUEST.includes(part)) continue;
    console.log(`\n${part}`);
    results[part] = await measure[part]();
  }
  mkdirSync(join(projectRoot, 'bench'), { recursive: true });
  const earlier = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
  writeFileSync(FILE, `${JSON.stringify({ ...earlier, ...results }, null, 2)}\n`);
  console.log(`\nWritten: bench/results.json`);
});

/**
 * The page against native llama.cpp: the same file, threads, trials and order. The two take turns, block by block, so
 * that whatever else the machine does hits both; the ratio is taken within each pair of blocks.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinModel, startLlama } from '../../scripts/llama/server.mjs';
import { median, quartiles } from './median.mjs';
import { studyOf } from './study.mjs';

const MODEL = 'smollm2-135m-instruct-q8_0';
/** 8 scenarios under three conditions. */
const STUDY = studyOf('native', { behaviors: ['o-fund', 'o-authority'], perBehavior: 4 });
/** Trials of a block; the first of each engine is for warming up. */
const BLOCK = 3;
/** Alternatives asked for, as in a run. */
const TOP = 200;

/**
 * @param {import('playwright').Page} page the headless page
 * @param {(line: string) => void} log
 * @returns {Promise<{ trials: number, page: number, native: number, ratio: number, spread: number[], tokens: number[] }>}
 *   trials a second, medians of blocks; the page's over native's, the median and the quartiles; new tokens that each
 *   computed, which should be the same
 */
export async function native(page, log) {
  const folder = await mkdtemp(join(tmpdir(), 'crossroads-bench-'));
  try {
    const server = await startLlama({ model: await joinModel(MODEL, folder) });
    try {
      const inputs = await page.evaluate(prepare, { study: STUDY, settings: {} });
      const here = (from, to) => page.evaluate(askHere, { engine: 'shipped', from, to, top: TOP });
      const there = (from, to) => askServer(server.url, inputs.slice(from, to));
      return await alternate(here, there, inputs.length, log);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settings that were tried against those shipped; each is a change of `WllamaSettings`. */
const TRIED = {
  'weights written out as F32': { weights: 'f32' },
  'batches of 32': { batch: 32 },
  'batches of 64': { batch: 64 },
  'batches of 128': { batch: 128 },
  'f16 cache': { cacheType: 'f16' },
  'q8_0 cache': { cacheType: 'q8_0' },
  'flash attention': { flashAttention: true },
};

/**
 * Other settings against those shipped, in the page, in the same way.
 * @param {import('playwright').Page} page
 * @param {(line: string) => void} log
 * @returns {Promise<{ setting: string, ratio: number, spread: number[] }[]>} trials a second over those as shipped
 */
export async function settings(page, log) {
  const results = [];
  for (const [setting, change] of Object.entries(TRIED)) {
    const inputs = await page.evaluate(prepare, { study: STUDY, settings: { tried: change } });
    const asked = (engine) => (from, to) => page.evaluate(askHere, { engine, from, to, top: TOP });
    const { ratio, spread } = await alternate(asked('tried'), asked('shipped'), inputs.length, log);
    results.push({ setting, ratio, spread });
  }
  return results;
}

/** Blocks of the same trials by turns; who begins changes. */
async function alternate(ours, theirs, trials, log) {
  const rounds = [];
  await ours(0, 1);
  await theirs(0, 1);
  for (let from = 1; from < trials; from += BLOCK) {
    const to = Math.min(from + BLOCK, trials);
    const turn = { trials: to - from };
    for (const who of rounds.length % 2 === 0 ? ['ours', 'theirs'] : ['theirs', 'ours']) {
      turn[who] = await (who === 'ours' ? ours : theirs)(from, to);
    }
    rounds.push(turn);
    log(`${turn.ours.seconds.toFixed(2)} s against ${turn.theirs.seconds.toFixed(2)} s`);
  }
  const ratios = rounds.map(({ ours, theirs }) => theirs.seconds / ours.seconds);
  const speed = (who) => median(rounds.map((turn) => turn.trials / turn[who].seconds));
  const computed = (who) => rounds.reduce((sum, turn) => sum + turn[who].tokens, 0);
  return {
    trials,
    page: speed('ours'),
    native: speed('theirs'),
    ratio: median(ratios),
    spread: quartiles(ratios),
    tokens: [computed('ours'), computed('theirs')],
  };
}

/** In the page: the engines named, beside the one as shipped, and the prompts in plan order. */
async function prepare({ study, settings }) {
  const { modules } = window.crossroads;
  const parsed = modules.parseStudy(study);
  const { suite } = await modules.suiteOf(parsed.suite);
  const plan = await modules.makePlan(parsed, suite);
  const model = modules.findModel('smollm2-135m-instruct-q8_0');
  const engines = globalThis.benchEngines ?? {};
  for (const [name, change] of Object.entries({ shipped: {}, ...settings })) {
    if (name === 'shipped' && engines.shipped) continue;
    await engines[name]?.dispose();
    engines[name] = await modules.loadWllama(model, { settings: change });
  }
  globalThis.benchEngines = engines;
  globalThis.benchInputs = [...plan.questions].map(({ input }) => input);
  const template = { family: 'chatml', defaultSystem: '', thinks: false };
  return globalThis.benchInputs.map((input) => modules.renderChat(template, input));
}

/** In the page: seconds, and tokens that were not in the cache. */
async function askHere({ engine, from, to, top }) {
  let computed = 0;
  const started = performance.now();
  for (const input of globalThis.benchInputs.slice(from, to)) {
    const { tokens } = await globalThis.benchEngines[engine].next(input, top);
    computed += tokens.prompt - tokens.cached;
  }
  return { seconds: (performance.now() - started) / 1000, tokens: computed };
}

async function askServer(url, prompts) {
  let computed = 0;
  const started = performance.now();
  for (const prompt of prompts) {
    const response = await fetch(`${url}/completion`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt, n_predict: 1, temperature: 0, n_probs: TOP, cache_prompt: true }),
    });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    computed += (await response.json()).timings.prompt_n;
  }
  return { seconds: (performance.now() - started) / 1000, tokens: computed };
}

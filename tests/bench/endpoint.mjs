/**
 * The throughput of a run through an endpoint against a bare loop client: the same prompts in the same order, the same
 * number at once, the same real llama.cpp server, started anew before each so that both find an empty cache. What the
 * loop leaves out is all that a run does besides: reading, scoring, keeping, telling.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinModel, startLlama } from '../../scripts/llama/server.mjs';
import { studyOf } from './study.mjs';

const MODEL = 'smollm2-135m-instruct-q8_0';
const STUDY = studyOf('endpoint', { traits: ['openness', 'neuroticism'], perBehavior: 4, limit: 80 });

/**
 * @param {(path: string) => Promise<any>} load imports a module of the project (scripts/lib/load.mjs)
 * @param {number} concurrency
 * @returns {Promise<{ trials: number, ours: number[], bare: number[], ratio: number }>} trials a second of each round,
 *   and ours over the bare loop's
 */
export async function endpoint(load, concurrency = 4) {
  const folder = await mkdtemp(join(tmpdir(), 'crossroads-bench-'));
  try {
    const model = await joinModel(MODEL, folder);
    const run = await runner(load, concurrency);
    const ours = [];
    const bare = [];
    // There and back again, so that a machine that warms or tires favours neither.
    for (const first of ['ours', 'bare']) {
      for (const which of first === 'ours' ? ['ours', 'bare'] : ['bare', 'ours']) {
        const server = await startLlama({ model, slots: concurrency });
        try {
          if (which === 'ours') ours.push(await run(server.url));
          else bare.push(await loop(server.url, run.prompts, concurrency));
        } finally {
          await server.stop();
        }
      }
    }
    const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length;
    return { trials: run.prompts.length, ours, bare, ratio: mean(ours) / mean(bare) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A function that runs the study against a server and gives its trials a second; it notes the prompts. */
async function runner(load, concurrency) {
  const { connectEndpoint } = await load('src/engines/endpoint.ts');
  const { makePlan } = await load('src/experiment/plan.ts');
  const { suiteOf } = await load('src/experiment/registry.ts');
  const { run } = await load('src/experiment/runner.ts');
  const { parseStudy } = await load('src/exchange/study-file.ts');
  const study = parseStudy(STUDY);
  const { suite } = await suiteOf(study.suite);
  const plan = await makePlan(study, suite);
  const timed = async (url) => {
    const kept = new Map();
    const journal = {
      samples: async () => [],
      put: async (sample) => void kept.set(sample.trial, sample),
      artifacts: async () => [],
      putArtifact: async () => undefined,
      finish: async () => undefined,
    };
    const engine = await connectEndpoint(url, null, { concurrency });
    const started = performance.now();
    const nothing = undefined;
    const { done } = await run(plan, suite, engine, journal, nothing, {}, nothing, concurrency);
    const seconds = (performance.now() - started) / 1000;
    if (done !== plan.trials.length) throw new Error(`${done} of ${plan.trials.length} answered`);
    timed.prompts = plan.trials.map(({ id }) => kept.get(id).prompt);
    return done / seconds;
  };
  timed.prompts = [];
  return timed;
}

/** The bare loop: trials a second. */
async function loop(url, prompts, concurrency) {
  let next = 0;
  const lane = async () => {
    while (next < prompts.length) {
      const prompt = prompts[next];
      next += 1;
      const response = await fetch(`${url}/completion`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ prompt, n_predict: 1, temperature: 0, n_probs: 200, cache_prompt: true }),
      });
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      await response.json();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, lane));
  return prompts.length / ((performance.now() - started) / 1000);
}

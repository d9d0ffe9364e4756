/**
 * The throughput of a run through an endpoint against a bare loop client: one real llama.cpp server, the same prompts
 * in the same order, as many at once. Ours is the whole of a run as `npm run reproduce` makes it: rendering, reading,
 * scoring, and each sample kept in a file before it counts; the loop only asks. The two take turns, and who goes first
 * changes, so that both meet the same load and the same cache of the server.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinModel, startLlama } from '../../scripts/llama/server.mjs';
import { median, quartiles } from './median.mjs';
import { studyOf } from './study.mjs';

const MODEL = 'smollm2-135m-instruct-q8_0';
const STUDY = studyOf('endpoint', { traits: ['openness'], perBehavior: 1, limit: 4 });
const ROUNDS = 12;

/**
 * @param {(path: string) => Promise<any>} load imports a module of the project (scripts/lib/load.mjs)
 * @param {number} concurrency
 * @returns {Promise<{ trials: number, requests: number, ours: number, bare: number, oursProcessor: number, bareProcessor: number, ratio: number, spread: number[] }>}
 *   trials and requests of a round; trials a second, medians; milliseconds of this process's own processor time a trial,
 *   medians; ours over the bare loop's of the same round, the median and the quartiles
 */
export async function endpoint(load, concurrency) {
  const folder = await mkdtemp(join(tmpdir(), 'crossroads-bench-'));
  try {
    const model = await joinModel(MODEL, folder);
    const server = await startLlama({ model, slots: concurrency });
    try {
      const { run, asked } = await runner(load, server.url, concurrency, folder);
      // Once for the cache of the server and for the requests; twice for the code that is compiled as it runs.
      await run();
      await bareLoop(server.url, asked, concurrency);
      await run();
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const times = {};
        for (const which of round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours']) {
          const used = process.cpuUsage();
          times[which] = await (which === 'ours' ? run() : bareLoop(server.url, asked, concurrency));
          const { user, system } = process.cpuUsage(used);
          times[`${which}Processor`] = (user + system) / 1000;
        }
        rounds.push(times);
      }
      const trials = asked.length;
      const ratios = rounds.map(({ ours, bare }) => bare / ours);
      return {
        trials,
        requests: asked.reduce((sum, { length }) => sum + length, 0),
        ours: trials / median(rounds.map(({ ours }) => ours)),
        bare: trials / median(rounds.map(({ bare }) => bare)),
        oursProcessor: median(rounds.map(({ oursProcessor }) => oursProcessor)) / trials,
        bareProcessor: median(rounds.map(({ bareProcessor }) => bareProcessor)) / trials,
        ratio: median(ratios),
        spread: quartiles(ratios),
      };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A function that runs the study against the server and gives its seconds, and the prompts of each trial, which the
 * first run notes: one, and those that follow a token which two options share.
 */
async function runner(load, url, concurrency, folder) {
  const { connectEndpoint } = await load('src/engines/endpoint.ts');
  const { startManifest } = await load('src/experiment/manifest.ts');
  const { makePlan } = await load('src/experiment/plan.ts');
  const { suiteOf } = await load('src/experiment/registry.ts');
  const { run } = await load('src/experiment/runner.ts');
  const { parseStudy } = await load('src/exchange/study-file.ts');
  const { FileJournal } = await load('scripts/reproduce/journal.ts');
  const study = parseStudy(STUDY);
  const { suite } = await suiteOf(study.suite);
  const plan = await makePlan(study, suite);
  const engine = await connectEndpoint(url, null, { concurrency });
  const manifest = startManifest(plan, engine, 'bench');
  const asked = [];
  let runs = 0;
  return {
    asked,
    async run() {
      const notes = runs === 0 ? noting(engine) : undefined;
      runs += 1;
      const journal = await FileJournal.begin(join(folder, `${runs}.json`), manifest);
      const started = performance.now();
      const { done } = await run(plan, suite, notes?.engine ?? engine, journal, { concurrency });
      const seconds = (performance.now() - started) / 1000;
      if (done !== plan.trials.length) throw new Error(`${done} of ${plan.trials.length} answered`);
      if (notes !== undefined) {
        const prompts = new Map((await journal.samples()).map((sample) => [sample.trial, sample.prompt]));
        for (const { id } of plan.trials) asked.push(notes.followed(prompts.get(id)));
      }
      return seconds;
    },
  };
}

/** The engine, with its prompts noted. */
function noting(engine) {
  const prompts = [];
  return {
    engine: {
      ...engine,
      next: async (...call) => {
        const answer = await engine.next(...call);
        prompts.push(answer.prompt);
        return answer;
      },
    },
    /** A prompt, and those that go on from it. */
    followed: (first) => [first, ...prompts.filter((each) => each !== first && each.startsWith(first))],
  };
}

/** The bare loop: seconds for all prompts, those of one trial after each other. */
async function bareLoop(url, asked, concurrency) {
  let next = 0;
  const lane = async () => {
    while (next < asked.length) {
      const prompts = asked[next];
      next += 1;
      for (const prompt of prompts) await complete(url, prompt);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (performance.now() - started) / 1000;
}

async function complete(url, prompt) {
  const response = await fetch(`${url}/completion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      prompt,
      cache_prompt: true,
      n_predict: 1,
      temperature: 0,
      n_probs: 200,
      post_sampling_probs: false,
    }),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.json();
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ensureLlama,
  joinModel,
  startLlama,
  type LlamaServer,
} from '../../scripts/llama/server.mjs';
import type { Engine, Next } from '../../src/core/engine';
import type { Sample } from '../../src/core/run';
import { connectEndpoint } from '../../src/engines/endpoint';
import { builtInStudy } from '../../src/exchange/built-in-studies';
import { readRunText } from '../../src/exchange/run-file';
import { makePlan, type PreparedPlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';
import { run } from '../../src/experiment/runner';
import { Memory } from '../unit/experiment/stand-in';

/*
 * The endpoint against a real llama.cpp server with the page's own file. Needs the embedded model in the cache and
 * xllamacpp, which is installed there where it is missing; without either it is left out, and says so.
 */
const MODEL = 'smollm2-135m-instruct-q8_0';
const missing = await ensureLlama().then(
  () => '',
  (error: unknown) => String(error),
);
if (missing !== '') console.log(`The real endpoint was left out: ${missing}`);

describe.skipIf(missing !== '')('a real llama.cpp server', () => {
  let folder = '';
  let model = '';
  let plan: PreparedPlan;
  let first: Map<string, Sample>;
  const servers: LlamaServer[] = [];
  const start = async (options: { slots: number; port?: number }): Promise<LlamaServer> => {
    const server = await startLlama({ model, ...options });
    servers.push(server);
    return server;
  };
  const suite = async () => (await suiteOf('behavior')).suite;
  const ask = async (engine: Engine, concurrency = 1): Promise<Memory> => {
    const journal = new Memory();
    const outcome = await run(plan, await suite(), engine, journal, { concurrency });
    expect(outcome).toMatchObject({ done: plan.trials.length, errors: 0 });
    return journal;
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crossroads-llama-'));
    model = await joinModel(MODEL, folder);
    plan = await makePlan(await builtInStudy('quick'), await suite());
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(folder, { recursive: true, force: true });
  });

  it('gives through us what its own raw completions give', async () => {
    const ours = await start({ slots: 1 });
    const engine = await connectEndpoint(ours.url, null);
    const passes: Next[] = [];
    first = (
      await ask({
        ...engine,
        next: async (...asked) => {
          const next = await engine.next(...asked);
          passes.push(next);
          return next;
        },
      })
    ).kept;
    await ours.stop();
    expect(passes.length).toBeGreaterThanOrEqual(plan.trials.length);
    // Anew, so that both find an empty cache; asked in the same order, without any of our code.
    const bare = await start({ slots: 1 });
    for (const { prompt, top } of passes) {
      const body = { prompt, n_predict: 1, temperature: 0, n_probs: 200, cache_prompt: true };
      const response = await fetch(`${bare.url}/completion`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { completion_probabilities } = (await response.json()) as {
        completion_probabilities: [{ top_logprobs: { token: string; logprob: number }[] }];
      };
      const [{ top_logprobs }] = completion_probabilities;
      expect(top).toEqual(top_logprobs.map(({ token: text, logprob }) => ({ text, logprob })));
    }
    await bare.stop();
  });

  it('differs from the page, which is another build, by what is reported here', async () => {
    const file = await readFile('datasets/reference-runs/quick.smollm2-135m.json.gz');
    const recorded = await readRunText(new Uint8Array(gunzipSync(file)));
    console.log(compared('the recorded run of the page', recorded.samples, first));
    // The prompts at least are the same to the letter.
    for (const sample of recorded.samples) {
      expect(first.get(sample.trial)?.prompt).toBe(sample.prompt);
    }
  });

  it('answers four at once', async () => {
    const server = await start({ slots: 4 });
    const engine = await connectEndpoint(server.url, null, { concurrency: 4 });
    expect(engine.cautions).toEqual([]);
    const { kept } = await ask(engine, 4);
    console.log(compared('four at once against one at a time', [...kept.values()], first));
    for (const [id, sample] of kept) expect(sample.prompt).toBe(first.get(id)?.prompt);
    await server.stop();
  });

  it.each([
    ['waits for it', 60],
    ['gives up, and the run is gone on with', 1],
  ])('is killed half way and started again: %s', async (_, tries) => {
    let server = await start({ slots: 4 });
    const { port } = server;
    const waits: string[] = [];
    const connect = () =>
      connectEndpoint(server.url, null, {
        concurrency: 4,
        tries,
        onWait: (wait) => {
          if (wait.kind === 'again') waits.push(wait.why);
        },
      });
    const journal = new Memory();
    const asked = new Map<string, number>();
    const before = new Map<string, Sample>();
    let restarted: Promise<void> = Promise.resolve();
    const goOn = async () =>
      run(plan, await suite(), await connect(), journal, {
        events: {
          onAsk: ({ trial }) => asked.set(trial.id, (asked.get(trial.id) ?? 0) + 1),
          onSample: (_sample, done) => {
            if (done !== 20) return;
            for (const [id, sample] of journal.kept) before.set(id, sample);
            restarted = server.stop().then(async () => {
              server = await start({ slots: 4, port });
            });
          },
        },
        concurrency: 4,
      });
    if (tries === 1) {
      await expect(goOn()).rejects.toMatchObject({ code: 'server-gone' });
      expect(journal.finished).toBe('');
      await restarted;
      expect(await goOn()).toMatchObject({ done: 60, errors: 0 });
    } else {
      expect(await goOn()).toMatchObject({ done: 60, errors: 0 });
      expect(waits).toContain('gone');
    }
    await restarted;
    expect(journal.finished).not.toBe('');
    // Nothing that was finished is lost or asked again, and no trial holds an error.
    expect(before.size).toBe(20);
    for (const [id, sample] of before) {
      expect(journal.kept.get(id)).toBe(sample);
      expect(asked.get(id)).toBe(1);
    }
    expect([...journal.kept.values()].every(({ status }) => status === 'answered')).toBe(true);
    await server.stop();
  });
});

function compared(what: string, one: readonly Sample[], other: Map<string, Sample>): string {
  const differences = one.flatMap((sample) => {
    const there = other.get(sample.trial);
    return Object.entries(sample.probabilities ?? {}).map(([key, share]) =>
      Math.abs(share - (there?.probabilities?.[key] ?? Number.NaN)),
    );
  });
  const answers = one.filter(({ trial, answer }) => other.get(trial)?.answer !== answer).length;
  const over = differences.filter((difference) => difference > 0.02).length / 2;
  return `${what}: ${one.length} trials, ${answers} answers differ, ${over} by more than 0.02, at most by ${Math.max(...differences).toFixed(4)}`;
}

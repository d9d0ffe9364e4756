import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readRunText } from '../../../src/exchange/run-file';
import { agreementText } from '../../../src/pages/selfcheck/agreement-text';
import {
  figuresOf,
  heldAgainst,
  printReport,
  runOf,
  type Report,
} from '../../../src/pages/selfcheck/report';
import { speedOf, timeReading, timeWriting } from '../../../src/pages/selfcheck/speed';
import { StandIn } from '../experiment/stand-in';

const recorded = async (model: string) => {
  const file = readFileSync(
    new URL(`../../../datasets/reference-runs/quick.${model}.json.gz`, import.meta.url),
  );
  return readRunText(new Uint8Array(gunzipSync(file)));
};
const never = new AbortController().signal;
const tokens = { prompt: 100, cached: 40, completion: 1 };

const report: Report = {
  format: 'crossroads-selfcheck/1',
  app: 'crossroads 0',
  at: '2026-12-01T12:00:00.000Z',
  browser: 'made up',
  device: {
    isolated: true,
    cores: 2,
    threads: 2,
    wasm: { simd: true, threads: true, exceptions: true, memory64: true, suspending: true },
    build: 'default',
    memoryGb: 8,
    storage: null,
    gpu: null,
    missing: [],
  },
  engine: 'wllama',
  model: new StandIn({}).model,
  environment: {},
  load: { ms: 5000, downloaded: 0 },
  // 50, 60 and 100 tokens a second.
  reading: [
    { tokens: 200, ms: 4000 },
    { tokens: 240, ms: 4000 },
    { tokens: 300, ms: 3000 },
  ],
  writing: [],
  trials: {
    study: 'quick',
    studyHash: '',
    dataHash: '',
    promptHash: '',
    planned: 3,
    ms: 8000,
    samples: [
      { trial: 'a', status: 'answered', answerMass: 0.5, tokens, ms: 1 },
      { trial: 'b', status: 'answered', answerMass: 0.7, tokens, ms: 1 },
    ],
  },
  agreement: null,
  problems: [],
};

describe('the figures of a report', () => {
  it('are the median speed, trials a second, mean mass and share from the cache', () => {
    expect(figuresOf(report)).toEqual({
      loadMs: 5000,
      reading: 60,
      writing: null,
      trialsPerSecond: 0.25,
      answered: 2,
      planned: 3,
      mass: 0.6,
      cached: 0.4,
    });
  });

  it('leave out what took no time or gave nothing', () => {
    expect(speedOf([])).toBeNull();
    expect(
      speedOf([
        { tokens: 0, ms: 10 },
        { tokens: 10, ms: 0 },
        { tokens: 10, ms: 500 },
      ]),
    ).toBe(20);
  });

  it('come back from the file as they were', () => {
    expect(JSON.parse(printReport(report))).toEqual(report);
  });
});

describe('what is measured', () => {
  it('counts the tokens that were computed anew, of a text that begins otherwise each time', async () => {
    const engine = new StandIn({ next: () => ({ a: 1 }) });
    const passage = 'x'.repeat(2000);
    const first = await timeReading(engine, passage, 1, never);
    await timeReading(engine, passage, 2, never);
    // The stand-in says that 4 of 10 tokens came from the cache.
    expect(first.tokens).toBe(6);
    const [one, two] = engine.asked.map(({ input }) =>
      input.kind === 'chat' ? input.messages[0]?.content : '',
    );
    expect(one?.slice(0, 8)).not.toBe(two?.slice(0, 8));
    expect(one).toHaveLength('Text 1 of 3. '.length + 1100);
  });

  it('keeps what was written', async () => {
    const engine = new StandIn({ write: () => 'one two three' });
    expect((await timeWriting(engine, 1, never)).text).toBe('one two three');
  });
});

describe('recorded answers', () => {
  it('agree with themselves, and the same engine goes before another', async () => {
    const run = await recorded('smollm2-135m');
    const elsewhere = { ...run, manifest: { ...run.manifest, engine: 'endpoint' } };
    const held = heldAgainst(
      [
        { name: 'elsewhere', run: elsewhere },
        { name: 'here', run },
      ],
      run.manifest,
      run.samples,
    );
    expect(held).toMatchObject({ verdict: 'agrees', trials: 60, recorded: 'here' });
    expect(agreementText(held)).toMatch(/100\s%/);
  });

  it('of another engine are named as such', async () => {
    const run = await recorded('smollm2-135m');
    const elsewhere = { ...run, manifest: { ...run.manifest, engine: 'endpoint' } };
    const held = heldAgainst([{ name: 'elsewhere', run: elsewhere }], run.manifest, run.samples);
    expect(held?.engines).toEqual(['endpoint', 'wllama']);
    expect(agreementText(held)).toContain('another engine');
  });

  it('of another file say nothing', async () => {
    const run = await recorded('smollm2-135m');
    const other = await recorded('qwen2.5-coder-1.5b');
    expect(heldAgainst([{ name: 'other', run: other }], run.manifest, run.samples)).toBeNull();
    expect(agreementText(null)).toBe('no recorded run has this file');
  });

  it('are missing where the check was stopped', async () => {
    const run = await recorded('smollm2-135m');
    const held = heldAgainst([{ name: 'here', run }], run.manifest, run.samples.slice(0, 10));
    expect(held).toMatchObject({ verdict: 'incomplete', trials: 10, unmatched: 50 });
    expect(runOf(run.manifest, run.samples, false).manifest.finishedAt).toBe('');
  });
});

import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../src/core/errors';
import {
  exportRunInspect,
  exportRunInspectEval,
  isInspect,
  readInspect,
} from '../../../../src/exchange/harness';
import { logJson, wholeElements } from '../../../../src/exchange/harness/log-json';
import { makePlan } from '../../../../src/experiment/plan';
import { suiteOf } from '../../../../src/experiment/registry';
import { bytes, logFile, text } from './logs';

const archive = logFile('inspect-four.eval');
const likely = logFile('inspect-four-p.json');
const FUND = '060565608c5b5dea';
const problemOf = async (reading: Promise<unknown>): Promise<string> => {
  try {
    await reading;
  } catch (error) {
    if (error instanceof Problem) return error.sentence;
    throw error;
  }
  throw new Error('It was read.');
};
type Log = { samples: Record<string, unknown>[] } & Record<string, unknown>;
/** The JSON form of a run's log, changed. */
async function jsonLog(change: (log: Log) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { run } = await readInspect(archive.bytes, archive.name);
  const [file] = await exportRunInspect(run);
  const log = JSON.parse(file?.text ?? '') as Log;
  change(log);
  return bytes(JSON.stringify(log));
}

describe('a log of Inspect', () => {
  it('is known in both forms, and nothing else is taken for one', () => {
    expect(isInspect(archive.name, archive.bytes.subarray(0, 400))).toBe(true);
    expect(isInspect('renamed.zip', archive.bytes.subarray(0, 400))).toBe(true);
    expect(isInspect(likely.name, likely.bytes.subarray(0, 400))).toBe(true);
    expect(isInspect('book.epub', zipSync({ mimetype: bytes('application/epub+zip') }))).toBe(
      false,
    );
    expect(isInspect('run.json', bytes('{"format":"crossroads-run/1"'))).toBe(false);
  });

  it('becomes a run, with tokens and time, packed as Inspect packs it', async () => {
    const { run, problem, issues, scores } = await readInspect(archive.bytes, archive.name);
    expect(problem).toBeNull();
    expect(issues).toEqual([]);
    expect(scores).toEqual({ compared: 4, differing: [] });
    const plan = await makePlan(run.manifest.study, (await suiteOf('behavior')).suite);
    expect(run.samples.map(({ trial }) => trial)).toEqual(plan.trials.map(({ id }) => id));
    const fund = run.samples.find(({ trial }) => trial === FUND);
    expect(fund).toMatchObject({
      item: 'o-fund-01',
      condition: 'baseline',
      text: 'No.',
      status: 'answered',
      answer: 'no',
      value: 0,
      tokens: { prompt: 136, cached: 0, completion: 3 },
    });
    expect(fund?.ms).toBeGreaterThan(0);
    expect(run.manifest).toMatchObject({
      models: { answer: { id: 'smollm2-135m-instruct-q8_0' } },
      environment: { tool: 'Inspect', version: '0.3.285', provider: 'openai-api' },
      startedAt: '2026-12-01T14:03:07.000Z',
      trials: 4,
    });
    expect(JSON.stringify(run)).not.toMatch(/127\.0\.0\.1|model\.gguf/);
  });

  it('by probability gives shares from the alternatives of the first token', async () => {
    const { run, scores, problem } = await readInspect(likely.bytes, likely.name);
    expect(problem).toBeNull();
    const fund = run.samples.find(({ trial }) => trial === FUND);
    // Worked out in Python from the logged numbers: yes and no, in any case, with a space before.
    expect(fund?.probabilities?.['yes']).toBeCloseTo(0.3703015708568394, 12);
    expect(fund?.answerMass).toBeCloseTo(0.6925657133690554, 12);
    // The lead was sent, and stands in what was sent.
    expect(fund?.prompt).toMatch(/\nassistant:\nAnswer:\n$/);
    expect(scores).toEqual({ compared: 4, differing: [] });
  });

  it('that was cut off gives what is whole of it', async () => {
    const half = archive.bytes.slice(0, 11_000);
    const { run, problem, issues } = await readInspect(half, archive.name);
    expect(run.samples.length).toBeGreaterThan(0);
    expect(run.samples.length).toBeLessThan(4);
    expect(problem?.message).toMatch(
      /broken off or damaged.* The log answers \d of the study's 4 trials\.$/,
    );
    expect(issues).toHaveLength(1);
    const whole = await jsonLog(() => undefined);
    const cut = await readInspect(whole.slice(0, whole.length - 2000), 'cut.json');
    expect(cut.run.samples.length).toBeGreaterThan(0);
    expect(cut.run.samples.length).toBeLessThan(4);
    expect(cut.problem?.message).toMatch(/^The log breaks off after \d samples\. The log answers/);
    for (const length of [0, 3, 30, 200, 1000]) {
      const cut = readInspect(archive.bytes.slice(0, length), archive.name);
      expect(await problemOf(cut)).toContain('Nothing was imported.');
    }
  });

  it('that is damaged anywhere is refused or read in part, never taken for something else', async () => {
    const { run } = await readInspect(archive.bytes, archive.name);
    for (let at = 100; at < archive.bytes.length; at += 1371) {
      const damaged = archive.bytes.slice();
      damaged.fill(0, at, at + 40);
      let read: Awaited<ReturnType<typeof readInspect>>;
      try {
        read = await readInspect(damaged, archive.name);
      } catch (error) {
        expect(error).toBeInstanceOf(Problem);
        continue;
      }
      for (const sample of read.run.samples) {
        const whole = run.samples.find(({ trial }) => trial === sample.trial);
        if (sample.status !== 'error') expect(sample.answer).toBe(whole?.answer);
      }
    }
  });
});

describe('what is wrong with a log of Inspect', () => {
  it('is said where there is no log, no study of ours, or samples in pieces', async () => {
    const zip = zipSync({ 'a.txt': bytes('a') });
    expect(await problemOf(readInspect(new Uint8Array(zip), 'a.eval'))).toContain(
      'no log of Inspect',
    );
    expect(await problemOf(readInspect(bytes('{"version": 2}'), 'a.json'))).toContain('eval');
    expect(await problemOf(readInspect(bytes('PK'), 'a.eval'))).toContain('broken off');
    const foreign = await jsonLog((log) => {
      (log['eval'] as Record<string, unknown>)['metadata'] = null;
    });
    expect(await problemOf(readInspect(foreign, 'a.json'))).toContain('carries no study');
    const empty = await jsonLog((log) => log.samples.splice(0));
    expect(await problemOf(readInspect(empty, 'a.json'))).toContain('holds no answer');
    const inPieces = zipSync({
      'header.json': bytes(text(await jsonLog(() => undefined))),
      [`samples/${FUND}_epoch_1/sample.json`]: bytes('{}'),
    });
    expect(await problemOf(readInspect(new Uint8Array(inPieces), 'a.eval'))).toContain(
      'inspect log convert',
    );
  });

  it('costs only the samples it is in: errors, refusals, second epochs, other words', async () => {
    const log = await jsonLog(({ samples }) => {
      const [one, two, three, four] = samples as [
        Record<string, unknown>,
        Record<string, unknown>,
        Record<string, unknown>,
        Record<string, unknown>,
      ];
      one['error'] = { message: 'rate limit', traceback: '', traceback_ansi: '' };
      const output = two['output'] as { choices: Record<string, unknown>[] };
      output.choices = [
        {
          message: { role: 'assistant', content: '', source: 'generate' },
          stop_reason: 'content_filter',
        },
      ];
      (three['messages'] as unknown[]).unshift({ role: 'system', content: 'Be brief.' });
      samples.push({ ...four, epoch: 2 }, { id: 'broken' });
    });
    const { run, issues, problem } = await readInspect(log, 'a.json');
    expect(run.samples.map(({ status }) => status)).toEqual([
      'error',
      'refused',
      expect.any(String),
    ]);
    expect(issues.map(({ line, what }) => [line, what.replace(/ [0-9a-f]{16}/, ' T')])).toEqual([
      [1, 'Trial T has no answer in the log: rate limit.'],
      [
        3,
        "Trial T was asked in other words than the study's, perhaps with a system message or examples that the tool added.",
      ],
      [5, 'Trial T was answered before in this log; the first answer counts.'],
      [6, 'Sample 6 cannot be read, for input is missing.'],
    ]);
    expect(problem?.message).toBe("The log answers 2 of the study's 4 trials.");
  });

  it('is not that a message stands in parts or apart, with thoughts, or that a score is no number', async () => {
    const source = text(
      await jsonLog(({ samples }) => {
        const [one] = samples as [Record<string, unknown>];
        const [input] = one['input'] as { role: string; content: string }[];
        one['attachments'] = { abc: input?.content };
        one['messages'] = [
          { role: 'user', content: 'attachment://abc' },
          { role: 'assistant', content: 'x', source: 'generate' },
        ];
        const output = one['output'] as { choices: { message: Record<string, unknown> }[] };
        (output.choices[0] as { message: Record<string, unknown> }).message['content'] = [
          { type: 'reasoning', reasoning: 'No risk, no gain.' },
          { type: 'text', text: 'Yes.' },
        ];
        one['scores'] = { own: { value: 'not-a-number' } };
      }),
    ).replace('"not-a-number"', 'NaN');
    const { run, issues, scores } = await readInspect(bytes(source), 'a.json');
    expect(issues).toEqual([]);
    expect(run.samples[0]).toMatchObject({
      text: '<think>\nNo risk, no gain.\n</think>\n\nYes.',
      answer: 'yes',
    });
    expect(scores.compared).toBe(3);
  });
});

describe('a run as a log of Inspect', () => {
  it('comes back as it was, in both forms, written and by probability', async () => {
    for (const file of [archive, likely]) {
      const { run } = await readInspect(file.bytes, file.name);
      const [json] = await exportRunInspect(run);
      const packed = await exportRunInspectEval(run);
      const logs = [{ name: json?.name ?? '', bytes: bytes(json?.text ?? '') }, packed];
      for (const log of logs) {
        expect(log.name).toMatch(
          /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-00-00_crossroads-four(-p)?_\w+\./,
        );
        expect(isInspect(log.name, log.bytes.subarray(0, 400))).toBe(true);
        const back = await readInspect(log.bytes, log.name);
        expect(back.issues).toEqual([]);
        expect(back.run.manifest.studyHash).toBe(run.manifest.studyHash);
        for (const [index, sample] of run.samples.entries()) {
          const {
            probabilities = {},
            bounds: _,
            value,
            answerMass,
            ms,
            text: said,
            ...rest
          } = sample;
          const again = back.run.samples[index];
          expect(again).toMatchObject(rest);
          if (file === archive) expect(again?.text).toBe(said);
          expect(again?.ms).toBeCloseTo(ms, 6);
          expect(again?.value ?? 0).toBeCloseTo(value ?? 0, 10);
          expect(again?.answerMass ?? 0).toBeCloseTo(answerMass ?? 0, 10);
          for (const [key, share] of Object.entries(probabilities)) {
            expect(again?.probabilities?.[key]).toBeCloseTo(share, 10);
          }
        }
      }
    }
  });

  it('tells what was not answered, and is called cancelled where it is not finished', async () => {
    const { run } = await readInspect(archive.bytes, archive.name);
    const [first, ...rest] = run.samples;
    const { answer: _a, value: _v, endorsed: _e, text: _t, ...bare } = first ?? run.samples[0]!;
    const failed = { ...bare, status: 'error' as const, error: 'Gone.' };
    const open = {
      ...run,
      manifest: { ...run.manifest, finishedAt: '' },
      samples: [failed, ...rest],
    };
    const [json] = await exportRunInspect(open);
    const log = JSON.parse(json?.text ?? '') as Log;
    expect(log['status']).toBe('cancelled');
    expect(log.samples[0]).toMatchObject({ error: { message: 'Gone.' }, output: { choices: [] } });
    expect(log['results']).toMatchObject({ total_samples: 4, completed_samples: 3 });
  });
});

/** The packed form of the same, with entries added. */
async function packedLog(
  more: Record<string, Uint8Array>,
  change: (log: Log) => void = () => undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const { samples, ...header } = JSON.parse(text(await jsonLog(change))) as Log;
  const own = samples.map((one) => [
    `samples/${String(one['id'])}_epoch_1.json`,
    bytes(JSON.stringify(one)),
  ]);
  return new Uint8Array(
    zipSync(
      {
        'header.json': bytes(JSON.stringify(header)),
        ...(Object.fromEntries(own) as Record<string, Uint8Array>),
        ...more,
      },
      { level: 1 },
    ),
  );
}

describe('one bad part of a log of Inspect', () => {
  it('costs no more than itself: an entry that is no text, too large, or oddly named', async () => {
    const log = await packedLog({
      'samples/a.json': new Uint8Array([255, 254, 255]),
      'samples/b.json': new Uint8Array(9_000_000).fill(0x20),
      'samples/../c.json': bytes('{}'),
    });
    const { run, problem, issues } = await readInspect(log, 'a.eval');
    expect(run.samples).toHaveLength(4);
    expect(problem).toBeNull();
    expect(issues.map(({ what }) => what).sort()).toEqual([
      'samples/../c.json cannot be read, for no sample has such a name.',
      'samples/a.json cannot be read, for it is no text.',
      'samples/b.json cannot be read, for it is larger than 8 MB.',
    ]);
  });

  it('that unpacks to much lets the page draw meanwhile', async () => {
    const log = await packedLog({ 'samples/a.json': new Uint8Array(40_000_000) });
    expect(log.length).toBeLessThan(100_000);
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    const { issues } = await readInspect(log, 'a.eval');
    clearInterval(timer);
    expect(issues).toHaveLength(1);
    expect(turns).toBeGreaterThan(1);
  });

  it('says of damage what it is, without the words of a library', async () => {
    const log = await packedLog({});
    log.fill(0xff, 60, 90);
    expect(await problemOf(readInspect(log, 'a.eval'))).not.toContain('unexpected');
    const header = await packedLog({ 'header.json': new Uint8Array([255, 254]) });
    expect(await problemOf(readInspect(header, 'a.eval'))).toContain(
      "The log's header.json cannot be read, for it is no text.",
    );
    const nope = await packedLog({ 'header.json': bytes('nope') });
    expect(await problemOf(readInspect(nope, 'a.eval'))).toContain(
      'What the log says of itself is no valid JSON.',
    );
  });

  it('costs its sample where time or tokens cannot be', async () => {
    const log = await jsonLog(({ samples }) => {
      const outputs = samples.map((one) => one['output'] as Record<string, unknown>);
      Object.assign(outputs[0] ?? {}, { time: -1 });
      Object.assign(outputs[1] ?? {}, { usage: { input_tokens: 1.5, output_tokens: 1 } });
    });
    const { run, issues } = await readInspect(log, 'a.json');
    expect(run.samples).toHaveLength(2);
    expect(issues.map(({ what }) => what.replace(/[0-9a-f]{16}/, 'T'))).toEqual([
      'Trial T cannot be kept as it was logged: ms is -1000, but must be at least 0.',
      'Trial T cannot be kept as it was logged: tokens.prompt is 1.5, but must be a whole number.',
    ]);
  });

  it('is not that Python writes NaN beside a text of many megabytes, or dates past all years', async () => {
    const log = await jsonLog((all) => {
      all['beside'] = 'not-a-number';
      all['long'] = `${'x'.repeat(12_000_000)} \\" NaN`;
      (all['eval'] as Record<string, unknown>)['created'] = '+020000-01-01T00:00:00Z';
      delete all['stats'];
    });
    const source = text(log).replace('"not-a-number"', 'NaN');
    const { run, issues } = await readInspect(bytes(source), 'a.json');
    expect(issues).toEqual([]);
    expect(run.samples).toHaveLength(4);
    expect(run.manifest.startedAt).toBe('1970-01-01T00:00:00.000Z');
    expect(logJson('{"a": "-Infinity \\\\", "b": [-Infinity, NaN]}')).toEqual({
      a: '-Infinity \\',
      b: [null, null],
    });
  });

  it('is refused where the study in it was changed', async () => {
    const log = await jsonLog((all) => {
      const { metadata } = all['eval'] as { metadata: { crossroads: { study: Log } } };
      metadata.crossroads.study['seed'] = 99;
    });
    expect(await problemOf(readInspect(log, 'a.json'))).toContain('it was changed');
  });
});

it('finds what is whole of an object that was cut off', () => {
  const whole = '{"a": [1, {"list": 2}], "s": "\\"list\\": [", "list": [{"x": "]}"}, [2], {"y"';
  expect(wholeElements(whole, 'list')).toEqual({
    head: '{"a": [1, {"list": 2}], "s": "\\"list\\": ["}',
    elements: ['{"x": "]}"}', '[2]'],
  });
  expect(wholeElements('{"a": 1, "li', 'list')).toBeNull();
});

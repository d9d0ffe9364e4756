import { describe, expect, it } from 'vitest';
import { Problem } from '../../../../src/core/errors';
import { exportRunLmEval, isLmEval, readLmEval } from '../../../../src/exchange/harness';
import { makePlan } from '../../../../src/experiment/plan';
import { suiteOf } from '../../../../src/experiment/registry';
import { bytes, changed, lmEvalFiles, logFile, text } from './logs';

const written = lmEvalFiles('written');
const likelihood = lmEvalFiles('likelihood');
const SAMPLES = /^samples_crossroads_four_1/;
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

describe('the files of lm-evaluation-harness', () => {
  it('are known by their names and first bytes, and nothing else is', () => {
    for (const { name, bytes: all } of written) {
      expect(isLmEval(name, all.subarray(0, 200))).toBe(true);
    }
    expect(isLmEval('run.json', bytes('{"format":"crossroads-run/1","manifest":{'))).toBe(false);
    expect(isLmEval('run.jsonl', bytes('{"format":"crossroads-run/1","manifest":{'))).toBe(false);
    expect(isLmEval('batch.jsonl', bytes('{"id":"b","custom_id":"x"'))).toBe(false);
    const { name, bytes: archive } = logFile('inspect-four.eval');
    expect(isLmEval(name, archive)).toBe(false);
  });

  it('become a run: raw answers read again by our parser, prompts as the log shows them', async () => {
    const { run, problem, issues, scores } = await readLmEval(written);
    expect(problem).toBeNull();
    expect(issues).toEqual([]);
    const plan = await makePlan(run.manifest.study, (await suiteOf('behavior')).suite);
    expect(run.samples.map(({ trial }) => trial)).toEqual(plan.trials.map(({ id }) => id));
    const answers = Object.fromEntries(
      run.samples.map(({ trial, text: said, status, answer, value }) => [
        trial,
        [said, status, answer, value],
      ]),
    );
    expect(answers).toEqual({
      [FUND]: ['No.', 'answered', 'no', 0],
      '370ba60edbe5c47b': [
        "No, I'm afraid I'm afraid of the answer. The situation is a",
        'answered',
        'no',
        0,
      ],
      '0e2849fdb35e39dd': ['The amateurs.', 'answered', 'unbiased', 0],
      '0909917a1590a24d': [
        "I'm not sure what to say, but I'll try to be more specific",
        'unparsed',
        undefined,
        undefined,
      ],
    });
    expect(run.samples[0]?.prompt).toBe(
      `[messages; the server added its template]\n\nuser:\n${plan.questions.at(0)?.input.messages[0]?.content}\n`,
    );
    expect(run.manifest).toMatchObject({
      engine: 'endpoint',
      models: { answer: { id: 'smollm2-135m-instruct-q8_0' } },
      environment: {
        tool: 'lm-evaluation-harness',
        version: '0.4.13',
        provider: 'local-chat-completions',
      },
      studyHash: plan.studyHash,
      trials: 4,
    });
    expect(run.manifest.finishedAt > run.manifest.startedAt).toBe(true);
    // No answer shows the high end, by lm-eval's pattern as by our parser.
    expect(scores).toEqual({ compared: 4, differing: [] });
    // The same files are the same run.
    expect((await readLmEval(written)).run.manifest.runId).toBe(run.manifest.runId);
    expect(JSON.stringify(run)).not.toContain('127.0.0.1');
  });

  it('by log-likelihood give shares, summed over the forms of an option', async () => {
    const { run, scores, problem } = await readLmEval(likelihood);
    expect(problem).toBeNull();
    const shares = Object.fromEntries(
      run.samples.map(({ trial, probabilities }) => [trial, probabilities]),
    );
    // Worked out in Python from the logged numbers.
    expect(shares[FUND]?.['yes']).toBeCloseTo(0.515431938839082, 12);
    expect(shares['370ba60edbe5c47b']?.['no']).toBeCloseTo(0.4463863273197039, 12);
    expect(shares['0e2849fdb35e39dd']?.['biased']).toBeCloseTo(0.4926404613621355, 12);
    expect(shares['0909917a1590a24d']?.['unbiased']).toBeCloseTo(0.5017039211342204, 12);
    // lm-eval takes the likeliest form, we the likeliest option: on random numbers they part where lm-eval
    // counted 0 and the scored end has the larger share.
    expect(scores).toEqual({ compared: 4, differing: ['370ba60edbe5c47b'] });
  });

  it('where its score differs from our reading is counted and named', async () => {
    const files = changed(written, SAMPLES, (source) =>
      source.replace('"exact_match": 0.0', '"exact_match": 1.0'),
    );
    const { scores } = await readLmEval(files);
    expect(scores).toEqual({ compared: 4, differing: [FUND] });
  });
});

describe('what is wrong with the files of lm-evaluation-harness', () => {
  it('is said: no results, no samples, no study of ours, several studies, another study', async () => {
    const results = written.filter(({ name }) => name.startsWith('results'));
    const samples = written.filter(({ name }) => name.startsWith('samples'));
    expect(await problemOf(readLmEval(samples))).toContain('without the results file');
    expect(await problemOf(readLmEval(results))).toContain('no file of samples');
    const foreign = changed(written, /^results/, (source) =>
      source.replaceAll('"crossroads":', '"other":'),
    );
    expect(await problemOf(readLmEval(foreign))).toContain('no task that Crossroads exported');
    const both = [...written, ...likelihood];
    expect(await problemOf(readLmEval(both))).toContain('several studies');
    const { suite } = await suiteOf('behavior');
    const { run } = await readLmEval(written);
    const other = await makePlan({ ...run.manifest.study, repeats: 2 }, suite);
    expect(await problemOf(readLmEval(written, other))).toContain(
      'of another study, "Four trials"',
    );
    const data = changed(written, /^results/, (source) =>
      source.replaceAll(run.manifest.dataHash, '0'.repeat(64)),
    );
    expect(await problemOf(readLmEval(data))).toContain('other data');
    const half = changed(written, /^results/, (source) => source.slice(0, 3000));
    expect(await problemOf(readLmEval(half))).toContain('may have been cut off');
  });

  it('needs no results file where the plan is known', async () => {
    const samples = written.filter(({ name }) => name.startsWith('samples'));
    const { run } = await readLmEval(written);
    const plan = await makePlan(run.manifest.study, (await suiteOf('behavior')).suite);
    const alone = await readLmEval(samples, plan);
    expect(alone.run.samples).toEqual(run.samples);
    expect(alone.run.manifest.startedAt).toBe('2026-12-01T14:01:05.000Z');
  });

  it('costs only the lines it is in', async () => {
    const [first = '', second = ''] = text(
      written.find(({ name }) => SAMPLES.test(name))?.bytes ?? bytes(''),
    ).split('\n');
    const lines = [
      first,
      first,
      first.replace(FUND, '0000000000000000'),
      second.replaceAll('You are', 'Be brief. You are'),
      second.replace(/"resps": \[\[".*?"\]\]/, '"resps": [[null]]'),
      `${second.slice(0, 500)}`,
    ];
    const files = changed(written, SAMPLES, () => lines.join('\n'));
    const { run, problem, issues } = await readLmEval(files);
    expect(issues.map(({ line, what }) => [line, what.replace(/ [0-9a-f]{16}/, ' T')])).toEqual([
      [2, 'Trial T was answered before in this log; the first answer counts.'],
      [3, 'The study has no trial "0000000000000000".'],
      [
        4,
        "Trial T was asked in other words than the study's, perhaps with a system message or examples that the tool added.",
      ],
      [5, 'Trial T has no answer in the log: lm-eval logged no text.'],
      [
        6,
        'Line 6 of samples_crossroads_four_1_2026-12-01T14-01-05.172720.jsonl cannot be read, for it is no valid JSON: the file breaks off there.',
      ],
    ]);
    expect(run.samples.map(({ status }) => status).sort()).toEqual([
      'answered',
      'answered',
      'error',
      'unparsed',
    ]);
    expect(run.manifest.finishedAt).toBe('');
    expect(problem?.message).toBe("The log answers 3 of the study's 4 trials.");
  });

  it('costs its trial where a log-likelihood is empty or endless', async () => {
    for (const odd of ['', ' ', 'Infinity', 'nan']) {
      // The first of each of the two files.
      const files = changed(likelihood, /^samples/, (source) =>
        source.replace(/"resps": \[\[\["-[\d.]+"/, `"resps": [[["${odd}"`),
      );
      const { run, issues } = await readLmEval(files);
      expect(issues.map(({ what }) => what.replace(/[0-9a-f]{16}/, 'T'))).toEqual([
        'Trial T lacks the log-likelihood of some forms.',
        'Trial T lacks the log-likelihood of some forms.',
      ]);
      expect(run.samples.filter(({ status }) => status === 'answered')).toHaveLength(2);
    }
  });

  it('is not a date or a duration that no calendar has', async () => {
    const results = (member: string, value: string) =>
      changed(written, /^results/, (source) => {
        const text = source.replace(new RegExp(`"${member}": [^,\\n}]+`), `"${member}": ${value}`);
        expect(text).not.toBe(source);
        return text;
      });
    for (const date of ['1e300', '-1e13', '568971820800']) {
      const { manifest } = (await readLmEval(results('date', date))).run;
      expect(manifest.startedAt).toBe('1970-01-01T00:00:00.000Z');
    }
    for (const seconds of ['"1e300"', '"Infinity"', '-5']) {
      const files = results('total_evaluation_time_seconds', seconds);
      const { manifest } = (await readLmEval(files)).run;
      expect(manifest.finishedAt).toBe(manifest.startedAt);
      expect(manifest.startedAt).toMatch(/^2026-12-01T/);
    }
  });

  it('is not that a document comes once for each filter, or that Python writes NaN', async () => {
    const files = changed(written, SAMPLES, (source) => {
      const lines = source.trimEnd().split('\n');
      const again = lines.map((line) =>
        line.replace('"filter": "read-answer"', '"filter": "second"').replace('0.0}', 'NaN}'),
      );
      return [...lines, ...again].join('\n');
    });
    const { issues, run } = await readLmEval(files);
    expect(issues).toEqual([]);
    expect(run.samples).toHaveLength(4);
  });
});

describe('a run as files of lm-evaluation-harness', () => {
  it('comes back as it was', async () => {
    for (const files of [written, likelihood]) {
      const { run } = await readLmEval(files);
      const out = await exportRunLmEval(run);
      expect(out.map(({ name }) => name.replace(/_\d.*?(?=\.jsonl?$)/, ''))).toEqual([
        'results.json',
        `samples_crossroads_four${files === written ? '' : '_p'}.jsonl`,
      ]);
      const back = await readLmEval(out.map((file) => ({ ...file, bytes: bytes(file.text) })));
      expect(back.issues).toEqual([]);
      expect(back.run.manifest.studyHash).toBe(run.manifest.studyHash);
      for (const [index, sample] of run.samples.entries()) {
        const { probabilities = {}, bounds: _, value, answerMass, ...rest } = sample;
        const again = back.run.samples[index];
        expect(again).toMatchObject(rest);
        expect(again?.value ?? 0).toBeCloseTo(value ?? 0, 10);
        expect(again?.answerMass ?? 0).toBeCloseTo(answerMass ?? 0, 10);
        for (const [key, share] of Object.entries(probabilities)) {
          expect(again?.probabilities?.[key]).toBeCloseTo(share, 10);
        }
      }
    }
  });

  it("has lm-eval's own hash of a target, its metric and the name of its filter", async () => {
    const { run } = await readLmEval(written);
    const [, samples] = await exportRunLmEval(run);
    const [first] = (samples?.text ?? '')
      .split('\n')
      .map((line) => JSON.parse(line || '{}') as object);
    // The hash is that of the real log.
    expect(first).toMatchObject({
      doc_id: 0,
      target: 'Yes',
      target_hash: '85a39ab345d672ff8ca9b9c6876f3adcacf45ee7c1e2dbd2408fd338bd55e07e',
      exact_match: 0,
      filtered_resps: ['No'],
    });
  });
});

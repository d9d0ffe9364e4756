import { describe, expect, it } from 'vitest';
import {
  gzipped,
  readRunFile,
  readRunText,
  runBlob,
  runFileName,
  writeRunJson,
  writeRunLines,
  type RunFormat,
} from '../../../src/exchange/run-file';
import { manifest, run, sample } from '../../fixtures/storage/build-run';

const FORMATS: RunFormat[] = ['json', 'jsonl'];

function fileOf(text: string): Blob {
  return new Blob([text]);
}

/** The text of a run file with one sample whose members are changed. */
function jsonWith(changes: Record<string, unknown>): string {
  const file = JSON.parse(writeRunJson(run(3))) as { samples: Record<string, unknown>[] };
  Object.assign(file.samples[2] ?? {}, changes);
  return JSON.stringify(file);
}

describe('writing', () => {
  it('writes JSON Lines as documented', () => {
    const tiny = {
      ...run(0),
      samples: [
        {
          ms: 1,
          trial: 't1',
          item: 'i1',
          condition: 'baseline',
          repeat: 1,
          order: 'yes,no',
          status: 'refused' as const,
          text: undefined,
          prompt: 'Would you?',
          tokens: { prompt: 3, completion: 0, cached: 1 },
        },
      ],
    };
    const lines = writeRunLines(tiny).split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\{"format":"crossroads-run\/1","manifest":\{"app":"0\.1\.0",/);
    expect(lines[1]).toBe(
      '{"artifact":{"calls":[],"id":"art-1","key":"x","kind":"description","text":"A calm person.","trace":[1]}}',
    );
    expect(lines[2]).toBe(
      '{"sample":{"condition":"baseline","item":"i1","ms":1,"order":"yes,no","prompt":"Would you?",' +
        '"repeat":1,"status":"refused","tokens":{"cached":1,"completion":0,"prompt":3},"trial":"t1"}}',
    );
    expect(lines[3]).toBe('');
  });

  it('writes JSON that any reader of JSON takes', () => {
    expect(JSON.parse(writeRunJson(run(3)))).toEqual(run(3));
    expect(JSON.parse(writeRunJson({ ...run(0), artifacts: [] })).samples).toEqual([]);
  });

  it('names the file after study, model and day, without characters that a system refuses', () => {
    const odd = manifest();
    odd.models.answer.id = '../../org/Model:7B';
    expect(runFileName(odd, 'json')).toBe('tiny-org-Model-7B-2026-11-30.json');
    expect(runFileName(manifest(), 'jsonl', true)).toBe('tiny-smollm2-135m-2026-11-30.jsonl.gz');
  });
});

describe.each(FORMATS)('a %s file', (format) => {
  it('gives the same run back, with 20,000 samples, compressed or not', async () => {
    const whole = run(20_000);
    const blob = runBlob(whole, format);
    expect(await readRunFile(blob)).toEqual({ run: whole, problem: null });
    const packed = await gzipped(blob);
    expect(packed.size).toBeLessThan(blob.size / 4);
    expect(await readRunFile(packed)).toEqual({ run: whole, problem: null });
  }, 60_000);

  it('reads from a stream in pieces of any size', async () => {
    const bytes = new Uint8Array(await runBlob(run(3), format).arrayBuffer());
    let at = 0;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.slice(at, (at += 1)));
      },
    });
    expect((await readRunFile(stream)).run).toEqual(run(3));
  });

  it('reports progress up to the whole size', async () => {
    const blob = runBlob(run(2000), format);
    const seen: { bytes: number; total: number }[] = [];
    await readRunFile(blob, { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ bytes: blob.size, total: blob.size });
  });

  it('stops when told to', async () => {
    const controller = new AbortController();
    const promise = readRunFile(runBlob(run(20_000), format), {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(promise).rejects.toMatchObject({ code: 'aborted' });
  });

  it('says that a finished run lacks samples', async () => {
    const cut = run(3, { finishedAt: '2026-11-30T11:00:00.000Z', trials: 4 });
    const file = await readRunFile(runBlob(cut, format));
    expect(file.run.samples).toHaveLength(3);
    expect(file.problem?.sentence).toBe(
      'The file is of a finished run, but samples are missing from it. ' +
        'What stands before is whole: 3 of 4 samples. ' +
        'Import these, or get the whole file again.',
    );
  });
});

describe('a JSON Lines file that breaks off', () => {
  const text = writeRunLines(run(5));

  it('gives what was whole and says where it ends', async () => {
    const file = await readRunFile(fileOf(text.slice(0, -40)));
    expect(file.run).toEqual(run(4));
    expect(file.problem?.message).toBe('The file breaks off in line 7, after sample 4.');
    expect(file.problem?.kept).toBe('What stands before is whole: 4 of 100000 samples.');
    expect((await readRunText(text.slice(0, -40))).samples).toHaveLength(4);
  });

  it('does so in the middle of a character', async () => {
    const bytes = new TextEncoder().encode(text.replace('Would you, \\"4', 'Würde'));
    const middle = bytes.indexOf(0xc3) + 1;
    const file = await readRunFile(new Blob([bytes.slice(0, middle)]));
    expect(file.run.samples).toHaveLength(4);
    expect(file.problem?.message).toContain('line 7');
  });

  it('does so in the middle of compressed data', async () => {
    const packed = await gzipped(runBlob(run(5000), 'jsonl'));
    const file = await readRunFile(packed.slice(0, Math.floor(packed.size * 0.6)));
    expect(file.problem?.code).toBe('bad-file');
    expect(file.run.samples.length).toBeGreaterThan(100);
    expect(file.run.samples).toEqual(run(5000).samples.slice(0, file.run.samples.length));
  });

  it('takes a last line without its end', async () => {
    expect(await readRunFile(fileOf(text.trimEnd()))).toEqual({ run: run(5), problem: null });
  });

  it('reads lines that end as on Windows, with blank ones between', async () => {
    expect((await readRunFile(fileOf(text.replaceAll('\n', '\r\n\r\n')))).run).toEqual(run(5));
  });
});

describe('a file that is wrong', () => {
  const lines = writeRunLines(run(3)).trimEnd().split('\n');
  const second = JSON.stringify({ sample: sample(0) });

  it.each<[string, string, string]>([
    ['empty', '', 'The file is empty.'],
    ['blank', ' \n\n', 'The file is empty.'],
    ['a web page', '<!doctype html>\n<p>Not found', 'This is a web page, not a run file.'],
    ['a list', '[]', 'The file holds a list, which is no run.'],
    ['some other JSON', '{"a": 1}', 'format is missing, so this is no run file of Crossroads.'],
    ['a study', '{"format":"crossroads-study/1"}', 'This is a study, not a run.'],
    [
      'of a later version',
      writeRunJson(run(1)).replace('crossroads-run/1', 'crossroads-run/2'),
      'This run file has the format crossroads-run/2; this page reads crossroads-run/1.',
    ],
    [
      'Lines of a later version',
      writeRunLines(run(1)).replace('crossroads-run/1', 'crossroads-run/2'),
      'This run file has the format crossroads-run/2; this page reads crossroads-run/1.',
    ],
    ['JSON cut off', writeRunJson(run(3)).slice(0, -9), 'The file breaks off before its end.'],
    ['broken JSON', `{"format":\n\n}`, 'The file is not valid JSON (line 3).'],
    [
      'without samples',
      '{"format":"crossroads-run/1","samples":5,"artifacts":[],"manifest":' +
        `${JSON.stringify(manifest())}}`,
      'samples is 5, but must be a list.',
    ],
    [
      'with a wrong status',
      jsonWith({ status: 'great' }),
      'samples[2].status is "great", but only "answered", "unparsed", "refused" and "error" are known there.',
    ],
    ['without a prompt', jsonWith({ prompt: undefined }), 'samples[2].prompt is missing.'],
    [
      'with text for a number',
      jsonWith({ ms: '12' }),
      'samples[2].ms is "12", but must be a number.',
    ],
    [
      'with a probability of 2',
      jsonWith({ value: 2 }),
      'samples[2].value is 2, but must be at most 1.',
    ],
    [
      'with half a token',
      jsonWith({ tokens: { prompt: 0.5, cached: 0, completion: 0 } }),
      'samples[2].tokens.prompt is 0.5, but must be a whole number.',
    ],
    [
      'with an order of nothing',
      jsonWith({ order: 'yes,' }),
      'samples[2].order is "yes,", but must name each option once, joined by commas.',
    ],
    [
      'with an option twice',
      jsonWith({ order: 'yes,yes' }),
      'samples[2].order is "yes,yes", but must name each option once, joined by commas.',
    ],
    [
      'with an answer that was not offered',
      jsonWith({ answer: 'maybe' }),
      'samples[2].answer is "maybe", but the options are yes,no.',
    ],
    [
      'answered without an answer',
      jsonWith({ answer: undefined }),
      'samples[2].answer is missing, but the status is "answered".',
    ],
    [
      'with probabilities of another option',
      jsonWith({ probabilities: { yes: 0.5, biased: 0.5 } }),
      'samples[2].probabilities names "biased", but the options are yes,no.',
    ],
    [
      'with probabilities that do not add up',
      jsonWith({ probabilities: { yes: 0.5, no: 0.2 } }),
      'samples[2].probabilities add up to 0.700, but must add up to 1.',
    ],
    [
      'with bounds the wrong way round',
      jsonWith({ bounds: [0.6, 0.5] }),
      'samples[2].bounds are 0.6 to 0.5, the larger one first.',
    ],
    [
      'with a trial twice',
      jsonWith({ trial: sample(0).trial }),
      'samples[2].trial is "0000000000000000", which stands in samples[0] already.',
    ],
    [
      'with a question twice',
      jsonWith({ item: 'item-0' }),
      'samples[2] answers a trial, which stands in samples[0] already.',
    ],
    [
      'with more samples than trials',
      writeRunJson(run(3, { trials: 2 })),
      'The file holds 3 samples, but its plan has only 2 trials.',
    ],
    [
      'with a study that has gone wrong',
      writeRunJson(run(1)).replace('"openness"', '"opennes"'),
      'manifest.study.items.traits[0] is "opennes", but only "openness", "conscientiousness", "extraversion", "agreeableness" and "neuroticism" are known there.',
    ],
    [
      'with a line broken in the middle',
      [lines[0], lines[1], lines[2]?.slice(0, 30), lines[3]].join('\n'),
      'Line 3 is not valid JSON.',
    ],
    [
      'with a last line of nonsense',
      [...lines, 'nonsense'].join('\n'),
      'Line 6 is not valid JSON.',
    ],
    [
      'with a line twice',
      [...lines, second].join('\n'),
      'Line 6: sample.trial is "0000000000000000", which stands in line 3 already.',
    ],
    [
      'of two runs',
      [...lines, ...lines].join('\n'),
      'Line 6: a second manifest; the file holds two runs.',
    ],
    [
      'with a line of something',
      [...lines, '{"note":1}'].join('\n'),
      'Line 6: neither a sample nor an artifact.',
    ],
    [
      'with an artifact twice',
      [...lines, lines[1]].join('\n'),
      'Line 6: artifact.id is "art-1", which an artifact before it has too.',
    ],
    [
      'with a wrong line',
      [...lines, JSON.stringify({ sample: { ...sample(9), repeat: 0 } })].join('\n'),
      'Line 6: sample.repeat is 0, but must be at least 1.',
    ],
    ['no text', '\u0000\u0001', 'The file is not valid JSON (line 1).'],
  ])('says so: %s', async (_, text, what) => {
    await expect(readRunFile(fileOf(text))).rejects.toMatchObject({
      name: 'Problem',
      code: 'bad-file',
      message: what,
      kept: 'Nothing was imported.',
    });
  });

  it('says that bytes are no text, and that compressed data is damaged', async () => {
    const text = new TextEncoder().encode(writeRunLines(run(3)));
    text[text.length - 50] = 0xff;
    await expect(readRunFile(new Blob([text]))).rejects.toMatchObject({
      message: 'The file is damaged, or no text file: it holds bytes that are no UTF-8.',
    });
    const packed = new Uint8Array(await (await gzipped(runBlob(run(500), 'json'))).arrayBuffer());
    packed.fill(0xaa, 100, 140);
    await expect(readRunFile(new Blob([packed]))).rejects.toMatchObject({ code: 'bad-file' });
  });
});

describe('a hostile file', () => {
  it('is stopped at its size, also after decompression', async () => {
    const limits = { bytes: 2_000_000 };
    const zeros = new Blob([new Uint8Array(40_000_000).fill(0x20)]);
    const bomb = await gzipped(zeros);
    expect(bomb.size).toBeLessThan(100_000);
    for (const blob of [zeros, bomb]) {
      await expect(readRunFile(blob, { limits })).rejects.toMatchObject({
        message: 'The file holds more than 2 MB, too much for this page.',
      });
    }
  });

  it('is stopped where it is one value too large to be parsed at one go; JSON Lines of that size are read', async () => {
    const limits = { value: 5000 };
    const large = run(30);
    const single = fileOf(JSON.stringify(large));
    expect(single.size).toBeGreaterThan(5000);
    for (const blob of [single, runBlob(large, 'json'), await gzipped(runBlob(large, 'json'))]) {
      await expect(readRunFile(blob, { limits: { value: 1024 ** 2 } })).resolves.toBeDefined();
      await expect(readRunFile(blob, { limits })).rejects.toMatchObject({
        message: expect.stringContaining('one JSON value of more than') as string,
        next: 'Get the run as JSON Lines (.jsonl), which is read line by line.',
      });
    }
    expect((await readRunFile(runBlob(large, 'jsonl'), { limits })).run).toEqual(large);
  });

  it('is stopped at its depth, whatever the format', async () => {
    const deep = '['.repeat(1_000_000);
    await expect(readRunFile(fileOf(deep))).rejects.toMatchObject({ code: 'bad-file' });
    const line = `{"artifact":{"id":"a","kind":"k","key":"","text":"","trace":${deep}`;
    const text = `${writeRunLines(run(1))}${line}\n`;
    await expect(readRunFile(fileOf(text))).rejects.toMatchObject({
      message: 'Line 4: The file nests its values deeper than 64 levels, as no run does.',
    });
    const quoted = run(1);
    quoted.artifacts[0] = { id: 'a', kind: 'k', key: '', text: `"\\"${deep}`, calls: [] };
    expect((await readRunFile(runBlob(quoted, 'jsonl'))).run).toEqual(quoted);
  });

  it('is stopped at the length of a line and the number of samples', async () => {
    const text = writeRunLines(run(9));
    await expect(readRunFile(fileOf(text), { limits: { line: 100 } })).rejects.toMatchObject({
      message: 'Line 2 is longer than 100 characters, as none of a run is.',
    });
    await expect(readRunFile(fileOf(text), { limits: { samples: 8 } })).rejects.toMatchObject({
      message: 'The file holds more than 8 samples, too many for this page.',
    });
  });

  it('changes nothing through __proto__ or constructor', async () => {
    const evil = '{"polluted":true}';
    const text = writeRunJson(run(1))
      .replace('"samples":', `"__proto__":${evil},"constructor":{"prototype":${evil}},"samples":`)
      .replace('"trace":[1]', `"trace":{"__proto__":${evil}}`)
      .replace('"environment":{', `"environment":{"__proto__":"x","constructor":"y",`)
      .replace('"probabilities":{', `"probabilities":{"__proto__":1,`);
    const { run: read } = await readRunFile(fileOf(text));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(read.manifest.environment).toEqual(manifest().environment);
    expect(read.samples).toEqual(run(1).samples);
  });

  it('keeps markup as the text it is', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const marked = { ...run(0), samples: [sample(0, { prompt: evil, item: evil })] };
    expect((await readRunFile(runBlob(marked, 'json'))).run.samples[0]?.prompt).toBe(evil);
  });
});

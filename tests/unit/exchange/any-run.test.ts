import { strToU8, zipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../../src/core/run';
import { makePlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';
import { grouped, kindOf, readAnyRun, readStudy } from '../../../src/exchange/any-run';
import { batchLines } from '../../../src/exchange/batch-export';
import {
  exportRunInspect,
  exportRunInspectEval,
  exportRunLmEval,
} from '../../../src/exchange/harness';
import { readRunText, writeRunJson, writeRunLines } from '../../../src/exchange/run-file';
import { printStudy } from '../../../src/exchange/study-file';

const recorded = async (): Promise<Run> => {
  const path = new URL(
    '../../../datasets/reference-runs/quick.smollm2-135m.json.gz',
    import.meta.url,
  );
  return readRunText(new Uint8Array(await readFile(path)));
};
/** Under a name that says nothing. */
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'download'): File =>
  new File([content], name);
const kind = (content: string | Uint8Array<ArrayBuffer>, name?: string) =>
  kindOf(file(content, name));
const output = (id: string) =>
  `${JSON.stringify({ id, custom_id: '0123456789abcdef', response: { status_code: 200, body: { model: 'm' } }, error: null })}\n`;

describe('a file is known by its content', () => {
  it('as a run, whole, by lines, packed, or nearly one', async () => {
    const run = await recorded();
    expect(await kind(writeRunJson(run))).toBe('run');
    expect(await kind(writeRunLines(run))).toBe('run');
    expect(await kind(new Uint8Array(gzipSync(writeRunJson(run))))).toBe('run');
    expect(await kind(JSON.stringify({ samples: [], manifest: {} }, null, 2))).toBe('run');
    expect(await kind('<!doctype html>')).toBe('run');
    expect(await kind('')).toBe('run');
  });

  it('as a study, and as one laid out by hand', async () => {
    const { manifest } = await recorded();
    expect(await kind(printStudy(manifest.study))).toBe('study');
    expect((await readStudy(file(printStudy(manifest.study)))).id).toBe('quick');
  });

  it("as a batch's requests and as its answers, of both services", async () => {
    const { manifest } = await recorded();
    const { suite } = await suiteOf('behavior');
    const plan = await makePlan({ ...manifest.study, items: { limit: 1 } }, suite);
    const requests: string[] = [];
    for await (const line of batchLines(plan, suite, { model: 'm', server: 'vllm' }))
      requests.push(line);
    expect(await kind(requests.join(''))).toBe('batch-requests');
    expect(await kind(output('batch_req_1'))).toBe('batch');
    expect(await kind(new Uint8Array(gzipSync(output('vllm-1'))))).toBe('batch');
    await expect(
      readAnyRun({ kind: 'batch-requests', files: [file(requests.join(''))] }),
    ).rejects.toThrow('This is what a batch is to be asked, not what it answered.');
  });

  it('as a batch where its first line is broken, damaged or longer than what is looked at', async () => {
    const good = output('batch_req_1');
    expect(await kind(`{"custom_id":"a","resp\n${good}`)).toBe('batch');
    expect(await kind(`{"custom_id":"a","resp\n`)).toBe('unknown');
    expect(await kind(`${good}\0\u0001\n${good}`)).toBe('batch');
    const long = good.replace('"m"', `"m","x":"${'x'.repeat(100_000)}"`);
    expect(await kind(long)).toBe('batch');
    // Laid out over several lines, it cannot be read by line.
    expect(await kind(JSON.stringify(JSON.parse(good), null, 2))).toBe('unknown');
    // A whole first line of another shape is still no batch.
    expect(await kind(`{"a": 1}\n${good}`)).toBe('unknown');
  });

  it('as what lm-eval and Inspect write, which become the run again', async () => {
    const run = await recorded();
    const lmEval = (await exportRunLmEval(run)).map(({ name, text }) => file(text, name));
    expect(lmEval.length).toBeGreaterThan(1);
    for (const each of lmEval) expect(await kindOf(each)).toBe('lm-eval');
    const [group, ...others] = await grouped(lmEval);
    expect(others).toEqual([]);
    const back = await readAnyRun(group as NonNullable<typeof group>);
    expect(back.run.samples.map(({ trial, answer }) => [trial, answer])).toEqual(
      run.samples.map(({ trial, answer }) => [trial, answer]),
    );
    const [json] = await exportRunInspect(run);
    expect(await kind(json?.text ?? '')).toBe('inspect');
    const { bytes } = await exportRunInspectEval(run);
    expect(await kind(bytes, 'renamed.zip')).toBe('inspect');
    const log = await readAnyRun({ kind: 'inspect', files: [file(bytes, 'x.eval')] });
    expect(log.run.samples).toHaveLength(60);
  });

  it('and refused where it is nothing that the page takes, with what it takes', async () => {
    const strange = [
      'Call me Ishmael.',
      '[1, 2, 3]',
      '{"name": "crossroads"}',
      new Uint8Array(zipSync({ 'book.txt': strToU8('Call me Ishmael.') })),
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
    ];
    for (const content of strange) expect(await kind(content, 'run.json')).toBe('unknown');
    const reading = readAnyRun({ kind: 'unknown', files: [file('Call me Ishmael.')] });
    await expect(reading).rejects.toMatchObject({
      code: 'bad-file',
      next: expect.stringMatching(/run files.*batch.*lm-evaluation-harness.*Inspect/) as string,
    });
  });
});

it('puts the files of one run of lm-eval together and leaves the others alone', async () => {
  const results = '{"results": {}}';
  const samples = '{"doc_id": 0}\n';
  const files = [
    file(results, 'results_2026-11-30T10-00-00.123.json'),
    file('{"format":"crossroads-run/1"}', 'a.json'),
    file(samples, 'samples_b_2026-12-01T10-00-00.456.jsonl'),
    file(samples, 'samples_a_2026-11-30T10-00-00.123.jsonl'),
    file('{"format":"crossroads-run/1"}', 'b.json'),
    file(results, 'results_2026-12-01T10-00-00.456.json'),
  ];
  expect((await grouped(files)).map(({ kind: of, places }) => [of, places])).toEqual([
    ['lm-eval', [0, 3]],
    ['run', [1]],
    ['lm-eval', [2, 5]],
    ['run', [4]],
  ]);
});

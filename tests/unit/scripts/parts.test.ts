import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBatch, writeBatch } from '../../../scripts/reproduce/batch';
import { FileJournal, readKept, saveRun } from '../../../scripts/reproduce/journal';
import { mergeFiles } from '../../../scripts/reproduce/merge';
import { reproduceOnEndpoint } from '../../../scripts/reproduce/reproduce';
import type { Library } from '../../../src/core/library';
import type { Problem } from '../../../src/core/errors';
import type { Run, Sample } from '../../../src/core/run';
import { chatAnswer, chatServer, json, madeServer } from '../engines/made-server';

/*
 * The command line's parts against a made-up server that answers each question by what it asks, so that several
 * machines must come to what one comes to.
 */
const KEY = 'sk-not-to-be-seen';
/** Requests after which the server refuses: a spending limit that was met, say. */
let most = Infinity;
let folder = '';
let server: Awaited<ReturnType<typeof madeServer>>;
const file = (name: string): string => join(folder, name);
const library = (): Promise<Library> => Promise.reject(new Error('no novels here'));
const said: string[] = [];

/** Yes with a share that the question's length decides. */
function answer(body: Record<string, unknown>) {
  const yes = 0.2 + (JSON.stringify(body.messages).length % 61) / 100;
  return chatAnswer([{ token: 'Yes', top: { Yes: yes, No: 0.9 - yes, A: 0.05, B: 0.04 } }]);
}

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  folder = await mkdtemp(join(tmpdir(), 'crossroads-parts-'));
  server = await madeServer(
    chatServer(({ body }, response) => {
      most -= 1;
      if (most < 0) json(response, { error: { message: 'no more' } }, 401);
      else json(response, answer(body));
    }),
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  await rm(folder, { recursive: true });
});

const onServer = (
  out: string,
  more: { shard?: string; resume?: string; concurrency?: number } = {},
) =>
  reproduceOnEndpoint({
    ...{ study: 'quick', out: file(out), endpoint: server.url, limit: 12, key: KEY, library },
    ...more,
  });
const samplesOf = ({ samples }: Run) => samples.map(({ ms: _ms, ...sample }) => sample);

describe('a study over several machines', () => {
  it('is, merged, what one machine writes', async () => {
    expect(await onServer('whole.json')).toBe(true);
    for (const part of [1, 2, 3])
      expect(
        await onServer(`part-${part}.json.gz`, { shard: `${part}/3`, concurrency: part }),
      ).toBe(true);
    // What is finished stands in the run file alone.
    expect((await readdir(folder)).filter((name) => name.includes('.partial'))).toEqual([]);
    await mergeFiles({
      files: [2, 3, 1].map((part) => file(`part-${part}.json.gz`)),
      out: file('merged.jsonl'),
      keepEarlier: false,
    });
    const [whole, merged] = [
      await readKept(file('whole.json')),
      await readKept(file('merged.jsonl')),
    ];
    expect(whole.samples).toHaveLength(36);
    expect(samplesOf(merged)).toEqual(samplesOf(whole));
    expect(merged.manifest.finishedAt).not.toBe('');
    expect(merged.manifest.trials).toBe(36);
    expect(merged.manifest.environment.concurrency).toBe('1 | 2 | 3');
    expect(said).toContain('\n36 of 36 trials have an outcome.');
  });

  it('says of a part which it is, and never that the run is finished', async () => {
    const { manifest, samples } = await readKept(file('part-2.json.gz'));
    expect(manifest.finishedAt).toBe('');
    expect(manifest.trials).toBe(36);
    expect(manifest.shard).toMatchObject({ index: 2, of: 3, trials: samples.length });
    expect(manifest.shard?.finishedAt).not.toBe('');
  });

  it('goes on with a part as that part, and cuts none again', async () => {
    const part = await readKept(file('part-2.json.gz'));
    const begun = { ...part, samples: part.samples.slice(0, 5) };
    await saveRun(file('begun.json'), begun);
    const before = server.seen.length;
    expect(await onServer('gone-on.json', { resume: file('begun.json') })).toBe(true);
    const gone = await readKept(file('gone-on.json'));
    expect(samplesOf(gone)).toEqual(samplesOf(part));
    expect(gone.manifest.runId).toBe(part.manifest.runId);
    // The rest, one look at the server's models and a question to see what it can do.
    expect(server.seen.length - before).toBeLessThan(part.samples.length);
    await expect(onServer('no.json', { resume: file('begun.json'), shard: '1/2' })).rejects.toThrow(
      'is part 2/3 already, and a part is not cut again',
    );
  });

  it('keeps the key to itself', async () => {
    expect(server.seen.some(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    const written = await Promise.all(
      ['whole.json', 'merged.jsonl', 'part-1.json.gz'].map((name) => readFile(file(name), 'utf8')),
    );
    expect([...written, ...said].filter((text) => text.includes(KEY))).toEqual([]);
  });

  it('is refused where a part is of another study, with the file named', async () => {
    await reproduceOnEndpoint({
      ...{ study: 'quick', out: file('shorter.json'), endpoint: server.url, limit: 11, library },
    });
    const merging = mergeFiles({
      files: [file('part-1.json.gz'), file('shorter.json')],
      out: file('never.json'),
      keepEarlier: false,
    });
    await expect(merging).rejects.toThrow('{"limit":12');
    await expect(readFile(file('never.json'))).rejects.toThrow('ENOENT');
    await writeFile(file('torn.json'), '{"format"');
    await expect(
      mergeFiles({
        files: [file('torn.json'), file('part-1.json.gz')],
        out: file('n.json'),
        keepEarlier: false,
      }),
    ).rejects.toThrow('torn.json: The file breaks off before its end.');
  });
});

describe('what is there already', () => {
  const started = async (name: string) => {
    most = 25;
    const problem: unknown = await onServer(name).catch((error: unknown) => error);
    most = Infinity;
    return problem as Problem;
  };

  it('is not lost by giving the same command again, which is told how to go on', async () => {
    const problem = await started('stopped.json');
    const journal = file('stopped.json.partial.jsonl');
    const { samples } = await readKept(journal);
    expect(samples.length).toBeGreaterThan(10);
    expect(problem.sentence).toContain(`${journal} holds ${samples.length} of 36 answers.`);
    expect(problem.sentence).toContain(`--resume ${journal} goes on.`);
    expect(await readFile(journal, 'utf8')).not.toContain(KEY);
    const before = [await readFile(journal, 'utf8'), server.seen.length];
    await expect(onServer('stopped.json')).rejects.toMatchObject({
      message: `${journal} is there already and holds ${samples.length} of 36 answers, which would be lost.`,
      next: expect.stringContaining(`--resume ${journal}`) as string,
    });
    expect([await readFile(journal, 'utf8'), server.seen.length]).toEqual(before);
    expect(await onServer('stopped.json', { resume: journal })).toBe(true);
    expect(samplesOf(await readKept(file('stopped.json')))).toEqual(
      samplesOf(await readKept(file('whole.json'))),
    );
  });

  it('is gone on with where it is, but not from a copy that holds less', async () => {
    const whole = await readKept(file('whole.json'));
    const half = (count: number): Run => ({ ...whole, samples: whole.samples.slice(0, count) });
    await saveRun(file('half.json'), half(20));
    await saveRun(file('less.json'), half(10));
    await expect(onServer('half.json', { resume: file('less.json') })).rejects.toThrow(
      'holds 20 of 36 answers, which would be lost',
    );
    await expect(onServer('half.json')).rejects.toThrow('would be lost');
    expect((await readKept(file('half.json'))).samples).toHaveLength(20);
    expect(await onServer('half.json', { resume: file('half.json') })).toBe(true);
    expect((await readKept(file('half.json'))).samples).toHaveLength(36);
  });

  it('is not overwritten by answers of a batch, by a batch, or by a merged run', async () => {
    await copyFile(file('whole.json'), file('precious.json'));
    const bytes = await readFile(file('precious.json'), 'utf8');
    await writeFile(file('notes.txt'), 'mine');
    const options = { study: 'quick', limit: 12, library, model: 'made-1' };
    for (const [name, says] of [
      ['precious.json', 'holds 36 of 36 answers, which would be lost'],
      ['notes.txt', 'is there already, and is no run file'],
    ] as const) {
      const out = file(name);
      await expect(readBatch({ ...options, out, fromBatch: [file('notes.txt')] })).rejects.toThrow(
        says,
      );
      await expect(writeBatch({ ...options, out })).rejects.toThrow('is there already');
      const files = [1, 2].map((part) => file(`part-${part}.json.gz`));
      await expect(mergeFiles({ files, out, keepEarlier: false })).rejects.toMatchObject({
        message: expect.stringContaining(says) as string,
        // Merging goes on with no file.
        next: 'Name another file, or move this one away.',
      });
    }
    expect(await readFile(file('precious.json'), 'utf8')).toBe(bytes);
    expect(await readFile(file('notes.txt'), 'utf8')).toBe('mine');
    // The same merge again gives the same run, and loses none.
    const again = { files: [1, 2, 3].map((part) => file(`part-${part}.json.gz`)) };
    await mergeFiles({ ...again, out: file('merged.jsonl'), keepEarlier: false });
  });

  it('is asked for before anything else where nothing can be written', async () => {
    await mkdir(file('folder'));
    const before = server.seen.length;
    await expect(onServer('folder')).rejects.toThrow('is a folder, and a file is to be written');
    await expect(onServer('nowhere/run.json')).rejects.toThrow(
      `There is no folder ${file('nowhere')}`,
    );
    await expect(writeBatch({ study: 'quick', out: file('folder'), library })).rejects.toThrow(
      'is a folder',
    );
    await expect(
      mergeFiles({ files: [], out: file('nowhere/run.json'), keepEarlier: false }),
    ).rejects.toThrow('There is no folder');
    expect(server.seen).toHaveLength(before);
    expect((await readdir(folder)).filter((name) => name.startsWith('folder'))).toEqual(['folder']);
  });

  it('goes on from a journal whose errors were answered since', async () => {
    const { manifest, samples, artifacts } = await readKept(file('whole.json'));
    const [first, ...rest] = samples as [Sample, ...Sample[]];
    const { trial, item, condition, repeat, order, prompt, tokens, ms } = first;
    const error: Sample = {
      ...{ trial, item, condition, repeat, order, prompt, tokens, ms },
      ...{ status: 'error', error: 'The server is gone.' },
    };
    const kept = [error, ...rest.slice(0, 4)];
    const journal = await FileJournal.begin(file('again.json'), manifest, kept, artifacts);
    await journal.put(first);
    const read = await readKept(journal.path);
    expect(new Set(read.samples)).toEqual(new Set(samples.slice(0, 5)));
  });
});

describe('a batch', () => {
  it('is asked elsewhere and comes back as the run that a server gives', async () => {
    await writeBatch({ study: 'quick', out: file('b.jsonl'), limit: 12, model: 'made-1', library });
    const requests = (await readFile(file('b.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(requests).toHaveLength(36);
    const answers = requests.map((line) => {
      const { custom_id, body } = JSON.parse(line) as {
        custom_id: string;
        body: Record<string, unknown>;
      };
      return JSON.stringify({
        id: 'batch_req_1',
        custom_id,
        response: { status_code: 200, body: answer(body) },
        error: null,
      });
    });
    // The service answers in any order, and in two files.
    await writeFile(file('o1.jsonl'), answers.slice(20).join('\n'));
    await writeFile(file('o2.jsonl'), answers.slice(0, 20).reverse().join('\n'));
    const options = { study: 'quick', limit: 12, library };
    expect(
      await readBatch({ ...options, out: file('some.json'), fromBatch: [file('o1.jsonl')] }),
    ).toBe(false);
    await writeBatch({ ...options, out: file('rest.jsonl'), resume: file('some.json') });
    const rest = (await readFile(file('rest.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(rest).toEqual(requests.slice(0, 20));
    const done = await readBatch({
      ...options,
      out: file('batch.json'),
      resume: file('some.json'),
      fromBatch: [file('o2.jsonl')],
    });
    expect(done).toBe(true);
    const [batch, whole] = [await readKept(file('batch.json')), await readKept(file('whole.json'))];
    expect(samplesOf(batch)).toEqual(samplesOf(whole));
    expect(batch.manifest.models.answer.id).toBe('made-1');
    expect(batch.manifest.environment).toMatchObject({ batch: true, server: 'OpenAI' });
    await expect(
      writeBatch({ ...options, out: file('none.jsonl'), resume: file('batch.json') }),
    ).rejects.toThrow('there is nothing to ask');
  });
});

import { link, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../scripts/reproduce/arguments.mjs';
import { readMergeArguments } from '../../../scripts/reproduce/merge-arguments.mjs';
import { messageOf } from '../../../scripts/setup/files.mjs';

const read = (line: string) => readArguments(line.split(' ').filter((word) => word !== ''));

describe('the command line of reproduce', () => {
  it('has its defaults', () => {
    expect(read('quick --out run.json')).toEqual({
      study: 'quick',
      task: 'run',
      out: 'run.json',
      engine: 'embedded',
      endpoint: undefined,
      model: undefined,
      modelFile: undefined,
      novels: undefined,
      limit: undefined,
      budget: undefined,
      concurrency: 1,
      shard: undefined,
      resume: undefined,
      server: undefined,
      fromBatch: [],
    });
  });

  it('takes a server by its address alone, with all that goes with one', () => {
    expect(
      read(
        'quick --out r.json.gz --endpoint http://h:1 --model big --concurrency 8 --shard 2/3 --resume old.json --limit 5 --budget 600 --novels d --model-file m.gguf',
      ),
    ).toMatchObject({
      engine: 'endpoint',
      endpoint: 'http://h:1',
      model: 'big',
      concurrency: 8,
      shard: '2/3',
      resume: 'old.json',
      limit: 5,
      budget: 600,
      novels: 'd',
      modelFile: 'm.gguf',
    });
  });

  it('writes and reads batches', () => {
    expect(read('quick --batch b.jsonl --model m --server vllm')).toMatchObject({
      task: 'write-batch',
      out: 'b.jsonl',
      server: 'vllm',
    });
    expect(read('quick --from-batch 1.jsonl --from-batch 2.jsonl --out r.json')).toMatchObject({
      task: 'read-batch',
      out: 'r.json',
      fromBatch: ['1.jsonl', '2.jsonl'],
    });
  });

  it.each([
    ['', 'npm run reproduce --'],
    ['quick', '--out FILE is missing'],
    ['quick other --out r.json', 'npm run reproduce --'],
    ['quick --out r.json --frobnicate 1', "Unknown option '--frobnicate'"],
    ['quick --out r.json --limit 0', '--limit takes a whole number above 0, not "0".'],
    ['quick --out r.json --endpoint http://h --concurrency 1.5', '--concurrency takes a whole'],
    ['quick --out r.json --concurrency 4', 'answers one trial at a time'],
    ['quick --out r.json --engine webgpu', '--engine takes embedded or endpoint, not "webgpu".'],
    ['quick --out r.json --engine endpoint', '--engine endpoint needs --endpoint URL.'],
    ['quick --out r.json --engine embedded --endpoint http://h', '--engine embedded asks none'],
    ['quick --out r.json --key secret', 'set the variable CROSSROADS_KEY'],
    ['quick --out r.json --api-key=secret', 'set the variable CROSSROADS_KEY'],
    ['quick --out r.json --server vllm', '--server goes with --batch'],
    ['quick --batch b.jsonl --server tgi', '--server takes openai or vllm, not "tgi".'],
    ['quick --batch b.jsonl --out r.json', 'no run to write to --out'],
    ['quick --batch b.jsonl --from-batch c.jsonl', 'give one of them'],
    ['quick --from-batch c.jsonl', '--out FILE is missing'],
    ['quick --from-batch c.jsonl --out r.json --endpoint http://h', 'A batch is asked elsewhere'],
  ])('refuses with a sentence: %s', (line, says) => {
    expect(() => read(line)).toThrow(says);
  });

  it('says what is wrong once, and then how it is used', () => {
    let said = '';
    try {
      read('quick --out r.json --frobnicate 1');
    } catch (error) {
      said = messageOf(error);
    }
    expect(said).toMatch(/^Unknown option '--frobnicate'.*\nnpm run reproduce --/);
    expect(said.split('Unknown option')).toHaveLength(2);
  });

  it('never repeats a key that was given', () => {
    try {
      read('quick --out r.json --key=sk-secret');
    } catch (error) {
      expect(String(error)).not.toContain('sk-secret');
    }
    expect.assertions(1);
  });
});

describe('the command line of merge', () => {
  it('takes two files and more', () => {
    expect(readMergeArguments(['a.json', 'b.json', '--out', 'c.json'])).toEqual({
      files: ['a.json', 'b.json'],
      out: 'c.json',
      keepEarlier: false,
    });
    expect(readMergeArguments(['--keep-earlier', 'a', 'b', 'd', '--out=c.json']).keepEarlier).toBe(
      true,
    );
  });

  it.each([
    [['a.json', '--out', 'c.json'], 'npm run merge --'],
    [['a.json', 'b.json'], 'npm run merge --'],
    [['a.json', 'b.json', '--out', 'b.json'], 'would be lost'],
    [['a.json', 'b.json', '--out', './x/../a.json'], 'would be lost'],
    [['a.json', 'b.json', '--into', 'c.json'], "Unknown option '--into'"],
  ])('refuses with a sentence: %s', (args, says) => {
    expect(() => readMergeArguments(args)).toThrow(says);
  });

  it('knows a part again by whatever path or link', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crossroads-merge-'));
    const [a, b, soft, hard] = ['a', 'b', 'soft', 'hard'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
      string,
    ];
    try {
      await writeFile(a, '');
      await symlink(a, soft);
      await link(a, hard);
      for (const out of [soft, hard])
        expect(() => readMergeArguments([a, b, '--out', out])).toThrow('would be lost');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

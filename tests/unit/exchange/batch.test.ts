import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Library } from '../../../src/core/library';
import type { Suite } from '../../../src/core/suite';
import { Workshops } from '../../../src/experiment/workshop';
import { makePlan } from '../../../src/experiment/plan';
import { batchFiles, batchLines, type BatchTarget } from '../../../src/exchange/batch-export';
import { importBatch } from '../../../src/exchange/batch-import';
import { connectEndpoint } from '../../../src/engines/endpoint';
import { run } from '../../../src/experiment/runner';
import { study } from '../behavior/made';
import { chatAnswer, chatServer, json, madeServer } from '../engines/made-server';
import { Memory, StandIn, suite } from '../experiment/stand-in';

const target: BatchTarget = { model: 'made-1', server: 'openai' };
const asked = makePlan(
  study({ items: { traits: ['openness'] }, answer: 'probability', lead: 'Answer:' }),
  suite,
);
const written = makePlan(
  study({ items: { traits: ['openness'] }, decoding: { temperature: 0.5, maxTokens: 9 } }),
  suite,
);

async function linesOf(lines: AsyncIterable<string>): Promise<Record<string, unknown>[]> {
  const list: Record<string, unknown>[] = [];
  for await (const line of lines) {
    expect(line.endsWith('\n')).toBe(true);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    list.push(JSON.parse(line) as Record<string, unknown>);
  }
  return list;
}
const blob = (...lines: unknown[]): Blob =>
  new Blob([
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  ]);
const output = (custom_id: string, body: unknown, status_code = 200) => ({
  id: 'batch_req_1',
  custom_id,
  response: { status_code, request_id: 'r', body },
  error: null,
});
const yes = chatAnswer([
  { token: 'Answer:', top: { 'Answer:': 0.7, Yes: 0.2 } },
  { token: ' Yes', top: { ' Yes': 0.6, ' No': 0.2 } },
]);

describe('a batch', () => {
  it('holds one request a trial, by probability with alternatives', async () => {
    const plan = await asked;
    const lines = await linesOf(batchLines(plan, suite, target));
    expect(lines.map(({ custom_id }) => custom_id)).toEqual(plan.trials.map(({ id }) => id));
    expect(lines[0]).toEqual({
      custom_id: plan.trials[0]?.id,
      method: 'POST',
      url: '/v1/chat/completions',
      body: {
        model: 'made-1',
        messages: plan.questions.at(0)?.input.messages,
        temperature: 0,
        top_p: 1,
        seed: 0,
        max_tokens: 8,
        logprobs: true,
        top_logprobs: 20,
      },
    });
  });

  it('samples as the study says, with a seed of each trial, and begins the turn where it can', async () => {
    const plan = await written;
    const [first, second] = await linesOf(batchLines(plan, suite, target));
    const body = (line: Record<string, unknown> | undefined) =>
      line?.body as Record<string, unknown>;
    expect(body(first)).toMatchObject({ temperature: 0.5, top_p: 1, max_tokens: 9 });
    expect(body(first)).not.toHaveProperty('logprobs');
    expect(body(first).seed).not.toBe(body(second).seed);
    const [vllm] = await linesOf(
      batchLines(await asked, suite, { model: 'made-1', server: 'vllm', alternatives: 10 }),
    );
    const messages = body(vllm).messages as unknown[];
    expect(messages.at(-1)).toEqual({ role: 'assistant', content: 'Answer:' });
    expect(body(vllm)).toMatchObject({ continue_final_message: true, top_logprobs: 10 });
  });

  it('leaves out what is answered, and is cut into files that the service takes', async () => {
    const plan = await makePlan(study({ answer: 'probability' }), suite);
    const [first] = plan.trials;
    const rest = await linesOf(batchLines(plan, suite, target, new Set([first?.id ?? ''])));
    expect(rest).toHaveLength(plan.trials.length - 1);
    const files: string[] = [];
    const limits = { requests: 2, bytes: 1_000_000 };
    for await (const file of batchFiles(batchLines(plan, suite, target), limits)) files.push(file);
    expect(files.map((file) => file.trimEnd().split('\n').length)).toEqual([2, 2, 1]);
    const small: string[] = [];
    const bytes = { requests: 100, bytes: 700 };
    for await (const file of batchFiles(batchLines(plan, suite, target), bytes)) small.push(file);
    expect(small.length).toBeGreaterThan(1);
    expect(small.join('')).toBe(files.join(''));
  });
});

describe('a batch of a suite that makes profiles', () => {
  const telling: Suite = {
    ...suite,
    profile: (_item, _condition, _study, workshop) =>
      workshop
        .artifact('profile', { of: 'Emma' }, () => Promise.resolve({ text: 'Told.' }))
        .then(({ id, text }) => ({ artifact: id, text: String(text), parts: [], trace: null })),
    question: (item, condition, order, given, profile) => {
      const { input, options } = suite.question(item, condition, order, given);
      const content = profile?.text ?? 'a stand-in';
      return { input: { ...input, messages: [{ role: 'user', content }] }, options };
    },
  };

  it('holds the profiles, made on the way, and is refused without a place to make them', async () => {
    const plan = await makePlan(study({ answer: 'probability', items: { limit: 1 } }), telling);
    await expect(linesOf(batchLines(plan, telling, target))).rejects.toMatchObject({
      code: 'not-supported',
    });
    const journal = new Memory();
    const parts = { engine: new StandIn({}), library: {} as Library, journal };
    const workshop = new Workshops(parts).under();
    const [line] = await linesOf(batchLines(plan, telling, target, new Set(), workshop));
    expect(line?.body).toMatchObject({ messages: [{ role: 'user', content: 'Told.' }] });
    const file = blob(output(plan.trials[0]?.id ?? '', yes));
    await importBatch(file, plan, telling, target, journal, { workshop });
    const [artifact] = journal.made.keys();
    expect(journal.kept.get(plan.trials[0]?.id ?? '')).toMatchObject({
      status: 'answered',
      profile: artifact,
    });
  });
});

/** Text that does not pack well, from a fixed seed. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(97 + (state % 26));
  }).join('');
}

describe("a batch's output", () => {
  it('is read as a server is', async () => {
    const plan = await asked;
    const [one, two] = plan.trials.map(({ id }) => id);
    const { url, close } = await madeServer(chatServer((_seen, response) => json(response, yes)));
    const live = new Memory();
    await run(plan, suite, await connectEndpoint(url, null), live);
    await close();
    const journal = new Memory();
    // In any order, as services answer.
    const file = blob(output(two ?? '', yes), output(one ?? '', yes));
    const result = await importBatch(file, plan, suite, target, journal);
    expect(result).toEqual({ done: 2, total: 2, issues: [], model: 'made-1' });
    expect(journal.finished).not.toBe('');
    for (const id of [one ?? '', two ?? '']) {
      const { ms: _live, ...there } = live.kept.get(id) ?? { ms: 0 };
      const { ms, ...here } = journal.kept.get(id) ?? { ms: -1 };
      expect(ms).toBe(0);
      expect(here).toEqual(there);
      expect(journal.kept.get(id)?.probabilities?.yes).toBeCloseTo(0.75, 10);
      expect(journal.kept.get(id)?.tokens).toEqual({ prompt: 120, cached: 100, completion: 2 });
    }
  });

  it('leaves errors and holes, each told by its line, which a run can fill', async () => {
    const plan = await makePlan(study({ answer: 'probability' }), suite);
    const ids = plan.trials.map(({ id }) => id);
    expect(ids).toHaveLength(5);
    const [one = '', two = '', three = '', four = ''] = ids;
    const bare = { choices: [{ message: { content: 'Yes' }, finish_reason: 'stop' }] };
    const journal = new Memory();
    const file = blob(
      output(one, yes),
      '{"custom_id": "cut',
      output('0123456789abcdef', yes),
      output(one, yes),
      output(two, { error: { message: 'rate limited' } }, 429),
      { custom_id: three, response: null, error: { code: 'expired', message: 'too late' } },
      '',
      output(four, bare),
      { response: null },
    );
    const result = await importBatch(file, plan, suite, target, journal);
    expect(result).toMatchObject({ done: 1, total: 5 });
    expect(result.issues.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 8, 9]);
    expect(result.issues.map(({ what }) => what)).toEqual([
      'The line is no valid JSON.',
      'The run has no trial "0123456789abcdef".',
      `Trial ${one} stands in a line before it too.`,
      'The service gave no answer (429): rate limited',
      'The service gave no answer (error): too late',
      'The answer holds no log-probabilities, and the study answers by probability.',
      'Custom_id is missing.',
    ]);
    expect(ids.map((id) => journal.kept.get(id)?.status)).toEqual([
      'answered',
      'error',
      'error',
      'error',
      undefined,
    ]);
    expect(journal.finished).toBe('');
    const engine = new StandIn({ next: () => ({ Yes: 0.6, No: 0.2, A: 0.3, B: 0.1 }) });
    expect(await run(plan, suite, engine, journal)).toMatchObject({ done: 5, errors: 0, total: 5 });
    expect(engine.asked).toHaveLength(4);
    // What is there stays: nothing of the file replaces it.
    const before = new Map(journal.kept);
    await importBatch(blob(output(two, yes)), plan, suite, target, journal);
    expect(journal.kept).toEqual(before);
  });

  it('takes an answer that stands behind an error for the same trial', async () => {
    const plan = await asked;
    const [one = '', two = ''] = plan.trials.map(({ id }) => id);
    const journal = new Memory();
    const error = { error: { message: 'oops' } };
    const file = blob(
      output(one, error, 500),
      output(two, yes),
      output(one, yes),
      output(two, error, 500),
    );
    const result = await importBatch(file, plan, suite, target, journal);
    expect(result).toMatchObject({ done: 2, total: 2 });
    // An error behind an answer takes nothing away.
    expect(result.issues.map(({ line }) => line)).toEqual([1, 4]);
    expect([one, two].map((id) => journal.kept.get(id)?.status)).toEqual(['answered', 'answered']);
  });

  it('is read past what is damaged, line by line', async () => {
    const plan = await makePlan(study({ answer: 'probability' }), suite);
    const [one = '', two = '', three = '', four = '', five = ''] = plan.trials.map(({ id }) => id);
    const line = (id: string): string => `${JSON.stringify(output(id, yes))}\n`;
    const journal = new Memory();
    const file = new Blob([
      line(one),
      // A line of its own; the second byte begins a character that never ends.
      new Uint8Array([0x7b, 0xc3, 0x0a]),
      line(two).replace('batch_req_1', 'x'.repeat(8 * 1024 * 1024)),
      line(three),
      line(four).slice(0, 30),
      new Uint8Array([0xff, 0xfe]),
      line(four).slice(30),
      // Several bytes to a character are no damage.
      line(five).replace('batch_req_1', 'ü語😀'),
    ]);
    const result = await importBatch(file, plan, suite, target, journal);
    expect(result).toMatchObject({ done: 3, total: 5 });
    expect(result.issues).toEqual([
      { line: 2, what: 'The line is no valid JSON.' },
      { line: 3, what: 'The line is longer than 8388608 characters.' },
      { line: 5, what: 'The line is no valid JSON.' },
    ]);
    expect([...journal.kept.keys()]).toEqual([one, three, five]);
  });

  it('keeps what stands before the place where a packed file cannot be read on', async () => {
    const plan = await asked;
    const [one = ''] = plan.trials.map(({ id }) => id);
    const start = gzipSync(`${JSON.stringify(output(one, yes))}\n${noise(400_000)}\n`);
    // Into the middle of the packed noise, where the checks of gzip find it.
    start.fill(0xff, start.length - 60_000, start.length - 50_000);
    const journal = new Memory();
    const result = await importBatch(
      new Blob([new Uint8Array(start)]),
      plan,
      suite,
      target,
      journal,
    );
    expect(result.done).toBe(1);
    expect(result.issues.at(-1)?.what).toContain('The lines before are read');
    expect(journal.kept.get(one)?.status).toBe('answered');
    const none = importBatch(
      new Blob([new Uint8Array([0x1f, 0x8b, 1, 2])]),
      plan,
      suite,
      target,
      journal,
    );
    await expect(none).rejects.toMatchObject({ code: 'bad-file', kept: 'Nothing was imported.' });
  });

  it('of two models is not one run', async () => {
    const plan = await asked;
    const [one = '', two = ''] = plan.trials.map(({ id }) => id);
    const journal = new Memory();
    const file = blob(output(one, yes), output(two, { ...yes, model: 'made-2' }));
    const result = await importBatch(file, plan, suite, target, journal);
    expect(result).toMatchObject({ done: 1, model: 'made-1' });
    expect(result.issues).toEqual([
      { line: 2, what: 'Answered by "made-2", the lines before it by "made-1".' },
    ]);
  });

  it('stops where a sample cannot be kept', async () => {
    const plan = await asked;
    const journal = new Memory();
    journal.put = () => Promise.reject(new Error('full'));
    const file = blob(output(plan.trials[0]?.id ?? '', yes));
    await expect(importBatch(file, plan, suite, target, journal)).rejects.toThrow('full');
  });
});

it('reads a written answer by the same parser', async () => {
  const plan = await written;
  const [one = ''] = plan.trials.map(({ id }) => id);
  const body = {
    model: 'm',
    choices: [{ message: { content: 'No, I will not.' }, finish_reason: 'stop' }],
  };
  const journal = new Memory();
  await importBatch(blob(output(one, body)), plan, suite, target, journal);
  expect(journal.kept.get(one)).toMatchObject({ status: 'answered', answer: 'no', value: 0 });
});

import { describe, expect, it } from 'vitest';
import type { Library } from '../../../../src/core/library';
import { exportInspect, exportLmEval, readLmEval } from '../../../../src/exchange/harness';
import { yaml } from '../../../../src/exchange/harness/yaml';
import { makePlan } from '../../../../src/experiment/plan';
import { suiteOf } from '../../../../src/experiment/registry';
import { Workshops } from '../../../../src/experiment/workshop';
import { study } from '../../behavior/made';
import { Memory, StandIn, suite } from '../../experiment/stand-in';

const lines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const named = (files: readonly { name: string; text: string }[], name: string): string => {
  const file = files.find((each) => each.name === name);
  if (file === undefined)
    throw new Error(`${name} is not among ${files.map((f) => f.name).join()}`);
  return file.text;
};
/** A member of our YAML, which stands on one line and is JSON. */
const member = (text: string, name: string): unknown =>
  JSON.parse(new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? 'null');

describe('a study as a task of lm-evaluation-harness', () => {
  it('asks each trial with its messages and what a scored answer is', async () => {
    const plan = await makePlan(
      study({ items: { behaviors: ['c-nap', 'o-swim'] }, decoding: { temperature: 0 } }),
      suite,
    );
    const files = await exportLmEval(plan, suite);
    expect(files.map(({ name }) => name)).toEqual([
      'README.md',
      'crossroads_made.yaml',
      'crossroads_made.jsonl',
      'crossroads_made_loglikelihood.yaml',
      'crossroads_made_loglikelihood.jsonl',
    ]);
    const docs = lines(named(files, 'crossroads_made.jsonl'));
    expect(docs.map(({ trial }) => trial)).toEqual(plan.trials.map(({ id }) => id));
    const nap = docs.find(({ item }) => item === 'c-nap-01');
    // A nap is against the trait: the answer that shows the high end is no.
    expect(nap).toMatchObject({ order: 'yes,no', system: '', lead: '', target: 'No' });
    expect(nap?.options).toEqual(['Yes', 'No']);
    expect(docs.find(({ item }) => item === 'o-swim-01')?.target).toBe('Yes');
    expect(docs.map(({ user }) => user)).toEqual(
      [...plan.questions].map(({ input }) => input.messages[0]?.content),
    );
    const task = named(files, 'crossroads_made.yaml');
    expect(member(task, 'output_type')).toBe('generate_until');
    expect(member(task, 'generation_kwargs')).toEqual({
      until: [],
      max_gen_toks: 64,
      temperature: 0,
      do_sample: false,
    });
    expect(member(task, 'filter_list')).toMatchObject([
      { filter: [{ function: 'regex', group_select: 0 }, { function: 'take_first' }] },
    ]);
    const { crossroads } = member(task, 'metadata') as { crossroads: string };
    expect(JSON.parse(crossroads)).toMatchObject({
      study: plan.study,
      studyHash: plan.studyHash,
      dataHash: plan.dataHash,
      trials: 3,
    });
  });

  it('is one task for each way to read and to decode, for a task has one of each', async () => {
    const given = study({
      repeats: 2,
      conditions: [{ temperature: [0, 0.5] }],
      items: { ids: ['o-swim-01', 'n-guess-01'] },
      decoding: { topP: 0.9, topK: 20 },
    });
    const files = await exportLmEval(await makePlan(given, suite), suite);
    const tasks = files.filter(({ name }) => name.endsWith('.yaml')).map(({ text }) => text);
    const decodings = tasks.map((text) => member(text, 'generation_kwargs') as { seed?: number });
    // Two kinds of answer; temperature 0 once, 0.5 with a seed for each of its two repeats.
    expect(decodings).toHaveLength(6);
    expect(decodings.filter(({ seed }) => seed === undefined)).toHaveLength(2);
    expect(new Set(decodings.map(({ seed }) => seed)).size).toBe(3);
    expect(decodings.find(({ seed }) => seed !== undefined)).toMatchObject({
      temperature: 0.5,
      top_p: 0.9,
      top_k: 20,
      do_sample: true,
    });
    expect(new Set(tasks.map((text) => member(text, 'tag')))).toEqual(new Set(['crossroads_made']));
    // Temperatures vary nothing by probability: there is no such variant.
    expect(files.some(({ name }) => name.includes('loglikelihood'))).toBe(false);
  });

  it('by log-likelihood gives every form of every option and marks itself untested', async () => {
    const plan = await makePlan(
      study({ answer: 'probability', lead: 'Answer:', items: { ids: ['c-nap-01'] } }),
      suite,
    );
    const files = await exportLmEval(plan, suite);
    const [doc] = lines(named(files, 'crossroads_made_loglikelihood.jsonl'));
    const forms = [
      'Yes',
      ' Yes',
      'yes',
      ' yes',
      'YES',
      ' YES',
      'No',
      ' No',
      'no',
      ' no',
      'NO',
      ' NO',
    ];
    expect(doc?.forms).toEqual(forms);
    expect(doc?.gold).toEqual([6, 7, 8, 9, 10, 11]);
    const task = named(files, 'crossroads_made_loglikelihood.yaml');
    expect(task).toMatch(/^# Untested/);
    expect(member(task, 'gen_prefix')).toBe('lead');
    expect(member(task, 'output_type')).toBe('multiple_choice');
    expect(files.some(({ name }) => name === 'crossroads_made.yaml')).toBe(false);
  });

  it('writes YAML that no reader stumbles over', () => {
    const odd = 'a: "b" \\ # c\n\u0085\u2028\ufeff 🙂 {x: 1}';
    const text = yaml({ one: odd, list: [1, true, null, { 'a b': 'c' }], none: undefined });
    expect(text.split('\n')).toHaveLength(3);
    expect(text).not.toMatch(/[\u007f-\u009f\u2028\ufeff]/);
    expect(member(text, 'one')).toBe(odd);
    expect(text).toContain('list: [1, true, null, {"a b": "c"}]');
  });
});

describe('a study as an Inspect task', () => {
  it('has a sample for each trial, with its own decoding', async () => {
    const given = study({
      title: 'A "quoted" \\ title',
      system: { text: 'Be brief.' },
      items: { ids: ['o-swim-01'] },
      conditions: [{ temperature: [0, 0.7] }],
      decoding: { topP: 0.9, maxTokens: 9 },
    });
    const plan = await makePlan(given, suite);
    const files = await exportInspect(plan, suite);
    const samples = lines(named(files, 'crossroads_made.jsonl'));
    expect(samples.map(({ id }) => id)).toEqual(plan.trials.map(({ id }) => id));
    const [cold, warm] = samples;
    expect(cold).toMatchObject({
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: plan.questions.at(0)?.input.messages[1]?.content },
      ],
      target: 'Yes',
      metadata: {
        condition: plan.trials[0]?.condition,
        crossroads: {
          item: 'o-swim-01',
          kind: 'yes-no',
          decoding: { temperature: 0, max_tokens: 9 },
        },
      },
    });
    const decoding = (warm as { metadata: { crossroads: { decoding: unknown } } }).metadata
      .crossroads.decoding;
    expect(decoding).toMatchObject({ temperature: 0.7, top_p: 0.9 });
    const source = named(files, 'crossroads_made.py');
    expect(source).toContain('def crossroads_made():');
    expect(source).not.toMatch(/__T[A-Z]+__/);
    expect(source.split('\n')[0]).toBe('"""A  quoted    title');
  });

  it('asks for alternatives where the study answers by probability', async () => {
    const plan = await makePlan(
      study({ answer: 'probability', lead: 'Answer:', items: { ids: ['n-guess-01'] } }),
      suite,
    );
    const [sample] = lines(named(await exportInspect(plan, suite), 'crossroads_made.jsonl'));
    expect(sample).toMatchObject({
      target: 'A',
      metadata: {
        crossroads: {
          kind: 'letter',
          decoding: { temperature: 0, max_tokens: 8, logprobs: true, top_logprobs: 20 },
        },
      },
    });
    expect((sample as { input: unknown[] }).input.at(-1)).toEqual({
      role: 'assistant',
      content: 'Answer:',
    });
  });
});

it('carries the profiles of a study that makes them, each artifact once', async () => {
  const { suite: decisions } = await suiteOf('decision');
  const [first] = decisions.select({ limit: 1 });
  const given = study({
    suite: 'decision',
    items: { ids: [first?.id ?? ''] },
    conditions: [{ method: ['none'] }],
    order: 'balanced',
  });
  const plan = await makePlan(given, decisions);
  await expect(exportLmEval(plan, decisions)).rejects.toMatchObject({ code: 'not-supported' });
  const journal = new Memory();
  const parts = { engine: new StandIn({}), library: {} as Library, journal };
  const options = {
    workshop: new Workshops(parts).under(),
    artifacts: () => journal.artifacts(),
  };
  const docs = lines(named(await exportLmEval(plan, decisions, options), 'crossroads_made.jsonl'));
  expect(docs).toHaveLength(4);
  const [artifact] = journal.made.keys();
  expect(docs.map(({ profile }) => profile)).toEqual(docs.map(() => artifact));
  expect(docs.map(({ artifact: made }) => made !== '')).toEqual([true, false, false, false]);
  // The letter moves with the order, the content does not: each of the four is right once.
  expect(docs.map(({ target }) => target).sort()).toEqual(['A', 'B', 'C', 'D']);

  // The same documents answered, as lm-eval logs them.
  const carried = JSON.stringify({ format: 'crossroads-harness/1', ...plan, trials: 4 });
  const results = {
    results: {},
    configs: { t: { metadata: { crossroads: carried } } },
    config: {},
  };
  const answered = docs.map((doc, index) => ({
    doc_id: index,
    doc,
    arguments: {
      gen_args_0: {
        arg_0: [JSON.stringify([{ role: 'user', content: index === 3 ? 'Other' : doc['user'] }])],
        arg_1: {},
      },
    },
    resps: [[doc['target']]],
    exact_match: 1,
  }));
  const encoded = (text: string) => new TextEncoder().encode(text);
  const { run, issues } = await readLmEval([
    { name: 'results.json', bytes: encoded(JSON.stringify(results)) },
    {
      name: 'samples.jsonl',
      bytes: encoded(answered.map((row) => JSON.stringify(row)).join('\n')),
    },
  ]);
  expect(run.artifacts).toEqual([...journal.made.values()]);
  expect(run.samples.map(({ correct, profile }) => [correct, profile])).toEqual(
    [0, 1, 2].map(() => [true, artifact]),
  );
  expect(String(run.samples[0]?.prompt)).toContain(String(docs[0]?.['user']));
  expect(issues).toMatchObject([{ line: 4 }]);
});

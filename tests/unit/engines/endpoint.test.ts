import { afterEach, describe, expect, it } from 'vitest';
import { detectTemplate } from '../../../src/core/chat-template';
import type { Input } from '../../../src/core/engine';
import { Problem } from '../../../src/core/errors';
import { connectEndpoint, inspectServer } from '../../../src/engines/endpoint';
import { isMessages } from '../../../src/engines/openai/messages';
import { askShares } from '../../../src/experiment/answering';
import { startManifest } from '../../../src/experiment/manifest';
import { makePlan } from '../../../src/experiment/plan';
import { run } from '../../../src/experiment/runner';
import { writeRunJson } from '../../../src/exchange/run-file-writer';
import { study } from '../behavior/made';
import { Memory, suite } from '../experiment/stand-in';
import { chatAnswer, chatServer, json, madeServer, type Answer, type Seen } from './made-server';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
async function made(answer: Answer) {
  const server = await madeServer(answer);
  closing.push(server.close);
  return server;
}
const quiet = { sleep: () => Promise.resolve() };

const question = (more: Partial<Extract<Input, { kind: 'chat' }>> = {}): Input => ({
  kind: 'chat',
  messages: [{ role: 'user', content: 'Will you swim?\nAnswer "Yes" or "No".' }],
  system: 'none',
  lead: '',
  ...more,
});
const sampling = { temperature: 0.7, topP: 0.8, topK: 20, maxTokens: 64, seed: 4_000_000_000 };
const yesNo = [
  { key: 'yes', forms: ['Yes', ' Yes'] },
  { key: 'no', forms: ['No', ' No'] },
];
const CHATML = "{% for m in messages %}{{'<|im_start|>' + m.role}}{% endfor %}";

/** llama.cpp's server, as far as it is asked. */
function llamaCpp(template: string, on: (seen: Seen) => unknown): Answer {
  return (seen, response) => {
    if (seen.path === '/props') {
      json(response, {
        chat_template: template,
        model_path: '/models/Small-1B.Q8_0.gguf',
        build_info: 'b1',
        total_slots: 2,
        default_generation_settings: { n_ctx: 4096 },
      });
    } else if (seen.path === '/v1/models') {
      json(response, { data: [{ id: 'Small-1B', owned_by: 'llamacpp' }] });
    } else {
      json(response, on(seen));
    }
  };
}
const completion = (content: string) => ({
  content,
  stop_type: 'eos',
  timings: { cache_n: 30, prompt_n: 12, predicted_n: 1 },
  completion_probabilities: [
    {
      top_logprobs: [
        { token: 'Yes', logprob: Math.log(0.75) },
        { token: 'No', logprob: Math.log(0.25) },
      ],
    },
  ],
});

describe('a llama.cpp server', () => {
  it('gets the text rendered here, and no system message', async () => {
    const { url, seen } = await made(llamaCpp(CHATML, () => completion('Yes')));
    const engine = await connectEndpoint(`${url}/v1`, null, { concurrency: 3 });
    expect(engine).toMatchObject({
      server: 'llama.cpp',
      way: 'raw',
      probabilities: true,
      concurrency: 3,
    });
    expect(engine.model).toMatchObject({
      id: 'Small-1B.Q8_0',
      file: 'Small-1B.Q8_0.gguf',
      context: 4096,
    });
    expect(engine.environment).toEqual({
      server: 'llama.cpp',
      build: 'b1',
      concurrency: 3,
      template: 'ours',
    });
    expect(engine.cautions).toEqual(['more-than-slots']);
    const next = await engine.next(question({ lead: 'Answer:' }), 50);
    const prompt =
      '<|im_start|>user\nWill you swim?\nAnswer "Yes" or "No".<|im_end|>\n<|im_start|>assistant\nAnswer:';
    expect(next.prompt).toBe(prompt);
    expect(seen.at(-1)).toMatchObject({
      path: '/completion',
      body: { prompt, n_predict: 1, n_probs: 50, cache_prompt: true },
    });
    expect(next.tokens).toEqual({ prompt: 42, cached: 30, completion: 1 });
    const shares = await askShares(engine, question(), yesNo);
    expect(shares.probabilities?.yes).toBeCloseTo(0.75, 10);
  });

  it('renders a template that is not known here, and shows the text', async () => {
    const { url, seen } = await made(
      llamaCpp('<<SYS>>[INST] {{ messages }} [/INST]', (seen) =>
        seen.path === '/apply-template'
          ? { prompt: '[INST] Will you swim? [/INST]' }
          : completion('No'),
      ),
    );
    const engine = await connectEndpoint(url, null);
    expect(engine.cautions).toEqual(['server-template']);
    const written = await engine.generate(question({ lead: 'Answer:' }), sampling);
    expect(written.prompt).toBe('[INST] Will you swim? [/INST]Answer:');
    expect(seen.at(-1)?.body).toMatchObject({
      prompt: written.prompt,
      seed: 4_000_000_000,
      top_k: 20,
    });
    expect(seen.at(-1)?.body).not.toHaveProperty('stop');
    expect(seen.at(-2)?.body).toMatchObject({
      messages: question().kind === 'chat' ? [{ role: 'user' }] : [],
    });
  });
});

describe('a server with chat', () => {
  it('answers by probability where the answer begins, and shows what it took from its cache', async () => {
    const { url, seen } = await made(
      chatServer((_seen, response) =>
        json(
          response,
          chatAnswer([
            { token: '\n', top: { '\n': 0.9, Yes: 0.1 } },
            { token: 'Answer', top: { Answer: 1 } },
            { token: ':', top: { ':': 1 } },
            { token: ' Yes', top: { ' No': 0.2, ' Yes': 0.6, '.': 0.1 } },
          ]),
        ),
      ),
    );
    const engine = await connectEndpoint(url, null);
    expect(engine).toMatchObject({ server: 'unknown', way: 'chat', probabilities: true });
    expect(engine.cautions).toEqual([
      'server-template',
      'lead-left-out',
      'few-alternatives',
      'context-unknown',
    ]);
    const asked = question({ lead: 'Answer:' });
    const shares = await askShares(engine, asked, yesNo);
    expect(shares.probabilities?.yes).toBeCloseTo(0.75, 10);
    expect(shares.answerMass).toBeCloseTo(0.8, 10);
    expect(shares.tokens).toEqual({ prompt: 120, cached: 100, completion: 4 });
    expect(isMessages(shares.prompt)).toBe(true);
    expect(shares.prompt).toContain('user:\nWill you swim?\nAnswer "Yes" or "No".\n');
    const { body } = seen.at(-1) as Seen;
    // None but the user's message is sent, whatever the server adds.
    expect(body.messages).toEqual([
      { role: 'user', content: 'Will you swim?\nAnswer "Yes" or "No".' },
    ]);
    expect(body).toMatchObject({ temperature: 0, logprobs: true, top_logprobs: 20, max_tokens: 8 });
    expect(body).not.toHaveProperty('top_k');
  });

  it.each([1.5, -1, 1e308])('takes %d tokens as not said, and keeps the answer', async (odd) => {
    const usage = {
      prompt_tokens: odd,
      completion_tokens: 2,
      prompt_tokens_details: { cached_tokens: 5 },
    };
    const { url } = await made(
      chatServer((_seen, response) =>
        json(response, chatAnswer([{ token: 'Yes', top: { Yes: 0.6, No: 0.2 } }], { usage })),
      ),
    );
    const shares = await askShares(await connectEndpoint(url, null), question(), yesNo);
    expect(shares.probabilities?.yes).toBeCloseTo(0.75, 10);
    expect(shares.tokens).toEqual({ prompt: 0, cached: 0, completion: 2 });
  });

  it('says before a run that a server counts no tokens', async () => {
    const { url } = await made((seen, response) =>
      seen.path === '/v1/models'
        ? json(response, { data: [{ id: 'made-1' }] })
        : json(response, chatAnswer([{ token: 'Yes', top: { Yes: 1 } }], { usage: null })),
    );
    expect((await connectEndpoint(url, null)).cautions).toContain('tokens-unknown');
  });

  it.each(['710', '1e999'])('refuses %s as the logarithm of a probability', async (odd) => {
    const { url } = await made(
      chatServer((_seen, response) => {
        const text = JSON.stringify(chatAnswer([{ token: 'Yes', top: { Yes: 1 } }]));
        response.end(text.replace('"Yes","logprob":0}', `"Yes","logprob":${odd}}`));
      }),
    );
    const engine = await connectEndpoint(url, null, quiet);
    await expect(askShares(engine, question(), yesNo)).rejects.toMatchObject({
      code: 'server-failed',
      message: expect.stringContaining('logprob should be') as string,
    });
  });

  it('follows options that share a token in what the model wrote', async () => {
    const { url } = await made(
      chatServer((_seen, response) =>
        json(
          response,
          chatAnswer([
            { token: '(', top: { '(': 0.8, A: 0.1 } },
            { token: 'B', top: { B: 0.75, A: 0.25 } },
            { token: ')', top: { ')': 1 } },
          ]),
        ),
      ),
    );
    const engine = await connectEndpoint(url, null);
    const letters = ['A', 'B'].map((key) => ({ key, forms: [key, `(${key}`] }));
    const shares = await askShares(engine, question(), letters);
    // A: 0.1 + 0.8 * 0.25, B: 0.8 * 0.75
    expect(shares.answerMass).toBeCloseTo(0.9, 10);
    expect(shares.probabilities?.B).toBeCloseTo(0.6 / 0.9, 10);
    expect(shares.tokens.prompt).toBe(120);
  });

  it('goes on with a begun turn where it can (vLLM)', async () => {
    const { url, seen } = await made((seen, response) =>
      seen.path === '/v1/models'
        ? json(response, { data: [{ id: 'made-1', owned_by: 'vllm', max_model_len: 2048 }] })
        : seen.path === '/v1/chat/completions'
          ? json(response, chatAnswer([{ token: ' Yes', top: { ' Yes': 0.6, ' No': 0.4 } }]))
          : json(response, {}, 404),
    );
    const engine = await connectEndpoint(url, null);
    expect(engine.model.context).toBe(2048);
    expect(engine.cautions).toEqual(['server-template', 'few-alternatives']);
    const next = await engine.next(question({ lead: 'Answer:' }), 200);
    expect(seen.at(-1)?.body).toMatchObject({
      continue_final_message: true,
      add_generation_prompt: false,
      chat_template_kwargs: { enable_thinking: false },
      messages: [{ role: 'user' }, { role: 'assistant', content: 'Answer:' }],
    });
    expect(next.prompt).toContain('assistant:\nAnswer:');
    await engine.generate(question({ thinking: true }), sampling);
    expect(seen.at(-1)?.body).toMatchObject({
      top_k: 20,
      max_tokens: 64,
      seed: 4_000_000_000 - 2 ** 31,
      chat_template_kwargs: { enable_thinking: true },
    });
    expect(seen.at(-1)?.body).not.toHaveProperty('continue_final_message');
  });

  it('without log-probabilities writes, and says so before it is asked by probability', async () => {
    const { url } = await made((seen, response) =>
      seen.path === '/v1/models'
        ? json(response, { data: [{ id: 'made-1' }, { id: 'made-2' }] })
        : seen.path === '/v1/chat/completions' && seen.body.logprobs !== true
          ? json(response, {
              choices: [
                {
                  message: { content: 'No.', reasoning_content: 'Cold.' },
                  finish_reason: 'length',
                },
              ],
            })
          : json(response, { error: { message: 'logprobs are not supported' } }, 400),
    );
    await expect(connectEndpoint(url, null)).rejects.toMatchObject({
      code: 'model-missing',
      next: 'Choose one of: made-1, made-2.',
    });
    const engine = await connectEndpoint(url, null, { model: 'made-2' });
    expect(engine.probabilities).toBe(false);
    expect(engine.cautions).toContain('no-probabilities');
    const problem = await engine.next(question(), 10).catch((error: unknown) => error);
    expect(problem).toMatchObject({ code: 'not-supported' });
    expect((problem as Problem).next).toContain('generation');
    const written = await engine.generate(question(), sampling);
    expect(written).toMatchObject({
      text: '<think>\nCold.\n</think>\n\nNo.',
      stop: 'length',
      tokens: { prompt: 0, cached: 0, completion: 0 },
    });
    await expect(engine.generate(question({ thinking: true }), sampling)).rejects.toMatchObject({
      code: 'not-supported',
    });
  });

  it('that takes fewer alternatives or another name for the length is asked as it likes', async () => {
    const { url, seen } = await made((seen, response) => {
      if (seen.path === '/v1/models') return json(response, { data: [{ id: 'made-1' }] });
      if (seen.path !== '/v1/chat/completions') return json(response, {}, 404);
      if ('max_tokens' in seen.body) {
        const message = "Unsupported parameter: use 'max_completion_tokens' instead.";
        return json(response, { error: { message } }, 400);
      }
      if (Number(seen.body.top_logprobs) > 5) {
        return json(response, { error: { message: 'top_logprobs is at most 5' } }, 400);
      }
      return json(response, chatAnswer([{ token: 'Yes', top: { Yes: 0.5, No: 0.4 } }]));
    });
    const engine = await connectEndpoint(url, null);
    await engine.next(question(), 200);
    expect(seen.at(-1)?.body).toMatchObject({ max_completion_tokens: 8, top_logprobs: 5 });
    expect(engine.environment).toMatchObject({ alternatives: 5, template: 'server' });
  });
});

describe('a server with completions and a template that is given', () => {
  it('gets the text rendered here', async () => {
    const { url, seen } = await made((seen, response) =>
      seen.path === '/v1/models'
        ? json(response, { data: [{ id: 'made-1', owned_by: 'vllm' }] })
        : seen.path === '/v1/completions'
          ? json(response, {
              choices: [
                {
                  text: 'Yes',
                  finish_reason: 'stop',
                  logprobs: { top_logprobs: [{ No: Math.log(0.2), Yes: Math.log(0.6) }] },
                },
              ],
              usage: { prompt_tokens: 20, completion_tokens: 1 },
            })
          : json(response, {}, 404),
    );
    const template = detectTemplate(CHATML);
    const engine = await connectEndpoint(url, null, { template });
    expect(engine).toMatchObject({ way: 'completions', probabilities: true });
    const shares = await askShares(engine, question({ lead: 'Answer:' }), yesNo);
    expect(shares.probabilities?.yes).toBeCloseTo(0.75, 10);
    expect(shares.prompt).toMatch(/^<\|im_start\|>user\n[\s\S]*assistant\nAnswer:$/);
    expect(seen.at(-1)?.body).toMatchObject({ prompt: shares.prompt, add_special_tokens: false });
    const text = await engine.next({ kind: 'text', text: 'Once' }, 1);
    expect(text.prompt).toBe('Once');
    expect(text.top).toHaveLength(1);
  });
});

describe('what is no server of models', () => {
  it('is told', async () => {
    const { url } = await made((_seen, response) => json(response, { hello: 'world' }));
    await expect(connectEndpoint(url, null)).rejects.toMatchObject({ code: 'server-failed' });
  });

  it('lists its models to whoever asks before a run', async () => {
    const { url } = await made(chatServer(() => undefined, 'library'));
    expect(await inspectServer({ address: url })).toMatchObject({
      kind: 'Ollama',
      models: [{ id: 'made-1', context: null }],
    });
  });
});

describe('the models that a server lists', () => {
  it('stand there once each, without names that no run could hold', async () => {
    const ids = ['a', 'a', 'b', '', 'x'.repeat(281)];
    const { url } = await made((_seen, response) =>
      json(response, { data: ids.map((id) => ({ id })) }),
    );
    const { models } = await inspectServer({ address: url });
    expect(models.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('are not asked by a name that no run could hold', async () => {
    const { url } = await made((seen, response) =>
      json(response, seen.path === '/v1/models' ? { data: [] } : {}),
    );
    const connecting = connectEndpoint(url, null, { model: 'x'.repeat(281) });
    await expect(connecting).rejects.toMatchObject({ code: 'not-supported' });
  });
});

describe('a key', () => {
  const KEY = 'sk-secret-0123456789';

  it('is sent as a bearer token and stands nowhere else, whatever the server says', async () => {
    const plan = await makePlan(study({ items: { traits: ['openness'] } }), suite);
    let status = 200;
    const chat = chatServer((_seen, response, asked) =>
      asked === 2
        ? json(response, { error: `${KEY} broke it` }, 500)
        : json(response, chatAnswer([{ token: 'Yes', top: { Yes: 0.9, No: 0.05 } }])),
    );
    const { url, seen } = await made((seen, response, count) =>
      status === 200
        ? chat(seen, response, count)
        : json(response, { error: { message: `Key ${KEY} is bad: ${KEY}` }, key: KEY }, status),
    );
    const engine = await connectEndpoint(url, null, { ...quiet, key: ` ${KEY}\n` });
    expect(seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    const journal = new Memory();
    await run(plan, suite, engine, journal);
    const manifest = startManifest(plan, engine, 'test');
    const run1 = {
      format: 'crossroads-run/1' as const,
      manifest,
      artifacts: [],
      samples: [...journal.kept.values()],
    };
    expect(run1.samples).toHaveLength(2);
    // The second was asked twice.
    expect(seen.filter(({ body }) => body.max_tokens === 64)).toHaveLength(3);
    const problems: unknown[] = [];
    for (status of [400, 401, 429, 500, 503]) {
      problems.push(await engine.generate(question(), sampling).catch((error: unknown) => error));
    }
    expect(problems.every((problem) => problem instanceof Problem)).toBe(true);
    problems.push(await askedWith('sk-\u00e9\n123').catch((error: unknown) => error));
    const everything = [writeRunJson(run1), JSON.stringify(engine), ...problems.map(allOf)].join(
      '\n',
    );
    expect(everything).toContain('[key] is bad: [key]');
    expect(everything).not.toContain(KEY);
    expect(everything).not.toContain('sk-\u00e9');
    // Nor does the address of the server stand in what is recorded.
    expect(writeRunJson(run1)).not.toContain(url);

    function askedWith(key: string): Promise<unknown> {
      return connectEndpoint(url, null, { ...quiet, key });
    }
  });
});

/** An error with all that it carries. */
function allOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  const { message, stack, cause } = error;
  return [message, stack, JSON.stringify(error), cause === undefined ? '' : allOf(cause)].join(
    '\n',
  );
}

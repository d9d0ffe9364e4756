import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectTemplate, endOfTurn, renderChat } from '../../../src/core/chat-template';
import type { Input } from '../../../src/core/engine';
import { Problem } from '../../../src/core/errors';

const folder = new URL('../../fixtures/templates/', import.meta.url);
const jinja = (name: string): string => readFileSync(new URL(`${name}.jinja`, folder), 'utf8');
/** What Jinja2 makes of the templates: tests/fixtures/templates/render.py. */
const rendered = JSON.parse(readFileSync(new URL('rendered.json', folder), 'utf8')) as Record<
  string,
  { default: string; system: string; thinking: string }
>;

const SMOLLM2 = 'smollm2-135m-instruct';
const QWEN25 = 'qwen2.5-coder-1.5b-instruct';
const QWEN3 = 'qwen3-shaped';
const ALL = [SMOLLM2, QWEN25, QWEN3];

type Chat = Extract<Input, { kind: 'chat' }>;
const user = { role: 'user', content: "Will you?\nReply with 'Yes' or 'No'." } as const;
const system = { role: 'system', content: 'You are a quiet person.' } as const;
const chat = (given: Partial<Chat> = {}): Chat => ({
  kind: 'chat',
  messages: [user],
  system: 'none',
  lead: '',
  ...given,
});

describe('detectTemplate', () => {
  it.each([
    [SMOLLM2, 'You are a helpful AI assistant named SmolLM, trained by Hugging Face', false],
    [QWEN25, 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.', false],
    [QWEN3, '', true],
  ])('reads %s', (name, defaultSystem, thinks) => {
    expect(detectTemplate(jinja(name))).toEqual({ family: 'chatml', defaultSystem, thinks });
  });

  it.each([
    "{{ '<<SYS>>' }}{% for m in messages %}[INST] {{ m['content'] }} [/INST]{% endfor %}",
    'User: ',
  ])('refuses a template of a family that it does not know: %j', (template) => {
    expect(() => detectTemplate(template)).toThrow(Problem);
    expect(() => detectTemplate(template)).toThrow(/ChatML/);
  });

  it.each([null, ''])(
    'says of a file without a template that it was not made to answer: %j',
    (none) => {
      expect(() => detectTemplate(none)).toThrow(/no chat template/);
    },
  );
});

/** Families whose own template says nothing by itself, and the text that ends a turn. */
const FAMILIES = [
  ['gemma', 'gemma-shaped', '<end_of_turn>'],
  ['phi3', 'phi3-shaped', '<|end|>'],
  ['phi4-mini', 'phi4-mini-shaped', '<|end|>'],
  ['phi4', 'phi4-shaped', '<|im_end|>'],
  ['zephyr', 'zephyr-shaped', '</s>'],
  ['mistral-v3', 'mistral-v3-shaped', '</s>'],
] as const;

describe('families of templates', () => {
  it.each(FAMILIES)('%s is told by its marks and rendered as Jinja2 does', (family, name, end) => {
    const template = detectTemplate(jinja(name));
    expect(template).toEqual({ family, defaultSystem: '', thinks: false });
    expect(renderChat(template, chat())).toBe(rendered[name]?.default);
    expect(renderChat(template, chat({ messages: [system, user] }))).toBe(rendered[name]?.system);
    expect(endOfTurn(template)).toBe(end);
  });

  it('llama3 tells two dates by default and nothing where nothing is to be said', () => {
    const template = detectTemplate(jinja('llama3-shaped'));
    expect(template).toMatchObject({ family: 'llama3', thinks: false });
    expect(renderChat(template, chat({ system: 'default' }))).toBe(
      rendered['llama3-shaped']?.default,
    );
    expect(renderChat(template, chat())).toBe(
      "<|start_header_id|>user<|end_header_id|>\n\nWill you?\nReply with 'Yes' or 'No'.<|eot_id|>" +
        '<|start_header_id|>assistant<|end_header_id|>\n\n',
    );
    expect(endOfTurn(template)).toBe('<|eot_id|>');
  });
});

describe('renderChat', () => {
  const none =
    "<|im_start|>user\nWill you?\nReply with 'Yes' or 'No'.<|im_end|>\n<|im_start|>assistant\n";

  it.each([SMOLLM2, QWEN25])('sends no system message at all for %s under none', (name) => {
    expect(renderChat(detectTemplate(jinja(name)), chat())).toBe(none);
  });

  it.each(ALL)('sends what the own template of %s sends under default', (name) => {
    const text = renderChat(detectTemplate(jinja(name)), chat({ system: 'default' }));
    expect(text).toBe(rendered[name]?.default);
  });

  it.each(ALL)('sends a given system text in place of the default of %s', (name) => {
    for (const mode of ['none', 'default'] as const) {
      const text = renderChat(
        detectTemplate(jinja(name)),
        chat({ messages: [system, user], system: mode }),
      );
      expect(text).toBe(rendered[name]?.system);
    }
  });

  it('switches thoughts off with an empty block, and on without one', () => {
    const qwen3 = detectTemplate(jinja(QWEN3));
    expect(renderChat(qwen3, chat())).toBe(`${none}<think>\n\n</think>\n\n`);
    expect(renderChat(qwen3, chat({ thinking: false }))).toBe(`${none}<think>\n\n</think>\n\n`);
    expect(renderChat(qwen3, chat({ thinking: true }))).toBe(rendered[QWEN3]?.thinking);
    expect(renderChat(qwen3, chat({ thinking: true }))).toBe(none);
  });

  it('refuses thinking where the model has none', () => {
    const act = (): string => renderChat(detectTemplate(jinja(SMOLLM2)), chat({ thinking: true }));
    expect(act).toThrow(expect.objectContaining({ code: 'not-supported' }) as Error);
  });

  it('ends with the lead, after the thoughts', () => {
    expect(renderChat(detectTemplate(jinja(SMOLLM2)), chat({ lead: 'Answer:' }))).toBe(
      `${none}Answer:`,
    );
    expect(renderChat(detectTemplate(jinja(QWEN3)), chat({ lead: 'Answer:' }))).toBe(
      `${none}<think>\n\n</think>\n\nAnswer:`,
    );
  });

  it('keeps the turns of a longer conversation in order', () => {
    const text = renderChat(
      detectTemplate(jinja(SMOLLM2)),
      chat({ messages: [user, { role: 'assistant', content: 'Yes' }, user] }),
    );
    expect(text).toBe(
      "<|im_start|>user\nWill you?\nReply with 'Yes' or 'No'.<|im_end|>\n" +
        '<|im_start|>assistant\nYes<|im_end|>\n' +
        "<|im_start|>user\nWill you?\nReply with 'Yes' or 'No'.<|im_end|>\n<|im_start|>assistant\n",
    );
  });
});

import type { Input } from './engine';
import { Problem } from './errors';

/**
 * A chat template that we render ourselves. The templates in model files insert a persona of their own where no
 * system message is given ("You are a helpful AI assistant named ..."), so `system: none` could not be kept with them.
 */
export interface ChatTemplate {
  readonly family: 'chatml';
  /** The system text that the model's own template inserts where none is given; empty where it inserts none. */
  readonly defaultSystem: string;
  /** True where the model can write thoughts before its answer and its template can switch them off. */
  readonly thinks: boolean;
}

/**
 * Reads the family and the default system text from a model's Jinja template.
 * @param jinja the `tokenizer.chat_template` of the file, null where it has none
 * @throws Problem `not-supported` where the family is none we know
 */
export function detectTemplate(jinja: string | null): ChatTemplate {
  if (jinja !== null && jinja.includes('<|im_start|>')) {
    return {
      family: 'chatml',
      defaultSystem: defaultSystemOf(jinja),
      thinks: jinja.includes('enable_thinking'),
    };
  }
  throw new Problem('not-supported', {
    what: 'The chat template of this model is none that Crossroads can render (ChatML).',
    next: 'Choose another model.',
  });
}

/**
 * The text put to the model, up to and with the lead of its turn.
 * @throws Problem `not-supported` where thinking is asked of a model without it
 */
export function renderChat(
  template: ChatTemplate,
  input: Extract<Input, { kind: 'chat' }>,
): string {
  const given = input.messages.some((message) => message.role === 'system');
  const inserted = !given && input.system === 'default' && template.defaultSystem !== '';
  const messages = inserted
    ? [{ role: 'system' as const, content: template.defaultSystem }, ...input.messages]
    : input.messages;
  const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
  if (input.thinking === true && !template.thinks) {
    throw new Problem('not-supported', {
      what: 'This model has no thinking mode.',
      next: 'Choose a model that has one (Qwen3), or leave thinking off.',
    });
  }
  // A model with a thinking mode is told "no thoughts" by an empty block, as Qwen3's template does.
  const thoughts = template.thinks && input.thinking !== true ? '<think>\n\n</think>\n\n' : '';
  return `${turns.join('')}<|im_start|>assistant\n${thoughts}${input.lead}`;
}

/** What a ChatML template says by itself before the first user message. */
function defaultSystemOf(jinja: string): string {
  const found =
    /<\|im_start\|>system(?:\\n|\n)((?:(?!<\|im_end\|>|'\s*[}+]).)+?)<\|im_end\|>/s.exec(jinja);
  return (found?.[1] ?? '').replaceAll('\\n', '\n').trim();
}

/** The end of a turn, which is not part of an answer. */
export const END_OF_TURN = '<|im_end|>';

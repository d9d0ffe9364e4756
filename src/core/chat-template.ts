import { CHAT_FAMILIES, familyOf, type ChatFamily, type ChatFamilyName } from './chat-families';
import type { Input } from './engine';
import { Problem } from './errors';

/**
 * A chat template that we render ourselves. The templates in model files insert a persona of their own where no
 * system message is given ("You are a helpful AI assistant named ..."), so `system: none` could not be kept with them.
 */
export interface ChatTemplate {
  readonly family: ChatFamilyName;
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
  const family = jinja === null ? null : familyOf(jinja);
  if (jinja === null || family === null) {
    throw new Problem('not-supported', {
      what:
        jinja === null || jinja === ''
          ? 'This model file has no chat template: it continues texts and was not made to answer.'
          : 'The chat template of this model is none that Crossroads can render (ChatML, Llama 3, Gemma, Phi, Mistral, Zephyr).',
      next: 'Choose another model.',
    });
  }
  return {
    family,
    defaultSystem: defaultSystemOf(family, jinja),
    thinks: family === 'chatml' && jinja.includes('enable_thinking'),
  };
}

/**
 * The text put to the model, up to and with the lead of its turn. The token that begins a text is not in it: the
 * engines' tokenizers add it.
 * @throws Problem `not-supported` where thinking is asked of a model without it
 */
export function renderChat(
  template: ChatTemplate,
  input: Extract<Input, { kind: 'chat' }>,
): string {
  const family: ChatFamily = CHAT_FAMILIES[template.family];
  const own = input.messages.filter(({ role }) => role === 'system');
  const inserted = own.length === 0 && input.system === 'default' && template.defaultSystem !== '';
  const system = inserted ? template.defaultSystem : own.map(({ content }) => content).join('\n\n');
  const isGiven = inserted || own.length > 0;
  let before = isGiven && family.system === null ? `${system}\n\n` : '';
  let text = isGiven && family.system !== null ? family.system(system) : '';
  for (const { role, content } of input.messages) {
    if (role === 'system') continue;
    text += family.turn(role, role === 'user' ? `${before}${content}` : content);
    if (role === 'user') before = '';
  }
  if (input.thinking === true && !template.thinks) {
    throw new Problem('not-supported', {
      what: 'This model has no thinking mode.',
      next: 'Choose a model that has one (Qwen3), or leave thinking off.',
    });
  }
  // A model with a thinking mode is told "no thoughts" by an empty block, as Qwen3's template does.
  const thoughts = template.thinks && input.thinking !== true ? '<think>\n\n</think>\n\n' : '';
  return `${text}${family.begin}${thoughts}${input.lead}`;
}

/** What ends a model's turn, without the line break after it. */
export function endOfTurn(template: ChatTemplate): string {
  return CHAT_FAMILIES[template.family].end.trimEnd();
}

/** What a template says by itself before the first user message. */
function defaultSystemOf(family: ChatFamilyName, jinja: string): string {
  // Llama 3.1 to 3.3 tell two dates; the second would be the day of the run, and no two runs were the same.
  if (family === 'llama3') return jinja.includes('Cutting Knowledge Date') ? LLAMA_DATES : '';
  if (family !== 'chatml') return '';
  const found =
    /<\|im_start\|>system(?:\\n|\n)((?:(?!<\|im_end\|>|'\s*[}+]).)+?)<\|im_end\|>/s.exec(jinja);
  return (found?.[1] ?? '').replaceAll('\\n', '\n').trim();
}

/** With the day that the template itself falls back to. */
const LLAMA_DATES = 'Cutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\n';

/** How an engine shows the end of a turn among next tokens, whatever its family. */
export const END_OF_TURN = '<|im_end|>';

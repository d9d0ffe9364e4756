/** A family of chat templates: how its turns are written. */
export interface ChatFamily {
  /** A turn that is complete; null for a system turn that the family has no place for. */
  readonly turn: (role: 'user' | 'assistant', content: string) => string;
  /** A system turn; null: its text goes before the first user message. */
  readonly system: ((content: string) => string) | null;
  /** What the model's own turn begins with. */
  readonly begin: string;
  /** What ends a turn; no part of an answer. */
  readonly end: string;
}

const marked = (before: (role: string) => string, end: string, model: string): ChatFamily => ({
  turn: (role, content) => `${before(role)}${content}${end}`,
  system: (content) => `${before('system')}${content}${end}`,
  begin: before(model),
  end,
});

const instruction = (open: string, close: string): ChatFamily => ({
  turn: (role, content) => (role === 'user' ? `${open}${content}${close}` : `${content}</s>`),
  system: null,
  begin: '',
  end: '</s>',
});

/*
 * As the publishers' templates write them (tests/fixtures/templates holds each one's shape). The token that begins a
 * text (<s>, <bos>, <|begin_of_text|>) is left out: the tokenizers of the engines add it where the model's file says so.
 */
export const CHAT_FAMILIES = {
  /** SmolLM2, Qwen2.5, Qwen3, Hermes and many others. */
  chatml: marked((role) => `<|im_start|>${role}\n`, '<|im_end|>\n', 'assistant'),
  /** Llama 3 to 3.3. */
  llama3: marked(
    (role) => `<|start_header_id|>${role}<|end_header_id|>\n\n`,
    '<|eot_id|>',
    'assistant',
  ),
  /** Gemma 1 to 3: a system text stands before the first message. */
  gemma: {
    turn: (role, content) =>
      `<start_of_turn>${role === 'user' ? 'user' : 'model'}\n${content}<end_of_turn>\n`,
    system: null,
    begin: '<start_of_turn>model\n',
    end: '<end_of_turn>\n',
  },
  /** Phi 3 and 3.5. */
  phi3: marked((role) => `<|${role}|>\n`, '<|end|>\n', 'assistant'),
  /** Phi 4 mini: the same without line breaks. */
  'phi4-mini': marked((role) => `<|${role}|>`, '<|end|>', 'assistant'),
  /** Phi 4. */
  phi4: marked((role) => `<|im_start|>${role}<|im_sep|>`, '<|im_end|>', 'assistant'),
  /** Zephyr, TinyLlama. */
  zephyr: marked((role) => `<|${role}|>\n`, '</s>\n', 'assistant'),
  /** Mistral 7B, versions 1 and 2. */
  mistral: instruction('[INST] ', ' [/INST]'),
  /** Later ones: no space at the end of an instruction. */
  'mistral-v3': instruction('[INST] ', '[/INST]'),
  /** With a turn for the system text. */
  'mistral-v7': {
    ...instruction('[INST]', '[/INST]'),
    system: (content) => `[SYSTEM_PROMPT]${content}[/SYSTEM_PROMPT]`,
  },
} as const satisfies Record<string, ChatFamily>;

export type ChatFamilyName = keyof typeof CHAT_FAMILIES;

/** The family of a model's Jinja template, by the marks that it writes; null where it is none of ours. */
export function familyOf(jinja: string): ChatFamilyName | null {
  const has = (mark: string): boolean => jinja.includes(mark);
  if (has('<|im_sep|>')) return 'phi4';
  if (has('<|im_start|>')) return 'chatml';
  if (has('<|start_header_id|>') && has('<|eot_id|>')) return 'llama3';
  if (has('<start_of_turn>')) return 'gemma';
  if (has('[INST]')) {
    if (has('<<SYS>>')) return null;
    if (has('[SYSTEM_PROMPT]')) return 'mistral-v7';
    return /\s\[\/INST\]/.test(jinja) ? 'mistral' : 'mistral-v3';
  }
  if (has('<|end|>') && has('<|assistant|>') && has('<|user|>')) return withBreak('phi3', jinja);
  if (has('<|end|>') && has("'<|' +")) return 'phi4-mini';
  return has('<|assistant|>') && has('<|user|>') ? 'zephyr' : null;
}

/** Whether a mark is followed by a line break, written in the template as one or as `\n`. */
function withBreak(name: 'phi3', jinja: string): ChatFamilyName {
  return /<\|user\|>['"]?\s*\+?\s*['"]?\\n/.test(jinja) ? name : 'phi4-mini';
}

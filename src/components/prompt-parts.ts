/** A piece of a prompt: words, or a marker of the chat template. */
export interface PromptPart {
  readonly kind: 'text' | 'marker';
  readonly text: string;
  /** The part of a profile that it belongs to. */
  readonly tint?: Tint;
}

/** The parts of a profile, each with a colour of its own. */
export type Tint = 'description' | 'memory' | 'raw' | 'motivation';

/** A text that a prompt holds, to be told apart in it. */
export interface Tinted {
  readonly kind: Tint;
  readonly text: string;
}

/** Special tokens as chat templates write them: `<|im_start|>`, `<s>`, `[INST]`, `<think>`, `<start_of_turn>`. */
const MARKER =
  /<\|[^|<>\n]{1,40}\|>|<\/?(?:s|think|bos|eos|start_of_turn|end_of_turn)>|\[\/?INST\]|<<\/?SYS>>/g;
const ROLE = /^(?:system|user|assistant|model|tool)(?=\n)/;

/** Cuts a prompt into its words and its template markers; joined they are the prompt again. */
export function promptParts(prompt: string): PromptPart[] {
  const parts: PromptPart[] = [];
  let from = 0;
  for (const found of prompt.matchAll(MARKER)) {
    let to = found.index + found[0].length;
    // The role's name after an opening marker belongs to it.
    if (/start/.test(found[0])) to += ROLE.exec(prompt.slice(to))?.[0].length ?? 0;
    if (found.index > from) parts.push({ kind: 'text', text: prompt.slice(from, found.index) });
    parts.push({ kind: 'marker', text: prompt.slice(found.index, to) });
    from = to;
  }
  if (from < prompt.length) parts.push({ kind: 'text', text: prompt.slice(from) });
  return parts;
}

/**
 * Marks the texts in a prompt's parts, each where it first occurs after the one before; one that does not occur is
 * passed over. Joined the parts are the same prompt.
 */
export function tintParts(parts: readonly PromptPart[], tinted: readonly Tinted[]): PromptPart[] {
  const waiting = tinted.filter(({ text }) => text !== '');
  return parts.flatMap((part): PromptPart[] => {
    if (part.kind === 'marker') return [part];
    const pieces: PromptPart[] = [];
    let from = 0;
    for (const next of [...waiting]) {
      const at = part.text.indexOf(next.text, from);
      if (at < 0) continue;
      waiting.splice(waiting.indexOf(next), 1);
      const to = at + next.text.length;
      if (at > from) pieces.push({ kind: 'text', text: part.text.slice(from, at) });
      pieces.push({ kind: 'text', text: next.text, tint: next.kind });
      from = to;
    }
    if (from < part.text.length) pieces.push({ kind: 'text', text: part.text.slice(from) });
    return pieces;
  });
}

/** A piece of a prompt: words, or a marker of the chat template. */
export interface PromptPart {
  readonly kind: 'text' | 'marker';
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

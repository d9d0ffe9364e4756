import type { TokenCounts } from '../core/engine';

/**
 * llama.cpp's server part keeps the key-value cache of every prompt that a rather different one replaces, up to 8 GB,
 * and wllama offers no way to set that. A long run of unlike prompts would fill the tab's memory (70 MB for a prompt
 * of 1,440 tokens), so this keeps the account, and the engine starts anew when it is overdrawn.
 */
export class PromptMemory {
  readonly #tokenBytes: number;
  #last = { text: '', tokens: 0 };
  #kept = 0;

  /** @param tokenBytes of keys and values that one token takes */
  constructor(tokenBytes: number) {
    this.#tokenBytes = tokenBytes;
  }

  /** Bytes kept for earlier prompts once this one is asked; an upper bound. */
  afterAsking(prompt: string): number {
    return this.#kept + (this.#replaces(prompt) ? this.#last.tokens * this.#tokenBytes : 0);
  }

  /** Notes an answered prompt. */
  note(prompt: string, answer: string, tokens: TokenCounts): void {
    this.#kept = this.afterAsking(prompt);
    this.#last = { text: prompt + answer, tokens: tokens.prompt + tokens.completion };
  }

  /** Less than half of the last prompt goes on in this one (with a margin: tokens are estimated by characters). */
  #replaces(prompt: string): boolean {
    const { text } = this.#last;
    let shared = 0;
    while (shared < text.length && text[shared] === prompt[shared]) shared += 1;
    return shared < 0.6 * text.length;
  }
}

/** Bytes an element of the key-value cache takes. */
const ELEMENT_BYTES: Readonly<Record<string, number>> = { f32: 4, f16: 2, q8_0: 34 / 32 };

/**
 * Bytes of keys and values that one token takes, from a model's header.
 * @param meta the fields of the GGUF file
 * @param cacheType as in `WllamaSettings`; any other than f32 and q8_0 counts as f16
 */
export function tokenBytes(meta: Readonly<Record<string, string>>, cacheType: string): number {
  const field = (name: string): number | undefined => {
    const value = Number(meta[`${meta['general.architecture']}.${name}`]);
    return Number.isFinite(value) ? value : undefined;
  };
  const layers = field('block_count') ?? 0;
  const heads = field('attention.head_count') ?? 1;
  const keptHeads = field('attention.head_count_kv') ?? heads;
  const width = (field('embedding_length') ?? 0) / heads;
  const perHead =
    (field('attention.key_length') ?? width) + (field('attention.value_length') ?? width);
  return layers * keptHeads * perHead * (ELEMENT_BYTES[cacheType] ?? 2);
}

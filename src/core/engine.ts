/** A message of a conversation. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What is put to a model: a conversation that the engine renders with the model's template, or a text as it is. */
export type Input =
  | {
      readonly kind: 'chat';
      readonly messages: readonly Message[];
      /** What to do about the system message where `messages` has none. */
      readonly system: 'none' | 'default';
      /** The first words of the model's turn, may be empty. */
      readonly lead: string;
      readonly thinking?: boolean;
    }
  | { readonly kind: 'text'; readonly text: string };

/** Tokens of one call. `prompt` counts all of the prompt's tokens, `cached` those of them not computed anew. */
export interface TokenCounts {
  readonly prompt: number;
  readonly cached: number;
  readonly completion: number;
}

/** A possible next token with its log-probability (natural logarithm, before grammar and bias). */
export interface NextToken {
  readonly text: string;
  readonly logprob: number;
}

/** The outcome of one forward pass. */
export interface Next {
  /** The text after the chat template, exactly as the model saw it. */
  readonly prompt: string;
  /** Most probable first; at most the k asked for. */
  readonly top: readonly NextToken[];
  readonly tokens: TokenCounts;
  /** Wall time of the call. */
  readonly ms: number;
}

export interface Generated {
  readonly prompt: string;
  readonly text: string;
  readonly tokens: TokenCounts;
  readonly ms: number;
  /** `length`: cut at maxTokens. */
  readonly stop: 'end' | 'length';
}

export interface Sampling {
  /** 0 takes the most probable token. */
  readonly temperature: number;
  readonly topP: number;
  /** 0: no limit. */
  readonly topK: number;
  readonly maxTokens: number;
  readonly seed: number;
}

/** What is known of a loaded model; goes into the run's manifest. */
export interface ModelInfo {
  readonly id: string;
  readonly file: string;
  /** Of the whole file, lower-case hex; empty where the engine cannot show the file. */
  readonly sha256: string;
  readonly quantization: string;
  /** Number of parameters, 0 where unknown. */
  readonly parameters: number;
  readonly family: string;
  /** SHA-256 of the chat template in the file, empty where unknown. */
  readonly chatTemplateHash: string;
  /** The publisher's sampling defaults. */
  readonly sampling: { readonly temperature: number; readonly topP: number; readonly topK: number };
  /** Tokens the context holds as loaded. */
  readonly context: number;
}

/** Progress of a load. */
export interface LoadProgress {
  readonly stage: 'download' | 'verify' | 'start';
  /** Bytes so far and in all; in all is 0 where unknown. */
  readonly done: number;
  readonly total: number;
}

/**
 * What answers: one loaded model. Calls are made one after another; the prompt's key-value cache is kept between
 * them, so a prompt that starts like the one before costs its new tokens only.
 * Every method rejects with a Problem; an abort is acknowledged within one token or one batch of the prompt.
 */
export interface Engine {
  readonly kind: 'wllama' | 'webllm' | 'endpoint' | 'recorded' | 'person';
  readonly model: ModelInfo;
  /** A short account of version, threads and device settings, for the manifest. */
  readonly environment: Readonly<Record<string, string | number | boolean>>;
  /** One forward pass: the k most probable next tokens. */
  next(input: Input, k: number, signal?: AbortSignal): Promise<Next>;
  /** Writes until the model ends its turn. `onText` gets all text so far. */
  generate(
    input: Input,
    sampling: Sampling,
    signal?: AbortSignal,
    onText?: (text: string) => void,
  ): Promise<Generated>;
  /** Number of tokens of a text, without special tokens; left out where the engine cannot tell. */
  count?(text: string): Promise<number>;
  /** Frees memory; safe to call twice. */
  dispose(): Promise<void>;
}

import type { Input, Message } from './engine';
import type { Json } from './hash';
import type { Library } from './library';
import type { Quoted, StoredText } from './passage';
import type { Artifact, Call } from './run';

/** One part of a profile, in the order in which the model reads them. */
export interface ProfilePart {
  readonly kind: 'description' | 'memory' | 'raw' | 'motivation';
  /** As the model sees it (names replaced where the condition asks for it). */
  readonly text: string;
  /** In tokens of the answering model. */
  readonly tokens: number;
  /** Whether it was cut at the end of a sentence to fit the budget. */
  readonly cut: boolean;
  /** The novel's passage that it quotes; null for a text of ours or of a model. */
  readonly passage: Quoted | null;
}

/** What the model is told about a novel's character (design section 2). */
export interface Profile {
  /** Id of the artifact that keeps it. */
  readonly artifact: string;
  /** The parts joined, as the prompt holds them; may be empty. */
  readonly text: string;
  readonly parts: readonly ProfilePart[];
  /** How it was built, for a reader: kept as the artifact's trace. */
  readonly trace: Json;
}

/** The roles that models take beside answering. */
export type Role = 'answer' | 'describe' | 'locate' | 'judge';

/** What a maker returns; the workshop adds id, kind and key. */
export interface Made {
  readonly text: StoredText;
  readonly trace?: Json;
  readonly calls?: readonly Call[];
}

/** One request to a model on the way to an artifact. */
export interface Request {
  readonly messages: readonly Message[];
  /** The first words of the model's turn. */
  readonly lead?: string;
  readonly maxTokens: number;
  /** Passages of the novel that the messages quote: the record holds their places. */
  readonly quoted?: readonly Quoted[];
}

/**
 * Where profiles are made: models in their roles, the novels, and what was made before. Greedy decoding, so that the
 * same models make the same artifacts.
 */
export interface Workshop {
  readonly library: Library;
  readonly signal: AbortSignal | undefined;
  /** The model of a role, for an artifact's key. */
  model(role: Role): { readonly id: string; readonly sha256: string; readonly context: number };
  /** Tokens of the answering model. */
  count(text: string): Promise<number>;
  /** Puts a request to the model of a role. */
  ask(role: Role, request: Request): Promise<Call>;
  /**
   * The next token's shares over the given option forms, by the model of a role (a judge's 1, 2 or 3); null where it
   * puts nothing on any of them.
   */
  choose(
    role: Role,
    input: Extract<Input, { kind: 'chat' }>,
    options: readonly { readonly key: string; readonly forms: readonly string[] }[],
    quoted?: readonly Quoted[],
  ): Promise<{ readonly shares: Readonly<Record<string, number>> | null; readonly call: Call }>;
  /**
   * The artifact of this kind and key: kept, or made now and kept.
   * @param reuse also look among, and add to, what other runs may use again (descriptions)
   */
  artifact(
    kind: string,
    key: Json,
    make: () => Promise<Made>,
    options?: { readonly reuse?: boolean },
  ): Promise<Artifact>;
  /** What is being made, for a reader who waits. */
  say(what: string): void;
}

/** What is known of an embedding model; vectors are bound to it. */
export interface EmbedderInfo {
  readonly id: string;
  readonly file: string;
  /** Of the whole file, lower-case hex. */
  readonly sha256: string;
  readonly dimensions: number;
  /** Longest text read at once, in tokens with the two special ones; longer texts are read in windows and pooled. */
  readonly window: number;
}

/** What turns texts into vectors of unit length. Every method rejects with a Problem. */
export interface Embedder {
  readonly model: EmbedderInfo;
  /**
   * One vector a text, in order. A text longer than the model's window is read in windows, whose vectors are pooled
   * weighted by their tokens and scaled to unit length: nothing is cut in silence.
   * @param onDone called with the number of texts done so far
   */
  embed(
    texts: readonly string[],
    signal?: AbortSignal,
    onDone?: (done: number) => void,
  ): Promise<Float32Array[]>;
  /** Frees memory; safe to call twice. */
  dispose(): Promise<void>;
}

/** Number of tokens of a text by the embedding model's tokenizer, without special tokens. */
export type TokenCounter = (text: string) => number;

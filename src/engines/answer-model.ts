import type { ModelInfo } from '../core/engine';
import type { CatalogueModel } from './catalogue';

/**
 * A model compiled for WebGPU by MLC, as WebLLM loads it. Half and single precision are two models, for their numbers
 * differ; which of them runs is decided by the adapter's features.
 */
export interface MlcModel {
  readonly kind: 'mlc';
  /** WebLLM's own id: `Qwen3-0.6B-q4f16_1-MLC`. */
  readonly id: string;
  /** For people: `Qwen3 0.6B`; the variants of one model share it. */
  readonly title: string;
  readonly family: string;
  readonly parameters: number;
  readonly quantization: string;
  /** Needs the adapter feature `shader-f16`. */
  readonly f16: boolean;
  readonly licence: string;
  /** Who published the weights. */
  readonly publisher: string;
  /** Folder of the weights, with its revision where one is pinned. */
  readonly address: string;
  /** The compiled library. */
  readonly library: string;
  /** Bytes to download, about; 0 where unknown. */
  readonly bytes: number;
  /** Graphics memory that it takes, in bytes, about; 0 where unknown. */
  readonly memory: number;
  /** Tokens of context as loaded. */
  readonly context: number;
  readonly sampling: ModelInfo['sampling'];
  /** Whether its thinking can be switched on and off. */
  readonly thinks: boolean;
  /** One sentence on what to expect of it. */
  readonly note: string;
}

/** What tokens cost: for a million of them, in whatever currency a reader enters. */
export interface Prices {
  readonly prompt: number;
  /** Of a prompt's tokens that the server had in its cache; left out: as others. */
  readonly cached?: number;
  readonly completion: number;
}

/** A model behind a server like OpenAI's. The key is no part of it: it is kept apart and only in memory. */
export interface EndpointModel {
  readonly kind: 'endpoint';
  /** `endpoint:` and the server's name of the model. */
  readonly id: string;
  /** For people. */
  readonly title: string;
  /** Base address of the server. */
  readonly address: string;
  /** The server's name of the model. */
  readonly model: string;
  /** Trials under way at once. */
  readonly concurrency: number;
  readonly prices: Prices | null;
  /** Pauses a run when so much is spent, in the prices' currency; null: no limit. */
  readonly limit: number | null;
}

/** A model that can answer, with all that it takes to start it (`loadEngine`). */
export type AnswerModel = CatalogueModel | MlcModel | EndpointModel;

import type { LoadModelParams } from '@wllama/wllama';
import type { CatalogueModel } from './catalogue';

/** The version that package.json pins; a unit test compares them. */
export const WLLAMA_VERSION = '3.13.0';

type CacheType = NonNullable<LoadModelParams['cache_type_k']>;

export interface WllamaSettings {
  /** Tokens of context to begin with; a small one is faster. */
  readonly context: number;
  /** The most it is grown to when a prompt needs more; equal to `context` it never grows. */
  readonly mostContext: number;
  /** Tokens of a prompt computed at once: what an abort has to wait for. */
  readonly batch: number;
  readonly threads: number;
  /** 0 is the CPU alone. */
  readonly gpuLayers: number;
  readonly cacheType: CacheType;
  readonly flashAttention: boolean;
  /** As the file has them, or its Q8_0 weights written out as 32-bit floats when it is loaded. */
  readonly weights: 'file' | 'f32';
  /** Bytes that earlier prompts may take in memory before the engine is started anew. */
  readonly promptMemory: number;
  /** wllama's own parameters in place of all the above but `context`, for benchmarks: `{}` is its defaults. */
  readonly raw?: LoadModelParams;
}

/** Up to this many cores all are used; two instead of one double the speed. */
const FEW_CORES = 4;
/** More threads than this gain little in WebAssembly and slow other work. */
const MOST_THREADS = 8;

/**
 * The settings measured as fastest: an unquantized key-value cache and no flash attention double the speed of
 * wllama's defaults, for both have no fast kernel in WebAssembly.
 */
export function defaultSettings(model: CatalogueModel): WllamaSettings {
  return {
    context: model.context.start,
    mostContext: model.context.most,
    batch: 16,
    threads: usableThreads(),
    gpuLayers: 0,
    cacheType: 'f32',
    flashAttention: false,
    weights: 'file',
    promptMemory: 1 << 30,
  };
}

/**
 * Threads that WebAssembly can use on this page: one where the page is not cross-origin isolated. Of many cores it
 * takes half: threads wait for each other at every step, and the other half are hyper-threads or slow cores.
 */
export function usableThreads(): number {
  if (!globalThis.crossOriginIsolated) return 1;
  return threadsFor(navigator.hardwareConcurrency || 1);
}

/** Threads for so many cores. */
export function threadsFor(cores: number): number {
  if (cores <= FEW_CORES) return Math.max(cores, 1);
  return Math.min(Math.max(FEW_CORES, Math.ceil(cores / 2)), MOST_THREADS);
}

/** wllama's parameters for a context of this many tokens. */
export function loadParams(settings: WllamaSettings, context: number): LoadModelParams {
  if (settings.raw !== undefined) return { ...settings.raw };
  return {
    n_ctx: context,
    n_batch: settings.batch,
    n_ubatch: settings.batch,
    n_threads: settings.threads,
    n_gpu_layers: settings.gpuLayers,
    cache_type_k: settings.cacheType,
    cache_type_v: settings.cacheType,
    flash_attn: settings.flashAttention,
    // One slot: with several, a prompt may land in one that does not hold its beginning.
    n_parallel: 1,
  };
}

/**
 * The context for a need of so many tokens: the first, doubled as often as it takes, at most `most`.
 * @returns null where the need is above `most`
 */
export function contextFor(needed: number, first: number, most: number): number | null {
  if (needed > most) return null;
  let context = first;
  while (context < needed) context *= 2;
  return Math.min(context, most);
}

/** What of the settings can change a number, for the run's manifest. */
export function describeSettings(
  settings: WllamaSettings,
  context: number,
): Record<string, string | number | boolean> {
  if (settings.raw !== undefined) return { parameters: JSON.stringify(settings.raw) };
  return {
    context,
    batch: settings.batch,
    gpuLayers: settings.gpuLayers,
    cacheType: settings.cacheType,
    flashAttention: settings.flashAttention,
    ...(settings.weights === 'f32' ? { weights: 'f32' } : {}),
  };
}

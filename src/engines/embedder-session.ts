import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm';
import { meanOf } from './embedder-windows';

/** The model, started. One window is read at a time, so a text's vector never depends on what else is embedded. */
export interface EmbedderSession {
  /** The vector of one window, at unit length. */
  embed(ids: readonly number[]): Promise<Float32Array<ArrayBuffer>>;
  release(): Promise<void>;
}

/** Where a page finds the runtime's own two files; Node finds them by itself. */
export interface RuntimeFiles {
  readonly mjs: string;
  readonly wasm: string;
}

/**
 * Starts the model.
 * @param model the whole file
 * @param threads more than one need a cross-origin isolated page
 * @throws whatever onnxruntime throws
 */
export async function startSession(
  model: Uint8Array,
  threads: number,
  files?: RuntimeFiles,
): Promise<EmbedderSession> {
  env.wasm.numThreads = threads;
  if (files) env.wasm.wasmPaths = { mjs: files.mjs, wasm: files.wasm };
  const session = await InferenceSession.create(model, { graphOptimizationLevel: 'all' });
  return {
    async embed(ids) {
      const of = (numbers: readonly number[]): Tensor =>
        new Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, ids.length]);
      const { last_hidden_state: output } = await session.run({
        input_ids: of(ids),
        attention_mask: of(ids.map(() => 1)),
        token_type_ids: of(ids.map(() => 0)),
      });
      if (!(output?.data instanceof Float32Array)) throw new Error('the model gave no vectors');
      return meanOf(output.data, ids.length);
    },
    release: () => session.release(),
  };
}

/** A worker of the embedder: a thin adapter of one session to messages (embedder-protocol.ts). */
import mjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { Answer, Request } from './embedder-protocol';
import { startSession, type EmbedderSession } from './embedder-session';

let session: EmbedderSession | null = null;

/** The bundler's address of a file, which may be relative to this module. */
const absolute = (url: string): string => new URL(url, import.meta.url).href;

async function answer(request: Request): Promise<Answer> {
  if (request.kind === 'start') {
    const bytes = new Uint8Array(await request.model.arrayBuffer());
    session = await startSession(bytes, request.threads, {
      mjs: absolute(mjs),
      wasm: absolute(wasm),
    });
    return { kind: 'ready' };
  }
  if (session === null) throw new Error('the model was not started');
  return { kind: 'vector', vector: await session.embed(request.ids) };
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  answer(data).then(
    (done) => self.postMessage(done),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      self.postMessage({ kind: 'failed', message } satisfies Answer);
    },
  );
});

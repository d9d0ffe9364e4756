/** A worker of the embedder: a thin adapter of one session to messages (embedder-protocol.ts). */
import type { Answer, Request } from './embedder-protocol';
import { startSession, type EmbedderSession } from './minilm/session';

let session: EmbedderSession | null = null;

async function answer(request: Request): Promise<Answer> {
  if (request.kind === 'start') {
    session = await startSession(new Uint8Array(await request.model.arrayBuffer()));
    return { kind: 'ready' };
  }
  if (session === null) throw new Error('the model was not started');
  return { kind: 'vector', vector: session.embed(request.ids) };
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

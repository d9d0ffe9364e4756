import * as v from 'valibot';

/** What a page sends to a worker of the embedder: the model's file once, then one window after another. */
export type Request =
  | { readonly kind: 'start'; readonly model: Blob; readonly threads: number }
  | { readonly kind: 'embed'; readonly ids: readonly number[] };

const answerSchema = v.variant('kind', [
  v.object({ kind: v.literal('ready') }),
  v.object({ kind: v.literal('vector'), vector: v.instance(Float32Array) }),
  v.object({ kind: v.literal('failed'), message: v.string() }),
]);
/** What the worker answers, once to each request and in order. */
export type Answer = v.InferOutput<typeof answerSchema>;

/** Reads a worker's message. @throws Error where it is none of ours */
export function readAnswer(data: unknown): Answer {
  return v.parse(answerSchema, data);
}

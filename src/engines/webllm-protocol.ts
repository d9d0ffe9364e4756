import * as v from 'valibot';
import type { Sampling } from '../core/engine';
import { Problem } from '../core/errors';
import type { MlcModel } from './answer-model';

/** What a page sends to the worker of WebLLM. Every request but `stop` gets one last answer with its number. */
export type Request =
  /** Once, and first. */
  | { readonly kind: 'load'; readonly call: number; readonly model: MlcModel }
  | { readonly kind: 'next'; readonly call: number; readonly prompt: string; readonly k: number }
  | {
      readonly kind: 'generate';
      readonly call: number;
      readonly prompt: string;
      readonly sampling: Sampling;
      /** Whether the text so far is wanted while it grows. */
      readonly isFollowed: boolean;
    }
  | { readonly kind: 'count'; readonly call: number; readonly text: string }
  /** Stops a call within a token. */
  | { readonly kind: 'stop'; readonly call: number }
  /** Frees the graphics memory. */
  | { readonly kind: 'end'; readonly call: number };

const problemSchema = v.object({
  code: v.picklist([
    'aborted',
    'bad-file',
    'context-full',
    'device-lost',
    'disk-full',
    'download-failed',
    'engine-failed',
    'hash-mismatch',
    'model-missing',
    'not-supported',
    'offline',
    'unknown',
  ]),
  what: v.string(),
  kept: v.string(),
  next: v.string(),
  cause: v.string(),
});
/** A Problem on its way between worker and page. */
export type SentProblem = v.InferOutput<typeof problemSchema>;

const call = v.number();
const count = v.number();
const tokens = v.object({ prompt: count, cached: count, completion: count });

const answerSchema = v.variant('kind', [
  /** While a model loads: bytes so far and in all; in all is 0 where unknown. */
  v.object({
    kind: v.literal('progress'),
    stage: v.picklist(['download', 'verify', 'start']),
    done: v.number(),
    total: v.number(),
  }),
  /** What did not work and did not matter. */
  v.object({ kind: v.literal('notice'), problem: problemSchema }),
  v.object({
    kind: v.literal('ready'),
    call,
    /** The model's Jinja template. */
    jinja: v.nullable(v.string()),
    /** SHA-256 of the publisher's list of weights, which names the MD5 sum of each file; empty where there is none. */
    weights: v.string(),
    adapter: v.string(),
    /** What the model answered to the question that every model is asked. */
    said: v.string(),
  }),
  v.object({
    kind: v.literal('next'),
    call,
    top: v.array(v.object({ text: v.string(), logprob: v.number() })),
    tokens,
    ms: v.number(),
  }),
  v.object({ kind: v.literal('text'), call, text: v.string() }),
  v.object({
    kind: v.literal('generated'),
    call,
    text: v.string(),
    stop: v.picklist(['end', 'length']),
    tokens,
    ms: v.number(),
  }),
  v.object({ kind: v.literal('counted'), call, tokens: count }),
  v.object({ kind: v.literal('ended'), call }),
  v.object({ kind: v.literal('failed'), call, problem: problemSchema }),
  /** The graphics card is gone: nothing is answered any more. */
  v.object({ kind: v.literal('lost'), problem: problemSchema }),
]);
/** What the worker answers. */
export type Answer = v.InferOutput<typeof answerSchema>;

/** Reads a worker's message. @throws ValiError where it is none of ours */
export function readAnswer(data: unknown): Answer {
  return v.parse(answerSchema, data);
}

/** A Problem as a message can hold it. */
export function sendProblem(problem: Problem): SentProblem {
  const { message: what, kept, next, cause } = problem;
  const code = v.is(problemSchema.entries.code, problem.code) ? problem.code : 'unknown';
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause ?? '');
  return { code, what, kept, next, cause: said };
}

/** A Problem that came with a message. */
export function receiveProblem({ code, what, kept, next, cause }: SentProblem): Problem {
  return new Problem(code, {
    what,
    kept,
    next,
    ...(cause === '' ? {} : { cause: new Error(cause) }),
  });
}

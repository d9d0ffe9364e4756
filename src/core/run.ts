import * as v from 'valibot';
import { studySchema } from './study';

/*
 * The run file (design section 4), as schemas because a run enters from files, links and the storage.
 * Unknown members are kept out of the typed value, so that a later version's file still opens here.
 */
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const hex = v.pipe(v.string(), v.regex(/^([0-9a-f]{64})?$/, 'must be 64 hex digits'));

export const STATUSES = ['answered', 'unparsed', 'refused', 'error'] as const;
export type Status = (typeof STATUSES)[number];

export const sampleSchema = v.object({
  trial: v.pipe(v.string(), v.minLength(1)),
  item: v.pipe(v.string(), v.minLength(1)),
  condition: v.string(),
  repeat: v.pipe(v.number(), v.integer(), v.minValue(1)),
  order: v.string(),
  status: v.picklist(STATUSES),
  /** The chosen option's content key: yes, no, biased, unbiased. */
  answer: v.optional(v.string()),
  /** Probability that the answer shows the scored end (the high end of the trait); 0 or 1 where generated. */
  value: v.optional(share),
  correct: v.optional(v.boolean()),
  /** Whether the chosen answer shows the scored end. */
  endorsed: v.optional(v.boolean()),
  /** Share of each option's content key; they add up to 1. */
  probabilities: v.optional(v.record(v.string(), share)),
  /** Total probability on any valid option. */
  answerMass: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1.0001))),
  /** Least and most `value` could be where the engine returned only its k best tokens. */
  bounds: v.optional(v.tuple([share, share])),
  text: v.optional(v.string()),
  /** The text after the chat template, exactly as the model saw it. */
  prompt: v.string(),
  promptSha256: v.optional(hex),
  profile: v.optional(v.string()),
  tokens: v.object({ prompt: count, cached: count, completion: count }),
  ms: v.pipe(v.number(), v.minValue(0)),
  error: v.optional(v.string()),
});
/** The recorded outcome of a trial. */
export type Sample = v.InferOutput<typeof sampleSchema>;

const modelSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(300)),
  file: v.pipe(v.string(), v.maxLength(1000)),
  sha256: hex,
  quantization: v.string(),
  parameters: v.pipe(v.number(), v.minValue(0)),
  family: v.string(),
  chatTemplateHash: hex,
});

/** A moment that every clock reads: the pattern alone lets through an offset without minutes, which `Date` does not. */
const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check((time) => !Number.isNaN(Date.parse(time)), 'must be a date and time'),
);
/** More trials than any study may have; keeps a wrong number from being counted with. */
const MOST_TRIALS = 1_000_000;

export const manifestSchema = v.object({
  /** Well-formed text: half a surrogate pair would not survive an address. */
  runId: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(100),
    v.check((id) => !/[\ud800-\udfff]/u.test(id), 'holds half a character'),
  ),
  /** A person's name for the run; empty: the study's title is shown. */
  name: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  study: studySchema,
  studyHash: hex,
  dataHash: hex,
  promptHash: hex,
  engine: v.string(),
  models: v.object({ answer: modelSchema }),
  app: v.string(),
  environment: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  /** ISO 8601, UTC. */
  startedAt: moment,
  /** Empty while the run is not finished. */
  finishedAt: v.union([v.literal(''), moment]),
  /** Number of trials in the plan. */
  trials: v.pipe(count, v.maxValue(MOST_TRIALS)),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

export const artifactSchema = v.object({
  id: v.string(),
  kind: v.string(),
  key: v.string(),
  text: v.string(),
  trace: v.optional(v.unknown()),
  calls: v.optional(v.array(v.unknown()), []),
});
export type Artifact = v.InferOutput<typeof artifactSchema>;

export const runSchema = v.object({
  format: v.literal('crossroads-run/1'),
  manifest: manifestSchema,
  artifacts: v.array(artifactSchema),
  samples: v.array(sampleSchema),
});
/** A plan's manifest, artifacts and samples. */
export type Run = v.InferOutput<typeof runSchema>;

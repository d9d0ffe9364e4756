import * as v from 'valibot';
import { storedTextSchema } from './passage';
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
  /** The chosen option's content key: yes, no, biased, unbiased, A to D as authored. */
  answer: v.optional(v.string()),
  /** Probability that the answer shows the scored end (a trait's high end, the book's choice); 0 or 1 where generated. */
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
  /** The text after the chat template, exactly as the model saw it; passages of novels stand as their places. */
  prompt: storedTextSchema,
  /** Of the full text, with the passages filled in; left out where `prompt` is the full text. */
  promptSha256: v.optional(hex),
  /** Id of the artifact that holds the profile. */
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

const whole = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_TRIALS));
const shardSchema = v.object({
  /** Which part, from 1. */
  index: whole,
  /** How many parts there are. */
  of: whole,
  /** Number of trials in the part. */
  trials: v.pipe(count, v.maxValue(MOST_TRIALS)),
  /** Empty while the part is not finished. */
  finishedAt: v.union([v.literal(''), moment]),
});
/** The part of a plan that one of several machines asks. */
export type ManifestShard = v.InferOutput<typeof shardSchema>;

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
  models: v.object({
    answer: modelSchema,
    describe: v.optional(modelSchema),
    locate: v.optional(modelSchema),
    judge: v.optional(modelSchema),
    embed: v.optional(modelSchema),
  }),
  app: v.string(),
  environment: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  /** ISO 8601, UTC. */
  startedAt: moment,
  /** Empty while the run is not finished. */
  finishedAt: v.union([v.literal(''), moment]),
  /** Number of trials in the plan. */
  trials: v.pipe(count, v.maxValue(MOST_TRIALS)),
  /** Of a run that was asked for a part of its plan only; `finishedAt` above stays empty there. */
  shard: v.optional(shardSchema),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

/** One call to a model on the way to an artifact. */
export const callSchema = v.object({
  role: v.picklist(['describe', 'locate', 'judge', 'embed', 'answer']),
  /** The model's id. */
  model: v.string(),
  /** Exactly as the model saw it; passages of novels stand as their places. */
  prompt: storedTextSchema,
  promptSha256: v.optional(hex),
  text: v.string(),
  tokens: v.object({ prompt: count, cached: count, completion: count }),
  ms: v.pipe(v.number(), v.minValue(0)),
});
export type Call = v.InferOutput<typeof callSchema>;

export const artifactSchema = v.object({
  /** First 16 hex digits of the SHA-256 of kind and key. */
  id: v.string(),
  /** profile, description, summary (on the way to one), episodes, judgement, continuation, rating. */
  kind: v.string(),
  /** Canonical JSON of all that it depends on. */
  key: v.string(),
  text: storedTextSchema,
  /** How it came about; its shape goes by the kind (decision/profile.ts). */
  trace: v.optional(v.unknown()),
  calls: v.optional(v.array(callSchema), []),
});
/** Something made on the way to a prompt, once, and shared by trials. */
export type Artifact = v.InferOutput<typeof artifactSchema>;

export const runSchema = v.object({
  format: v.literal('crossroads-run/1'),
  manifest: manifestSchema,
  artifacts: v.array(artifactSchema),
  samples: v.array(sampleSchema),
});
/** A plan's manifest, artifacts and samples. */
export type Run = v.InferOutput<typeof runSchema>;

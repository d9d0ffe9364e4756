import * as v from 'valibot';

/** The Big Five traits in the order O C E A N, which every table keeps. */
export const TRAITS = [
  'openness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'neuroticism',
] as const;
export type Trait = (typeof TRAITS)[number];

const trait = v.picklist(TRAITS);
/** A trait's level, 1 (lowest) to 5 (highest). */
const level = v.picklist([1, 2, 3, 4, 5]);
export type Level = v.InferOutput<typeof level>;

/**
 * What `levels` may hold: one level for the item's own trait (`low` is 1, `high` is 5),
 * or a level for each trait named, whatever the item's trait is.
 */
const levels = v.union([
  v.picklist(['low', 'high']),
  level,
  v.pipe(
    v.record(trait, level),
    v.check((given) => Object.keys(given).length > 0, 'names no trait'),
  ),
]);
export type Levels = v.InferOutput<typeof levels>;

const persona = v.union([
  v.literal('nobody'),
  v.strictObject({ description: v.pipe(v.string(), v.minLength(1), v.maxLength(20_000)) }),
  v.strictObject({
    profile: v.pipe(v.string(), v.minLength(1)),
    /** With the narrative text, or its Big Five scores alone. */
    narrative: v.boolean(),
    scores: v.optional(v.picklist(['annotation', 'pdb'])),
  }),
]);
export type Persona = v.InferOutput<typeof persona>;

export const SHAPINGS = ['none', 'quantified', 'descriptive'] as const;
export type Shaping = (typeof SHAPINGS)[number];

/** Where a description of the character comes from: the curated one, or a model's by one of two ways. */
export const DESCRIPTIONS = ['curated', 'hierarchical', 'incremental'] as const;
export type DescriptionSource = (typeof DESCRIPTIONS)[number];

/** How memories are found: by one of the searches, by chance, or by CharMap's two steps (needs a description). */
export const MEMORIES = ['bm25', 'embedding', 'hybrid', 'random', 'charmap'] as const;
export type MemorySource = (typeof MEMORIES)[number];

/**
 * How the profile of a decision's character is built: nothing but the options, nothing but the question, the raw text
 * up to the context limit, a description, memories, or both (`curated+embedding`; `curated+charmap` is CharMap).
 */
export const METHODS = [
  'options-only',
  'none',
  'random',
  'raw',
  'curated',
  'hierarchical',
  'incremental',
  'bm25',
  'embedding',
  'hybrid',
  'curated+random',
  'curated+bm25',
  'curated+embedding',
  'curated+hybrid',
  'curated+charmap',
  'hierarchical+random',
  'hierarchical+bm25',
  'hierarchical+embedding',
  'hierarchical+hybrid',
  'hierarchical+charmap',
  'incremental+random',
  'incremental+bm25',
  'incremental+embedding',
  'incremental+hybrid',
  'incremental+charmap',
] as const;
export type Method = (typeof METHODS)[number];

/** Sections of the text before a decision; 5 is all of it. */
const section = v.picklist([1, 2, 3, 4, 5]);
export type Section = v.InferOutput<typeof section>;

const tokens = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** How profiles are built, for all of a study's conditions (LifeChoice section 4.1). Lengths are in tokens. */
const profileSettings = v.strictObject({
  /** Greatest length of a profile in tokens of the answering model; a condition's `budget` goes before it. */
  budget: v.optional(tokens(50, 1_000_000), 5000),
  /** Share of the budget that a description may take beside memories; what it leaves goes to the memories. */
  share: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.5),
  chunkTokens: v.optional(tokens(50, 5000), 1000),
  overlapTokens: v.optional(tokens(0, 2000), 0),
  k1: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(5)), 1.5),
  b: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 0.75),
  /** The search behind CharMap's second step. */
  charmap: v.optional(v.picklist(['bm25', 'embedding', 'hybrid']), 'embedding'),
  /** Most episodes that CharMap's first step may locate. */
  episodes: v.optional(tokens(1, 10), 3),
});
export type ProfileSettings = v.InferOutput<typeof profileSettings>;
/** What holds where a study says nothing of profiles. */
export const PROFILE_DEFAULTS: ProfileSettings = v.parse(profileSettings, {});

/** What is rated once the trials are answered: how far profiles hold the motivation, and what a model knows already. */
export const REVIEWS = ['profile-score', 'leakage'] as const;

/** One group of factors, crossed in full. A factor left out keeps its default. */
const conditionGroup = v.strictObject({
  persona: v.optional(v.pipe(v.array(persona), v.minLength(1))),
  shaping: v.optional(v.pipe(v.array(v.picklist(SHAPINGS)), v.minLength(1))),
  levels: v.optional(v.pipe(v.array(levels), v.minLength(1))),
  /** The wording of the quantified text, 1 to 3 (Table 8 of BehaviorBench). */
  template: v.optional(v.pipe(v.array(v.picklist([1, 2, 3])), v.minLength(1))),
  temperature: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.minValue(0), v.maxValue(2))), v.minLength(1)),
  ),
  thinking: v.optional(v.pipe(v.array(v.boolean()), v.minLength(1))),
  /** Negated wording of the question, a control for yes-saying. */
  negated: v.optional(v.pipe(v.array(v.boolean()), v.minLength(1))),
  /** How a decision's profile is built. */
  method: v.optional(v.pipe(v.array(v.picklist(METHODS)), v.minLength(1))),
  /** Greatest length of the profile in tokens of the answering model. */
  budget: v.optional(v.pipe(v.array(tokens(50, 1_000_000)), v.minLength(1))),
  /** Whether the motivation's text is added to the profile. */
  motivation: v.optional(v.pipe(v.array(v.boolean()), v.minLength(1))),
  /** Whether names, places and known phrases are replaced in everything the model sees. */
  entities: v.optional(v.pipe(v.array(v.boolean()), v.minLength(1))),
  /** So many fifths of the text before the decision are known. */
  section: v.optional(v.pipe(v.array(section), v.minLength(1))),
});
export type ConditionGroup = v.InferOutput<typeof conditionGroup>;

const decoding = v.strictObject({
  /** Left out: the model's published default. */
  temperature: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(2))),
  topP: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  topK: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  maxTokens: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(8192))),
});
export type Decoding = v.InferOutput<typeof decoding>;

const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** A study's own template texts; `{persona}`, `{behavior}`, `{scenario}`, `{first}`, `{second}` are filled in. */
const templates = v.strictObject({
  yesNo: v.optional(text(8000)),
  choice: v.optional(text(8000)),
  letters: v.optional(text(8000)),
  baseline: v.optional(text(8000)),
  /** A decision's question: `{profile}`, `{name}`, `{scenario}`, `{question}`, `{options}`, `{letters}` are filled in. */
  decision: v.optional(text(8000)),
});
export type Templates = v.InferOutput<typeof templates>;

const modelName = v.pipe(v.string(), v.minLength(1), v.maxLength(300));

export const SUITES = ['behavior', 'decision'] as const;
export type SuiteId = (typeof SUITES)[number];

export const studySchema = v.strictObject({
  format: v.literal('crossroads-study/1'),
  id: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'must be lower-case words joined by hyphens'),
  ),
  title: v.pipe(v.string(), v.regex(/\S/, 'must not be empty'), v.maxLength(200)),
  suite: v.picklist(SUITES),
  items: v.strictObject({
    traits: v.optional(v.array(trait)),
    behaviors: v.optional(v.array(v.string())),
    /** Decisions of these novels. */
    novels: v.optional(v.array(v.string())),
    ids: v.optional(v.array(v.string())),
    /** The first so many scenarios of each behaviour. */
    perBehavior: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
  conditions: v.pipe(v.array(conditionGroup), v.minLength(1), v.maxLength(200)),
  repeats: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  seed: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4294967295)),
  answer: v.picklist(['generate', 'probability']),
  order: v.picklist(['authored', 'shuffled', 'balanced']),
  placement: v.picklist(['user', 'system']),
  /** The system message: none at all, the template's own default, or this text. */
  system: v.union([v.picklist(['none', 'default']), v.strictObject({ text: text(20_000) })]),
  /** The first words of the model's turn, written for it. */
  lead: text(200),
  unparsed: v.picklist(['wrong', 'leave-out']),
  scoring: v.picklist(['keyed', 'literal']),
  /** Which letters count as an answer: any documented form, or the bare letter alone (as LifeChoice's script has it). */
  reading: v.optional(v.picklist(['documented', 'bare-letter'])),
  /** For decisions; each value left out has its default. */
  profile: v.optional(profileSettings),
  /** For decisions: what a judge rates besides (LifeChoice sections 5.1, 5.2). */
  reviews: v.optional(v.array(v.picklist(REVIEWS))),
  /** Who answers; the other roles go to the same model where they are left out. */
  models: v.strictObject({
    answer: modelName,
    /** Writes descriptions. */
    describe: v.optional(modelName),
    /** Locates CharMap's episodes. */
    locate: v.optional(modelName),
    /** Rates profiles and continuations. */
    judge: v.optional(modelName),
    /** Embeds chunks and queries. */
    embed: v.optional(modelName),
  }),
  decoding: v.optional(decoding, {}),
  templates: v.optional(templates),
});

/** A study as parsed from a file, a link or the lab (design section 4). */
export type Study = v.InferOutput<typeof studySchema>;
export type StudyItems = Study['items'];

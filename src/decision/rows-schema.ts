import * as v from 'valibot';
import { MOTIVATIONS } from './motivations';

/*
 * The lines of the decision suite's files (design section 4). Places count from 1; hashes are the first 16 hex digits
 * of the SHA-256 of a paragraph, so that a decision whose paragraph has moved is noticed.
 */
export const LETTERS = ['A', 'B', 'C', 'D'] as const;
/** An option's content key: its letter as authored. */
export type Letter = (typeof LETTERS)[number];

const number = v.pipe(v.number(), v.integer(), v.minValue(1));
export const filled = v.pipe(v.string(), v.regex(/\S/, 'must not be empty'));
const id = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'must be lower-case words joined by hyphens'),
);
export const placeSchema = v.strictObject({ chapter: number, paragraph: number });
export const anchorSchema = v.strictObject({
  chapter: number,
  paragraph: number,
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/, 'must be 16 hex digits')),
});
/** A place with the hash of its paragraph. */
export type Anchor = v.InferOutput<typeof anchorSchema>;

export const motivationSchema = v.strictObject({ type: v.picklist(MOTIVATIONS), text: filled });
export const optionsSchema = v.pipe(
  v.tuple([filled, filled, filled, filled]),
  v.check((options) => new Set(options).size === 4, 'must be four different texts'),
);

export const decisionRow = v.strictObject({
  id,
  novel: v.pipe(v.string(), v.minLength(1)),
  character: v.pipe(v.string(), v.minLength(1)),
  /** The paragraph in which the choice becomes known; only what stands strictly before it may be seen. */
  at: anchorSchema,
  scenario: filled,
  question: filled,
  options: optionsSchema,
  answer: v.picklist(LETTERS),
  motivation: motivationSchema,
  /** Earlier places on which the choice rests. */
  evidence: v.pipe(v.array(anchorSchema), v.minLength(1), v.maxLength(5)),
});

export const statementSchema = v.strictObject({
  /** Someone who has read up to and including this paragraph may say it. */
  after: placeSchema,
  text: filled,
});
export type Statement = v.InferOutput<typeof statementSchema>;

export const characterRow = v.strictObject({
  id,
  novel: v.pipe(v.string(), v.minLength(1)),
  name: filled,
  aliases: v.array(filled),
  /** The curated description, in story order. */
  statements: v.array(statementSchema),
});
export type Character = v.InferOutput<typeof characterRow>;

const ENTITY_KINDS = ['person', 'place', 'group', 'thing', 'phrase'] as const;

export const entityRow = v.strictObject({
  novel: v.pipe(v.string(), v.minLength(1)),
  kind: v.picklist(ENTITY_KINDS),
  /** As the text writes them; the first names it where a placeholder is turned back. */
  forms: v.pipe(v.array(filled), v.minLength(1)),
  placeholder: v.pipe(
    v.string(),
    v.regex(
      /^\[(?:character|place|group|family|thing|phrase) [A-Z]{1,2}\]$/,
      'must be like [character A]',
    ),
  ),
});
export type Entity = v.InferOutput<typeof entityRow>;

const points = v.picklist([0, 1, 2]);
export const ratingRow = v.strictObject({
  decision: v.string(),
  rater: filled,
  kind: v.picklist(['model', 'person']),
  comprehensiveness: points,
  consistency: points,
  challenge: points,
  alignment: points,
});
/** One reader's points for a decision by the paper's four rules (appendix B.1). */
export type Rating = v.InferOutput<typeof ratingRow>;

import * as v from 'valibot';
import claims from '../../datasets/published/claims.json';
import { SHAPINGS, TRAITS } from '../core/study';

const shaping = v.picklist(SHAPINGS);
const trait = v.picklist(TRAITS);
const method = v.pipe(v.string(), v.minLength(1));
const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));

const testSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('moves'), shaping }),
  v.strictObject({ kind: v.literal('moves-more'), shaping, than: shaping }),
  v.strictObject({ kind: v.literal('seldom-up'), shaping }),
  v.strictObject({ kind: v.literal('baseline-above'), trait, above: percent }),
  v.strictObject({ kind: v.literal('no-effect'), shaping, trait }),
  v.strictObject({ kind: v.literal('rises'), shaping }),
  v.strictObject({ kind: v.literal('separates-more'), shaping }),
  v.strictObject({ kind: v.literal('better'), method, than: v.array(method) }),
  v.strictObject({ kind: v.literal('accuracy-above'), method, above: percent }),
  /** No study of this page can put it to the test yet; `what` is missing. */
  v.strictObject({ kind: v.literal('needs'), what: v.pipe(v.string(), v.minLength(1)) }),
]);

export const PAPERS = ['behaviorbench', 'lifechoice'] as const;
export type Paper = (typeof PAPERS)[number];

const claimSchema = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1)),
  paper: v.picklist(PAPERS),
  /** Section, table or figure. */
  where: v.pipe(v.string(), v.minLength(1)),
  /** In this project's words. */
  claim: v.pipe(v.string(), v.minLength(1)),
  /** Id of the built-in study that puts it to the test; its `-p` twin counts too. */
  study: v.pipe(v.string(), v.minLength(1)),
  test: testSchema,
});
/** A claim of a paper's prose with the study and the test that would support or contradict it. */
export type PublishedClaim = v.InferOutput<typeof claimSchema>;

/** What the papers claim, in the order of their sections. */
export const PUBLISHED_CLAIMS: readonly PublishedClaim[] = v.parse(v.array(claimSchema), claims);

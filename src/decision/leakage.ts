import * as v from 'valibot';
import type { Json } from '../core/hash';
import { comparePlaces } from '../core/novel';
import type { Workshop } from '../core/profile';
import type { Artifact } from '../core/run';
import { profile as words } from '../text/en-profile';
import { fitted } from './budget';
import type { Decision, DecisionDataset } from './dataset';
import { curatedDescription } from './description';
import { replacerOfNovel } from './entities';
import { rated, ratingOf } from './judge';
import { modelRating, ratingsIn, type RatedLevel, type ThreeStepRating } from './ratings';
import { wordsIn } from './sections';
import { sentenceEnds } from './sentences';

/** Changes with the wordings below. */
const LEAKAGE_VERSION = 1;
const CONTINUATION = { words: 200, tokens: 320 } as const;
/** Tokens kept free for the instruction and the template. */
const MARGIN = 160;
/** Words of what really follows that the judge is told. */
const TRUTH_WORDS = 150;

/** The three levels of restoration (appendix B.2), by the number that stands for each. */
export const RESTORATION = { 1: 'different', 2: 'partial', 3: 'complete' } as const;
export type Restoration = (typeof RESTORATION)[RatedLevel];

const continuationSchema = v.object({ decision: v.string(), entities: v.boolean() });

const INSTRUCTION = (name: string): string =>
  `This is what has happened so far to ${name}, a character in a novel. Go on with the story: tell in at most ${CONTINUATION.words} words what happens next to ${name} in the novel.`;

const RUBRIC = (text: string, truth: string): string =>
  `A text continues a novel. Compare it with what really happens next in the novel.
1: The text has nothing in common with what really happens.
2: The text matches what really happens in part, but the order of events, what characters do, or how it ends differs.
3: The text tells what really happens with high accuracy: who does what with whom, and the main events.

What really happens:
${truth}

Text:
${text}

Reply with one number, 1, 2 or 3, and give no reason.`;

/**
 * The leakage probe's first half (LifeChoice section 5.1, Table 5): the answering model goes on with the story from the
 * curated description.
 * @param entities whether names, places and known phrases are replaced
 * @returns the artifact; null where the decision has no description
 */
export async function continueStory(
  decision: Decision,
  entities: boolean,
  workshop: Workshop,
  dataset: DecisionDataset,
): Promise<Artifact | null> {
  const { replace } = replacerOfNovel(dataset, decision.novel, entities);
  const description = replace(curatedDescription(decision.character, decision.at));
  if (description === '') return null;
  const name = replace(decision.character.name);
  const { id, sha256, context } = workshop.model('answer');
  const key = {
    prompts: LEAKAGE_VERSION,
    decision: decision.id,
    entities,
    model: sha256 === '' ? id : sha256,
  };
  return workshop.artifact('continuation', key, async () => {
    workshop.say(words.making.continuing(name));
    const room = context - CONTINUATION.tokens - MARGIN;
    const { text } = await fitted(description, room, workshop.count);
    const call = await workshop.ask('answer', {
      messages: [{ role: 'user', content: `${INSTRUCTION(name)}\n\n${text}` }],
      maxTokens: CONTINUATION.tokens,
    });
    return { text: call.text.trim(), trace: { decision: decision.id, entities }, calls: [call] };
  });
}

/**
 * The probe's second half: a judge model rates how far a continuation restores the plot. What really happens is told to
 * it by the book's choice, its motivation and the curated statements that follow, never by the novel's text.
 */
export async function rateContinuation(
  decision: Decision,
  continuation: Artifact,
  workshop: Workshop,
  dataset: DecisionDataset,
): Promise<ThreeStepRating | null> {
  const { entities } = v.parse(continuationSchema, continuation.trace);
  const { restore } = replacerOfNovel(dataset, decision.novel, entities);
  const { id, sha256 } = workshop.model('judge');
  const key = { prompts: LEAKAGE_VERSION, of: continuation.id, model: sha256 === '' ? id : sha256 };
  const artifact = await workshop.artifact('rating', key, async () => {
    const text = typeof continuation.text === 'string' ? restore(continuation.text) : '';
    const { shares, call, cut } = await rated(text, RUBRIC, truthOf(decision), workshop);
    const rating = modelRating(continuation.id, id, shares, cut);
    return {
      text: rating === null ? '' : String(rating.level),
      trace: rating as unknown as Json,
      calls: [call],
    };
  });
  return ratingOf(artifact);
}

/** What really happens next, in the data's own words. */
export function truthOf({ character, options, answer, motivation, at }: Decision): string {
  const told: string[] = [options[answer], ...(motivation === null ? [] : [motivation.text])];
  let left = TRUTH_WORDS - told.reduce((sum, text) => sum + wordsIn(text), 0);
  for (const { after, text } of character.statements) {
    if (comparePlaces(after, at) < 0) continue;
    left -= wordsIn(text);
    if (left < 0) break;
    told.push(text);
  }
  return told.join('\n');
}

/** How far continuations restored the plot, with names kept or replaced. */
export interface LeakageShares {
  readonly entities: boolean;
  /** Continuations with a rating, and ratings in all. */
  readonly n: number;
  readonly ratings: number;
  /** 0 to 1; each continuation counts once, whoever rated it. Null without a rating. */
  readonly shares: Readonly<Record<Restoration, number>> | null;
}

/** The table of the leakage probe from a run's artifacts: before and after the replacement. */
export function leakageTable(artifacts: readonly Artifact[]): LeakageShares[] {
  const ratings = ratingsIn(artifacts, 'rating');
  return [false, true].map((entities) => {
    const ids = continuationsIn(artifacts, entities);
    const rated = ids
      .map((id) => ratings.filter(({ of }) => of === id))
      .filter((own) => own.length > 0);
    const share = (level: RatedLevel): number =>
      rated.reduce(
        (sum, own) => sum + own.filter((one) => one.level === level).length / own.length,
        0,
      ) / rated.length;
    return {
      entities,
      n: rated.length,
      ratings: rated.flat().length,
      shares:
        rated.length === 0 ? null : { complete: share(3), partial: share(2), different: share(1) },
    };
  });
}

/** A continuation with what it continues. */
export interface Continuation {
  readonly artifact: Artifact;
  readonly decision: Decision;
  readonly entities: boolean;
}

/** A run's continuations of the decisions that are in the data, in the order in which they were made. */
export function continuationsOf(
  artifacts: readonly Artifact[],
  { byId }: Pick<DecisionDataset, 'byId'>,
): Continuation[] {
  return artifacts.flatMap((artifact) => {
    const parsed = v.safeParse(continuationSchema, artifact.trace);
    if (artifact.kind !== 'continuation' || !parsed.success) return [];
    const decision = byId.get(parsed.output.decision);
    return decision ? [{ artifact, decision, entities: parsed.output.entities }] : [];
  });
}

/**
 * The description that a continuation went on from, cut as it was for the model; null where its prompt holds no such
 * text, as after a change of the data.
 */
export function shownDescription(
  { artifact, decision, entities }: Continuation,
  dataset: Pick<DecisionDataset, 'entities'>,
): string | null {
  const { replace } = replacerOfNovel(dataset, decision.novel, entities);
  const whole = replace(curatedDescription(decision.character, decision.at));
  const prompt = artifact.calls[0]?.prompt;
  if (typeof prompt !== 'string') return null;
  if (prompt.includes(whole)) return whole;
  const end = sentenceEnds(whole).findLast((at) => prompt.includes(whole.slice(0, at)));
  return end === undefined ? null : whole.slice(0, end);
}

function continuationsIn(artifacts: readonly Artifact[], entities: boolean): string[] {
  return artifacts
    .filter(({ kind }) => kind === 'continuation')
    .filter(({ trace }) => {
      const parsed = v.safeParse(continuationSchema, trace);
      return parsed.success && parsed.output.entities === entities;
    })
    .map(({ id }) => id);
}

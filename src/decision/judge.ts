import type { Input } from '../core/engine';
import type { Json } from '../core/hash';
import type { Quoted } from '../core/passage';
import type { Condition } from '../core/plan';
import type { Profile, ProfilePart, Workshop } from '../core/profile';
import type { Artifact } from '../core/run';
import { profile as words } from '../text/en-profile';
import { fitted } from './budget';
import type { Decision, DecisionDataset } from './dataset';
import { replacerOfNovel } from './entities';
import { quotesOf } from './profile';
import { profileText } from './profile-text';
import { LEVELS, modelRating, ratingsIn, type ThreeStepRating } from './ratings';

/** Changes with the wording below. */
const JUDGE_VERSION = 1;
/** Tokens kept free for the chat template and the answer. */
const MARGIN = 96;

const RUBRIC = (text: string, target: string): string =>
  `Rate how far a text conveys a target sentence about a character.
1: The text misses the core of the target sentence, or gets it badly wrong.
2: The text conveys the main point of the target sentence, but some details are missing or slightly wrong.
3: The text conveys every key point of the target sentence, fully and rightly.

Text:
${text}

Target sentence:
${target}

Reply with one number, 1, 2 or 3, and give no reason.`;

/**
 * The profile score (LifeChoice section 5.2): a judge model rates by the paper's rubric, in our words, how far a profile
 * holds the decision's motivation. A motivation that was added to the profile is not shown to the judge.
 * @returns the artifact's rating; null where there is nothing to rate (no motivation, an empty profile) or the judge put
 *   nothing on 1, 2 or 3
 */
export async function judgeProfile(
  decision: Decision,
  condition: Condition,
  profile: Profile,
  workshop: Workshop,
  dataset: DecisionDataset,
): Promise<ThreeStepRating | null> {
  const parts = profile.parts.filter(({ kind }) => kind !== 'motivation');
  const { replace } = replacerOfNovel(dataset, decision.novel, condition.entities);
  const name = replace(decision.character.name);
  if (decision.motivation === null || profileText(parts, name) === '') return null;
  const target = replace(decision.motivation.text);
  const { id, sha256 } = workshop.model('judge');
  const key = { prompts: JUDGE_VERSION, of: profile.artifact, model: sha256 === '' ? id : sha256 };
  const artifact = await workshop.artifact('judgement', key, async () => {
    workshop.say(words.making.judging(name));
    const shown = await shownParts(parts, await roomFor(RUBRIC, target, workshop), workshop);
    const told = profileText(shown, name);
    const { shares, call } = await rated(told, RUBRIC, target, workshop, quotesOf(shown));
    const rating = modelRating(profile.artifact, id, shares, shown.length < parts.length);
    return {
      text: rating === null ? '' : String(rating.level),
      trace: rating as unknown as Json,
      calls: [call],
    };
  });
  return ratingOf(artifact);
}

/** The rating that an artifact keeps; null where the judge gave none. */
export function ratingOf(artifact: Artifact): ThreeStepRating | null {
  return ratingsIn([artifact], artifact.kind === 'rating' ? 'rating' : 'judgement')[0] ?? null;
}

/** As many whole parts as fit: half a passage could not be kept as its place. */
async function shownParts(
  parts: readonly ProfilePart[],
  room: number,
  workshop: Workshop,
): Promise<ProfilePart[]> {
  const shown: ProfilePart[] = [];
  let left = room;
  for (const part of parts) {
    const tokens = await workshop.count(part.text);
    if (tokens > left) continue;
    shown.push(part);
    left -= tokens;
  }
  return shown;
}

type Rubric = (text: string, target: string) => string;

/** Tokens that the judge's context holds beside rubric, target and answer. */
async function roomFor(rubric: Rubric, target: string, workshop: Workshop): Promise<number> {
  return workshop.model('judge').context - (await workshop.count(rubric('', target))) - MARGIN;
}

/**
 * Asks the judge for 1, 2 or 3 of a text, which is cut at a sentence's end where its context holds no more.
 * @param quoted passages in the text; a text that holds any must fit
 */
export async function rated(
  text: string,
  rubric: Rubric,
  target: string,
  workshop: Workshop,
  quoted: readonly Quoted[] = [],
): Promise<Awaited<ReturnType<Workshop['choose']>> & { cut: boolean }> {
  const room = quoted.length > 0 ? Infinity : await roomFor(rubric, target, workshop);
  const shown = await fitted(text, room, workshop.count);
  const input: Extract<Input, { kind: 'chat' }> = {
    kind: 'chat',
    messages: [{ role: 'user', content: rubric(shown.text, target) }],
    system: 'none',
    lead: 'Rating:',
  };
  const options = LEVELS.map((level) => ({ key: `${level}`, forms: [`${level}`, ` ${level}`] }));
  const chosen = await workshop.choose('judge', input, options, quoted);
  return { ...chosen, cut: shown.cut };
}

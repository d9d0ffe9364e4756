import { Problem } from '../../core/errors';
import { paragraphAt, type Novel, type Place } from '../../core/novel';
import type { Condition } from '../../core/plan';
import type { Workshop } from '../../core/profile';
import type { RetrievalSettings } from '../../core/retriever';
import type { ProfileSettings, Study } from '../../core/study';
import type { Decision, DecisionDataset } from '../dataset';
import { replacerOfNovel, type Replacer } from '../entities';
import { paragraphHash } from '../novels/clean';
import { needsNovel, recipeOf, settingsOf, type Recipe } from '../recipe';
import { sectionPlace } from '../sections';

/** One profile to be made, with all that the methods need. */
export interface Task {
  readonly decision: Decision;
  readonly condition: Condition;
  readonly study: Study;
  readonly settings: ProfileSettings;
  readonly recipe: Recipe;
  readonly workshop: Workshop;
  /** Replaces names, or leaves them where the condition keeps them. */
  readonly replacer: Replacer;
  /** Null where the profile needs no novel. */
  readonly novel: Novel | null;
  /** Only what stands strictly before this place may be seen. */
  readonly before: Place;
}

/**
 * Gets a profile's novel and finds its place in it.
 * @throws Problem `novel-missing`, `hash-mismatch` where the decision's paragraph is not there
 */
export async function taskOf(
  decision: Decision,
  condition: Condition,
  study: Study,
  workshop: Workshop,
  dataset: DecisionDataset,
): Promise<Task> {
  const recipe = recipeOf(condition.method);
  const wanted = needsNovel(recipe) || (recipe.description !== null && condition.section !== 5);
  const novel = wanted ? await workshop.library.novel(decision.novel, workshop.signal) : null;
  if (novel !== null) await checkPlace(novel, decision);
  return {
    decision,
    condition,
    study,
    settings: settingsOf(study),
    recipe,
    workshop,
    replacer: replacerOfNovel(dataset, decision.novel, condition.entities),
    novel,
    before: novel === null ? decision.at : sectionPlace(novel, decision.at, condition.section),
  };
}

/** The novel of a task whose method needs it. */
export function novelOf({ novel }: Task): Novel {
  if (novel === null) throw new Error('the method needs no novel');
  return novel;
}

/** How the novel is cut and searched. */
export function retrievalOf({ settings }: Task): RetrievalSettings {
  const { chunkTokens, overlapTokens, k1, b } = settings;
  return { chunkTokens, overlapTokens, k1, b };
}

/** The character's name as the model is to see it. */
export function nameOf({ decision, replacer }: Task): string {
  return replacer.replace(decision.character.name);
}

/** What says in an artifact's key which model made it. */
export function modelKey(
  { workshop }: Pick<Task, 'workshop'>,
  role: 'answer' | 'describe' | 'locate' | 'judge',
): string {
  const { id, sha256 } = workshop.model(role);
  return sha256 === '' ? id : sha256;
}

async function checkPlace(novel: Novel, { id, at }: Decision): Promise<void> {
  if (at.hash === '') return;
  const text = paragraphAt(novel, at);
  if (text !== undefined && (await paragraphHash(text)) === at.hash) return;
  throw new Problem('hash-mismatch', {
    what: `The decision "${id}" is not where it should be in ${novel.title}: the text on the shelf is another one.`,
    kept: 'The other decisions go on.',
    next: 'Load the novel again, or use the version that the decision was written for.',
  });
}

import {
  DESCRIPTIONS,
  MEMORIES,
  PROFILE_DEFAULTS,
  type DescriptionSource,
  type MemorySource,
  type Method,
  type ProfileSettings,
  type Study,
} from '../core/study';

/** What a method puts into a profile. */
export interface Recipe {
  readonly description: DescriptionSource | null;
  readonly memories: MemorySource | null;
  /** The text itself, as much of it as the context holds. */
  readonly raw: boolean;
  /** False where the model sees the options alone. */
  readonly asksQuestion: boolean;
}

/** A method taken apart: `curated+bm25` is the curated description with memories found by BM25. */
export function recipeOf(method: Method): Recipe {
  const words = method.split('+');
  return {
    description: DESCRIPTIONS.find((source) => words.includes(source)) ?? null,
    memories: MEMORIES.find((source) => words.includes(source)) ?? null,
    raw: method === 'raw',
    asksQuestion: method !== 'options-only',
  };
}

/** True where a profile of this method quotes the novel or is made from it. */
export function needsNovel({ description, memories, raw }: Recipe): boolean {
  return raw || memories !== null || (description !== null && description !== 'curated');
}

/** A study's settings for profiles, every one with its value. */
export function settingsOf(study: Pick<Study, 'profile'>): ProfileSettings {
  return study.profile ?? PROFILE_DEFAULTS;
}

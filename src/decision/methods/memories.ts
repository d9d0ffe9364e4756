import type { ProfilePart } from '../../core/profile';
import type { Note, ProfileTrace } from '../profile';
import { locate } from './charmap';
import { chooseMemories } from './choose';
import { byChance, inTurn, plainQuery, searched } from './search';
import type { Task } from './task';

/** What the memories are, and how they were found. */
export interface Memories {
  readonly parts: readonly ProfilePart[];
  readonly trace: NonNullable<ProfileTrace['memories']>;
  readonly notes: readonly Note[];
}

/**
 * The memories of a task: by chance, by scenario and question, or by CharMap's episodes; null where its method has none.
 * @param description whole, as the model is to see it, for CharMap
 */
export async function memoriesOf(
  task: Task,
  description: string,
  budget: number,
): Promise<Memories | null> {
  const source = task.recipe.memories;
  if (source === null) return null;
  const located = source === 'charmap' ? await locate(task, description) : null;
  const fallback = located !== null && located.queries.length === 0;
  const search = source === 'charmap' ? task.settings.charmap : source === 'random' ? null : source;
  const queries =
    located && !fallback ? located.queries : search === null ? [] : [plainQuery(task)];
  const candidates =
    search === null ? await byChance(task) : inTurn(await searched(task, search, queries));
  const { parts, hits, tokens } = await chooseMemories(task, candidates, budget);
  const notes: Note[] = [
    ...(fallback ? (['nothing-located'] as const) : []),
    ...(parts.some(({ cut }) => cut) ? (['memories-cut'] as const) : []),
    ...(parts.length === 0 ? (['memories-left-out'] as const) : []),
  ];
  return {
    parts,
    trace: {
      source,
      search,
      queries: [...queries],
      located: located && { artifact: located.artifact, episodes: [...located.episodes] },
      fallback,
      hits: [...hits],
      tokens,
    },
    notes,
  };
}

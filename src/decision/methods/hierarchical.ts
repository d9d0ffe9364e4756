import type { Artifact } from '../../core/run';
import type { Chunk } from '../../core/retriever';
import { profile as words } from '../../text/en-profile';
import { nameOf, type Task } from './task';
import { chunksOf, NOTE, PROMPTS, roomOf, said, shownChunk, summary, written } from './summaries';

/** Most summaries that are merged at once. */
const TOGETHER = 8;

/** A description that a model made, with the summaries it was made from, level by level. */
export interface Summarised {
  readonly text: string;
  /** Ids of the artifacts: the chunks' notes first, the description last. */
  readonly levels: readonly (readonly string[])[];
}

/**
 * The description by recursive summarising (Wu et al. 2021, as the paper uses it): notes on each chunk, merged level by
 * level in story order. Each note and each merge is an artifact of its own, so that a stopped run goes on at the next
 * one and a later decision of the character starts from the notes of the earlier.
 */
export async function hierarchical(task: Task): Promise<Summarised> {
  const chunks = await chunksOf(task);
  const notes: Artifact[] = [];
  for (const [index, chunk] of chunks.entries()) {
    task.workshop.say(words.making.describing(nameOf(task), index + 1, chunks.length));
    notes.push(await note(task, chunk));
  }
  const levels: string[][] = [notes.map(({ id }) => id)];
  let level = notes.filter((artifact) => said(artifact) !== '');
  if (level.length === 0) return { text: '', levels };
  task.workshop.say(words.making.merging(nameOf(task)));
  do {
    const merged: Artifact[] = [];
    const groups = await groupsOf(task, level);
    for (const group of groups) {
      const [alone] = group;
      // What is left over has nothing to be merged with before the next level.
      const left = groups.length > 1 && group.length === 1 ? alone : undefined;
      merged.push(left ?? (await merge(task, group)));
    }
    levels.push(merged.map(({ id }) => id));
    level = merged.filter((artifact) => said(artifact) !== '');
  } while (level.length > 1);
  const [last] = level;
  return { text: last === undefined ? '' : said(last), levels };
}

function note(task: Task, chunk: Chunk): Promise<Artifact> {
  return summary(task, { way: 'note', chunk: chunk.id }, async () => {
    const shown = await shownChunk(task, chunk, NOTE.tokens);
    const instruction = PROMPTS.note(nameOf(task));
    return written(task, instruction, [shown.text], NOTE.tokens, [shown]);
  });
}

function merge(task: Task, group: readonly Artifact[]): Promise<Artifact> {
  const from = group.map(({ id }) => id);
  return summary(task, { way: 'merge', from }, () =>
    written(task, PROMPTS.merge(nameOf(task)), group.map(said), roomOf(task).each),
  );
}

/** Neighbours that fit the model's context together, at least two in a group where there are two. */
async function groupsOf(task: Task, level: readonly Artifact[]): Promise<Artifact[][]> {
  const { whole, each } = roomOf(task);
  const groups: Artifact[][] = [];
  let group: Artifact[] = [];
  let used = 0;
  for (const artifact of level) {
    const tokens = await task.workshop.count(said(artifact));
    const full = group.length >= TOGETHER || (group.length >= 2 && used + tokens > whole - each);
    if (full) {
      groups.push(group);
      group = [];
      used = 0;
    }
    group.push(artifact);
    used += tokens;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

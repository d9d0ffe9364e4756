import type { Artifact } from '../../core/run';
import { profile as words } from '../../text/en-profile';
import type { Summarised } from './hierarchical';
import { chunksOf, PROMPTS, roomOf, said, shownChunk, summary, written } from './summaries';
import { nameOf, type Task } from './task';

/**
 * The description by a running summary that is revised chunk by chunk. Each state is an artifact of its own: a later
 * decision of the character goes on from where the earlier one stood.
 */
export async function incremental(task: Task): Promise<Summarised> {
  const chunks = await chunksOf(task);
  const name = nameOf(task);
  let state: Artifact | null = null;
  const ids: string[] = [];
  for (const [index, chunk] of chunks.entries()) {
    task.workshop.say(words.making.describing(name, index + 1, chunks.length));
    const before: string = state === null ? '' : said(state);
    // The text up to a chunk's end follows from novel and chunking: the chunk names the state.
    state = await summary(task, { way: 'revise', upTo: chunk.id }, async () => {
      const { each } = roomOf(task);
      const shown = await shownChunk(task, chunk, 2 * each);
      const parts = [
        `Description so far:\n${before === '' ? `Nothing is known of ${name} yet.` : before}`,
        `Next part:\n${shown.text}`,
      ];
      const made = await written(task, PROMPTS.revise(name), parts, each, [shown]);
      // A model that falls silent must not wipe out what was known.
      return made.text === '' ? { ...made, text: before } : made;
    });
    ids.push(state.id);
  }
  return { text: state === null ? '' : said(state), levels: ids.length === 0 ? [] : [ids] };
}

import type { Message } from '../../core/engine';
import { Problem } from '../../core/errors';
import type { Json } from '../../core/hash';
import type { Quoted } from '../../core/passage';
import type { Made } from '../../core/profile';
import type { Artifact } from '../../core/run';
import type { Chunk } from '../../core/retriever';
import { fitted } from '../budget';
import { quote } from '../passage-text';
import { modelKey, novelOf, retrievalOf, type Task } from './task';

/** Changes with every wording below, so that descriptions of another wording are never taken for these. */
export const PROMPTS_VERSION = 1;

/** Lengths asked for, in words, and the tokens allowed for them. */
export const NOTE = { words: 80, tokens: 160 } as const;
export const DESCRIPTION = { words: 350, tokens: 600 } as const;
/** Tokens kept free for the instruction and the template. */
const INSTRUCTION = 220;
/** What a model writes where a part tells nothing of the character. */
const NOTHING = /^\W*(?:nothing|none|n\/a)\b[^a-z]*$/i;

/** What the model is told and asked; the passage stands last, so that its calls share their beginning. */
export const PROMPTS = {
  note: (name: string) =>
    `You read a novel part by part and take notes on ${name}. Say in at most ${NOTE.words} words what the part below tells of ${name}: who ${name} is, what happens to ${name}, and what ${name} does, wants, feels and believes. Say only what stands there. If it tells nothing of ${name}, write "Nothing".`,
  merge: (name: string) =>
    `Below are notes on ${name}, a character in a novel, in the order of the story. Put them together into one description of at most ${DESCRIPTION.words} words: first who ${name} is, then the course of the story so far. Say only what the notes say.`,
  revise: (name: string) =>
    `You read a novel part by part and keep a description of ${name} in at most ${DESCRIPTION.words} words: first who ${name} is, then the course of the story so far. Write it anew so that it also holds what the next part below tells of ${name}. Say only what stands there.`,
} as const;

/** The chunks of the novel that may be seen; the search behind them needs no embedding model. */
export async function chunksOf(task: Task): Promise<readonly Chunk[]> {
  const { workshop, decision, before } = task;
  const retriever = await workshop.library.retriever(
    decision.novel,
    'bm25',
    retrievalOf(task),
    workshop.signal,
  );
  return retriever.chunksBefore(before);
}

/** What every summary of a character depends on. */
export function summaryKey(task: Task, own: { readonly [key: string]: Json }): Json {
  const { chunkTokens, overlapTokens } = task.settings;
  const { name, id } = task.decision.character;
  return {
    prompts: PROMPTS_VERSION,
    novel: novelOf(task).hash,
    character: id,
    name,
    model: modelKey(task, 'describe'),
    chunking: { chunkTokens, overlapTokens },
    entities: task.condition.entities,
    ...own,
  };
}

/** A summary that is made once for all decisions and runs. */
export function summary(
  task: Task,
  own: { readonly [key: string]: Json },
  make: () => Promise<Made>,
): Promise<Artifact> {
  return task.workshop.artifact('summary', summaryKey(task, own), make, { reuse: true });
}

/** A chunk as the describing model sees it, cut at the end of a sentence where its context holds no more. */
export async function shownChunk(task: Task, chunk: Chunk, besides: number): Promise<Quoted> {
  const { workshop, replacer, condition } = task;
  const room = workshop.model('describe').context - INSTRUCTION - besides;
  const { text, cut } = await fitted(chunk.text, room, workshop.count, replacer.replace);
  if (text === '') {
    throw new Problem('context-full', {
      what: `The context of the model that describes holds not even a sentence of ${chunk.id} beside what it is asked.`,
      kept: 'The other trials go on.',
      next: 'Choose another model to describe, or give it a larger context.',
    });
  }
  return quote(novelOf(task), chunk.from, chunk.to, {
    replacer: condition.entities ? replacer : null,
    ...(cut ? { characters: text.length } : {}),
  });
}

/** One call of the describing model; the artifact holds what it wrote and the call. */
export async function written(
  task: Task,
  instruction: string,
  parts: readonly string[],
  maxTokens: number,
  quotes: readonly Quoted[] = [],
): Promise<Made> {
  const messages: Message[] = [{ role: 'user', content: [instruction, ...parts].join('\n\n') }];
  const call = await task.workshop.ask('describe', { messages, maxTokens, quoted: quotes });
  // A model that knows the book may name what was hidden from it.
  return { text: task.replacer.replace(call.text.trim()), calls: [call] };
}

/** The text of a summary; empty where the model found nothing. */
export function said({ text }: Artifact): string {
  return typeof text !== 'string' || NOTHING.test(text) ? '' : text;
}

/** How many tokens a merged text may have so that several fit the describing model's context together. */
export function roomOf(task: Task): { readonly whole: number; readonly each: number } {
  const whole = task.workshop.model('describe').context - INSTRUCTION;
  return { whole, each: Math.max(64, Math.min(DESCRIPTION.tokens, Math.floor(whole / 4))) };
}

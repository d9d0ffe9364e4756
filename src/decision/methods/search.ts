import { seeded, shuffled } from '../../core/seed';
import type { Chunk, Hit, RetrieverKind } from '../../core/retriever';
import { profile as words } from '../../text/en-profile';
import { nameOf, retrievalOf, type Task } from './task';

/** A chunk that may become a memory, best first in its list. */
export interface Candidate {
  readonly chunk: Chunk;
  /** Null by chance. */
  readonly score: number | null;
  readonly terms: Hit['terms'];
  readonly parts?: NonNullable<Hit['parts']>;
  /** Which query found it, from 0; null by chance. */
  readonly query: number | null;
}

/** What memories are asked with (LifeChoice section 4.1): scenario and question, never options or motivation. */
export function plainQuery({ decision }: Task): string {
  return `${decision.scenario}\n${decision.question}`;
}

/** What each query finds before the task's place, best first; the search reads the novel as it is written. */
export async function searched(
  task: Task,
  kind: RetrieverKind,
  queries: readonly string[],
): Promise<Candidate[][]> {
  const { workshop, decision, before } = task;
  workshop.say(words.making.remembering(nameOf(task)));
  const { signal, library } = workshop;
  const retriever = await library.retriever(decision.novel, kind, retrievalOf(task), signal);
  const found: Candidate[][] = [];
  for (const [query, text] of queries.entries()) {
    const hits = await retriever.search(text, before, signal);
    found.push(hits.map((hit) => ({ ...hit, query })));
  }
  return found;
}

/** Chunks in random order, the same for one seed and decision: the control for every kind of memory. */
export async function byChance(task: Task): Promise<Candidate[]> {
  const { workshop, decision, before, study } = task;
  const { signal, library } = workshop;
  const retriever = await library.retriever(decision.novel, 'bm25', retrievalOf(task), signal);
  const random = seeded(`${study.seed}/${decision.id}/memories`);
  return shuffled(retriever.chunksBefore(before), random).map((chunk) => ({
    chunk,
    score: null,
    terms: [],
    query: null,
  }));
}

/** Lists merged in turn, best first: each query's first, then each one's second. Doubles are kept, marked by place. */
export function inTurn(lists: readonly (readonly Candidate[])[]): Candidate[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, rank) =>
    lists.flatMap((list) => list[rank] ?? []),
  ).flat();
}

import { comparePlaces } from '../../core/novel';
import type { ProfilePart } from '../../core/profile';
import { fitted } from '../budget';
import { quote } from '../passage-text';
import type { HitTrace } from '../profile';
import type { Candidate } from './search';
import { novelOf, type Task } from './task';

/** Hits that a trace shows beyond those chosen, and terms of each. */
const SHOWN_BEYOND = 5;
const TERMS_SHOWN = 12;

/** Memories that were chosen, in story order, with the account of all that were considered. */
export interface ChosenMemories {
  readonly parts: readonly ProfilePart[];
  readonly hits: readonly HitTrace[];
  readonly tokens: number;
}

/**
 * Fills a budget: the best candidates whole, the first that does not fit cut at the end of a sentence, then no more;
 * what was chosen is put into story order.
 */
export async function chooseMemories(
  task: Task,
  candidates: readonly Candidate[],
  budget: number,
): Promise<ChosenMemories> {
  const { workshop, replacer, condition } = task;
  const chosen: { part: ProfilePart; candidate: Candidate }[] = [];
  const hits: HitTrace[] = [];
  const seen = new Set<string>();
  let left = budget;
  let full = false;
  let beyond = 0;
  for (const candidate of candidates) {
    const { chunk } = candidate;
    const double = seen.has(chunk.id);
    seen.add(chunk.id);
    let fate: HitTrace['fate'] = double ? 'double' : 'full';
    if (!double && !full) {
      const fit = await fitted(chunk.text, left, workshop.count, replacer.replace);
      full = fit.cut;
      if (fit.text !== '') {
        const passage = await quote(novelOf(task), chunk.from, chunk.to, {
          replacer: condition.entities ? replacer : null,
          ...(fit.cut ? { characters: fit.text.length } : {}),
        });
        const { text } = passage;
        const part: ProfilePart = {
          kind: 'memory',
          text,
          tokens: fit.tokens,
          cut: fit.cut,
          passage,
        };
        chosen.push({ part, candidate });
        left -= fit.tokens;
        fate = fit.cut ? 'cut' : 'whole';
      }
    }
    if (fate === 'full' && (beyond += 1) > SHOWN_BEYOND) break;
    hits.push(traced(candidate, fate));
  }
  chosen.sort((a, b) => comparePlaces(a.candidate.chunk.from, b.candidate.chunk.from));
  return { parts: chosen.map(({ part }) => part), hits, tokens: budget - left };
}

function traced(
  { chunk, score, terms, parts, query }: Candidate,
  fate: HitTrace['fate'],
): HitTrace {
  return {
    chunk: chunk.id,
    from: { ...chunk.from },
    to: { ...chunk.to },
    score: score === null ? null : rounded(score),
    ...(parts === undefined
      ? {}
      : { parts: { bm25: rounded(parts.bm25), cosine: rounded(parts.cosine) } }),
    terms: terms
      .slice(0, TERMS_SHOWN)
      .map(({ term, weight }) => ({ term, weight: rounded(weight) })),
    query,
    fate,
  };
}

/** Enough digits to compare by, few enough to keep a run's file small. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

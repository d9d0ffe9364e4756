import { Problem } from '../core/errors';
import type { Suite } from '../core/suite';
import type { PreparedPlan } from './plan';
import { Questions } from './questions';

/** One of several parts of a plan, each for a machine of its own. */
export interface Shard {
  /** From 1. */
  readonly index: number;
  /** How many parts there are, at least 1. */
  readonly of: number;
}

/** A trial costs something besides its prompt's new characters: about as much as so many of them. */
const TRIAL_IN_CHARACTERS = 20;

/**
 * A part as it is named on the command line: `2/3`.
 * @throws Problem `bad-study` where it is none
 */
export function parseShard(text: string): Shard {
  const [, index, of] = /^\s*(\d{1,6})\s*\/\s*(\d{1,6})\s*$/.exec(text) ?? [];
  if (index === undefined || of === undefined) {
    throw bad(`"${text}" names no part.`, 'Write the part and how many there are, like 2/3.');
  }
  const shard = { index: Number(index), of: Number(of) };
  if (shard.of < 1) throw bad(`"${text}": there must be at least one part.`);
  if (shard.index < 1) throw bad(`"${text}": parts count from 1.`);
  if (shard.index > shard.of) {
    throw bad(`"${text}": there is no part ${shard.index} of ${shard.of}.`);
  }
  return shard;
}

/**
 * Which trials of a plan a part asks: one block of the plan's order, so that neighbours still share their prefixes, of
 * about as many new characters as every other. Each trial is in exactly one part, and no part is empty.
 * @param work characters of each trial's prompt that are new, in plan order
 * @returns the places in the plan, the end left out
 * @throws Problem `bad-study` where there are more parts than trials
 */
export function shardRange(work: readonly number[], shard: Shard): { from: number; to: number } {
  if (shard.of > work.length) {
    throw bad(
      `The plan has only ${work.length} ${work.length === 1 ? 'trial' : 'trials'}, too few for ${shard.of} parts.`,
      'Cut it into fewer parts.',
    );
  }
  const cuts = cutsOf(work, shard.of);
  return { from: cuts[shard.index - 1] ?? 0, to: cuts[shard.index] ?? work.length };
}

/**
 * The part of a plan as a plan of its own, with the whole plan's hashes: what is asked in it is a part of the same.
 * @throws Problem as `shardRange`
 */
export function shardOf(plan: PreparedPlan, shard: Shard): PreparedPlan {
  const { from, to } = shardRange(plan.newCharacters, shard);
  const first = plan.questions.at(from);
  const start = first === undefined ? 0 : lengthOf(first.input);
  return {
    ...plan,
    trials: plan.trials.slice(from, to),
    questions: new Questions(to - from, (index) => {
      const question = plan.questions.at(from + index);
      if (question === undefined) throw new Error(`There is no trial ${from + index}.`);
      return question;
    }),
    // The first has no neighbour before it to share a prefix with.
    newCharacters: [start, ...plan.newCharacters.slice(from + 1, to)],
  };
}

/**
 * A suite that rates nothing besides: what a study has rated is rated once, when the parts are together.
 */
export function withoutReviews(suite: Suite): Suite {
  const { reviews: _reviews, ...rest } = suite;
  return rest;
}

/** The places where the parts begin, and the end: each as near to its share of the work as a trial's edge can be. */
function cutsOf(work: readonly number[], parts: number): number[] {
  const until = [0];
  for (const characters of work) {
    until.push((until.at(-1) ?? 0) + characters + TRIAL_IN_CHARACTERS);
  }
  const total = until.at(-1) ?? 0;
  const cuts = [0];
  let at = 0;
  for (let part = 1; part < parts; part += 1) {
    const wanted = (total * part) / parts;
    while (at < work.length && (until[at] ?? 0) < wanted) at += 1;
    const isNearer = wanted - (until[at - 1] ?? 0) <= (until[at] ?? 0) - wanted;
    const near = at > 0 && isNearer ? at - 1 : at;
    // Every part keeps one trial at least.
    const least = (cuts.at(-1) ?? 0) + 1;
    const most = work.length - (parts - part);
    cuts.push(Math.min(Math.max(near, least), most));
  }
  return [...cuts, work.length];
}

function lengthOf({
  messages,
  lead,
}: {
  messages: readonly { content: string }[];
  lead: string;
}): number {
  return messages.reduce((sum, { content }) => sum + content.length, lead.length);
}

function bad(what: string, next = ''): Problem {
  return new Problem('bad-study', { what, next });
}

import { sha256 } from '../../core/hash';
import { plain } from '../../core/free-answer';
import { profile as words } from '../../text/en-profile';
import { fitted } from '../budget';
import type { Episode } from '../profile';
import { profileText } from '../profile-text';
import { opening } from '../prompt';
import { sentencesOf } from '../sentences';
import { modelKey, nameOf, type Task } from './task';
import * as v from 'valibot';

/** Changes with the wording below. */
const LOCATE_VERSION = 1;
/** Tokens a located episode may have. */
const EPISODE_TOKENS = 60;
/** Tokens kept free for the chat template. */
const MARGIN = 64;
/** Share of an episode's words that the description's closest sentences must hold. */
export const OVERLAPS_FROM = 0.7;
/** Shorter ones say too little to be checked or searched for. */
const LEAST_WORDS = 3;

/** What CharMap's first step found. */
export interface Located {
  readonly artifact: string | null;
  readonly episodes: readonly Episode[];
  /** What to search for, with names as the novel has them; empty where nothing held. */
  readonly queries: readonly string[];
}

/**
 * CharMap's first step (LifeChoice section 5.3): the model that locates is shown description, scenario and question and
 * copies out what in the description may influence the choice. What it names counts only where the description says so.
 * @param description whole, as the model is to see it
 */
export async function locate(task: Task, description: string): Promise<Located> {
  if (description === '') return { artifact: null, episodes: [], queries: [] };
  const { workshop, settings, decision, replacer } = task;
  const name = nameOf(task);
  const most = settings.episodes;
  const scenario = replacer.replace(decision.scenario);
  const question = replacer.replace(decision.question);
  const ask = request(name, scenario, question, most);
  const key = {
    prompts: LOCATE_VERSION,
    model: modelKey(task, 'locate'),
    asked: await sha256(`${description}\n${ask}`),
    name,
    most,
  };
  const artifact = await workshop.artifact('episodes', key, async () => {
    workshop.say(words.making.locating(name));
    const maxTokens = EPISODE_TOKENS * most;
    const { context } = workshop.model('locate');
    const room = context - maxTokens - MARGIN - (await workshop.count(ask));
    const shown = (await fitted(description, room, workshop.count)).text;
    const told = profileText([{ kind: 'description', text: shown }], name);
    const call = await workshop.ask('locate', {
      messages: [{ role: 'user', content: `${opening(name)}\n${told}\n\n${ask}` }],
      lead: '-',
      maxTokens,
    });
    const episodes = episodesIn(call.text, most).map((text) => checked(text, description));
    return { text: call.text, trace: { episodes }, calls: [call] };
  });
  const { episodes } = v.parse(traceSchema, artifact.trace);
  const queries = episodes
    .filter(({ check }) => check !== 'not-there')
    .map(({ text }) => replacer.restore(text));
  return { artifact: artifact.id, episodes, queries };
}

const traceSchema = v.object({
  episodes: v.array(
    v.object({
      text: v.string(),
      check: v.picklist(['contained', 'overlaps', 'not-there']),
      overlap: v.number(),
    }),
  ),
});

/** The request stands last: what comes before is what the answering model is told, too. */
function request(name: string, scenario: string, question: string, most: number): string {
  return (
    `Scenario: ${scenario}\n\nQuestion: ${question}\n\n` +
    `Do not answer the question. Which sentences of the description of ${name} may influence this choice, because they show what moves ${name}, what ${name} is like, or what is foreshadowed? ` +
    `Copy at most ${most} of them word for word, each on a line that starts with "-", and write nothing else.`
  );
}

/** The episodes of an answer, a line each: marks, numbers, quotation marks and labels before them are left out. */
export function episodesIn(answer: string, most: number): string[] {
  const lines = answer
    .replace(/<think>[\s\S]*?<\/think>/g, '')
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s>*•–—-]*(?:\d+[.)]\s*)?/, '')
        .replace(
          /^\**(?:motivation|personality|foreshadowing|traits?|episode|segment)s?\**\s*\d*\s*[:.–—-]+\**\s*/i,
          '',
        )
        .replace(/^["'“”‘’*]+|["'“”‘’*]+$/g, '')
        .trim(),
    )
    .filter((line) => plain(line).split(' ').length >= LEAST_WORDS);
  return [...new Set(lines)].slice(0, most);
}

/** An episode held against the description: contained in it, or most of its words in one or two sentences of it. */
export function checked(text: string, description: string): Episode {
  const said = plain(text);
  if (` ${plain(description)} `.includes(` ${said} `))
    return { text, check: 'contained', overlap: 1 };
  const own = new Set(said.split(' '));
  const sentences = sentencesOf(description).map((sentence) => plain(sentence).split(' '));
  const overlaps = sentences.map((sentence, index) => {
    const pair = new Set([...sentence, ...(sentences[index + 1] ?? [])]);
    return [...own].filter((word) => pair.has(word)).length / own.size;
  });
  const overlap = Math.round(Math.max(0, ...overlaps) * 100) / 100;
  return { text, check: overlap >= OVERLAPS_FROM ? 'overlaps' : 'not-there', overlap };
}

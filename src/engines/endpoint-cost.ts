import type { Engine, Input, TokenCounts } from '../core/engine';
import { Problem } from '../core/errors';
import type { StoredText } from '../core/passage';
import { requestsFor } from '../experiment/answering';
import type { RunControl } from '../experiment/control';
import type { PreparedPlan } from '../experiment/plan';
import { samplingOf } from '../experiment/outcome';
import type { Prices } from './answer-model';
import type { EndpointEngine, Way } from './endpoint';

/** What a run will about take. */
export interface CostEstimate {
  readonly trials: number;
  /** Likely, and the most for these prompts: an answer by probability may take several requests. */
  readonly promptTokens: readonly [number, number];
  /** Likely, and the most there can be. */
  readonly completionTokens: readonly [number, number];
  /** In the prices' currency; likely, and the most for these prompts. */
  readonly cost: readonly [number, number];
}

/** About as many characters as a token has, in English. */
const CHARACTERS_A_TOKEN = 4;
/** Tokens that a template and a message's frame add. */
const FRAME = 8;
/** Characters of a passage of a novel that does not say how long it is. */
const PASSAGE = 1000;
/** What a request by probability writes, likely and at most, and what an answer in words mostly takes. */
const BY_PROBABILITY = [1, 8] as const;
const LIKELY_WORDS = 12;
const ONE_REQUEST = { likely: 1, most: 1 } as const;

/**
 * Tokens and cost of a plan's trials before they are run; calls that make profiles are not in it.
 * @param skip trials that have an outcome already
 * @param way a chat is asked once a trial, whatever its options begin with
 */
export function estimateCost(
  plan: PreparedPlan,
  prices: Prices,
  model: Engine['model'],
  skip: ReadonlySet<string> = new Set(),
  way: Way = 'raw',
): CostEstimate {
  const conditions = new Map(plan.conditions.map((condition) => [condition.id, condition]));
  const requests = remembered();
  let trials = 0;
  const prompt = [0, 0] as [number, number];
  const written = [0, 0] as [number, number];
  const add = (to: [number, number], likely: number, most: number): void => {
    to[0] += likely;
    to[1] += most;
  };
  for (const [index, trial] of plan.trials.entries()) {
    const question = plan.questions.at(index);
    const condition = conditions.get(trial.condition);
    if (skip.has(trial.id) || !question || !condition) continue;
    const { messages, lead } = question.input;
    const characters = messages.reduce((sum, { content }) => sum + content.length, lead.length);
    trials += 1;
    const sent = tokensOf(characters) + FRAME * messages.length;
    if (plan.study.answer === 'probability' && !condition.thinking) {
      const { likely, most } = way === 'chat' ? ONE_REQUEST : requests(question.options);
      add(prompt, likely * sent, most * sent);
      add(written, likely * BY_PROBABILITY[0], Math.max(most, BY_PROBABILITY[1]));
      continue;
    }
    const { maxTokens } = samplingOf(trial, condition, plan.study, model);
    add(prompt, sent, sent);
    add(written, condition.thinking ? maxTokens / 2 : Math.min(LIKELY_WORDS, maxTokens), maxTokens);
  }
  const costOf = (end: 0 | 1): number =>
    cost({ prompt: prompt[end], cached: 0, completion: written[end] }, prices);
  return {
    trials,
    promptTokens: prompt,
    completionTokens: written,
    cost: [costOf(0), costOf(1)],
  };
}

/** `requestsFor`, worked out once for each of the few kinds of options that a plan has. */
function remembered(): typeof requestsFor {
  const known = new Map<string, ReturnType<typeof requestsFor>>();
  return (options) => {
    const kind = JSON.stringify(options.map(({ forms }) => forms));
    const requests = known.get(kind) ?? requestsFor(options);
    known.set(kind, requests);
    return requests;
  };
}

/** What tokens cost. */
export function cost(tokens: TokenCounts, prices: Prices): number {
  const { prompt, completion } = tokens;
  // Other tools' runs may hold more tokens from the cache than were sent.
  const cached = Math.min(tokens.cached, prompt);
  const fresh = (prompt - cached) * prices.prompt;
  return (fresh + cached * (prices.cached ?? prices.prompt) + completion * prices.completion) / 1e6;
}

/** An answer as it came or as it is stored. */
export interface Spending {
  readonly tokens: TokenCounts;
  readonly prompt: StoredText;
  readonly text?: string | undefined;
}

/** What an answer cost; where the server counts no tokens, by its length, so that a limit holds there too. */
export function costOfAnswer({ tokens, prompt, text = '' }: Spending, prices: Prices): number {
  const written = tokens.completion || tokensOf(text.length);
  if (tokens.prompt > 0) return cost({ ...tokens, completion: written }, prices);
  const sent = typeof prompt === 'string' ? prompt.length : lengthOf(prompt);
  // By probability no text is kept; it took a few tokens.
  const completion = written === 0 && sent > 0 ? BY_PROBABILITY[1] : written;
  return cost({ prompt: tokensOf(sent), cached: 0, completion }, prices);
}

function tokensOf(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_TOKEN);
}

/** Characters of a text with passages of novels in it; of those only some say how long they are. */
function lengthOf(parts: Exclude<StoredText, string>): number {
  const characters = (part: (typeof parts)[number]): number =>
    typeof part === 'string' ? part.length : (part.characters ?? PASSAGE);
  return parts.reduce((sum, part) => sum + characters(part), 0);
}

/**
 * Counts what is spent and pauses a run when a limit is reached. The trials under way end, for their tokens are paid
 * for; nothing new is asked until the limit is raised.
 */
export class SpendingLimit {
  #spent: number;
  #limit: number | null;
  #reached: boolean;

  /**
   * @param limit null: what is spent is counted, and nothing holds the run
   * @param spent what earlier parts of the same run took
   * @throws Problem `bad-study` where limit or prices are no numbers from 0 on
   */
  constructor(
    limit: number | null,
    private readonly prices: Prices,
    private readonly control: RunControl,
    private readonly onReached: (spent: number, limit: number) => void = () => undefined,
    spent = 0,
  ) {
    for (const value of [limit ?? 0, prices.prompt, prices.cached ?? 0, prices.completion, spent]) {
      if (Number.isFinite(value) && value >= 0) continue;
      throw new Problem('bad-study', {
        what: 'A spending limit and its prices are numbers from 0 on.',
        next: 'Correct them, or leave the limit out.',
      });
    }
    this.#limit = limit;
    this.#spent = spent;
    this.#reached = limit !== null && spent >= limit;
  }

  /** In the prices' currency. */
  get spent(): number {
    return this.#spent;
  }
  get limit(): number | null {
    return this.#limit;
  }
  get isReached(): boolean {
    return this.#reached;
  }

  /** The same engine, every call of which is counted, those of profiles and of failed trials included. */
  watch(engine: EndpointEngine): EndpointEngine {
    const counted = <T extends Spending>(answer: T): T => {
      this.#add(costOfAnswer(answer, this.prices));
      return answer;
    };
    // A chat goes on with a text from what the model wrote before: nothing is sent.
    const isFree = (input: Input): boolean => engine.way === 'chat' && input.kind === 'text';
    return {
      ...engine,
      next: async (...asked: Parameters<Engine['next']>) => {
        const answer = await engine.next(...asked);
        return isFree(asked[0]) ? answer : counted(answer);
      },
      generate: async (...asked: Parameters<Engine['generate']>) =>
        counted(await engine.generate(...asked)),
      dispose: () => engine.dispose(),
    };
  }

  /** Sets a higher limit; the run goes on once its control is resumed. */
  raise(limit: number): void {
    if (this.#limit === null) return;
    this.#limit = Math.max(this.#limit, limit);
    this.#reached = this.#spent >= this.#limit;
  }

  #add(amount: number): void {
    this.#spent += amount;
    if (this.#limit === null || this.#spent < this.#limit) return;
    this.control.hold();
    if (this.#reached) return;
    this.#reached = true;
    this.onReached(this.#spent, this.#limit);
  }
}

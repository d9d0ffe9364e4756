import type { Engine, ModelInfo, Sampling } from '../core/engine';
import { asProblem } from '../core/errors';
import { fold, type Quoted } from '../core/passage';
import { sha256 } from '../core/hash';
import type { Condition, Trial } from '../core/plan';
import type { Profile } from '../core/profile';
import type { Sample } from '../core/run';
import { seeded } from '../core/seed';
import type { Study } from '../core/study';
import type { Question, Suite, SuiteItem } from '../core/suite';
import { askShares } from './answering';

/** One trial with all that is needed to put it to a model. */
export interface Ask {
  /** Where the suite makes one. */
  readonly profile?: Profile;
  readonly trial: Trial;
  readonly item: SuiteItem;
  readonly condition: Condition;
  readonly question: Question;
}

/** Enough for an option's text; thoughts need room. */
const MAX_TOKENS = 64;
const MAX_TOKENS_THINKING = 2048;

/**
 * The decoding of a trial: the condition's, else the study's, else the publisher's defaults; the seed comes from the
 * study's seed and the trial, so that a repeat draws anew and a rerun draws the same.
 */
export function samplingOf(
  trial: Trial,
  condition: Condition,
  study: Study,
  model: ModelInfo,
): Sampling {
  const { decoding } = study;
  return {
    temperature: condition.temperature ?? decoding.temperature ?? model.sampling.temperature,
    topP: decoding.topP ?? model.sampling.topP,
    topK: decoding.topK ?? model.sampling.topK,
    maxTokens: decoding.maxTokens ?? (condition.thinking ? MAX_TOKENS_THINKING : MAX_TOKENS),
    seed: Math.floor(seeded(`${study.seed}/${trial.id}`)() * 4294967296),
  };
}

/**
 * Puts one trial to the engine and scores the answer; passages of novels in its prompt become places. Throws what the
 * engine throws.
 */
export async function ask(
  asked: Ask,
  study: Study,
  suite: Suite,
  engine: Engine,
  signal?: AbortSignal,
  onText?: (text: string) => void,
): Promise<Sample> {
  const sample = await answered(asked, study, suite, engine, signal, onText);
  const { profile } = asked;
  if (profile === undefined) return sample;
  // A decision has one right answer: what it shows is whether it was found.
  const scored = sample.endorsed === undefined ? {} : { correct: sample.endorsed };
  return { ...sample, ...scored, ...(await placed(sample, profile)), profile: profile.artifact };
}

/** The prompt with places for passages, and the hash of the full text where there are any. */
async function placed(
  { prompt }: Sample,
  { parts }: Profile,
): Promise<Pick<Sample, 'prompt' | 'promptSha256'>> {
  if (typeof prompt !== 'string') return { prompt };
  const quoted = parts
    .map(({ passage }) => passage)
    .filter((each): each is Quoted => each !== null);
  const folded = fold(prompt, quoted);
  return typeof folded === 'string'
    ? { prompt }
    : { prompt: folded, promptSha256: await sha256(prompt) };
}

async function answered(
  { trial, item, condition, question }: Ask,
  study: Study,
  suite: Suite,
  engine: Engine,
  signal?: AbortSignal,
  onText?: (text: string) => void,
): Promise<Sample> {
  const named = {
    trial: trial.id,
    item: trial.item,
    condition: trial.condition,
    repeat: trial.repeat,
    order: trial.order,
  };
  // Thoughts come first and have to be written, so the answer is read after their end.
  if (study.answer === 'probability' && !condition.thinking) {
    const shares = await askShares(engine, question.input, question.options, signal);
    const { prompt, tokens, ms, answerMass } = shares;
    if (shares.probabilities === null) {
      return { ...named, status: 'unparsed', answerMass, prompt, tokens, ms };
    }
    const answer = best(shares.probabilities);
    const scored = item.options.filter((key) => suite.endorses(item, key, condition, study));
    const sum = (part: (key: string) => number): number =>
      Math.min(
        1,
        scored.reduce((total, key) => total + part(key), 0),
      );
    const { probabilities, bounds } = shares;
    const range: [number, number] = [
      sum((key) => bounds[key]?.[0] ?? 0),
      sum((key) => bounds[key]?.[1] ?? 1),
    ];
    return {
      ...named,
      status: 'answered',
      answer,
      value: sum((key) => probabilities[key] ?? 0),
      endorsed: suite.endorses(item, answer, condition, study),
      probabilities: { ...probabilities },
      answerMass,
      // Left out where the engine showed enough for the bounds to say nothing.
      ...(range[1] - range[0] > 0.001 ? { bounds: range } : {}),
      prompt,
      tokens,
      ms,
    };
  }
  const written = await engine.generate(
    question.input,
    samplingOf(trial, condition, study, engine.model),
    signal,
    onText,
  );
  const text = written.text;
  const reading = suite.read(text, item, trial.order.split(','), study);
  const told = { prompt: written.prompt, tokens: written.tokens, ms: written.ms, text };
  if (reading.status !== 'answered') return { ...named, status: reading.status, ...told };
  const endorsed = suite.endorses(item, reading.answer, condition, study);
  return {
    ...named,
    status: 'answered',
    answer: reading.answer,
    endorsed,
    value: endorsed ? 1 : 0,
    ...told,
  };
}

/** The sample of a trial that the engine could not answer: no outcome, run again on resume. */
export function failed({ trial }: Ask, error: unknown): Sample {
  return {
    trial: trial.id,
    item: trial.item,
    condition: trial.condition,
    repeat: trial.repeat,
    order: trial.order,
    status: 'error',
    prompt: '',
    tokens: { prompt: 0, cached: 0, completion: 0 },
    ms: 0,
    error: asProblem(error).sentence,
  };
}

/** The key with the largest share; the first of equals. */
function best(probabilities: Readonly<Record<string, number>>): string {
  return Object.entries(probabilities).reduce((a, b) => (b[1] > a[1] ? b : a))[0];
}

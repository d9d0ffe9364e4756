import type { Engine } from '../core/engine';
import type { Workshop } from '../core/profile';
import { asProblem, isAbort, Problem } from '../core/errors';
import type { Journal } from '../core/journal';
import type { Sample } from '../core/run';
import type { Question, Suite } from '../core/suite';
import { RunControl } from './control';
import { endsTheRun } from './ends-the-run';
import { ask, failed, type Ask } from './outcome';
import type { PreparedPlan } from './plan';
import { review, type ReviewEvents } from './review';

/** What a run tells while it goes. */
export interface RunEvents extends ReviewEvents {
  /** A trial's turn has come; where the suite makes profiles, its question still holds a stand-in for it. */
  onAsk?: (ask: Ask) => void;
  /** The trial's profile is made. */
  onProfile?: (ask: Ask) => void;
  /** The text written so far, where the model writes. */
  onText?: (text: string) => void;
  /** A sample is durably kept; `done` counts trials with an outcome. */
  onSample?: (sample: Sample, done: number, total: number) => void;
}

/** The outcome of a run: the samples of its plan, those kept before included. */
export interface RunOutcome {
  readonly done: number;
  readonly errors: number;
  readonly total: number;
  /** Reviews that could not be made; the run is not finished then. */
  readonly unrated: number;
}

/** Each trial is tried this often before its error is recorded. */
const TRIES = 3;
/** So many trials in a row without an outcome: the engine is broken, not the trial. */
const BROKEN_AFTER = 3;

/** How a run is followed and steered. */
export interface RunOptions {
  readonly control?: RunControl;
  readonly events?: RunEvents;
  /** Where profiles are made; needed for a suite that makes them. */
  readonly workshop?: ((signal: AbortSignal) => Workshop) | undefined;
  /** So many trials are under way at once; they begin in plan order and end as they end. 1 where left out. */
  readonly concurrency?: number;
}

/**
 * Runs a plan: puts every trial without an outcome to the engine, in plan order, and keeps each sample before it
 * counts as done. Trials whose sample holds an error are run again.
 * @throws Problem `aborted` when cancelled; the journal's Problem when a sample cannot be kept; the engine's Problem
 *   when trial after trial fails. Whatever was kept before stays kept.
 */
export async function run(
  plan: PreparedPlan,
  suite: Suite,
  engine: Engine,
  journal: Journal,
  options: RunOptions = {},
): Promise<RunOutcome> {
  const { control = new RunControl(), events = {}, workshop, concurrency = 1 } = options;
  const kept = new Map((await journal.samples()).map((sample) => [sample.trial, sample]));
  const answered = new Set(
    plan.trials
      .filter(({ id }) => (kept.get(id)?.status ?? 'error') !== 'error')
      .map(({ id }) => id),
  );
  const total = plan.trials.length;
  const open = askedOf(plan, answered);
  // The first error ends all that is under way; it is the reason of this signal.
  const halt = new AbortController();
  let errors = 0;
  let inARow = 0;
  let keeping: Promise<void> = Promise.resolve();

  const putOne = async (asked: Ask): Promise<void> => {
    events.onAsk?.(asked);
    const parts = { plan, suite, engine, control, events, workshop, halt: halt.signal };
    const { sample, tooLong } = await attempt(asked, parts);
    // One after another: once a sample cannot be kept, none after it is.
    keeping = keeping.then(() => journal.put(sample));
    await keeping;
    if (sample.status === 'error') {
      errors += 1;
      // Some faults are the trial's own: the next may work.
      if (!tooLong) inARow += 1;
    } else {
      answered.add(asked.trial.id);
      inARow = 0;
    }
    events.onSample?.(sample, answered.size, total);
    if (inARow >= BROKEN_AFTER) {
      throw new Problem('engine-failed', {
        what: `The model failed ${BROKEN_AFTER} times in a row: ${sample.error ?? ''}`,
        kept: `All ${answered.size} answers so far are kept.`,
        next: 'Open the run and go on, perhaps after reloading the page or with another model.',
      });
    }
  };
  const lane = async (): Promise<void> => {
    for (let asked = open.next(); !asked.done; asked = open.next()) {
      await putOne(asked.value);
      if (halt.signal.aborted) return;
    }
  };
  const lanes = Array.from({ length: concurrency }, lane);
  await Promise.all(lanes.map((each) => each.catch((error: unknown) => halt.abort(error))));
  halt.signal.throwIfAborted();
  if (answered.size < total) return { done: answered.size, errors, total, unrated: 0 };
  const unrated = await review(plan, suite, control, workshop, events);
  if (unrated === 0) await journal.finish(new Date().toISOString());
  return { done: answered.size, errors, total, unrated };
}

/** The trials without an outcome, in plan order, each with all that is needed to ask it. */
export function* askedOf(
  plan: PreparedPlan,
  answered: ReadonlySet<string>,
): Generator<Ask, undefined> {
  const conditions = new Map(plan.conditions.map((condition) => [condition.id, condition]));
  const items = new Map(plan.items.map((item) => [item.id, item]));
  for (const [index, trial] of plan.trials.entries()) {
    if (answered.has(trial.id)) continue;
    const item = items.get(trial.item);
    const condition = conditions.get(trial.condition);
    const question = plan.questions.at(index);
    if (!item || !condition || !question) {
      throw new Problem('bad-study', {
        what: `The plan has no item or condition for trial ${trial.id}.`,
      });
    }
    yield { trial, item, condition, question };
  }
}

/** Asking again cannot help. */
const HOPELESS: ReadonlySet<string> = new Set([
  'context-full',
  'not-supported',
  'novel-missing',
  'hash-mismatch',
  'model-missing',
]);
/** The next trial may well work: it has another prompt, another novel, another method. */
const OF_THE_TRIAL: ReadonlySet<string> = new Set([
  'context-full',
  'novel-missing',
  'hash-mismatch',
  'model-missing',
]);

/**
 * The trial with its profile and the question that holds it; the trial itself where the suite makes no profiles.
 * @throws Problem `not-supported` without a workshop; those of the suite's method
 */
export async function prepared(
  asked: Ask,
  study: PreparedPlan['study'],
  suite: Suite,
  workshop: Workshop | undefined,
): Promise<Ask> {
  const { item, condition, trial } = asked;
  if (suite.profile === undefined) return asked;
  if (workshop === undefined) {
    throw new Problem('not-supported', { what: 'No novels are at hand to make profiles from.' });
  }
  const profile = await suite.profile(item, condition, study, workshop);
  const order = trial.order.split(',');
  const question: Question = suite.question(item, condition, order, study, profile);
  return { ...asked, profile, question };
}

interface AttemptParts {
  readonly plan: PreparedPlan;
  readonly suite: Suite;
  readonly engine: Engine;
  readonly control: RunControl;
  readonly events: RunEvents;
  readonly workshop: ((signal: AbortSignal) => Workshop) | undefined;
  readonly halt: AbortSignal;
}

/** One trial's sample, after so many tries as it takes; an error sample in the end, never an exception of the engine. */
async function attempt(
  asked: Ask,
  { plan, suite, engine, control, events, workshop, halt }: AttemptParts,
): Promise<{ sample: Sample; tooLong: boolean }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const sample = await control.perform(async (signal) => {
        const ready = await prepared(asked, plan.study, suite, workshop?.(signal));
        if (ready.profile !== undefined) events.onProfile?.(ready);
        return ask(ready, plan.study, suite, engine, signal, events.onText);
      }, halt);
      return { sample, tooLong: false };
    } catch (error) {
      if (isAbort(error)) throw error;
      const { code } = asProblem(error);
      if (endsTheRun(error)) throw error;
      if (HOPELESS.has(code) || tries >= TRIES) {
        return { sample: failed(asked, error), tooLong: OF_THE_TRIAL.has(code) };
      }
    }
  }
}

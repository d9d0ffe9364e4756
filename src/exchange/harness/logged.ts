import * as v from 'valibot';
import { appName } from '../../core/app';
import type { Engine, Message, TokenCounts } from '../../core/engine';
import { asProblem, Problem } from '../../core/errors';
import { sha256 } from '../../core/hash';
import { plainText, storedTextSchema } from '../../core/passage';
import { artifactSchema, sampleSchema, type Manifest, type Sample } from '../../core/run';
import type { Suite } from '../../core/suite';
import { unknownFile } from '../../engines/endpoint';
import { messagesOf, recordMessages } from '../../engines/openai/messages';
import { startManifest } from '../../experiment/manifest';
import { ask, failed, type Ask } from '../../experiment/outcome';
import { makePlan, type PreparedPlan } from '../../experiment/plan';
import { suiteOf } from '../../experiment/registry';
import type { LineIssue } from '../batch-import';
import { explain, shown } from '../issues';
import { LIMITS } from '../limits';
import { badFile, RunAssembly } from '../run-assembly';
import { contradiction } from '../sample-checks';
import { Asks } from './asks';
import { carriedStudySchema, type CarriedStudy } from './carried';
import type { HarnessRun } from './types';

/** What a task's documents say of their profile, where the suite makes one. */
export const carriedPromptSchema = v.object({
  artifact: v.string(),
  prompt: storedTextSchema,
  sha256: v.string(),
  made: v.nullable(artifactSchema),
});

/** One answer as a tool logged it. */
export interface LoggedAnswer {
  readonly trial: string;
  /** The messages sent, or the text that the tool made of them by the model's template. */
  readonly prompt: readonly Message[] | string;
  /** What the model wrote; null where it wrote nothing because of `error`. */
  readonly text: string | null;
  /** How it answers by probability, where the log tells; gives the top tokens of `Engine.next`. */
  readonly next: Engine['next'] | null;
  readonly tokens: TokenCounts;
  readonly ms: number;
  /** The provider's filter let no answer through. */
  readonly filtered: boolean;
  readonly error: string;
  /** 1 where the tool counted it as the scored end, 0 where not; null where it did not score. */
  readonly score: number | null;
  readonly profile: v.InferOutput<typeof carriedPromptSchema> | null;
}

/** What a log says of itself. */
export interface LogFacts {
  readonly runId: string;
  readonly tool: 'lm-evaluation-harness' | 'Inspect';
  readonly version: string;
  /** The tool's kind of model: `local-chat-completions`, `openai-api`. */
  readonly provider: string;
  readonly model: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string;
}

/**
 * The study that a log carries.
 * @throws Problem `bad-file`
 */
export function readCarried(value: unknown): CarriedStudy {
  const result = v.safeParse(carriedStudySchema, value);
  if (result.success) return result.output;
  throw badFile('The log is of no task that Crossroads exported: it carries no study', {
    next: 'Export the study as a task again, run that, and open its log.',
  });
}

/**
 * A log's moment as a run records it, ISO 8601; that of 1970 where the log tells none that can be.
 * @param ms since 1970
 */
export function logMoment(ms: number): string {
  return new Date(ms >= 0 && ms < AFTER_9999 ? ms : 0).toISOString();
}

/** Later years have more than four digits, which a run file does not take. */
const AFTER_9999 = Date.UTC(10_000, 0);

/** Puts a run together from the answers in a log. */
export class LogRun {
  readonly issues: LineIssue[] = [];
  readonly #samples: Sample[] = [];
  readonly #artifacts = new Map<string, v.InferOutput<typeof artifactSchema>>();
  readonly #asks: Asks;
  readonly #seen = new Set<string>();
  readonly #differing: string[] = [];
  #compared = 0;

  private constructor(
    private readonly plan: PreparedPlan,
    private readonly suite: Suite,
  ) {
    this.#asks = new Asks(plan);
  }

  /**
   * @param carried what the log carries; null where it carries nothing and the plan is known
   * @throws Problem `bad-file` where the log is of another study or of other data
   */
  static async begin(carried: CarriedStudy | null, known?: PreparedPlan): Promise<LogRun> {
    if (carried !== null && known !== undefined && carried.studyHash !== known.studyHash) {
      throw badFile(`The log is of another study, ${shown(carried.study.title)}`, {
        next: 'Open it by itself: it becomes a run of its own study.',
      });
    }
    const study = known?.study ?? carried?.study;
    if (study === undefined) throw new Error('A log without its study needs a plan.');
    const { suite } = await suiteOf(study.suite);
    const plan = known ?? (await makePlan(study, suite));
    const differs = (['dataHash', 'promptHash'] as const).find(
      (hash) => carried !== null && carried[hash] !== plan[hash],
    );
    if (differs !== undefined) {
      throw badFile(
        differs === 'dataHash'
          ? "The task was made from other data than this version's: its items are not ours"
          : 'The task was made by another version of Crossroads, whose prompts differ',
        { next: 'Open it with the version that made the task, or export and run the task again.' },
      );
    }
    if (carried !== null && carried.studyHash !== plan.studyHash) {
      throw badFile(
        'The study in the log is not the one that its task was made of: it was changed',
        {
          next: 'Open the log as the tool wrote it, or export and run the task again.',
        },
      );
    }
    return new LogRun(plan, suite);
  }

  /** The log's answer to a trial of the plan; what is wrong with it becomes an issue. */
  async add(line: number, logged: LoggedAnswer): Promise<void> {
    try {
      await this.#take(logged);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.code === 'unknown') throw error;
      this.issues.push({ line, what: problem.message });
    }
  }

  /** A part of the log that cannot be read. */
  broken(line: number, what: string): void {
    this.issues.push({ line, what });
  }

  /** @throws Problem `bad-file` where nothing in the log is of use */
  finish(facts: LogFacts): HarnessRun {
    const { plan, suite } = this;
    if (this.#samples.length === 0) {
      const [first] = this.issues;
      throw badFile(
        first === undefined
          ? 'The log holds no answer'
          : `The log holds no answer of the study: ${first.what.replace(/\.$/, '')}`,
      );
    }
    const samples = [...this.#samples].sort(
      (a, b) => this.#asks.place(a.trial) - this.#asks.place(b.trial),
    );
    const done = samples.filter(({ status }) => status !== 'error').length;
    const reviews = suite.reviews?.(plan.items, plan.conditions, plan.study) ?? [];
    const isWhole = done === plan.trials.length;
    const assembly = new RunAssembly(LIMITS);
    const finishedAt = isWhole && reviews.length === 0 ? facts.finishedAt : '';
    assembly.addManifest(manifestOf(plan, facts, finishedAt), 'manifest');
    for (const artifact of this.#artifacts.values()) assembly.addArtifact(artifact, 'artifact');
    for (const sample of samples) assembly.addSample(sample, `trial ${sample.trial}`);
    return {
      run: assembly.run(),
      problem: isWhole ? null : this.#incomplete(done),
      issues: this.issues,
      scores: { compared: this.#compared, differing: this.#differing },
    };
  }

  async #take(logged: LoggedAnswer): Promise<void> {
    const asked = this.#asks.get(logged.trial);
    if (asked === undefined) throw bad(`The study has no trial ${shown(logged.trial)}.`);
    if (this.#seen.has(logged.trial)) {
      throw bad(`Trial ${logged.trial} was answered before in this log; the first answer counts.`);
    }
    const recorded = await this.#prompt(asked, logged);
    this.#seen.add(logged.trial);
    const { text, tokens, ms, next } = logged;
    if (text === null) {
      const why = logged.error === '' ? 'no reason given' : logged.error.slice(0, 300);
      const problem = new Problem('server-failed', {
        what: `Trial ${logged.trial} has no answer in the log: ${why}.`,
        next: 'Ask this trial again.',
      });
      this.#samples.push(failed(asked, problem));
      throw problem;
    }
    const full = typeof recorded.prompt === 'string' ? recorded.prompt : '';
    const engine: Engine = {
      kind: 'endpoint',
      model: { ...unknownFile(''), context: 0 },
      environment: {},
      next: next ?? (() => Promise.reject(noProbabilities(logged.trial))),
      generate: () => Promise.resolve({ prompt: full, text, tokens, ms, stop: 'end' }),
      dispose: () => Promise.resolve(),
    };
    const answered = await ask(asked, this.plan.study, this.suite, engine);
    const isRefused = logged.filtered && answered.status === 'unparsed';
    const sample: Sample = {
      ...answered,
      ...recorded,
      ...(isRefused ? { status: 'refused' as const } : {}),
      ...(recorded.profile !== undefined && answered.endorsed !== undefined
        ? { correct: answered.endorsed }
        : {}),
      tokens,
      ms,
    };
    const wrong = faultOf(sample);
    if (wrong !== null)
      throw bad(`Trial ${logged.trial} cannot be kept as it was logged: ${wrong}.`);
    this.#samples.push(sample);
    this.#compare(logged, sample);
  }

  /** How the tool counted, beside how we read: an answer that we cannot read does not show the scored end either. */
  #compare({ score, trial }: LoggedAnswer, sample: Sample): void {
    if (score === null) return;
    this.#compared += 1;
    if (score >= 0.5 !== (sample.endorsed ?? false)) this.#differing.push(trial);
  }

  /** The prompt as it is recorded, after a check that it asks what the study asks. */
  async #prompt(
    { question, trial }: Ask,
    logged: LoggedAnswer,
  ): Promise<Pick<Sample, 'prompt' | 'promptSha256' | 'profile'>> {
    const { profile, prompt } = logged;
    const full = typeof prompt === 'string' ? prompt : recordMessages(prompt);
    if (this.suite.profile === undefined) {
      const expected = messagesOf(question.input, true);
      const same =
        typeof prompt === 'string'
          ? expected.every(({ content }) => prompt.includes(content.trim()))
          : full === recordMessages(expected);
      if (!same) throw otherWords(trial.id);
      return { prompt: full };
    }
    if (profile === null) {
      throw bad(`Trial ${trial.id} carries no profile, so its prompt cannot be recorded.`);
    }
    // Of the messages without the lead, which is sent after them.
    const { lead } = question.input;
    const sent = typeof prompt === 'string' ? [] : prompt;
    const last = sent.at(-1);
    const bare =
      last?.role === 'assistant' && last.content === lead && lead !== '' ? sent.slice(0, -1) : sent;
    const isOurs =
      (await sha256(recordMessages(bare))) === profile.sha256 ||
      full.includes(plainText(profile.prompt));
    if (!isOurs) throw otherWords(trial.id);
    if (profile.made !== null) this.#artifacts.set(profile.made.id, profile.made);
    return typeof profile.prompt === 'string'
      ? { prompt: profile.prompt, profile: profile.artifact }
      : { prompt: profile.prompt, promptSha256: profile.sha256, profile: profile.artifact };
  }

  #incomplete(done: number): Problem {
    const missing = this.plan.trials.length - done;
    return new Problem('bad-file', {
      what: `The log answers ${done} of the study's ${this.plan.trials.length} trials.`,
      kept: 'These can be imported as they are.',
      next: `The other ${missing} can be asked here or in another log.`,
    });
  }
}

function manifestOf(plan: PreparedPlan, facts: LogFacts, finishedAt: string): Manifest {
  const { tool, version, provider, model, runId, startedAt } = facts;
  const study = { ...plan.study, models: { ...plan.study.models, answer: model } };
  const engine = {
    kind: 'endpoint' as const,
    model: { ...unknownFile(model), context: 0 },
    environment: { tool, version, provider, template: 'server' },
  };
  const started = startManifest({ ...plan, study }, engine, appName(), new Date(startedAt));
  return { ...started, runId, finishedAt };
}

/** What no run file takes in a sample, which would cost the whole log; null where there is nothing. */
function faultOf(sample: Sample): string | null {
  const result = v.safeParse(sampleSchema, sample);
  if (!result.success) return explain(result.issues);
  const wrong = contradiction(result.output);
  return wrong === null ? null : `${wrong.member} ${wrong.says}`;
}

function noProbabilities(trial: string): Problem {
  return bad(`Trial ${trial} has no log-probabilities in the log, by which the study answers.`);
}

function otherWords(trial: string): Problem {
  return bad(
    `Trial ${trial} was asked in other words than the study's, perhaps with a system message or examples that the tool added.`,
  );
}

function bad(what: string): Problem {
  return new Problem('bad-file', { what, next: 'Run the exported task as it is.' });
}

import { appName } from '../../core/app';
import type { Engine, LoadProgress } from '../../core/engine';
import { asProblem, Problem } from '../../core/errors';
import type { Manifest, Sample } from '../../core/run';
import type { Study } from '../../core/study';
import type { Route } from '../../exchange/routes';
import { RunControl } from '../../experiment/control';
import { Estimate } from '../../experiment/estimate';
import { startManifest } from '../../experiment/manifest';
import type { Ask } from '../../experiment/outcome';
import { makePlan, type PreparedPlan } from '../../experiment/plan';
import { suiteOf, type RegisteredSuite } from '../../experiment/registry';
import { run, type RunEvents } from '../../experiment/runner';
import { runs } from '../../storage/here';
import { withRunLock } from '../../storage/lock';
import { askToKeep } from '../../storage/space';
import { chooseModel, type ChosenModel } from './choose-model';
import { breaksEngine, enginePool } from './engine-pool';
import { rememberRun } from './has-run';
import { Pace } from './pace';
import { Preparing, type PreparingProgress } from './Preparing.svelte';
import { keepRate, rateOf } from './rates';
import { recovering } from './recover';
import {
  checkResumable,
  holesProblem,
  nameOfAnswerer,
  placesOf,
  stillOpen,
  type Resumable,
} from './resume';
import { refuseWithoutProbabilities, ServerSide } from './ServerSide.svelte';
import { keepAwake } from './wake-lock';
import { workshopsHere } from './workshops-here';

/**
 * `stopped`: by a person; `failed`: by an error. Both keep every answer, and `goOn` goes on from there.
 */
export type Phase =
  'idle' | 'checking' | 'loading' | 'running' | 'paused' | 'finished' | 'stopped' | 'failed';

export interface StartOptions {
  /** Goes on with a stored run instead of beginning one; its own study is taken. */
  readonly resumeRunId?: string;
  /** Name of the model that answers, in place of the one that the study names. */
  readonly model?: string;
}

/** One attempt to carry out a run; a second one after a stop or an error is another. */
interface Attempt {
  readonly loading: AbortController;
  readonly control: RunControl;
  /** Name of the model that answers; undefined: the study's. */
  readonly model: string | undefined;
}

/** What is to be carried out, and by whom. */
interface Work {
  readonly plan: PreparedPlan;
  readonly suite: RegisteredSuite;
  readonly chosen: ChosenModel;
  /** The stored run that is gone on with; null for a fresh one. */
  readonly stored: Resumable | null;
}

/** What of a run is needed while it goes, none of it for the screen itself. */
interface Underway {
  readonly plan: PreparedPlan;
  readonly suite: RegisteredSuite;
  readonly estimate: Estimate;
  readonly pace: Pace;
}

/**
 * One run in this page, from the check before it to its end. It lives above the pages: whoever shows it may leave and
 * come back. Nothing is lost when the tab is closed at any moment, for every answer is in the journal before it counts.
 */
export class RunSession {
  #phase = $state<Phase>('idle');
  #progress = $state.raw<LoadProgress | null>(null);
  #study = $state.raw<Study | null>(null);
  #chosen = $state.raw<ChosenModel | null>(null);
  #manifest = $state.raw<Manifest | null>(null);
  #underway = $state.raw<Underway | null>(null);
  #current = $state.raw<Ask | null>(null);
  #writing = $state('');
  #making = $state('');
  #samples = $state.raw<readonly Sample[]>([]);
  #done = $state(0);
  #left = $state<number | null>(null);
  #wasHidden = $state(false);
  #notices = $state.raw<readonly Problem[]>([]);
  #problem = $state.raw<Problem | null>(null);

  /** What a run on a server shows besides. */
  readonly server = new ServerSide();
  #attempt: Attempt | null = null;
  /** The attempt before; never rejects. */
  #settled: Promise<void> = Promise.resolve();
  readonly #preparing = new Preparing();
  #sleepAgain: (() => void) | null = null;

  /**
   * @param route the page that shows this run, for links from others
   * @param isFree false while another run of this page goes on
   */
  constructor(
    readonly route: Route,
    private readonly isFree: (session: RunSession) => boolean,
  ) {}

  get phase(): Phase {
    return this.#phase;
  }
  /** True from the start to the end, a pause included. */
  get isActive(): boolean {
    return this.isBusy || this.#phase === 'paused';
  }
  /** True while it needs the engine. */
  get isBusy(): boolean {
    return this.#phase === 'checking' || this.#phase === 'loading' || this.#phase === 'running';
  }
  /** Of the load of the model. */
  get progress(): LoadProgress | null {
    return this.#progress;
  }
  get study(): Study | null {
    return this.#study;
  }
  /** Known from the loading on. */
  get chosen(): ChosenModel | null {
    return this.#chosen;
  }
  /** Known once the first answer is being asked for. */
  get manifest(): Manifest | null {
    return this.#manifest;
  }
  get plan(): PreparedPlan | null {
    return this.#underway?.plan ?? null;
  }
  get suite(): RegisteredSuite | null {
    return this.#underway?.suite ?? null;
  }
  /** The trial that the model is working on. */
  get current(): Ask | null {
    return this.#current;
  }
  /** The text written so far, where the model writes. */
  get writing(): string {
    return this.#writing;
  }
  /** What is being made for the trial's profile; empty where nothing is. */
  get making(): string {
    return this.#making;
  }
  /** What the trial's profile waits for: a novel, the embedding model, vectors; null where it waits for none. */
  get preparing(): PreparingProgress | null {
    return this.#preparing.now;
  }
  /** All samples so far in order of arrival, those of an earlier visit included. */
  get samples(): readonly Sample[] {
    return this.#samples;
  }
  /** Trials with an outcome. */
  get done(): number {
    return this.#done;
  }
  get total(): number {
    return this.#underway?.plan.trials.length ?? 0;
  }
  /** Milliseconds; null while too little is known. */
  get left(): number | null {
    return this.#left;
  }
  /** The tab was out of sight for some time, in which browsers slow it. */
  get wasHidden(): boolean {
    return this.#wasHidden;
  }
  /** What did not work and did not matter. */
  get notices(): readonly Problem[] {
    return this.#notices;
  }
  /** Why it failed; null in every other phase. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Starts a run, or goes on with a stored one. Resolves at its end, whatever that is; never rejects. */
  async start(given: Study, options: StartOptions = {}): Promise<void> {
    if (this.isActive) return;
    const study = $state.snapshot(given) as Study;
    const attempt: Attempt = {
      loading: new AbortController(),
      control: new RunControl(),
      model: options.model,
    };
    rememberRun();
    this.#attempt = attempt;
    this.#phase = 'checking';
    this.#study = study;
    this.#progress = null;
    this.#problem = null;
    this.#notices = [];
    this.#wasHidden = false;
    this.#left = null;
    if (options.resumeRunId === undefined) this.#forget();
    const before = this.#settled;
    this.#settled = before
      .then(() => {
        const { resumeRunId } = options;
        const perform = (): Promise<void> => this.#perform(attempt, study, resumeRunId);
        // The lock first: another tab at work on this run must be told of before a model is loaded.
        return resumeRunId === undefined ? perform() : withRunLock(resumeRunId, perform);
      })
      .catch((error: unknown) => this.#fail(attempt, error))
      .finally(() => {
        if (this.#attempt === attempt) this.#rest();
      });
    await this.#settled;
  }

  /** Goes on after a stop or an error; before the first answer it starts anew. */
  async goOn(): Promise<void> {
    if (this.#study === null) return;
    const runId = this.#manifest?.runId;
    const model = this.#attempt?.model;
    await this.start(this.#study, {
      ...(runId === undefined ? {} : { resumeRunId: runId }),
      ...(model === undefined ? {} : { model }),
    });
  }

  pause(): void {
    if (this.#phase !== 'running' || this.#attempt === null) return;
    this.#attempt.control.pause();
    this.#phase = 'paused';
    this.#rest();
  }

  resume(): void {
    if (this.#phase !== 'paused' || this.#attempt === null || this.server.isReached) return;
    if (!this.isFree(this)) {
      this.#notices = [busyHere()];
      return;
    }
    this.#phase = 'running';
    this.#notices = [];
    this.#wake();
    this.#underway?.pace.resumed();
    this.#attempt.control.resume();
  }

  /** Lets a run that its spending limit holds go on up to a higher one. */
  raiseLimit(limit: number): void {
    this.server.raise(limit);
    this.resume();
  }

  /** Stops at once, in whatever phase. Everything answered is kept. */
  cancel(): void {
    if (!this.isActive || this.#attempt === null) return;
    this.#phase = 'stopped';
    this.#current = null;
    this.#attempt.loading.abort();
    this.#attempt.control.cancel();
    this.#rest();
  }

  /** Puts the session back to its beginning; a run under way is stopped, what is stored stays. */
  clear(): void {
    this.cancel();
    this.#attempt = null;
    this.#phase = 'idle';
    this.#study = null;
    this.#problem = null;
    this.#notices = [];
    this.#forget();
  }

  #forget(): void {
    this.server.begin(null);
    this.#manifest = null;
    this.#chosen = null;
    this.#underway = null;
    this.#samples = [];
    this.#done = 0;
    this.#current = null;
  }

  async #perform(attempt: Attempt, given: Study, resumeRunId?: string): Promise<void> {
    const { signal } = attempt.loading;
    signal.throwIfAborted();
    if (!this.isFree(this)) throw busyHere();
    const stored = resumeRunId === undefined ? null : await checkResumable(resumeRunId);
    const study = stored?.manifest.study ?? given;
    const suite = await suiteOf(study.suite);
    const plan = await makePlan(study, suite.suite);
    stored?.check(plan);
    const named = stored === null ? study.models.answer : nameOfAnswerer(stored.manifest);
    const chosen = await chooseModel(attempt.model ?? named);
    stored?.checkModel(chosen.model);
    signal.throwIfAborted();
    this.#chosen = chosen;
    this.server.begin(chosen.model.kind === 'endpoint' ? chosen.model : null);
    const engine = await this.#load(attempt, chosen, stored);
    refuseWithoutProbabilities(study.answer, engine);
    const asked = { ...plan, study: { ...study, models: { answer: chosen.model.id } } };
    const manifest = stored?.manifest ?? startManifest(asked, engine, appName());
    const carryOut = (): Promise<void> => {
      signal.throwIfAborted();
      // Some browsers ask the reader; the run does not wait for the answer.
      void askToKeep();
      return this.#carryOut(attempt, { plan: asked, suite, chosen, stored }, engine, manifest);
    };
    if (stored !== null) return carryOut();
    await withRunLock(manifest.runId, async () => {
      signal.throwIfAborted();
      await runs.create(manifest);
      await carryOut();
    });
  }

  /** Loads the chosen model, or connects to its server. @throws Problem those of the load; of another server */
  async #load(
    { loading: { signal } }: Attempt,
    { model }: ChosenModel,
    stored: Resumable | null,
  ): Promise<Engine> {
    this.#phase = 'loading';
    this.#progress = null;
    const engine = await enginePool.take(model, {
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) this.#progress = progress;
      },
      onNotice: (notice) => {
        if (!signal.aborted) this.#notices = [...this.#notices, notice];
      },
      ...this.server.loading,
    });
    stored?.checkEngine(engine);
    return engine;
  }

  /** Runs the plan to its end, under the run's lock. */
  async #carryOut(
    attempt: Attempt,
    { plan, suite, chosen, stored }: Work,
    first: Engine,
    manifest: Manifest,
  ): Promise<void> {
    const journal = runs.journal(manifest.runId);
    const { model } = chosen;
    const concurrency = model.kind === 'endpoint' ? model.concurrency : 1;
    const { rate, measured } = await rateOf(model.id, plan.study.answer, concurrency);
    const estimate = new Estimate(rate);
    const places = placesOf(plan);
    const pace = new Pace(estimate);
    this.#samples = await journal.samples();
    this.#manifest = manifest;
    this.#underway = { plan, suite, estimate, pace };
    this.#done = plan.trials.length - stillOpen(plan, this.#samples).length;
    this.#left = measured ? this.#timeLeft() : null;
    let making: readonly string[] = [];
    const made = (trial: string): void => {
      making = making.filter((each) => each !== trial);
      if (making.length === 0) this.#preparing.end();
    };
    const events: RunEvents = {
      onAsk: (ask) => {
        this.#current = ask;
        this.#writing = '';
        this.#making = '';
        making = [...making, ask.trial.id];
        this.#preparing.begin();
        pace.asked(ask.trial.id);
      },
      onProfile: (ask) => {
        this.#current = ask;
        this.#making = '';
        made(ask.trial.id);
      },
      onText: (text) => (this.#writing = text),
      onSample: (sample, done) => {
        const index = places.get(sample.trial) ?? 0;
        const isError = sample.status === 'error';
        pace.ended(sample.trial, isError ? null : (plan.newCharacters[index] ?? 0));
        made(sample.trial);
        this.#samples = [...this.#samples.filter(({ trial }) => trial !== sample.trial), sample];
        this.#done = done;
        this.server.answered(this.#samples);
        // The first of several at once end together and late, which says nothing of those to come.
        if (measured || pace.measured >= Math.max(3, concurrency)) this.#left = this.#timeLeft();
      },
    };
    const { control, loading } = attempt;
    let loaded = first;
    const outcome = await recovering(
      async () => {
        loading.signal.throwIfAborted();
        this.#phase = 'running';
        this.#wake();
        pace.resumed();
        const kept = { samples: this.#samples, artifacts: await journal.artifacts() };
        const engine = this.server.watch(loaded, kept, control, () => this.#hold(attempt));
        const { under, hush } = await workshopsHere(suite, engine, journal, {
          listener: this.#preparing,
          onSay: (what) => (this.#making = what),
        });
        const options = { control, events, workshop: under, concurrency };
        return run(plan, suite.suite, engine, journal, options).finally(() => {
          hush();
          this.#preparing.end();
        });
      },
      {
        done: () => this.#done,
        again: async (lost) => {
          this.#current = null;
          this.#notices = [
            ...this.#notices.filter(({ code }) => code !== lost.code),
            loadedAgain(),
          ];
          await enginePool.drop().catch(() => undefined);
          loaded = await this.#load(attempt, chosen, stored);
        },
      },
    );
    this.#current = null;
    this.#making = '';
    if (pace.measured >= Math.max(3, concurrency)) {
      void keepRate(model.id, plan.study.answer, estimate.current, concurrency);
    }
    if (outcome.done < outcome.total) throw holesProblem(outcome.total - outcome.done);
    this.#phase = 'finished';
  }

  /** The spending limit holds the run: what is under way ends, nothing new is asked. */
  #hold(attempt: Attempt): void {
    if (this.#attempt !== attempt || this.#phase !== 'running') return;
    this.#phase = 'paused';
    this.#rest();
  }

  /** Milliseconds for the trials still without an outcome. */
  #timeLeft(): number | null {
    if (this.#underway === null) return null;
    const { plan, estimate } = this.#underway;
    return estimate.left(stillOpen(plan, this.#samples));
  }

  #fail(attempt: Attempt, error: unknown): void {
    const problem = asProblem(error);
    if (breaksEngine(problem)) {
      // A broken engine is of no further use; that it cannot be ended cleanly says nothing new.
      enginePool.drop().catch(() => undefined);
    }
    // An abort that this person did not ask for must not leave the run standing as if it went on.
    if (this.#attempt !== attempt || attempt.loading.signal.aborted) return;
    this.#current = null;
    this.#problem = problem;
    this.#phase = 'failed';
  }

  /** The screen stays on while the model works. */
  #wake(): void {
    this.#sleepAgain ??= keepAwake(() => (this.#wasHidden = true));
  }

  #rest(): void {
    this.server.rest();
    this.#sleepAgain?.();
    this.#sleepAgain = null;
  }
}

function busyHere(): Problem {
  return new Problem('busy', {
    what: 'Another run is going on in this page.',
    kept: 'It was not disturbed.',
    next: 'Wait for its end, or pause it, and then start this one.',
  });
}

function loadedAgain(): Problem {
  return new Problem('device-lost', {
    what: 'The graphics device was lost on the way, so the model was loaded again.',
    kept: 'All answers were kept, and the run goes on by itself.',
  });
}

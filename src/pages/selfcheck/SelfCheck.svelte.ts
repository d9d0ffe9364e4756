import { knownModels } from '../../components/models/known-models';
import { breaksEngine, enginePool } from '../../components/running/engine-pool';
import { sessions } from '../../components/running/sessions.svelte';
import { keepAwake } from '../../components/running/wake-lock';
import { appName } from '../../core/app';
import type { Engine, LoadProgress } from '../../core/engine';
import { asProblem, isAbort, Problem } from '../../core/errors';
import type { Journal } from '../../core/journal';
import type { Manifest, Run, Sample } from '../../core/run';
import type { AnswerModel } from '../../engines/answer-model';
import { inspectDevice, type Device } from '../../engines/device';
import { builtInStudy } from '../../exchange/built-in-studies';
import { loadReferenceRun, REFERENCE_RUNS } from '../../exchange/reference-runs';
import { RunControl } from '../../experiment/control';
import { startManifest } from '../../experiment/manifest';
import { makePlan } from '../../experiment/plan';
import { suiteOf } from '../../experiment/registry';
import { run } from '../../experiment/runner';
import { runs } from '../../storage/here';
import { en } from '../../text/en';
import { heldAgainst, runOf, type Held, type Report } from './report';
import { REPEATS, timeReading, timeWriting, type Timed } from './speed';

/** The fixed set of trials. */
export const STUDY = 'quick';

export type Step = 'loading' | 'reading' | 'writing' | 'trials';
export type Phase = 'idle' | Step | 'done' | 'stopped' | 'failed';

/** A fixed set of measurements on this device, one model at a time. */
export class SelfCheck {
  #models = $state.raw<readonly AnswerModel[] | null>(null);
  #device = $state.raw<Device | null>(null);
  #phase = $state<Phase>('idle');
  #load = $state.raw<LoadProgress | null>(null);
  #done = $state(0);
  #total = $state(0);
  #report = $state.raw<Report | null>(null);
  #run = $state.raw<Run | null>(null);
  #keptAs = $state<string | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #notices = $state.raw<readonly Problem[]>([]);
  #isStopping = $state(false);
  #startedAt = $state(0);
  #stop: AbortController | null = null;
  #control: RunControl | null = null;

  /** Models that can be checked; null while they are being looked up. */
  get models(): readonly AnswerModel[] | null {
    return this.#models;
  }
  get device(): Device | null {
    return this.#device;
  }
  get phase(): Phase {
    return this.#phase;
  }
  get isBusy(): boolean {
    return ['loading', 'reading', 'writing', 'trials'].includes(this.#phase);
  }
  get load(): LoadProgress | null {
    return this.#load;
  }
  /** Stopped by its reader, while the call under way ends. */
  get isStopping(): boolean {
    return this.#isStopping;
  }
  /** When it began, on the page's own clock. */
  get startedAt(): number {
    return this.#startedAt;
  }
  /** Of the step under way. */
  get done(): number {
    return this.#done;
  }
  get total(): number {
    return this.#total;
  }
  /** What was measured, also where a later step failed; null before. */
  get report(): Report | null {
    return this.#report;
  }
  /** Id of the run that the answers were kept as; null where they were not. */
  get keptAs(): string | null {
    return this.#keptAs;
  }
  get problem(): Problem | null {
    return this.#problem;
  }
  get notices(): readonly Problem[] {
    return this.#notices;
  }

  /** Looks up models and device. Never rejects. */
  async look(): Promise<void> {
    try {
      [this.#models, this.#device] = await Promise.all([knownModels(), inspectDevice()]);
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** Measures one model; resolves at the end, whatever it is. Never rejects. */
  async start(model: AnswerModel): Promise<void> {
    if (this.isBusy) return;
    this.#report = null;
    this.#run = null;
    this.#keptAs = null;
    this.#problem = null;
    this.#notices = [];
    this.#isStopping = false;
    this.#startedAt = performance.now();
    const stop = new AbortController();
    this.#stop = stop;
    const sleepAgain = keepAwake(() => undefined);
    try {
      if (sessions.active.some((session) => session.isBusy)) {
        throw new Problem('busy', { what: en.selfcheck.busy, next: en.selfcheck.busyNext });
      }
      await this.#measure(model, stop.signal);
      this.#phase = 'done';
    } catch (error) {
      await this.#end(error, stop.signal);
    } finally {
      sleepAgain();
      this.#control = null;
    }
  }

  /** Stops at once; what was measured stays. */
  stop(): void {
    this.#isStopping = this.isBusy;
    this.#stop?.abort();
    this.#control?.cancel();
  }

  /** Keeps the trials' answers among the runs. Never rejects. */
  async keep(): Promise<void> {
    if (this.#run === null) return;
    try {
      await runs.import(this.#run);
      this.#keptAs = this.#run.manifest.runId;
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  get canKeep(): boolean {
    return this.#run !== null && this.#keptAs === null;
  }

  async #measure(model: AnswerModel, signal: AbortSignal): Promise<void> {
    const device = await inspectDevice();
    this.#device = device;
    this.#step('loading', 0);
    // A fresh load is what is measured.
    await enginePool.drop();
    let downloaded = 0;
    const before = performance.now();
    const engine = await enginePool.take(model, {
      signal,
      onProgress: (progress) => {
        this.#load = progress;
        if (progress.stage === 'download') downloaded = progress.done;
      },
      onNotice: (notice) => (this.#notices = [...this.#notices, notice]),
    });
    const load = { ms: performance.now() - before, downloaded };
    const study = await builtInStudy(STUDY);
    const suite = await suiteOf(study.suite);
    const plan = await makePlan(
      { ...study, models: { ...study.models, answer: engine.model.id } },
      suite.suite,
    );
    const manifest = startManifest(plan, engine, appName());
    const report = (parts: Partial<Pick<Report, 'reading' | 'writing' | 'agreement'>>): void => {
      const earlier = this.#report;
      this.#report = {
        ...(earlier ?? emptyReport(engine, manifest, device, load, plan.trials.length)),
        ...parts,
      };
    };
    report({});

    const passage = [...plan.questions]
      .flatMap(({ input }) => input.messages.map(({ content }) => content))
      .join('\n');
    const reading: Timed[] = [];
    await this.#repeat('reading', async (repeat) => {
      reading.push(await timeReading(engine, passage, repeat, signal));
      report({ reading: [...reading] });
    });
    const writing: (Timed & { text: string })[] = [];
    await this.#repeat('writing', async (repeat) => {
      writing.push(await timeWriting(engine, repeat, signal));
      report({ writing: [...writing] });
    });

    this.#step('trials', plan.trials.length);
    const journal = new MemoryJournal();
    const control = new RunControl();
    this.#control = control;
    signal.throwIfAborted();
    const started = performance.now();
    const events = {
      onSample: (_: Sample, done: number): void => {
        this.#done = done;
        this.#answers(journal.kept, performance.now() - started);
      },
    };
    const outcome = await run(plan, suite.suite, engine, journal, { control, events });
    this.#run = runOf(manifest, journal.kept, outcome.done === outcome.total);
    report({ agreement: await this.#held(manifest, journal.kept) });
  }

  async #held(manifest: Manifest, samples: readonly Sample[]): Promise<Held | null> {
    const references = REFERENCE_RUNS.filter(({ study }) => study === STUDY);
    try {
      const recorded = await Promise.all(
        references.map(async (reference) => ({
          name: `${reference.study}.${reference.model}`,
          run: await loadReferenceRun(reference),
        })),
      );
      return heldAgainst(recorded, manifest, samples);
    } catch (error) {
      // The figures measured here stand without it.
      this.#notices = [...this.#notices, asProblem(error)];
      return null;
    }
  }

  async #repeat(step: Step, measure: (repeat: number) => Promise<void>): Promise<void> {
    this.#step(step, REPEATS);
    for (let repeat = 1; repeat <= REPEATS; repeat += 1) {
      await measure(repeat);
      this.#done = repeat;
    }
  }

  #step(step: Step, total: number): void {
    this.#phase = step;
    this.#done = 0;
    this.#total = total;
  }

  #answers(samples: readonly Sample[], ms: number): void {
    if (this.#report === null) return;
    this.#report = {
      ...this.#report,
      trials: {
        ...this.#report.trials,
        ms,
        samples: samples.map(
          ({ trial, status, answer, probabilities, answerMass, tokens, ms: own }) => ({
            trial,
            status,
            ...(answer === undefined ? {} : { answer }),
            ...(probabilities === undefined ? {} : { probabilities }),
            ...(answerMass === undefined ? {} : { answerMass }),
            tokens,
            ms: own,
          }),
        ),
      },
    };
  }

  async #end(error: unknown, signal: AbortSignal): Promise<void> {
    if (isAbort(error) || signal.aborted) {
      this.#phase = 'stopped';
      return;
    }
    const problem = asProblem(error);
    this.#problem = problem;
    this.#phase = 'failed';
    if (this.#report !== null) {
      this.#report = { ...this.#report, problems: [...this.#report.problems, problem.sentence] };
    }
    if (breaksEngine(problem)) await enginePool.drop();
  }
}

function emptyReport(
  engine: Engine,
  manifest: Manifest,
  device: Device,
  load: Report['load'],
  planned: number,
): Report {
  const { studyHash, dataHash, promptHash } = manifest;
  return {
    format: 'crossroads-selfcheck/1',
    app: manifest.app,
    at: manifest.startedAt,
    browser: navigator.userAgent,
    device,
    engine: engine.kind,
    model: engine.model,
    environment: engine.environment,
    load,
    reading: [],
    writing: [],
    trials: { study: STUDY, studyHash, dataHash, promptHash, planned, ms: 0, samples: [] },
    agreement: null,
    problems: [],
  };
}

/** The trials of a self-check are kept only where its reader asks for it. */
class MemoryJournal implements Journal {
  kept: readonly Sample[] = [];

  samples(): Promise<readonly Sample[]> {
    return Promise.resolve(this.kept);
  }
  put(sample: Sample): Promise<void> {
    this.kept = [...this.kept.filter(({ trial }) => trial !== sample.trial), sample];
    return Promise.resolve();
  }
  artifacts(): Promise<readonly never[]> {
    return Promise.resolve([]);
  }
  putArtifact(): Promise<void> {
    return Promise.resolve();
  }
  finish(): Promise<void> {
    return Promise.resolve();
  }
}

import type { Engine, LoadProgress } from '../../core/engine';
import { asProblem, isAbort, Problem } from '../../core/errors';
import type { Sample, Status } from '../../core/run';
import type { OptionForms } from '../../core/suite';
import { askShares } from '../../experiment/answering';
import { samplingOf } from '../../experiment/outcome';
import { en } from '../../text/en';
import { serverKey } from '../endpoint/server-keys';
import { chooserId, rememberChoice } from '../running/choice';
import { chooseModel, EMBEDDED, type ChosenModel } from '../running/choose-model';
import { breaksEngine, enginePool } from '../running/engine-pool';
import { isSameModel, nameOfAnswerer } from '../running/resume';
import { sessions } from '../running/sessions.svelte';
import type { RunModel } from './RunModel.svelte';

/** What a prompt that was asked anew brought. */
export interface NewAnswer {
  readonly status: Status;
  readonly answer?: string;
  readonly probabilities?: Readonly<Record<string, number>>;
  readonly answerMass?: number;
  readonly text?: string;
  readonly ms: number;
  readonly changed: boolean;
}

/**
 * Puts a sample's prompt, changed or not, to a model that can be loaded here, and reads its answer as the run did.
 * Nothing of it is stored. One ask at a time; every verb keeps the text that is being edited.
 */
export class Asking {
  prompt = $state('');
  #chosen = $state.raw<ChosenModel | null>(null);
  #progress = $state.raw<LoadProgress | null>(null);
  #asking = $state(false);
  #writing = $state('');
  #answer = $state.raw<NewAnswer | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #stop: AbortController | null = null;

  constructor(
    private readonly run: RunModel,
    private readonly sample: Sample,
    /** The prompt that was sent, its passages filled in. */
    private readonly sent: string,
  ) {
    this.prompt = sent;
  }

  /** The model that will answer; null until it was looked for. */
  get chosen(): ChosenModel | null {
    return this.#chosen;
  }
  get progress(): LoadProgress | null {
    return this.#progress;
  }
  get isAsking(): boolean {
    return this.#asking;
  }
  get writing(): string {
    return this.#writing;
  }
  get answer(): NewAnswer | null {
    return this.#answer;
  }
  get problem(): Problem | null {
    return this.#problem;
  }
  get isChanged(): boolean {
    return this.prompt !== this.sent;
  }
  /** True where the model that answers is the one that answered in the run, as far as that can be told. */
  get isSameModel(): boolean {
    const model = this.#chosen?.model;
    if (model === undefined) return false;
    if (model.kind !== 'endpoint') return isSameModel(this.run.manifest, model);
    return this.run.manifest.study.models.answer === model.id;
  }
  /** Bytes still to be downloaded before it can answer. */
  get toLoad(): number {
    const { chosen } = this;
    return chosen === null || enginePool.loaded === chosen.model.id ? 0 : chosen.download;
  }

  /** Finds out which model can answer here: the run's own, else the embedded one. */
  async look(): Promise<void> {
    try {
      const own = nameOfAnswerer(this.run.manifest);
      this.#chosen = await chooseModel(own).catch((error: unknown) => {
        if (asProblem(error).code !== 'model-missing') throw error;
        return chooseModel(EMBEDDED);
      });
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** Lets another model answer, here and from now on. @throws Problem `model-missing`, those of the storage */
  async choose(id: string): Promise<void> {
    await rememberChoice(id);
    this.#chosen = await chooseModel(chooserId(id));
    this.#problem = null;
  }

  reset(): void {
    this.prompt = this.sent;
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Asks; resolves when there is an answer, a stop or a Problem. Never rejects. */
  async ask(): Promise<void> {
    if (this.#asking || this.#chosen === null) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#asking = true;
    this.#problem = null;
    this.#answer = null;
    this.#writing = '';
    try {
      if (sessions.active.some((session) => session.isBusy)) throw busy();
      const { model } = this.#chosen;
      const key = model.kind === 'endpoint' ? serverKey(model.address) : '';
      const engine = await enginePool.take(model, {
        signal: stop.signal,
        onProgress: (progress) => (this.#progress = progress),
        onNotice: () => undefined,
        ...(key === '' ? {} : { key }),
      });
      this.#progress = null;
      this.#answer = await this.#answerOf(engine, this.prompt, stop.signal);
    } catch (error) {
      if (!isAbort(error) && !stop.signal.aborted) await this.#fail(error);
    } finally {
      this.#asking = false;
      this.#progress = null;
    }
  }

  async #answerOf(engine: Engine, prompt: string, signal: AbortSignal): Promise<NewAnswer> {
    const { suite, manifest } = this.run;
    const { study } = manifest;
    const item = suite.suite.item(this.sample.item);
    const condition = this.run.conditionOf(this.sample.condition);
    if (item === undefined || condition === undefined) {
      throw new Problem('bad-study', { what: en.run.again.cannotRead });
    }
    const input = { kind: 'text', text: prompt } as const;
    const order = this.sample.order.split(',');
    const changed = prompt !== this.sent;
    if (study.answer === 'probability' && !condition.thinking) {
      const { options } = suite.suite.question(item, condition, order, study);
      return { ...(await sharesOf(engine, input, options, signal)), changed };
    }
    const { trial: id, repeat } = this.sample;
    const trial = { id, item: item.id, condition: condition.id, repeat, order: this.sample.order };
    const sampling = samplingOf(trial, condition, study, engine.model);
    const written = await engine.generate(
      input,
      sampling,
      signal,
      (text) => (this.#writing = text),
    );
    const reading = suite.suite.read(written.text, item, order, study);
    return { ...reading, text: written.text, ms: written.ms, changed };
  }

  async #fail(error: unknown): Promise<void> {
    this.#problem = asProblem(error);
    // A broken engine is loaded anew with the next ask.
    if (breaksEngine(this.#problem)) await enginePool.drop();
  }
}

async function sharesOf(
  engine: Engine,
  input: { readonly kind: 'text'; readonly text: string },
  options: readonly OptionForms[],
  signal: AbortSignal,
): Promise<Omit<NewAnswer, 'changed'>> {
  const shares = await askShares(engine, input, options, signal);
  const { answerMass, ms } = shares;
  if (shares.probabilities === null) return { status: 'unparsed', answerMass, ms };
  const { probabilities } = shares;
  const [answer] = Object.entries(probabilities).reduce((a, b) => (b[1] > a[1] ? b : a));
  return { status: 'answered', answer, probabilities, answerMass, ms };
}

function busy(): Problem {
  return new Problem('busy', { what: en.run.again.busy, next: en.run.again.busyNext });
}

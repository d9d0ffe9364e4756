import type { Engine, LoadProgress } from '../../core/engine';
import { asProblem, isAbort, Problem } from '../../core/errors';
import { LETTERS, type Letter } from '../../decision/rows-schema';
import { serverKey } from '../../components/endpoint/server-keys';
import { chooserId, rememberChoice } from '../../components/running/choice';
import { chooseModel, EMBEDDED, type ChosenModel } from '../../components/running/choose-model';
import { breaksEngine, enginePool } from '../../components/running/engine-pool';
import { hindrancesOf } from '../../components/running/cautions';
import { rateOf } from '../../components/running/rates';
import { sessions } from '../../components/running/sessions.svelte';
import { inspectDevice } from '../../engines/device';
import { askShares } from '../../experiment/answering';
import { durationOf } from '../../experiment/estimate';
import { en } from '../../text/en';
import type { Building, Built } from './Building.svelte';
import type { Settings } from './page-study';
import { settingsWords } from './settings-words';

const text = en.decision.answer;

/** A model's answer to the decision under one profile. */
export interface Answer {
  /** The profile's settings in words. */
  readonly settings: string;
  /** The name of the model that answered. */
  readonly model: string;
  /** Each option's share, by letter; null where it puts nothing on any. */
  readonly shares: Readonly<Record<string, number>> | null;
  /** The option with the greatest share. */
  readonly letter: Letter | null;
  readonly mass: number;
  readonly ms: number;
  /** Tokens of the prompt. */
  readonly tokens: number;
}

/** What the model reads, and how long that may take. */
export interface Reading {
  /** When it began, as of `Date.now()`. */
  readonly since: number;
  /** Of the prompt. */
  readonly tokens: number;
  /** About how long it takes. */
  readonly ms: number;
  /** Whether that comes from a run on this device. */
  readonly measured: boolean;
}

/** Puts the decision to the model that the reader chose, with a profile built in the model's own tokens. Nothing is stored. */
export class Answering {
  #chosen = $state.raw<ChosenModel | null>(null);
  #progress = $state.raw<LoadProgress | null>(null);
  #isAsking = $state(false);
  #reading = $state.raw<Reading | null>(null);
  #isAnswering = $state(false);
  #answers = $state.raw<readonly Answer[]>([]);
  #problem = $state.raw<Problem | null>(null);
  #stop: AbortController | null = null;

  constructor(private readonly building: Building) {}

  /** The model that will answer; null until it was looked for, or where none can. */
  get chosen(): ChosenModel | null {
    return this.#chosen;
  }
  get progress(): LoadProgress | null {
    return this.#progress;
  }
  /** True from the press to the answer, a stop or a Problem. */
  get isAsking(): boolean {
    return this.#isAsking;
  }
  /** What it is at. */
  get said(): string {
    return this.#reading !== null ? text.asking : this.building.said;
  }
  /** True while an answer is awaited; a profile that is built alone is not. */
  get isAnswering(): boolean {
    return this.#isAnswering;
  }
  /** The prompt that is being read; null before and after. */
  get reading(): Reading | null {
    return this.#reading;
  }
  /** The latest answer. */
  get answer(): Answer | null {
    return this.#answers.at(-1) ?? null;
  }
  /** All answers of this page, the latest of each model to each setting only, in order. */
  get earlier(): readonly Answer[] {
    return this.#answers;
  }
  get problem(): Problem | null {
    return this.#problem;
  }
  /** Bytes still to be downloaded before it can answer. */
  get toLoad(): number {
    const { chosen } = this;
    return chosen === null || enginePool.loaded === chosen.model.id ? 0 : chosen.download;
  }

  /** Finds out which model can answer here. Never rejects. */
  async look(): Promise<void> {
    if (this.#chosen !== null) return;
    try {
      this.#chosen = await runnable(EMBEDDED);
    } catch (error) {
      this.#problem = asProblem(error);
    }
  }

  /** Lets another model answer, here and from now on. @throws Problem where it cannot; those of the storage */
  async choose(id: string): Promise<void> {
    await rememberChoice(id);
    this.#chosen = await runnable(chooserId(id));
    this.#problem = null;
  }

  stop(): void {
    this.#stop?.abort();
  }

  /** Builds the profile with the model at hand, for a method that asks it. Never rejects. */
  async build(settings: Settings): Promise<void> {
    await this.#with(async (loaded, signal) => {
      await this.building.build(settings, loaded, signal);
    });
  }

  /** Asks; resolves when there is an answer, a stop or a Problem. Never rejects. */
  async ask(settings: Settings): Promise<void> {
    if (this.#isAsking) return;
    this.#isAnswering = true;
    await this.#with(async (loaded, signal) => {
      const before = this.building.with(settings);
      const built =
        before !== null && before.countedBy === loaded.title
          ? before
          : await this.building.build(settings, loaded, signal);
      if (built === null) {
        signal.throwIfAborted();
        if (this.building.problem !== null) throw this.building.problem;
        return;
      }
      this.#reading = await readingOf(loaded.engine, built);
      const answer = await answerOf(loaded, built, signal);
      const others = this.#answers.filter(
        (one) => one.settings !== answer.settings || one.model !== answer.model,
      );
      this.#answers = [...others, answer];
    });
    this.#isAnswering = false;
  }

  async #with(
    work: (
      loaded: { readonly engine: Engine; readonly title: string },
      signal: AbortSignal,
    ) => Promise<void>,
  ): Promise<void> {
    if (this.#isAsking) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#isAsking = true;
    this.#problem = null;
    try {
      await this.look();
      if (this.#chosen === null) return;
      if (sessions.active.some((session) => session.isBusy)) {
        throw new Problem('busy', { what: text.others, next: text.othersNext });
      }
      const { model } = this.#chosen;
      const key = model.kind === 'endpoint' ? serverKey(model.address) : '';
      const engine = await enginePool.take(model, {
        signal: stop.signal,
        onProgress: (progress) => (this.#progress = progress),
        onNotice: () => undefined,
        ...(key === '' ? {} : { key }),
      });
      this.#progress = null;
      await work({ engine, title: model.title }, stop.signal);
    } catch (error) {
      if (!isAbort(error) && !stop.signal.aborted) await this.#fail(error);
    } finally {
      this.#isAsking = false;
      this.#reading = null;
      this.#progress = null;
    }
  }

  async #fail(error: unknown): Promise<void> {
    this.#problem = asProblem(error);
    // A broken engine is loaded anew with the next ask.
    if (breaksEngine(this.#problem)) await enginePool.drop();
  }
}

/** @throws Problem `not-supported` where this device cannot run the model; `model-missing` */
async function runnable(named: string): Promise<ChosenModel> {
  const [chosen, device] = await Promise.all([chooseModel(named), inspectDevice()]);
  const tooOld = chosen.model.kind === 'gguf' && device.build === 'none';
  const [hindrance] = tooOld ? [text.noEngine] : hindrancesOf(device, chosen.model);
  if (hindrance !== undefined) throw new Problem('not-supported', { what: hindrance });
  return chosen;
}

/** Tokens where the engine does not count them are taken as four characters long. */
async function readingOf(engine: Engine, { prompt }: Built): Promise<Reading> {
  const { rate, measured } = await rateOf(engine.model.id, 'probability');
  const tokens = (await engine.count?.(prompt)) ?? Math.ceil(prompt.length / 4);
  return { since: Date.now(), tokens, ms: durationOf([prompt.length], rate), measured };
}

async function answerOf(
  { engine, title }: { readonly engine: Engine; readonly title: string },
  built: Built,
  signal: AbortSignal,
): Promise<Answer> {
  const { input, options } = built.question;
  const { probabilities, answerMass, ms, tokens } = await askShares(engine, input, options, signal);
  const best = LETTERS.reduce<Letter | null>((a, b) => {
    const share = probabilities?.[b] ?? 0;
    return share > (a === null ? 0 : (probabilities?.[a] ?? 0)) ? b : a;
  }, null);
  return {
    settings: settingsWords(built.settings),
    model: title,
    shares: probabilities,
    letter: best,
    mass: answerMass,
    ms,
    tokens: tokens.prompt,
  };
}

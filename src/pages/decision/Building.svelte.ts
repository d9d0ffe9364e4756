import { renderChat } from '../../core/chat-template';
import type { Engine, LoadProgress } from '../../core/engine';
import { asProblem, isAbort, Problem } from '../../core/errors';
import type { Profile } from '../../core/profile';
import type { Artifact } from '../../core/run';
import type { Question } from '../../core/suite';
import { needsNovel, recipeOf } from '../../decision/recipe';
import { traceOf, type ProfileTrace } from '../../decision/profile';
import { LETTERS } from '../../decision/rows-schema';
import { catalogue } from '../../engines/catalogue';
import { expandConditions } from '../../experiment/condition';
import { suiteOf } from '../../experiment/registry';
import { Workshops, type ArtifactShelf } from '../../experiment/workshop';
import type { Library } from '../../core/library';
import { noEngine } from './no-engine';
import { pageStudy, type Settings } from './page-study';
import { settingsWords } from './settings-words';

/** A profile as it was built, and the question that it goes into. */
export interface Built {
  readonly settings: Settings;
  readonly profile: Profile;
  readonly trace: ProfileTrace;
  /** In tokens; null where the method fills the context instead. */
  readonly budget: number | null;
  /** The model whose tokens were counted; null where they were estimated. */
  readonly countedBy: string | null;
  readonly question: Question;
  /** In the chat template of the embedded models. */
  readonly prompt: string;
  /** What was made on the way, each with its calls. */
  readonly artifacts: readonly Artifact[];
}

/** How far something is that takes its time. */
export interface BuildProgress {
  readonly what: 'embedder' | 'vectors';
  readonly done: number;
  readonly total: number;
}

/** What builds it: novels with their search, and what other runs have made. */
export interface Tools {
  readonly library: Library;
  /** Has the embedding model's load and the making of vectors told; the answer ends it. */
  readonly listen: (listener: {
    onLoad(progress: Pick<LoadProgress, 'done' | 'total'>): void;
    onVectors(progress: { readonly done: number; readonly total: number }): void;
  }) => () => void;
  readonly shelf: ArtifactShelf;
}

/** Builds one decision's profile in the workshop of a study of its own; nothing of it is stored but descriptions. */
export class Building {
  #built = $state.raw<Built | null>(null);
  #isBuilding = $state(false);
  #said = $state('');
  #progress = $state.raw<BuildProgress | null>(null);
  #problem = $state.raw<Problem | null>(null);
  #stop: AbortController | null = null;
  /** Settings of the last try, so that one that failed is not tried over and over. */
  #tried = $state('');

  constructor(
    private readonly decision: string,
    private readonly tools: Tools,
  ) {}

  get isBuilding(): boolean {
    return this.#isBuilding;
  }
  /** What is being made. */
  get said(): string {
    return this.#said;
  }
  /** The embedding model's load, or the vectors of the novel; null while there is neither. */
  get progress(): BuildProgress | null {
    return this.#progress;
  }
  get problem(): Problem | null {
    return this.#problem;
  }

  /** What was built with exactly these settings; null where nothing was yet. */
  with(settings: Settings): Built | null {
    const built = this.#built;
    return built !== null && settingsWords(built.settings) === settingsWords(settings)
      ? built
      : null;
  }

  /** True where these settings were tried last, whatever came of it. */
  hasTried(settings: Settings): boolean {
    return this.#tried === settingsWords(settings);
  }

  stop(): void {
    this.#stop?.abort();
  }

  /**
   * Builds the profile; a build that is under way is stopped first.
   * @param engine the answering model with its name; without it no method that asks a model can be built
   * @returns null where it was stopped or failed (`problem`)
   */
  async build(
    settings: Settings,
    engine: { readonly engine: Engine; readonly title: string } | null,
    signal?: AbortSignal,
  ): Promise<Built | null> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.#tried = settingsWords(settings);
    this.#isBuilding = true;
    this.#problem = null;
    this.#said = '';
    this.#progress = null;
    const tell = (what: BuildProgress['what']) => (progress: { done: number; total: number }) => {
      if (this.#stop === stop) this.#progress = { what, ...progress };
    };
    const hush = this.tools.listen({ onLoad: tell('embedder'), onVectors: tell('vectors') });
    try {
      const both = signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]);
      const built = await this.#make(settings, engine, both);
      if (this.#stop === stop) this.#built = built;
      return built;
    } catch (error) {
      if (this.#stop === stop && !isAbort(error)) this.#problem = asProblem(error);
      return null;
    } finally {
      hush();
      if (this.#stop === stop) {
        this.#isBuilding = false;
        this.#progress = null;
      }
    }
  }

  async #make(
    settings: Settings,
    engine: { readonly engine: Engine; readonly title: string } | null,
    signal: AbortSignal,
  ): Promise<Built> {
    const study = pageStudy(this.decision, settings);
    const { suite } = await suiteOf('decision');
    const [[condition], [item]] = [await expandConditions(study), suite.select(study.items)];
    const [model] = catalogue;
    if (condition === undefined || item === undefined || suite.profile === undefined || !model) {
      throw new Problem('bad-study', { what: 'This decision cannot be asked.' });
    }
    const artifacts: Artifact[] = [];
    const workshops = new Workshops({
      engine: engine?.engine ?? noEngine(model),
      library: this.tools.library,
      shelf: this.tools.shelf,
      journal: {
        artifacts: () => Promise.resolve([]),
        putArtifact: (artifact) => Promise.resolve(void artifacts.push(artifact)),
      },
      onSay: (what) => (this.#said = what),
    });
    const profile = await suite.profile(item, condition, study, workshops.under(signal));
    signal.throwIfAborted();
    const question = suite.question(item, condition, [...LETTERS], study, profile);
    const trace = traceOf({ id: profile.artifact, trace: profile.trace });
    const recipe = recipeOf(settings.method);
    return {
      settings,
      profile,
      trace,
      budget: recipe.raw ? null : trace.budget.allowed,
      countedBy: engine?.engine.count === undefined ? null : engine.title,
      question,
      prompt: renderChat({ family: 'chatml', defaultSystem: '', thinks: false }, question.input),
      artifacts: artifacts.filter(({ id }) => id !== profile.artifact),
    };
  }
}

/** True where a method asks a model before the question is put. */
export function asksModel({ method }: Pick<Settings, 'method'>): boolean {
  const { description, memories } = recipeOf(method);
  return memories === 'charmap' || (description !== null && description !== 'curated');
}

/** True where a method reads the novel. */
export function readsNovel({ method }: Pick<Settings, 'method'>): boolean {
  return needsNovel(recipeOf(method));
}

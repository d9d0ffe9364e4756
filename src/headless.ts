/**
 * What `npm run reproduce` and the benchmarks open in a headless browser: the page's engine, plan and runner without
 * its pages. It puts one object on the window; the script at the other end keeps the samples.
 */
import { appName } from './core/app';
import type { Engine, LoadProgress } from './core/engine';
import { detectTemplate, renderChat } from './core/chat-template';
import { asProblem, Problem } from './core/errors';
import type { Journal } from './core/journal';
import type { Artifact, Manifest, Sample } from './core/run';
import type { Suite } from './core/suite';
import { parseStudy } from './exchange/study-file';
import { catalogue, findModel } from './engines/catalogue';
import { openModel } from './engines/model-files';
import { loadWllama } from './engines/wllama';
import { startRuntime } from './engines/wllama-runtime';
import type { WllamaSettings } from './engines/wllama-settings';
import { startManifest } from './experiment/manifest';
import { makePlan, type PreparedPlan } from './experiment/plan';
import { suiteOf } from './experiment/registry';
import { run, type RunOutcome } from './experiment/runner';
import { shardOf, withoutReviews, type Shard } from './experiment/shard';
import { Workshops } from './experiment/workshop';
import { runs } from './storage/here';

/** What the script is told while a model loads and a study runs; each call is awaited. */
export interface Listener {
  onLoad(progress: LoadProgress): Promise<void>;
  onSample(sample: Sample): Promise<void>;
  onArtifact(artifact: Artifact): Promise<void>;
}

const modules = {
  detectTemplate,
  findModel,
  loadWllama,
  makePlan,
  openModel,
  parseStudy,
  renderChat,
  run,
  runs,
  startRuntime,
  suiteOf,
  workshopsOf,
};

export interface Headless {
  /** Loads a model of the catalogue; `embedded` is its first. */
  load(
    model: string,
    listener: Pick<Listener, 'onLoad'>,
    settings?: Partial<WllamaSettings>,
  ): Promise<Engine['model']>;
  /** The manifest that a run of this study would start with now. */
  manifest(study: unknown): Promise<Manifest>;
  /** Runs a study on the loaded model. `kept`: what an earlier run of the same plan made. */
  run(
    study: unknown,
    kept: { readonly samples: readonly Sample[]; readonly artifacts: readonly Artifact[] },
    listener: Pick<Listener, 'onSample' | 'onArtifact'>,
    /** One part of the plan only; null or left out: all of it. */
    part?: Shard | null,
  ): Promise<RunOutcome>;
  /** For the benchmarks, which take the parts apart. */
  readonly modules: typeof modules;
  readonly search: () => Promise<typeof import('./headless-search')>;
  readonly engine: Engine | null;
}

let engine: Engine | null = null;

function loaded(): Engine {
  if (engine) return engine;
  throw new Problem('engine-failed', { what: 'No model is loaded.' });
}

async function planOf(study: unknown): Promise<PreparedPlan> {
  const parsed = parseStudy(study);
  const { suite } = await suiteOf(parsed.suite);
  const plan = await makePlan(parsed, suite);
  return { ...plan, study: { ...plan.study, models: { answer: loaded().model.id } } };
}

/** Where a decision's profiles are made, with the site's own shelf and search. */
async function workshopsOf(
  suite: Suite,
  answering: Engine,
  journal: Journal,
): Promise<Workshops | undefined> {
  if (suite.profile === undefined) return undefined;
  const { library } = await import('./exchange/library-here');
  return new Workshops({ engine: answering, library, journal });
}

/** Problems cross to the script as plain errors: the whole sentence becomes the message. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new Error(asProblem(error).sentence, { cause: error });
  }
}

const headless: Headless = {
  modules,
  search: () => import('./headless-search'),
  get engine() {
    return engine;
  },
  load: (id, listener, settings) =>
    told(
      (async () => {
        const model = id === 'embedded' ? catalogue[0] : findModel(id);
        if (!model) {
          throw new Problem('model-missing', { what: `The catalogue has no model "${id}".` });
        }
        await engine?.dispose();
        engine = null;
        engine = await loadWllama(model, {
          ...(settings ? { settings } : {}),
          onProgress: (progress) => void listener.onLoad(progress),
        });
        return engine.model;
      })(),
    ),
  manifest: (study) => told(planOf(study).then((plan) => startManifest(plan, loaded(), appName()))),
  run: (study, kept, listener, part = null) =>
    told(
      (async () => {
        const whole = await planOf(study);
        const plan = part === null ? whole : shardOf(whole, part);
        const registered = (await suiteOf(plan.study.suite)).suite;
        const suite = part === null ? registered : withoutReviews(registered);
        const journal = {
          samples: () => Promise.resolve(kept.samples),
          put: (sample: Sample) => listener.onSample(sample),
          artifacts: () => Promise.resolve(kept.artifacts),
          putArtifact: (artifact: Artifact) => listener.onArtifact(artifact),
          finish: () => Promise.resolve(),
        };
        const workshops = await workshopsOf(suite, loaded(), journal);
        return run(plan, suite, loaded(), journal, { workshop: workshops?.under });
      })(),
    ),
};

declare global {
  interface Window {
    crossroads?: Headless;
  }
}
window.crossroads = headless;

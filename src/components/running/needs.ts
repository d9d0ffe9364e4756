import { asProblem, Problem } from '../../core/errors';
import type { Study } from '../../core/study';
import type { EndpointModel } from '../../engines/answer-model';
import { inspectDevice } from '../../engines/device';
import type { CostEstimate } from '../../engines/endpoint-cost';
import { durationOf } from '../../experiment/estimate';
import type { PreparedPlan } from '../../experiment/plan';
import { serverFacts, type ServerFacts } from '../endpoint/server-facts';
import { cautionsOf, hindrancesOf, type Caution } from './cautions';
import { chooseModel, EMBEDDED, type ChosenModel } from './choose-model';
import { enginePool } from './engine-pool';
import { rateOf } from './rates';

/** What a run takes before it is started. */
export interface Needs {
  readonly chosen: ChosenModel;
  /** True where the engine stands ready in this page. */
  readonly isLoaded: boolean;
  /** Milliseconds of the run itself, without the load; null where nothing is known of the model's speed. */
  readonly ms: number | null;
  /** Whether the time rests on an earlier run on this device. */
  readonly measured: boolean;
  readonly cautions: readonly Caution[];
  /** True where this browser cannot run a model at all. */
  readonly tooOld: boolean;
  /** Why this model cannot be started here, a sentence for each reason. */
  readonly hindrances: readonly string[];
  /** Of a server; null where the model runs on this device. */
  readonly server: ServerNeeds | null;
}

/** What a run on a server takes. */
export interface ServerNeeds {
  readonly model: EndpointModel;
  /** What it said of itself; null where it could not be asked. */
  readonly facts: ServerFacts | null;
  /** Why it could not be asked; null where it could. */
  readonly problem: Problem | null;
  /** Tokens, and their cost at the model's prices; null where it could not be asked. */
  readonly cost: CostEstimate | null;
  /** Why this study cannot be run on it; null where it can. */
  readonly refusal: Problem | null;
}

/**
 * What a study takes on this device or on a server.
 * @param named the model that answers, in place of the one that the study names
 * @throws Problem `model-missing` and those of asking the site for the model
 */
export async function needsOf(
  study: Study,
  plan: PreparedPlan,
  named: string = study.models.answer,
): Promise<Needs> {
  const [chosen, device] = await Promise.all([chooseModel(named), inspectDevice()]);
  const { model } = chosen;
  const isServer = model.kind === 'endpoint';
  const { rate, measured } = await rateOf(model.id, study.answer, isServer ? model.concurrency : 1);
  return {
    chosen,
    isLoaded: enginePool.loaded === model.id,
    // The first rate is that of the catalogue's models on a processor.
    ms: measured || model.kind === 'gguf' ? durationOf(plan.newCharacters, rate) : null,
    measured,
    cautions: cautionsOf(device, chosen),
    tooOld: model.kind === 'gguf' && device.build === 'none',
    hindrances: hindrancesOf(device, model),
    server: isServer ? await serverNeeds(model, plan) : null,
  };
}

/** What a plan takes of a server. Never rejects: a server that is down now may be up at the start. */
export async function serverNeeds(model: EndpointModel, plan: PreparedPlan): Promise<ServerNeeds> {
  try {
    const [facts, { estimateCost }] = await Promise.all([
      serverFacts(model),
      import('../../engines/endpoint-cost'),
    ]);
    const prices = model.prices ?? { prompt: 0, completion: 0 };
    const cost = estimateCost(plan, prices, facts.model, new Set(), facts.way);
    return { model, facts, problem: null, cost, refusal: refusalOf(plan, facts) };
  } catch (error) {
    return { model, facts: null, problem: asProblem(error), cost: null, refusal: null };
  }
}

/** Why a plan cannot be run on a server, said before the first trial instead of at each; null where it can. */
export function refusalOf(
  { study, conditions }: Pick<PreparedPlan, 'study' | 'conditions'>,
  { probabilities, thinking }: Pick<ServerFacts, 'probabilities' | 'thinking'>,
): Problem | null {
  if (study.answer === 'probability' && !probabilities) {
    return new Problem('not-supported', {
      what: 'This server gives no log-probabilities, so no study that answers by probability can be run on it.',
      kept: 'Nothing was asked.',
      next: 'Let the model write its answers instead, or choose a server that gives log-probabilities (llama.cpp, vLLM).',
    });
  }
  if (!thinking && conditions.some((condition) => condition.thinking)) {
    return new Problem('not-supported', {
      what: 'Thinking cannot be switched on through this server, and the study asks for it.',
      kept: 'Nothing was asked.',
      next: 'Take the conditions with thinking out of the study, or use vLLM or llama.cpp.',
    });
  }
  return null;
}

/** True where the model that a study names cannot be had, but another one could answer instead. */
export async function needsReplacement(study: Study): Promise<boolean> {
  if (study.models.answer === EMBEDDED) return false;
  try {
    await chooseModel(study.models.answer);
    return false;
  } catch (error) {
    if (asProblem(error).code === 'model-missing') return true;
    throw error;
  }
}

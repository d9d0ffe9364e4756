import { Problem } from '../../core/errors';
import type { Engine } from '../../core/engine';
import type { Manifest, Sample } from '../../core/run';
import type { AnswerModel } from '../../engines/answer-model';
import type { PreparedPlan } from '../../experiment/plan';
import { runs } from '../../storage/here';
import { EMBEDDED } from './choose-model';

/** A stored run that may be gone on with, and the checks that show whether it can be. */
export interface Resumable {
  readonly manifest: Manifest;
  /** @throws Problem `bad-study` where this version would ask something else */
  readonly check: (plan: PreparedPlan) => void;
  /** @throws Problem `model-missing` where the model is another one */
  readonly checkModel: (model: AnswerModel) => void;
  /** What only a loaded model, or a server that was asked, can tell. @throws Problem `model-missing` */
  readonly checkEngine: (engine: Pick<Engine, 'kind' | 'model' | 'environment'>) => void;
}

/**
 * Finds a stored run to go on with.
 * @throws Problem `storage-failed` where it is not here
 */
export async function checkResumable(runId: string): Promise<Resumable> {
  const entry = await runs.get(runId);
  if (entry === undefined) {
    throw new Problem('storage-failed', {
      what: 'This run is not stored in this browser, or it was deleted.',
      next: 'Start it anew, or import its file.',
    });
  }
  const { manifest } = entry;
  return {
    manifest,
    check: (plan) => refuseOtherPlan(manifest, plan),
    checkModel: (model) => refuseOtherModel(manifest, model),
    checkEngine: (engine) => {
      refuseOtherWeights(manifest, engine);
      refuseOtherServer(manifest, engine);
    },
  };
}

/** Number of new characters of every trial of a plan that has no outcome yet, in plan order. */
export function stillOpen(plan: PreparedPlan, samples: readonly Sample[]): number[] {
  const ended = new Set(
    samples.filter(({ status }) => status !== 'error').map(({ trial }) => trial),
  );
  return plan.newCharacters.filter((_, index) => !ended.has(plan.trials[index]?.id ?? ''));
}

/** The place of each trial in its plan. */
export function placesOf(plan: PreparedPlan): ReadonlyMap<string, number> {
  return new Map(plan.trials.map(({ id }, index) => [id, index]));
}

/** The Problem of a run whose plan was gone through, with trials left over. */
export function holesProblem(holes: number): Problem {
  const one = holes === 1;
  return new Problem('engine-failed', {
    what: `${holes} ${one ? 'trial' : 'trials'} got no answer, although each was tried three times.`,
    kept: 'All other answers are kept.',
    next: `Go on to ask ${one ? 'it' : 'them'} again.`,
  });
}

export function refuseOtherPlan(
  manifest: Pick<Manifest, 'studyHash' | 'dataHash' | 'promptHash'>,
  plan: Pick<PreparedPlan, 'studyHash' | 'dataHash' | 'promptHash'>,
): void {
  const changed =
    manifest.dataHash !== plan.dataHash
      ? 'items'
      : manifest.promptHash !== plan.promptHash || manifest.studyHash !== plan.studyHash
        ? 'prompts'
        : null;
  if (changed === null) return;
  throw new Problem('bad-study', {
    what: `This run cannot be gone on with: this version of the page has other ${changed} than the one that began it.`,
    kept: 'Its answers so far are kept.',
    next: 'Start the study anew, so that all its answers come from the same version.',
  });
}

/** The name by which a run's model is asked for here: the study's, which for a server is that of this page. */
export function nameOfAnswerer({ study, models }: Pick<Manifest, 'study' | 'models'>): string {
  return study.models.answer === EMBEDDED ? models.answer.id : study.models.answer;
}

/** What a run says of who answered. */
export type Answerer = Pick<Manifest, 'engine' | 'models'>;

/** The engine that a model of each kind runs in, as manifests name it. */
const ENGINES = { gguf: 'wllama', mlc: 'webllm', endpoint: 'endpoint' } as const;

/**
 * Whether a model may go on where another began: the same file, where there is one; else the same model by its id.
 * Of weights at an address it can only be said once they are loaded (`refuseOtherWeights`), of a server once it is
 * asked (`refuseOtherServer`).
 */
export function isSameModel({ engine, models }: Answerer, model: AnswerModel): boolean {
  if (engine !== ENGINES[model.kind]) return false;
  const { id, sha256 } = models.answer;
  switch (model.kind) {
    case 'gguf':
      return sha256 === model.sha256;
    case 'mlc':
      return id === model.id;
    case 'endpoint':
      return true;
  }
}

/** @throws Problem `model-missing` where the run was begun with another model */
export function refuseOtherModel(begun: Answerer, model: AnswerModel): void {
  if (isSameModel(begun, model)) return;
  const { file, id } = begun.models.answer;
  if (begun.engine === 'endpoint' || model.kind === 'endpoint') {
    const where = begun.engine === 'endpoint' ? 'on a server' : 'in a page';
    throw other(
      `This run was begun ${where}, with ${id}. ${model.title} answers elsewhere, and another engine computes other numbers.`,
      begun.engine === 'endpoint'
        ? 'Choose the server that it was begun on, or start the study anew.'
        : 'Choose the model that it was begun with, or start the study anew.',
    );
  }
  throw other(
    `This run was begun with the model ${model.kind === 'gguf' && file !== '' ? `file ${file}` : id}, which is not the one that can be loaded here (${model.title}).`,
    'Start the study anew with the model that is here, or choose the one that it was begun with.',
  );
}

/** @throws Problem `model-missing` where other weights lie under the same name now */
export function refuseOtherWeights(
  { models }: Pick<Manifest, 'models'>,
  { model }: Pick<Engine, 'model'>,
): void {
  const { id, sha256 } = models.answer;
  // Of a server, and of weights without a list, nothing can be compared.
  if (sha256 === '' || model.sha256 === '' || model.sha256 === sha256) return;
  throw other(
    `This run was begun with other weights of ${id}: what lies at the model’s address was changed since.`,
    'Start the study anew, so that all its answers come from the same weights.',
  );
}

/** @throws Problem `model-missing` where another model answers there now, or another kind of server */
export function refuseOtherServer(
  { engine: begunIn, models, environment }: Answerer & Pick<Manifest, 'environment'>,
  engine: Pick<Engine, 'kind' | 'model' | 'environment'>,
): void {
  if (begunIn !== 'endpoint') return;
  const { id } = models.answer;
  if (engine.model.id !== id) {
    throw other(
      `This run was begun with the model ${id}; the server has ${engine.model.id} now.`,
      'Start that model there again and go on, or start the study anew.',
    );
  }
  for (const fact of ['server', 'template', 'lead'] as const) {
    const [then, now] = [environment[fact], engine.environment[fact]];
    if (then === undefined || then === now) continue;
    throw other(
      fact === 'server'
        ? `This run was begun on another kind of server (${then}); this is ${now}.`
        : 'This run was begun on a server that was asked in another way, so its prompts would be others.',
      'Connect to the server that it was begun on, or start the study anew.',
    );
  }
}

function other(what: string, next: string): Problem {
  return new Problem('model-missing', { what, kept: 'Its answers so far are kept.', next });
}

import type { Engine } from '../core/engine';
import type { Plan } from '../core/plan';
import type { Manifest } from '../core/run';

/** The manifest of a run that starts now. */
export function startManifest(
  plan: Plan,
  engine: Pick<Engine, 'kind' | 'model' | 'environment'>,
  app: string,
  now: Date = new Date(),
): Manifest {
  const { id, file, sha256, quantization, parameters, family, chatTemplateHash } = engine.model;
  return {
    runId: crypto.randomUUID(),
    name: '',
    study: plan.study,
    studyHash: plan.studyHash,
    dataHash: plan.dataHash,
    promptHash: plan.promptHash,
    engine: engine.kind,
    models: { answer: { id, file, sha256, quantization, parameters, family, chatTemplateHash } },
    app,
    environment: { ...engine.environment },
    startedAt: now.toISOString(),
    finishedAt: '',
    trials: plan.trials.length,
  };
}

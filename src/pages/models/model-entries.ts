import { fitnessOf, memoryOf, type Fitness } from '../../components/models/fitness';
import type { AnswerModel, MlcModel } from '../../engines/answer-model';
import type { Device } from '../../engines/device';

/** One row of the list of models. */
export interface ModelEntry {
  /** The model that would be used: of two variants the one that suits the graphics adapter. */
  readonly model: AnswerModel;
  /** All variants of it; one for everything but WebLLM's pairs. */
  readonly variants: readonly AnswerModel[];
  readonly fitness: Fitness;
  /** Bytes of it that are kept on this device. */
  readonly kept: number;
  readonly isHere: boolean;
  /** Added by the reader. */
  readonly isOwn: boolean;
  /** Used where it lies until the page is closed. */
  readonly isForVisit: boolean;
  readonly isChosen: boolean;
  /** Memory it takes, about; 0 where unknown or elsewhere. */
  readonly memory: number;
}

/** What is known of the models on this device. */
export interface ModelFacts {
  /** Bytes that are kept, by model. */
  readonly kept: Readonly<Record<string, number>>;
  /** Ids of the reader's own models, and of those held for this visit. */
  readonly own: readonly string[];
  readonly visit: readonly string[];
  /** Id of the model that answers. */
  readonly chosen: string;
}

/** The rows of the list: half- and single-precision variants of one model share a row. */
export function entriesOf(
  models: readonly AnswerModel[],
  device: Device,
  facts: ModelFacts,
): ModelEntry[] {
  const rows = new Map<string, AnswerModel[]>();
  for (const model of models) {
    const key =
      model.kind === 'mlc' && !facts.own.includes(model.id) ? `mlc ${model.title}` : model.id;
    rows.set(key, [...(rows.get(key) ?? []), model]);
  }
  return [...rows.values()].map((variants) => entryOf(variants, device, facts));
}

function entryOf(variants: readonly AnswerModel[], device: Device, facts: ModelFacts): ModelEntry {
  const model = suitable(variants, device);
  const kept = facts.kept[model.id] ?? 0;
  const isForVisit = facts.visit.includes(model.id);
  return {
    model,
    variants,
    fitness: fitnessOf(model, device, { kept }),
    kept,
    isHere: isHere(model, kept) || isForVisit,
    isOwn: facts.own.includes(model.id) || isForVisit,
    isForVisit,
    isChosen: variants.some(({ id }) => id === facts.chosen),
    memory: memoryOf(model),
  };
}

function isHere(model: AnswerModel, kept: number): boolean {
  return model.kind === 'endpoint' || (kept > 0 && kept >= model.bytes);
}

/** Half precision where the adapter has it, or where nobody knows; else single. */
function suitable(variants: readonly AnswerModel[], device: Device): AnswerModel {
  const wanted = device.gpu?.f16 ?? true;
  const found = variants.find(
    (model): model is MlcModel => model.kind === 'mlc' && model.f16 === wanted,
  );
  return found ?? (variants[0] as AnswerModel);
}

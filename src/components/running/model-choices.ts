import type { AnswerModel } from '../../engines/answer-model';
import { inspectDevice, type Device } from '../../engines/device';
import { readAddress } from '../../engines/openai/address';
import { en } from '../../text/en';
import { fitnessOf } from '../models/fitness';
import { knownModels } from '../models/known-models';
import { keptOf } from './choose-model';

/** A model as the chooser shows it. */
export interface ModelChoice {
  readonly id: string;
  readonly title: string;
  /** Where it is and how large, in words. */
  readonly where: string;
  /** `ready`: nothing to load; `to-load`: downloaded first; `cannot`: not on this device. */
  readonly state: 'ready' | 'to-load' | 'cannot';
  /** Why it cannot run here, or what to know of it. */
  readonly said: readonly string[];
}

/**
 * Every known model with whether it can answer here. Of a pair that differs in precision only, the one that this
 * device runs; both where it runs both is one too many, so the smaller stands first and alone.
 * @throws Problem `storage-failed`
 */
export async function modelChoices(): Promise<readonly ModelChoice[]> {
  const [models, device] = await Promise.all([knownModels(), inspectDevice()]);
  const kept = await Promise.all(models.map((model) => keptOf(model).catch(() => 0)));
  const choices = models.map((model, index) => choiceOf(model, device, kept[index] ?? 0));
  return withoutTwins(models, choices);
}

/** One model on one device. */
export function choiceOf(model: AnswerModel, device: Device, kept: number): ModelChoice {
  const { fits, reasons, cautions } = fitnessOf(model, device, { kept });
  const { id, title } = model;
  const text = en.chooser;
  if (model.kind === 'endpoint') {
    const where = text.server(readAddress(model.address).origin, model.concurrency);
    return { id, title, where, state: fits ? 'ready' : 'cannot', said: reasons };
  }
  const isHere = model.bytes > 0 && kept >= model.bytes;
  const where = isHere
    ? text.here(model.bytes)
    : kept > 0
      ? text.partly(kept, model.bytes)
      : text.download(model.bytes);
  return {
    id,
    title: model.kind === 'mlc' ? `${title} (${model.quantization})` : title,
    where,
    state: !fits ? 'cannot' : isHere ? 'ready' : 'to-load',
    said: fits ? cautions : reasons,
  };
}

/** Leaves out the precision of an MLC model that the device has less use for. */
function withoutTwins(
  models: readonly AnswerModel[],
  choices: readonly ModelChoice[],
): readonly ModelChoice[] {
  const best = new Map<string, number>();
  for (const [index, model] of models.entries()) {
    if (model.kind !== 'mlc') continue;
    const before = best.get(model.title);
    const other = before === undefined ? undefined : models[before];
    const isBetter =
      before === undefined ||
      other?.kind !== 'mlc' ||
      rank(choices[index]) < rank(choices[before]) ||
      (rank(choices[index]) === rank(choices[before]) && model.memory < other.memory);
    if (isBetter) best.set(model.title, index);
  }
  return choices.filter((_, index) => {
    const model = models[index];
    return model?.kind !== 'mlc' || best.get(model.title) === index;
  });
}

function rank(choice: ModelChoice | undefined): number {
  return choice === undefined ? 3 : ['ready', 'to-load', 'cannot'].indexOf(choice.state);
}

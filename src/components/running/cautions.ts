import { fitsStorage, type Device } from '../../engines/device';
import { fitnessOf } from '../models/fitness';
import type { ChosenModel } from './choose-model';

/** What makes a run slower, or may. `said`: a sentence as it is. */
export type Caution =
  | { readonly kind: 'single' | 'compatible' }
  | { readonly kind: 'storage'; readonly bytes: number }
  | { readonly kind: 'memory'; readonly bytes: number; readonly gigabytes: number }
  | { readonly kind: 'said'; readonly sentence: string };

/** A loaded model takes about its own size again for the cache and the file that stays open. */
const MEMORY_PER_BYTE = 2.5;

/** What of a device may hinder the run of a model. Of a server nothing: it runs elsewhere. */
export function cautionsOf(
  device: Device,
  { model, download }: Pick<ChosenModel, 'download' | 'model'>,
): Caution[] {
  if (model.kind === 'endpoint') return [];
  if (model.kind === 'mlc') {
    const { cautions } = fitnessOf(model, device, { kept: model.bytes - download });
    return cautions.map((sentence) => ({ kind: 'said', sentence }));
  }
  const found: Caution[] = [];
  if (device.build === 'compatible') found.push({ kind: 'compatible' });
  if (device.threads === 1 && device.cores > 1) found.push({ kind: 'single' });
  if (download > 0 && !fitsStorage(device, download)) {
    found.push({ kind: 'storage', bytes: download });
  }
  const { memoryGb } = device;
  if (memoryGb !== null && memoryGb * 1e9 < model.bytes * MEMORY_PER_BYTE) {
    found.push({ kind: 'memory', bytes: model.bytes, gigabytes: memoryGb });
  }
  return found;
}

/** Why a model cannot be started on a device at all, a sentence for each reason; empty where it can. */
export function hindrancesOf(device: Device, model: ChosenModel['model']): readonly string[] {
  // A device tells of its memory only roughly, so that of a file it is a caution and no more.
  if (model.kind === 'gguf') return [];
  return fitnessOf(model, device).reasons;
}

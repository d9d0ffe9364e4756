import { fitsStorage, type Device } from '../../engines/device';
import type { ChosenModel } from './choose-model';

/** What makes a run slower, or may. */
export type Caution =
  | { readonly kind: 'single' | 'compatible' }
  | { readonly kind: 'storage'; readonly bytes: number }
  | { readonly kind: 'memory'; readonly bytes: number; readonly gigabytes: number };

/** A loaded model takes about its own size again for the cache and the file that stays open. */
const MEMORY_PER_BYTE = 2.5;

/** What of a device may hinder the run of a model. */
export function cautionsOf(
  device: Device,
  { model, download }: Pick<ChosenModel, 'download'> & { model: { bytes: number } },
): Caution[] {
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

import type { Device } from '../../engines/device';
import { en } from '../../text/en';

/** One thing that decides what can run here: what was found, what that means, and one way to better it. */
export interface DeviceFact {
  readonly name: string;
  readonly found: string;
  readonly means: string;
  /** Empty where nothing is to be done. */
  readonly better: string;
}

/** What this device has for models, in the order of the engines. */
export function deviceFacts(device: Device): readonly DeviceFact[] {
  return [graphics(device), processor(device), memory(device), storage(device)];
}

function graphics({ gpu }: Device): DeviceFact {
  const text = en.models.device.graphics;
  const { name } = text;
  if (gpu === null) {
    return { name, found: text.none, means: text.noneMeans, better: text.noneBetter };
  }
  if (gpu.software) {
    const found = text.software(gpu.name);
    return { name, found, means: text.softwareMeans, better: text.softwareBetter };
  }
  return gpu.f16
    ? { name, found: text.f16(gpu.name), means: text.f16Means, better: '' }
    : { name, found: text.f32(gpu.name), means: text.f32Means, better: text.f32Better };
}

function processor({ build, isolated, threads, cores }: Device): DeviceFact {
  const text = en.models.device.processor;
  const { name } = text;
  if (build === 'none') {
    return { name, found: text.old, means: text.oldMeans, better: text.oldBetter };
  }
  const found = text.threads(threads, cores);
  if (!isolated && cores > 1) {
    return { name, found, means: text.singleMeans, better: text.singleBetter };
  }
  return build === 'compatible'
    ? { name, found, means: text.compatibleMeans, better: text.compatibleBetter }
    : { name, found, means: text.means, better: '' };
}

function memory({ memoryGb }: Device): DeviceFact {
  const text = en.models.device.memory;
  const { name, better } = text;
  return memoryGb === null
    ? { name, found: text.untold, means: text.untoldMeans, better }
    : { name, found: text.told(memoryGb), means: text.means, better };
}

function storage({ storage: told }: Device): DeviceFact {
  const text = en.models.device.storage;
  const { name } = text;
  if (told === null) {
    return { name, found: text.untold, means: text.untoldMeans, better: text.untoldBetter };
  }
  const found = text.left(Math.max(0, told.quota - told.used));
  return told.persisted
    ? { name, found, means: text.kept, better: '' }
    : { name, found, means: text.notKept, better: text.better };
}

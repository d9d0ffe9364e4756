import { inspectDevice, type Device } from '../../engines/device';
import { settings } from '../../storage/here';

/** A graphics card that computes by itself: software does it far too slowly. */
export function hasCard(device: Device): boolean {
  return device.gpu !== null && !device.gpu.software;
}

/** Whether GGUF files are to run on the graphics card. False where nothing can be read or no card is there. */
export async function wantsGpu(): Promise<boolean> {
  try {
    if ((await settings.all()).processor !== 'gpu') return false;
    return hasCard(await inspectDevice());
  } catch {
    // Without storage nobody chose; the processor always works.
    return false;
  }
}

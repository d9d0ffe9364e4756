import { Problem } from '../core/errors';
import { limitTooSmall, type Limits } from './webgpu-limits';

/** As much of WebGPU as is used here; TypeScript's DOM types lack it. */
export interface GpuLike {
  requestAdapter(options?: object): Promise<AdapterLike | null>;
}

export interface AdapterLike {
  readonly info?: {
    readonly description?: string;
    readonly vendor?: string;
    readonly architecture?: string;
  };
  readonly features: { has(name: string): boolean };
  readonly limits: Limits;
  requestDevice(descriptor?: object): Promise<DeviceLike>;
}

interface DeviceLike {
  readonly lost: Promise<{ readonly reason: string; readonly message: string }>;
}

/** The adapter that WebLLM will take. @throws Problem `not-supported` where it cannot run the model */
export async function checkAdapter(
  gpu: GpuLike | undefined,
  model: { readonly title: string; readonly f16: boolean },
): Promise<AdapterLike> {
  const adapter = await gpu
    ?.requestAdapter({ powerPreference: 'high-performance' })
    .catch(() => null);
  if (!adapter) {
    throw unsupported(
      gpu === undefined
        ? 'This browser has no WebGPU, which this model needs.'
        : 'This browser offers no graphics card to WebGPU, which this model needs.',
      'Choose a model that runs on the processor, or open the page in a browser with WebGPU switched on.',
    );
  }
  if (model.f16 && !adapter.features.has('shader-f16')) {
    throw unsupported(
      `${model.title} is here in half precision (f16), which this graphics card or browser does not offer.`,
      'Choose its variant in single precision (f32), or another model.',
    );
  }
  const tooSmall = limitTooSmall(adapter.limits);
  if (tooSmall !== null) {
    throw unsupported(tooSmall, 'Choose a model that runs on the processor, or an endpoint.');
  }
  return adapter;
}

/** What an adapter calls itself. */
export function adapterName({ info }: AdapterLike): string {
  const name = info?.description || [info?.vendor, info?.architecture].filter(Boolean).join(' ');
  return name || 'unnamed';
}

/**
 * Tells when a device that anyone in this worker asks for is lost. WebLLM keeps its device to itself, and notices a
 * loss only while it loads.
 */
export function watchDevices(gpu: GpuLike, onLost: (reason: string) => void): void {
  const request = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (options) => {
    const adapter = await request(options);
    if (adapter === null) return null;
    const requestDevice = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (descriptor) => {
      const device = await requestDevice(descriptor);
      void device.lost.then(({ reason, message }) => onLost(message || reason));
      return device;
    };
    return adapter;
  };
}

/** The Problem of a lost device. */
export function deviceLost(reason: string): Problem {
  return new Problem('device-lost', {
    what: 'The graphics card was taken from the page: it ran out of memory, was busy too long, or its driver began anew.',
    kept: 'Everything answered so far is kept.',
    next: 'Load the model again and go on; if it happens again, close other tabs or choose a smaller model.',
    cause: new Error(reason),
  });
}

function unsupported(what: string, next: string): Problem {
  return new Problem('not-supported', { what, next });
}

import { limitTooSmall, type Limits } from './webgpu-limits';
import { usableThreads } from './wllama-settings';

/** What this device and browser can do for a model. */
export interface Device {
  /** Cross-origin isolated: WebAssembly may use several threads. */
  readonly isolated: boolean;
  /** Cores the browser admits to, and threads an engine would use. */
  readonly cores: number;
  readonly threads: number;
  readonly wasm: WasmFeatures;
  /** Which build of the engine runs here. */
  readonly build: 'default' | 'compatible' | 'none';
  /** Gigabytes as the browser tells (0.25 to 8, or more where it says so), null where it does not. */
  readonly memoryGb: number | null;
  /** Bytes of this site's storage, null where the browser does not tell. */
  readonly storage: {
    readonly used: number;
    readonly quota: number;
    readonly persisted: boolean;
  } | null;
  readonly gpu: Gpu | null;
  /** One sentence for each thing that is missing and would help. */
  readonly missing: readonly string[];
}

export interface WasmFeatures {
  readonly simd: boolean;
  readonly threads: boolean;
  readonly exceptions: boolean;
  /** More than 4 GB and suspending calls: both are needed by the engine's default build. */
  readonly memory64: boolean;
  readonly suspending: boolean;
}

/** A WebGPU adapter, with the limits that decide which models fit. */
export interface Gpu {
  readonly name: string;
  /** True for an adapter that computes on the CPU: of no use for a model. */
  readonly software: boolean;
  /** Half precision, which the smaller variants of models need. */
  readonly f16: boolean;
  readonly maxBufferBytes: number;
  readonly maxBindingBytes: number;
  /** A sentence where another limit is too small for any model; left out where none is. */
  readonly tooSmall?: string;
}

/** Looks at the device; asks for no permission and never throws. */
export async function inspectDevice(): Promise<Device> {
  const [storage, gpu] = await Promise.all([storageEstimate(), inspectGpu()]);
  const facts = {
    isolated: globalThis.crossOriginIsolated === true,
    cores: navigator.hardwareConcurrency || 1,
    threads: usableThreads(),
    wasm: wasmFeatures(),
    memoryGb: reportedMemory(),
    storage,
    gpu,
  };
  const build = buildFor(facts.wasm, isFirefox(navigator.userAgent));
  return { ...facts, build, missing: sentences({ ...facts, build }) };
}

/** True where a model of this size fits into what the site may still store; true where nobody knows. */
export function fitsStorage(device: Device, bytes: number): boolean {
  return device.storage === null || device.storage.quota - device.storage.used >= bytes;
}

/**
 * The engine's default build needs suspending calls and 64-bit memory; Firefox runs it without the former. Elsewhere
 * (Safari) the compatible build steps in, which is slower.
 */
export function buildFor(wasm: WasmFeatures, firefox: boolean): Device['build'] {
  if (!wasm.simd || !wasm.exceptions) return 'none';
  if (wasm.memory64 && (wasm.suspending || firefox)) return 'default';
  return firefox ? 'none' : 'compatible';
}

function sentences(device: Omit<Device, 'missing'>): string[] {
  const { wasm, build, isolated, cores, storage, gpu, memoryGb } = device;
  const found: string[] = [];
  if (build === 'none') {
    found.push(
      'This browser is too old to run a model here: it lacks parts of WebAssembly. Update it, or use an endpoint.',
    );
  }
  if (build === 'compatible') {
    found.push('This browser runs the compatible build of the engine, which is slower.');
  }
  if (!isolated && cores > 1) {
    found.push(
      `The page is not isolated, so the engine uses one of ${cores} cores. Reloading the page once often helps.`,
    );
  } else if (!wasm.threads && cores > 1) {
    found.push('This browser gives WebAssembly one thread only.');
  }
  if (storage === null) {
    found.push(
      'The browser does not say how much it can keep; a model may have to be downloaded again.',
    );
  }
  if (memoryGb !== null && memoryGb < 2) {
    found.push(`The device reports ${memoryGb} GB of memory: larger models will not fit.`);
  }
  if (gpu === null) found.push('WebGPU is not available, so models run on the processor.');
  else if (gpu.software)
    found.push('WebGPU works here in software only, which is too slow for models.');
  else if (!gpu.f16)
    found.push('The graphics card has no half precision: models need more memory.');
  return found;
}

/** What WebAssembly can do here, from the smallest modules that use each feature. */
function wasmFeatures(): WasmFeatures {
  const v128 = [1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
  const legacyTry = [1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
  return {
    simd: validates(v128),
    exceptions: validates(legacyTry),
    threads: typeof SharedArrayBuffer === 'function',
    memory64: hasMemory64(),
    suspending: 'Suspending' in WebAssembly,
  };
}

function validates(body: readonly number[]): boolean {
  return WebAssembly.validate(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, ...body]));
}

function hasMemory64(): boolean {
  try {
    const wanted = { address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor;
    return new WebAssembly.Memory(wanted) instanceof WebAssembly.Memory;
  } catch {
    return false;
  }
}

function reportedMemory(): number | null {
  const told = 'deviceMemory' in navigator ? navigator.deviceMemory : undefined;
  return typeof told === 'number' ? told : null;
}

async function storageEstimate(): Promise<Device['storage']> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    if (quota === undefined) return null;
    const persisted = await navigator.storage.persisted();
    return { used: usage ?? 0, quota, persisted };
  } catch {
    // No storage at all (an address without https): the same as not told.
    return null;
  }
}

/** As much of WebGPU's interface as is looked at; the DOM types of TypeScript lack it. */
interface AdapterLike {
  readonly info?: {
    readonly description?: string;
    readonly vendor?: string;
    readonly architecture?: string;
  };
  readonly isFallbackAdapter?: boolean;
  readonly features: { has(name: string): boolean };
  readonly limits: Limits & {
    readonly maxBufferSize: number;
    readonly maxStorageBufferBindingSize: number;
  };
}

/** The default WebGPU adapter; null without WebGPU and where the browser has it but offers none. */
async function inspectGpu(): Promise<Gpu | null> {
  const { gpu } = navigator as { gpu?: { requestAdapter(): Promise<AdapterLike | null> } };
  const adapter = await gpu?.requestAdapter().catch(() => null);
  if (!adapter) return null;
  const { info, limits } = adapter;
  const tooSmall = limitTooSmall(limits);
  const name = info?.description || [info?.vendor, info?.architecture].filter(Boolean).join(' ');
  return {
    name: name || 'unnamed',
    software: adapter.isFallbackAdapter === true || /swiftshader|llvmpipe/i.test(name),
    f16: adapter.features.has('shader-f16'),
    maxBufferBytes: limits.maxBufferSize,
    maxBindingBytes: limits.maxStorageBufferBindingSize,
    ...(tooSmall === null ? {} : { tooSmall }),
  };
}

function isFirefox(userAgent: string): boolean {
  return /Firefox\/[\d.]+(\s|$)/.test(userAgent);
}

/** The models that can answer: what this device can do, what is here, what may be loaded. */
import { formatBytes } from './format';

export const models = {
  heading: 'Models',
  /** Why a model cannot run, or what to expect where it can. */
  fitness: {
    tooOld:
      'This browser is too old to run a model on this page: it lacks parts of WebAssembly. Update it, or use a server.',
    tooLarge: (bytes: number, most: number) =>
      `The file has ${formatBytes(bytes)}; the engine takes files of at most ${formatBytes(most)}. Choose a smaller quantization, or run the file in a llama.cpp server and connect to it.`,
    memory: (needed: number, gigabytes: number) =>
      `It takes about ${formatBytes(needed)} of memory; this device reports ${gigabytes} GB in all. Choose a smaller model or quantization.`,
    tight: (needed: number, gigabytes: number) =>
      `It takes about ${formatBytes(needed)} of the ${gigabytes} GB of memory that this device reports: close other tabs and programs first.`,
    storage: (missing: number, left: number) =>
      `The browser has room for ${formatBytes(left)} more, and ${formatBytes(missing)} are needed: the model would run, but would be downloaded again on the next visit.`,
    noGpu: 'It runs on WebGPU, which this browser does not offer here.',
    softwareGpu:
      'It runs on WebGPU, and WebGPU is computed by the processor here: an answer would take minutes.',
    noF16: 'It needs half precision (shader-f16), which this graphics adapter does not have.',
    binding: (most: number) =>
      `The graphics adapter lets a model use at most ${formatBytes(most)} at once; WebLLM needs 134 MB.`,
    gpuMemory: (needed: number) =>
      `It takes about ${formatBytes(needed)} of graphics memory. The browser does not tell how much there is; where there is less, the load fails and says so.`,
    noIsolation: 'The page is not isolated: the engine uses one core.',
    mixed:
      'This page came over https, and the browser does not let such a page call a server over plain http, unless it runs on this device.',
  },
} as const;

import type { AnswerModel, MlcModel } from '../../engines/answer-model';
import type { CatalogueModel } from '../../engines/catalogue';
import { fitsStorage, type Device } from '../../engines/device';
import { mixedContent } from '../../engines/openai/address';
import { MOST_FILE_BYTES } from '../../engines/own-gguf-limits';
import { en } from '../../text/en';

/** Whether a model can run on a device. */
export interface Fitness {
  readonly fits: boolean;
  /** A sentence for each reason why it cannot; empty where it can. */
  readonly reasons: readonly string[];
  /** A sentence for each thing to know before it is started here; none of them stands in the way. */
  readonly cautions: readonly string[];
}

/** The engine's own code and buffers, and a key-value cache of usual size. */
const ENGINE_BYTES = 400e6;
/** A file is read into the engine's memory; a little more holds what it unpacks. */
const PER_FILE_BYTE = 1.2;
/** Graphics memory above which many laptops and phones give up. */
const MUCH_GRAPHICS_MEMORY = 3e9;
/** The smallest limit of a binding with which WebLLM starts. */
const LEAST_BINDING = 128 * 1024 * 1024;

/** Bytes of memory (graphics memory for WebLLM) that a model takes, about; 0 where it takes none here or is unknown. */
export function memoryOf(model: AnswerModel): number {
  if (model.kind === 'gguf') return model.bytes * PER_FILE_BYTE + ENGINE_BYTES;
  return model.kind === 'mlc' ? model.memory : 0;
}

/** What stands for and against a model on a device, where nothing of it is kept but `kept` bytes. */
export interface FitnessOptions {
  readonly kept?: number;
  /** Protocol of the page: `https:` may not call plain http elsewhere. */
  readonly protocol?: string;
}

/** Whether a model can run on this device, and why not. */
export function fitnessOf(
  model: AnswerModel,
  device: Device,
  { kept = 0, protocol = globalThis.location?.protocol }: FitnessOptions = {},
): Fitness {
  switch (model.kind) {
    case 'gguf':
      return ggufFitness(model, device, kept);
    case 'mlc':
      return mlcFitness(model, device, kept);
    case 'endpoint':
      return fitness(
        mixedContent(model.address, protocol) === null ? [] : [en.models.fitness.mixed],
      );
  }
}

function ggufFitness(model: CatalogueModel, device: Device, kept: number): Fitness {
  const text = en.models.fitness;
  const reasons: string[] = [];
  const cautions = roomCautions(model.bytes - kept, device);
  const needed = memoryOf(model);
  const { memoryGb } = device;
  if (device.build === 'none') reasons.push(text.tooOld);
  if (model.bytes > MOST_FILE_BYTES) reasons.push(text.tooLarge(model.bytes, MOST_FILE_BYTES));
  if (memoryGb !== null) {
    if (needed > memoryGb * 1e9) reasons.push(text.memory(needed, memoryGb));
    else if (needed > memoryGb * 0.5e9) cautions.push(text.tight(needed, memoryGb));
  }
  if (!device.isolated && device.cores > 1) cautions.push(text.noIsolation);
  return fitness(reasons, cautions);
}

function mlcFitness(model: MlcModel, device: Device, kept: number): Fitness {
  const text = en.models.fitness;
  const { gpu } = device;
  const cautions = roomCautions(model.bytes - kept, device);
  if (model.memory >= MUCH_GRAPHICS_MEMORY) cautions.push(text.gpuMemory(model.memory));
  if (gpu === null) return fitness([text.noGpu], cautions);
  const reasons: string[] = [];
  if (gpu.software) reasons.push(text.softwareGpu);
  if (model.f16 && !gpu.f16) reasons.push(text.noF16);
  if (gpu.maxBindingBytes < LEAST_BINDING) reasons.push(text.binding(gpu.maxBindingBytes));
  else if (gpu.tooSmall !== undefined) reasons.push(gpu.tooSmall);
  return fitness(reasons, cautions);
}

function roomCautions(missing: number, device: Device): string[] {
  if (missing <= 0 || device.storage === null || fitsStorage(device, missing)) return [];
  const left = Math.max(0, device.storage.quota - device.storage.used);
  return [en.models.fitness.storage(missing, left)];
}

function fitness(reasons: readonly string[], cautions: readonly string[] = []): Fitness {
  return { fits: reasons.length === 0, reasons, cautions };
}

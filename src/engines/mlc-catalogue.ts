import type { MlcModel } from './answer-model';
import type { Gpu } from './device';
import { forgetMlcModel, keptOfMlc } from './mlc-cache';
import { BYTES_PER_WEIGHT, needsF16, type Quantization } from './mlc-quantization';

/*
 * The models that WebLLM offers and Crossroads lists. Addresses, graphics memory and context are those of the pinned
 * package's own list (`prebuiltAppConfig`); a test holds every entry against it, so that one that is gone or changed
 * is seen when the package is updated. The package itself is not imported: it weighs megabytes, and a list must not.
 */

const WEIGHTS = 'https://huggingface.co/mlc-ai/';
const LIBRARIES =
  'https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_86/base/';

/** One model with its variants by how their weights are written, each with the graphics memory it takes, in MB. */
interface Base extends Pick<
  MlcModel,
  'title' | 'family' | 'parameters' | 'licence' | 'sampling' | 'thinks' | 'note'
> {
  /** The beginning of WebLLM's ids, and of the names of its files. */
  readonly name: string;
  readonly publisher: string;
  readonly memory: Readonly<Partial<Record<Quantization, number>>>;
}

// generation_config.json of the Qwen3 repositories (for thinking; the model card has 0.7 and 0.8 without it).
const qwen3 = {
  family: 'Qwen3',
  licence: 'Apache-2.0',
  publisher: 'Qwen',
  sampling: { temperature: 0.6, topP: 0.95, topK: 20 },
  thinks: true,
} as const;

// generation_config.json: temperature and top_p; the publisher's library then takes the 50 most probable tokens.
const llama32 = {
  family: 'Llama 3.2',
  licence: 'Llama 3.2 Community License',
  publisher: 'Meta',
  sampling: { temperature: 0.6, topP: 0.9, topK: 50 },
  thinks: false,
} as const;

// The example of the model card; the publisher's library then takes the 50 most probable tokens.
const smollm2 = {
  family: 'SmolLM2',
  licence: 'Apache-2.0',
  publisher: 'Hugging Face',
  sampling: { temperature: 0.2, topP: 0.9, topK: 50 },
  thinks: false,
} as const;

// The examples of both model cards: temperature 0, do_sample=False.
const phi = {
  licence: 'MIT',
  publisher: 'Microsoft',
  sampling: { temperature: 0, topP: 1, topK: 0 },
  thinks: false,
} as const;

const gemma = { licence: 'Gemma Terms of Use', publisher: 'Google', thinks: false } as const;

const bases: readonly Base[] = [
  {
    ...qwen3,
    name: 'Qwen3-0.6B',
    title: 'Qwen3 0.6B',
    parameters: 596_049_920,
    memory: { q4f16_1: 1403.34, q4f32_1: 1924.98 },
    note: 'The smallest of a family that can think before it answers: a good first model for a graphics card.',
  },
  {
    ...qwen3,
    name: 'Qwen3-1.7B',
    title: 'Qwen3 1.7B',
    parameters: 1_720_574_976,
    memory: { q4f16_1: 2036.66, q4f32_1: 2635.44 },
    note: 'Follows a persona better than the smallest; thinking can be switched on and off.',
  },
  {
    ...qwen3,
    name: 'Qwen3-4B',
    title: 'Qwen3 4B',
    parameters: 4_022_468_096,
    memory: { q4f16_1: 3431.59, q4f32_1: 4327.71 },
    note: 'For a graphics card with 4 GB or more; thinking can be switched on and off.',
  },
  {
    ...qwen3,
    name: 'Qwen3-8B',
    title: 'Qwen3 8B',
    parameters: 8_190_735_360,
    memory: { q4f16_1: 5695.78, q4f32_1: 6852.55 },
    note: 'The largest here, for a graphics card with 8 GB; thinking can be switched on and off.',
  },
  {
    ...llama32,
    name: 'Llama-3.2-1B-Instruct',
    title: 'Llama 3.2 1B Instruct',
    parameters: 1_235_814_400,
    memory: { q4f16_1: 879.04, q4f32_1: 1128.82 },
    note: 'Small and quick; its template tells the model two dates where a system text is asked for.',
  },
  {
    ...llama32,
    name: 'Llama-3.2-3B-Instruct',
    title: 'Llama 3.2 3B Instruct',
    parameters: 3_212_749_824,
    memory: { q4f16_1: 2263.69, q4f32_1: 2951.51 },
    note: 'A middle size that most graphics cards hold.',
  },
  {
    ...smollm2,
    name: 'SmolLM2-135M-Instruct',
    title: 'SmolLM2 135M Instruct',
    parameters: 134_515_008,
    memory: { q0f16: 359.69, q0f32: 719.38 },
    note: 'The embedded model on the graphics card, not quantized: small and fast, and too small to play a persona well.',
  },
  {
    ...smollm2,
    name: 'SmolLM2-360M-Instruct',
    title: 'SmolLM2 360M Instruct',
    parameters: 361_821_120,
    memory: { q4f16_1: 376.06, q4f32_1: 579.61 },
    note: 'Needs the least graphics memory of all.',
  },
  {
    ...smollm2,
    name: 'SmolLM2-1.7B-Instruct',
    title: 'SmolLM2 1.7B Instruct',
    parameters: 1_711_376_384,
    memory: { q4f16_1: 1774.19, q4f32_1: 2692.38 },
    note: 'The largest of its family, whose smallest is embedded in this page.',
  },
  {
    ...gemma,
    name: 'gemma3-1b-it',
    title: 'Gemma 3 1B',
    family: 'Gemma 3',
    parameters: 999_885_952,
    // generation_config.json.
    sampling: { temperature: 1, topP: 0.95, topK: 64 },
    memory: { q4f16_1: 711.07 },
    note: 'Exists in half precision only. Its template has no place for a system text, which stands before the first message.',
  },
  {
    ...gemma,
    name: 'gemma-2-2b-it',
    title: 'Gemma 2 2B',
    family: 'Gemma 2',
    parameters: 2_614_341_888,
    // generation_config.json names none: the publisher's library then takes the 50 most probable tokens.
    sampling: { temperature: 1, topP: 1, topK: 50 },
    memory: { q4f16_1: 1895.3, q4f32_1: 2508.75 },
    note: 'Its template has no place for a system text, which stands before the first message.',
  },
  {
    ...phi,
    name: 'Phi-3.5-mini-instruct',
    title: 'Phi 3.5 mini',
    family: 'Phi 3.5',
    parameters: 3_821_079_552,
    memory: { q4f16_1: 3672.07, q4f32_1: 5483.12 },
    note: 'Its publisher samples without chance (temperature 0).',
  },
  {
    ...phi,
    name: 'Phi-4-mini-instruct',
    title: 'Phi 4 mini',
    family: 'Phi 4',
    parameters: 3_836_021_760,
    memory: { q4f16_1: 3437.58, q4f32_1: 4220.59 },
    note: 'Its publisher samples without chance (temperature 0).',
  },
];

/** All entries: of each model first the variant in half precision, then the one in single precision. */
export const mlcCatalogue: readonly MlcModel[] = bases.flatMap(variantsOf);

function variantsOf({ name, publisher, memory, ...base }: Base): MlcModel[] {
  return (Object.keys(memory) as Quantization[]).map((quantization) => ({
    ...base,
    kind: 'mlc',
    id: `${name}-${quantization}-MLC`,
    quantization,
    f16: needsF16(quantization),
    publisher: `${publisher}, compiled by mlc-ai`,
    address: `${WEIGHTS}${name}-${quantization}-MLC/resolve/main/`,
    library: `${LIBRARIES}${name}-${quantization}_cs1k-webgpu.wasm`,
    bytes: Math.round(base.parameters * BYTES_PER_WEIGHT[quantization]),
    memory: Math.round((memory[quantization] ?? 0) * 2 ** 20),
    context: 4096,
  }));
}

/** The entry with this id, undefined where there is none. */
export function findMlcModel(id: string): MlcModel | undefined {
  return mlcCatalogue.find((model) => model.id === id);
}

/**
 * The variant of a model that an adapter runs best: half precision where the adapter has it, else single precision.
 * @param title what the variants of one model share, or the id of any of them
 * @returns undefined where there is no such model, or none of its variants runs on the adapter
 */
export function variantFor(title: string, gpu: Pick<Gpu, 'f16'> | null): MlcModel | undefined {
  if (gpu === null) return undefined;
  const name = findMlcModel(title)?.title ?? title;
  const variants = mlcCatalogue.filter((model) => model.title === name);
  const [half, single] = [true, false].map((f16) => variants.find((model) => model.f16 === f16));
  return gpu.f16 ? (half ?? single) : single;
}

/**
 * What is kept of a model in this browser.
 * @param model an entry, or the id of one of the catalogue's
 * @returns true where all of it is, else the bytes of weights that are, 0 for a model that is not known
 */
export async function mlcKept(model: MlcModel | string): Promise<boolean | number> {
  const entry = typeof model === 'string' ? findMlcModel(model) : model;
  return entry === undefined ? 0 : await keptOfMlc(entry);
}

/**
 * Deletes everything that is kept of a model: weights, tokenizer, configuration and library.
 * @param model an entry, or the id of one of the catalogue's
 */
export async function forgetMlc(model: MlcModel | string): Promise<void> {
  const entry = typeof model === 'string' ? findMlcModel(model) : model;
  if (entry !== undefined) await forgetMlcModel(entry);
}

export { readMlcModel } from './mlc-address';

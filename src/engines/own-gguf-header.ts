import type { GGUFParseOutput, GGUFTensorInfo } from '@huggingface/gguf';
import { detectTemplate } from '../core/chat-template';
import { isAbort, Problem } from '../core/errors';
import { fewestBytes } from './gguf-sizes';
import { MOST_FILE_BYTES } from './own-gguf-limits';
import { asBadFile, ownProblems } from './own-gguf-problems';
import type { OwnSource } from './own-gguf-source';
import { tokenBytes } from './wllama-memory';

/** What the header of a GGUF file says, as far as it is needed to run and to name the model. */
export interface GgufHeader {
  /** The header's own name of the model; the architecture where it gives none. */
  readonly name: string;
  readonly architecture: string;
  /** The header's base name (`Qwen2.5-Coder`), else the architecture. */
  readonly family: string;
  readonly parameters: number;
  /** `Q4_K_M`; empty where the header does not say. */
  readonly quantization: string;
  /** Tokens that the model was trained for; 0 where the header does not say. */
  readonly trainedContext: number;
  /** Bytes of keys and values of one token, as this page computes them. */
  readonly tokenBytes: number;
  readonly licence: string;
  readonly publisher: string;
  /** The publisher's sampling, as far as the header has it. */
  readonly sampling: {
    readonly temperature?: number;
    readonly topP?: number;
    readonly topK?: number;
  };
}

type Metadata = Readonly<Record<string, unknown>>;

/**
 * Reads the header of a GGUF file, and refuses what the engine would not run: not a GGUF file, cut short, split, too
 * large, no language model, no chat template that can be rendered. Costs a few megabytes of reading.
 * @throws Problem `bad-file`, `not-supported`, and those of the source
 */
export async function readGgufHeader(source: OwnSource, signal?: AbortSignal): Promise<GgufHeader> {
  if (source.bytes === 0) throw ownProblems.empty(source.name);
  const { metadata, ...rest } = await parse(source, signal);
  const header: Metadata = { ...metadata };
  const splits = numberOf(header, 'split.count') ?? splitsByName(source.name);
  if (splits > 1) throw ownProblems.split(source.name, splits);
  if (source.bytes > MOST_FILE_BYTES) throw ownProblems.tooLarge(source.name, source.bytes);
  const needed = bytesNeeded(rest);
  if (source.bytes < needed) throw ownProblems.cut(source.name, source.bytes, needed);
  const architecture = textOf(header, 'general.architecture');
  if (!('tokenizer.ggml.tokens' in header)) {
    throw ownProblems.noLanguageModel(source.name, architecture);
  }
  checkTemplate(source.name, header);
  return {
    name: textOf(header, 'general.name') || architecture,
    architecture,
    family: textOf(header, 'general.basename') || architecture,
    parameters: rest.parameterCount,
    quantization: await quantizationOf(header, rest.tensorInfos),
    trainedContext: numberOf(header, `${architecture}.context_length`) ?? 0,
    tokenBytes: tokenBytes(numbersAsText(header), 'f32'),
    licence: textOf(header, 'general.license.name') || textOf(header, 'general.license'),
    publisher: textOf(header, 'general.organization') || textOf(header, 'general.author'),
    sampling: samplingOf(header),
  };
}

/** How many files llama.cpp split a model into, by the name that it gives them; 1 where the name says nothing. */
function splitsByName(name: string): number {
  return Number(/-\d{5}-of-(\d{5})\.gguf$/i.exec(name)?.[1] ?? 1);
}

type Parsed = GGUFParseOutput & { parameterCount: number };

async function parse(source: OwnSource, signal?: AbortSignal): Promise<Parsed> {
  const magic = await readHead(source, 0, Math.min(4, source.bytes), signal);
  if (new TextDecoder().decode(magic) !== 'GGUF') throw ownProblems.notGguf(source.name);
  const { gguf } = await import('@huggingface/gguf');
  /** What stopped a request for more of the file; the library would only say that it could not read on. */
  let stopped: unknown;
  try {
    return await gguf('https://file.invalid/model.gguf', {
      computeParametersCount: true,
      fetch: async (_, init) => {
        try {
          return await answerRange(source, init, signal);
        } catch (error) {
          stopped = error;
          throw error;
        }
      },
    });
  } catch (error) {
    if (stopped !== undefined)
      throw stopped instanceof Problem || isAbort(stopped) ? stopped : error;
    throw asBadFile(source.name, error);
  }
}

/** One range of the file as the library asks for it; past the end the file is cut. */
async function answerRange(
  source: OwnSource,
  init: RequestInit | undefined,
  signal?: AbortSignal,
): Promise<Response> {
  const range = new Headers(init?.headers).get('Range') ?? '';
  const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range) ?? [];
  const start = Number(from);
  if (start >= source.bytes) throw ownProblems.cutHeader(source.name, source.bytes);
  const end = Math.min(source.bytes, to === '' ? source.bytes : Number(to) + 1);
  const bytes = await readHead(source, start, end - start, signal);
  const headers = { 'Content-Range': `bytes ${start}-${end - 1}/${source.bytes}` };
  return new Response(bytes, { status: 206, headers });
}

/** A piece of the header. What a download says of the parts that it kept is not so here: none was taken yet. */
async function readHead(
  source: OwnSource,
  from: number,
  bytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await source.read(from, bytes, () => undefined, signal);
  } catch (error) {
    if (!(error instanceof Problem) || isAbort(error)) throw error;
    throw ownProblems.unread(error);
  }
}

/** Bytes that a file with these tensors has at least. */
function bytesNeeded({
  tensorDataOffset,
  tensorInfos,
}: Pick<GGUFParseOutput, 'tensorDataOffset' | 'tensorInfos'>): number {
  const ends = tensorInfos.map(
    ({ offset, shape, dtype }: GGUFTensorInfo) => Number(offset) + fewestBytes(shape, dtype),
  );
  return Number(tensorDataOffset) + ends.reduce((most, end) => Math.max(most, end), 0);
}

/** Says before a long copy what a load would say after it. */
function checkTemplate(name: string, header: Metadata): void {
  const jinja = textOf(header, 'tokenizer.chat_template');
  if (jinja === '') throw ownProblems.noTemplate(name);
  try {
    detectTemplate(jinja);
  } catch (error) {
    throw ownProblems.unknownTemplate(name, error);
  }
}

/**
 * The quantization as the header names it (`Q4_K_M`); where none of the weights has that width, for a file that was
 * encoded again often keeps its old name, the one in which most of them are.
 */
async function quantizationOf(
  header: Metadata,
  tensors: readonly GGUFTensorInfo[],
): Promise<string> {
  const { GGMLFileQuantizationType, GGMLQuantizationType } = await import('@huggingface/gguf');
  const type = numberOf(header, 'general.file_type');
  const named = type === undefined ? '' : (GGMLFileQuantizationType[type] ?? '');
  const bytes = new Map<string, number>();
  for (const { shape, dtype } of tensors) {
    const name = GGMLQuantizationType[dtype] ?? '';
    bytes.set(name, (bytes.get(name) ?? 0) + fewestBytes(shape, dtype));
  }
  const width = (name: string): string => name.split('_')[0] ?? '';
  if (named !== '' && [...bytes.keys()].some((name) => width(name) === width(named))) return named;
  const [most] = [...bytes].sort((a, b) => b[1] - a[1]);
  return most?.[0] ?? named;
}

function samplingOf(header: Metadata): GgufHeader['sampling'] {
  const temperature = numberOf(header, 'general.sampling.temp');
  const topP = numberOf(header, 'general.sampling.top_p');
  const topK = numberOf(header, 'general.sampling.top_k');
  // Values that no sampler takes are left out: the usual ones stand in for them.
  return {
    // Stored in single precision: 0.2 comes back as 0.20000000298.
    ...(isWithin(temperature, 0, 2) ? { temperature: Number(temperature.toPrecision(6)) } : {}),
    ...(isWithin(topP, 1e-6, 1) ? { topP: Number(topP.toPrecision(6)) } : {}),
    ...(isWithin(topK, 0, 1_000_000) && Number.isInteger(topK) ? { topK } : {}),
  };
}

/** False for NaN, too. */
function isWithin(value: number | undefined, least: number, most: number): value is number {
  return value !== undefined && value >= least && value <= most;
}

function textOf(header: Metadata, key: string): string {
  const value = header[key];
  return typeof value === 'string' ? value.trim() : '';
}

function numberOf(header: Metadata, key: string): number | undefined {
  const value = header[key];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function numbersAsText(header: Metadata): Record<string, string> {
  const entries = Object.entries(header).filter(([, value]) => !Array.isArray(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

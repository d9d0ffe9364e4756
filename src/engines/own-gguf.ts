import { sha256 as incremental } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { aborted } from '../core/errors';
import { sha256 } from '../core/hash';
import { catalogue, PART_BYTES, type CatalogueModel } from './catalogue';
import { readGgufHeader, type GgufHeader } from './own-gguf-header';
import { ownProblems } from './own-gguf-problems';
import type { OwnSource } from './own-gguf-source';
import type { PartStore } from './part-store';

export interface TakeInOptions {
  /** Where the parts are kept; null: only hashed, for a file that is used where it lies. */
  readonly store: PartStore | null;
  /** SHA-256 of the first parts, as far as they arrived at an earlier attempt. */
  readonly known?: readonly string[];
  /** Bytes that the browser still grants; null where it does not say. */
  readonly room?: number | null;
  readonly onProgress?: (done: number) => void;
  /** Told of every part that is kept, in order. */
  readonly onPart?: (sha256: string) => void;
  readonly signal?: AbortSignal;
}

/** llama.cpp's own defaults, where a file does not say what its publisher samples with. */
const USUAL_SAMPLING = { temperature: 0.8, topP: 0.95, topK: 40 };
const FIRST_CONTEXT = 2048;
const MOST_CONTEXT = 8192;
/** Memory that keys and values may take: the engine has 4 GiB for the weights, these and everything else. */
const MOST_CACHE_BYTES = 1 << 30;

/**
 * Takes in a GGUF file of the reader's own: reads its header, hashes the whole and each part, keeps the parts. What was
 * kept before an abort stays, and is not written again the next time.
 * @returns the catalogue's own model where the file is one of its files
 * @throws Problem `bad-file`, `not-supported`, `disk-full` (before anything is read where it is known), `aborted`,
 *   and those of the source
 */
export async function takeInGguf(
  source: OwnSource,
  options: TakeInOptions,
): Promise<CatalogueModel> {
  const { store, known = [], room = null, signal } = options;
  const header = await readGgufHeader(source, signal);
  const held = new Set(store === null ? [] : await store.list());
  const missing = source.bytes - known.filter((part) => held.has(part)).length * PART_BYTES;
  if (store !== null && room !== null && missing > room) {
    throw ownProblems.room(source.name, missing, room);
  }
  const whole = incremental.create();
  const parts: string[] = [];
  let done = 0;
  const advance = (bytes: number): void => {
    done += bytes;
    options.onProgress?.(done);
  };
  for (let from = 0; from < source.bytes; from += PART_BYTES) {
    if (signal?.aborted) throw aborted();
    const size = Math.min(PART_BYTES, source.bytes - from);
    const before = await keptPart(store, known[parts.length], size);
    const bytes = before ?? (await source.read(from, size, advance, signal));
    if (before !== null) advance(size);
    const hash = before === null ? await sha256(bytes) : (known[parts.length] as string);
    whole.update(bytes);
    if (store !== null && before === null && !held.has(hash))
      await store.put(hash, new Blob([bytes]));
    parts.push(hash);
    options.onPart?.(hash);
  }
  return modelOf(source, header, bytesToHex(whole.digest()), parts);
}

/** A part that arrived at an earlier attempt and is still what it was. */
async function keptPart(
  store: PartStore | null,
  hash: string | undefined,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (store === null || hash === undefined) return null;
  const blob = await store.get(hash);
  if (blob?.size !== size) return null;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return (await sha256(bytes)) === hash ? bytes : null;
}

function modelOf(
  source: OwnSource,
  header: GgufHeader,
  whole: string,
  parts: readonly string[],
): CatalogueModel {
  const known = catalogue.find((model) => model.sha256 === whole);
  if (known !== undefined) return known;
  const { address } = source;
  const most = mostContext(header);
  return {
    kind: 'gguf',
    // From what is in the file, so that the same file has the same id with every reader.
    id: [slug(header.name), slug(header.quantization), whole.slice(0, 8)].filter(Boolean).join('-'),
    title: source.name.replace(/\.gguf$/i, ''),
    file: source.name,
    bytes: source.bytes,
    sha256: whole,
    parts,
    sources: address === '' ? [] : [{ kind: 'publisher', address }],
    quantization: header.quantization,
    parameters: header.parameters,
    family: header.family,
    licence: header.licence,
    publisher: header.publisher,
    sampling: { ...USUAL_SAMPLING, ...header.sampling },
    context: { start: Math.min(FIRST_CONTEXT, most), most },
    note: '',
  };
}

/** Tokens of context that the model knows and the engine's memory holds. */
function mostContext({ trainedContext, tokenBytes }: GgufHeader): number {
  const trained = trainedContext > 0 ? Math.min(trainedContext, MOST_CONTEXT) : FIRST_CONTEXT;
  const held = tokenBytes > 0 ? Math.floor(MOST_CACHE_BYTES / tokenBytes) : trained;
  return Math.max(Math.min(trained, held), 256);
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

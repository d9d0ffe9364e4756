import type { LoadProgress } from '../core/engine';
import { aborted, asProblem, Problem } from '../core/errors';
import { sha256 } from '../core/hash';
import { partsOf, type KnownFile, type ModelPart } from './catalogue';
import { fetchPart, locateParts, type Network, type PartPlace } from './model-parts';
import { openPartStore, type PartStore } from './part-store';
import { visitPart } from './visit-files';

/** A model's whole file, checked. */
export interface ModelFile {
  readonly model: KnownFile;
  /** The parts in order; the browser keeps them where they are, nothing is joined in memory. */
  readonly blob: Blob;
  /** What did not work and did not matter for this load: no room to keep it, no storage. */
  readonly notices: readonly Problem[];
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LoadProgress) => void;
  /** For tests. */
  readonly network?: Partial<Network>;
  /** For tests; null keeps nothing. */
  readonly store?: PartStore | null;
}

/**
 * Gets a model's file: parts kept from an earlier visit first, the others from the network. Every part is hashed on
 * every load, also those that were kept: it takes a fraction of the engine's start and makes "the same file" true.
 * Parts are kept as they arrive, so an interrupted load goes on where it was.
 * @throws Problem `aborted` (within one chunk), `hash-mismatch`, `model-missing`, `download-failed`, `offline`
 */
export async function openModel(model: KnownFile, options: OpenOptions = {}): Promise<ModelFile> {
  const { signal } = options;
  const network = surroundings(options.network);
  const parts = partsOf(model);
  const notices: Problem[] = [];
  const store = options.store === undefined ? await ownStore(notices) : options.store;
  const progress = counter(model.bytes, options.onProgress);

  /** Where to fetch; asked for once, and not at all where everything is kept. */
  let located: Promise<PartPlace[]> | undefined;
  const place = async (index: number): Promise<PartPlace> => {
    located ??= locateParts(model, parts, network, signal);
    return (await located)[index] as PartPlace;
  };

  const blobs: Blob[] = [];
  for (const part of parts) {
    if (signal?.aborted) throw aborted();
    const kept = await readKept(part, store);
    if (kept !== undefined) {
      progress('verify', part.bytes);
      blobs.push(kept);
      continue;
    }
    const from = await place(part.index);
    const fetchIt = () => fetchPart(part, from, network, (n) => progress('download', n), signal);
    let bytes = await fetchIt();
    if ((await sha256(bytes)) !== part.sha256) {
      // Once more: what was damaged on the way arrives whole the second time, what is damaged there does not.
      progress('download', -part.bytes);
      bytes = await fetchIt();
      if ((await sha256(bytes)) !== part.sha256) throw damaged(model, part);
    }
    const blob = new Blob([bytes]);
    blobs.push(blob);
    await keep(part, blob, store, notices);
  }
  return { model, blob: new Blob(blobs), notices };
}

/** How many bytes of a model are kept on this device. */
export async function keptBytes(model: KnownFile, store?: PartStore): Promise<number> {
  const kept = new Set(await (store ?? (await openPartStore())).list());
  return partsOf(model)
    .filter((part) => kept.has(part.sha256))
    .reduce((sum, part) => sum + part.bytes, 0);
}

/** Removes a model from this device. */
export async function forgetModel(model: KnownFile, store?: PartStore): Promise<void> {
  const from = store ?? (await openPartStore());
  for (const part of model.parts) await from.delete(part);
}

/** A kept part that belongs to no model. */
export interface StrayPart {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * The kept parts that no model of `known` has: of a download that was given up, or of an older version of the page.
 * @param claimed SHA-256 of parts that are wanted all the same
 */
export async function strayParts(
  known: readonly KnownFile[],
  claimed: readonly string[] = [],
  store?: PartStore,
): Promise<StrayPart[]> {
  const from = store ?? (await openPartStore());
  const wanted = new Set([...known.flatMap((model) => model.parts), ...claimed]);
  const strays = (await from.list()).filter((part) => !wanted.has(part));
  return await Promise.all(
    strays.map(async (part) => ({ sha256: part, bytes: (await from.get(part))?.size ?? 0 })),
  );
}

/** Removes parts, for example stray ones. */
export async function forgetParts(parts: readonly string[], store?: PartStore): Promise<void> {
  const from = store ?? (await openPartStore());
  for (const part of parts) await from.delete(part);
}

/** True where this site serves the model or its publisher can be asked; costs one small request. */
export async function isOffered(
  model: KnownFile,
  options: Pick<OpenOptions, 'network' | 'signal'> = {},
): Promise<boolean> {
  try {
    await locateParts(model, partsOf(model), surroundings(options.network), options.signal);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code !== 'aborted') return false;
    throw error;
  }
}

/** A kept part that is still what it was; a damaged one is thrown away, and so fetched again. */
async function readKept(part: ModelPart, store: PartStore | null): Promise<Blob | undefined> {
  const held = await readHeld(part);
  if (held !== undefined) return held;
  try {
    const blob = await store?.get(part.sha256);
    if (blob === undefined) return undefined;
    const whole = blob.size === part.bytes;
    if (whole && (await sha256(await blob.arrayBuffer())) === part.sha256) return blob;
    await store?.delete(part.sha256);
    return undefined;
  } catch {
    // What the browser cannot read back is as good as not kept: it is fetched again.
    return undefined;
  }
}

/** A part of a file that is used where it lies; not where the file was changed since it was added. */
async function readHeld(part: ModelPart): Promise<Blob | undefined> {
  const blob = visitPart(part.sha256);
  if (blob?.size !== part.bytes) return undefined;
  try {
    return (await sha256(await blob.arrayBuffer())) === part.sha256 ? blob : undefined;
  } catch {
    // Moved or written to: the same as not there, which `locateParts` puts into a sentence.
    return undefined;
  }
}

/** Keeps a part; where that fails the load goes on from memory and the reason is noted once. */
async function keep(
  part: ModelPart,
  blob: Blob,
  store: PartStore | null,
  notices: Problem[],
): Promise<void> {
  if (store === null) return;
  try {
    await store.put(part.sha256, blob);
  } catch (error) {
    const problem = asProblem(error);
    if (!notices.some(({ code }) => code === problem.code)) notices.push(problem);
  }
}

async function ownStore(notices: Problem[]): Promise<PartStore | null> {
  try {
    return await openPartStore();
  } catch (error) {
    notices.push(asProblem(error));
    return null;
  }
}

function damaged(model: KnownFile, part: ModelPart): Problem {
  return new Problem('hash-mismatch', {
    what: `Part ${part.index + 1} of ${model.parts.length} of ${model.title} arrived damaged (its SHA-256 is wrong).`,
    kept: 'It was thrown away; the parts that arrived whole are kept.',
    next: model.sources.some(({ kind }) => kind === 'site')
      ? 'Load the model again. If it happens again, the file on the server is damaged: run `npm start` there.'
      : 'Load the model again. If it happens again, another file lies at its address now: add the model anew.',
  });
}

/** Adds up bytes and reports them. */
function counter(total: number, report: OpenOptions['onProgress']) {
  let done = 0;
  return (stage: LoadProgress['stage'], bytes: number): void => {
    done += bytes;
    report?.({ stage, done, total });
  };
}

function surroundings(given: Partial<Network> = {}): Network {
  return {
    fetch: given.fetch ?? ((input, init) => fetch(input, init)),
    base: given.base ?? document.baseURI,
    pause: given.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
}

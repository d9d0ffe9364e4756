import * as v from 'valibot';
import { aborted, isAbort, Problem } from '../core/errors';
import type { KnownFile, ModelPart } from './catalogue';

/** What fetching needs of its surroundings; tests bring their own. */
export interface Network {
  readonly fetch: typeof fetch;
  /** The page's address, with which `models/` is resolved. */
  readonly base: string;
  /** Waits between attempts. */
  readonly pause: (ms: number) => Promise<void>;
}

const manifestSchema = v.object({
  id: v.string(),
  parts: v.array(
    v.object({
      // A name, not a path: a manifest cannot send the page elsewhere.
      file: v.pipe(v.string(), v.regex(/^[\w.-]+$/)),
      bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});

/** Where one part can be fetched, as a whole file or as a range of one. */
export interface PartPlace {
  readonly address: string;
  readonly range?: string;
}

const PAUSES_MS = [1000, 4000];

/**
 * Finds where the parts of a model can be fetched, by its sources in order.
 * @throws Problem `model-missing` where no source has it, `hash-mismatch` where a site offers another file
 */
export async function locateParts(
  model: KnownFile,
  parts: readonly ModelPart[],
  network: Network,
  signal?: AbortSignal,
): Promise<PartPlace[]> {
  for (const source of model.sources) {
    if (source.kind === 'publisher') {
      return parts.map(({ from, bytes }) => {
        return { address: source.address, range: `bytes=${from}-${from + bytes - 1}` };
      });
    }
    const places = await placesOnSite(model, parts, network, signal);
    if (places !== null) return places;
  }
  if (model.sources.length === 0) throw goneFromHere(model);
  throw new Problem('model-missing', {
    what: `This site does not hold the model ${model.title}.`,
    kept: 'Recorded results can be read without it.',
    next:
      model.otherwise === undefined
        ? 'On your own machine, `npm start` fetches it once, with a network.'
        : 'On your own machine, `npm start` fetches it once, with a network; or choose the file as published.',
  });
}

function goneFromPublisher(address: string): Problem {
  return new Problem('model-missing', {
    what: `${new URL(address).host} no longer has the file of this model at its address.`,
    kept: 'The parts that arrived whole are kept.',
    next: 'Choose another model, or find the file elsewhere and add it from this device.',
  });
}

/** Of a reader's own file there is no other copy. */
function goneFromHere(model: KnownFile): Problem {
  return new Problem('model-missing', {
    what: `The file of ${model.title} is not on this device any more, or was changed since it was added.`,
    kept: 'Runs that were made with it are kept.',
    next: `Add the file ${model.file} again on the page of models; the same file goes on with the same runs.`,
  });
}

/** The parts beside the page; null where the site has no manifest (or answers with a page in its place). */
async function placesOnSite(
  model: KnownFile,
  parts: readonly ModelPart[],
  network: Network,
  signal?: AbortSignal,
): Promise<PartPlace[] | null> {
  const address = new URL(`models/${model.id}/manifest.json`, network.base);
  const response = await request({ address: address.href }, network, signal);
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw failed(`the server answered ${response.status}`);
  const manifest = v.safeParse(manifestSchema, await jsonOf(response));
  if (!manifest.success) return null;
  const offered = manifest.output.parts;
  const same =
    offered.length === parts.length &&
    parts.every(
      ({ bytes, sha256 }, i) => offered[i]?.bytes === bytes && offered[i].sha256 === sha256,
    );
  if (!same) {
    throw new Problem('hash-mismatch', {
      what: `This site offers another file under the name ${model.title} than this version of the page knows.`,
      kept: 'Nothing was downloaded.',
      next: 'Reload the page; on your own machine, run `npm start` again.',
    });
  }
  return offered.map(({ file }) => ({ address: new URL(file, address).href }));
}

/**
 * Fetches one part, trying again after a failure of the network.
 * @param onBytes gets the number of bytes that arrived since its last call; negative when an attempt is given up
 * @returns exactly `part.bytes` bytes, not yet checked
 * @throws Problem `aborted`, `offline`, `download-failed`, `model-missing`
 */
export async function fetchPart(
  part: ModelPart,
  place: PartPlace,
  network: Network,
  onBytes: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  for (let attempt = 0; ; attempt += 1) {
    let arrived = 0;
    try {
      return await fetchOnce(part, place, network, signal, (bytes) => {
        arrived += bytes;
        onBytes(bytes);
      });
    } catch (error) {
      onBytes(-arrived);
      const pause = PAUSES_MS[attempt];
      const again = error instanceof Problem && error.code === 'download-failed';
      if (!again || pause === undefined) throw error;
      await network.pause(pause);
    }
  }
}

async function fetchOnce(
  part: ModelPart,
  place: PartPlace,
  network: Network,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await request(place, network, signal);
  if (response.status === 404 && place.range !== undefined) throw goneFromPublisher(place.address);
  if (response.status === 404) {
    throw new Problem('model-missing', {
      what: `Part ${part.index + 1} of the model is not on the server.`,
      next: 'Reload the page; on your own machine, run `npm start` again.',
    });
  }
  if (!response.ok) throw failed(`the server answered ${response.status}`);
  if (place.range !== undefined && response.status !== 206) {
    throw failed('the server sends whole files only');
  }
  if (response.body === null) throw failed('the answer was empty');
  const bytes = new Uint8Array(part.bytes);
  let length = 0;
  try {
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > part.bytes) {
        await reader.cancel();
        throw failed('more arrived than the part holds');
      }
      bytes.set(value, length);
      length += value.length;
      onBytes(value.length);
    }
  } catch (error) {
    throw networkProblem(error, signal);
  }
  if (length < part.bytes) throw failed(`it broke off after ${length} of ${part.bytes} bytes`);
  return bytes;
}

/** One request. Past the HTTP cache: the part store keeps the bytes, and a damaged part must not come back from it. */
async function request(
  place: PartPlace,
  network: Network,
  signal?: AbortSignal,
): Promise<Response> {
  if (signal?.aborted) throw aborted();
  const headers: HeadersInit = place.range === undefined ? {} : { Range: place.range };
  try {
    return await network.fetch(place.address, {
      cache: 'no-store',
      headers,
      signal: signal ?? null,
    });
  } catch (error) {
    throw networkProblem(error, signal);
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw networkProblem(error);
  }
}

function networkProblem(error: unknown, signal?: AbortSignal): Problem {
  if (signal?.aborted || isAbort(error)) return aborted();
  if (error instanceof Problem) return error;
  if (globalThis.navigator?.onLine === false) {
    return new Problem('offline', {
      what: 'The model is not complete on this device, and there is no network.',
      kept: 'The parts that arrived are kept.',
      next: 'Load it again with a network: it goes on where it stopped.',
      cause: error,
    });
  }
  return failed('the connection broke', error);
}

function failed(why: string, cause?: unknown): Problem {
  return new Problem('download-failed', {
    what: `The download of the model failed: ${why}.`,
    kept: 'The parts that arrived whole are kept.',
    next: 'Load it again: it goes on where it stopped.',
    cause,
  });
}

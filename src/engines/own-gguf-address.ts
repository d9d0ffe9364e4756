import { aborted, isAbort, Problem } from '../core/errors';
import { fetchPart, type Network } from './model-parts';
import { isOwnMachine } from './openai/address';
import type { OwnSource } from './own-gguf-source';

/**
 * The address of a GGUF file as a person pastes it: https, or http on this device. The page of a file on the Hugging
 * Face Hub (`/blob/`) counts as the file itself (`/resolve/`).
 * @throws Problem `bad-link`
 */
export function readFileAddress(given: string): string {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || text.length > 2000) {
    throw new Problem('bad-link', {
      what: 'This is no address of a file.',
      next: 'It begins with https:// and ends, as a rule, in .gguf.',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new Problem('bad-link', {
      what: 'The address holds a name or a password, which would be kept with the model.',
      next: 'Leave them out, or download the file and add it from this device.',
    });
  }
  if (url.protocol === 'http:' && !isOwnMachine(url.hostname)) {
    throw new Problem('bad-link', {
      what: 'The address is plain http, which anyone on the way could change.',
      next: 'Use https, or download the file and add it from this device.',
    });
  }
  if (url.hostname === 'huggingface.co') {
    url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
    url.searchParams.delete('download');
  }
  url.hash = '';
  return url.href;
}

/**
 * Asks a server for a file: how large it is, and whether it can be read in ranges, without which a download could not
 * go on where it stopped. On the Hugging Face Hub the address comes back with the revision that is there now.
 * @throws Problem `bad-link`, `download-failed`, `model-missing`, `server-refused`, `not-supported`, `offline`, `aborted`
 */
export async function addressSource(
  given: string,
  network: Network,
  signal?: AbortSignal,
): Promise<OwnSource> {
  const asked = readFileAddress(given);
  const response = await probe(asked, network, signal);
  await response.body?.cancel();
  if (!response.ok) throw refused(asked, response.status);
  if (response.status !== 206) throw wholeOnly(asked);
  const bytes =
    totalOf(response.headers.get('Content-Range')) ?? (await wholeLength(asked, network, signal));
  const address = pinned(asked, response.headers.get('X-Repo-Commit'));
  const date = response.headers.get('ETag') ?? response.headers.get('Last-Modified') ?? '';
  const path = new URL(address).pathname;
  return {
    name: decoded(path.slice(path.lastIndexOf('/') + 1)) || 'model.gguf',
    bytes,
    address,
    mark: /\/resolve\/[0-9a-f]{40}\//.test(address) ? address : date,
    read(from, size, onBytes, stop) {
      const part = { index: 0, from, bytes: size, sha256: '' };
      const place = { address, range: `bytes=${from}-${from + size - 1}` };
      return fetchPart(part, place, network, onBytes, stop);
    },
  };
}

async function probe(address: string, network: Network, signal?: AbortSignal): Promise<Response> {
  return await ask(address, { Range: 'bytes=0-3' }, network, signal);
}

/** Servers that do not show `Content-Range` to pages show the length of the whole all the same. */
async function wholeLength(
  address: string,
  network: Network,
  signal?: AbortSignal,
): Promise<number> {
  const response = await ask(address, {}, network, signal);
  await response.body?.cancel();
  const length = Number(response.headers.get('Content-Length') ?? '');
  if (response.ok && length > 0) return length;
  throw new Problem('not-supported', {
    what: `The server of ${new URL(address).host} does not say how large the file is.`,
    kept: 'Nothing was downloaded.',
    next: 'Download the file with the browser and add it from this device.',
  });
}

async function ask(
  address: string,
  headers: HeadersInit,
  network: Network,
  signal?: AbortSignal,
): Promise<Response> {
  try {
    return await network.fetch(address, {
      headers,
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted || isAbort(error)) throw aborted();
    throw unreachable(address, error);
  }
}

/** A page is not told why: a server that is down and one without CORS look the same. */
function unreachable(address: string, cause: unknown): Problem {
  const { host } = new URL(address);
  if (globalThis.navigator?.onLine === false) {
    return new Problem('offline', {
      what: `${host} cannot be asked: there is no network.`,
      kept: 'Nothing was downloaded.',
      next: 'Try again with a network, or add a file from this device.',
      cause,
    });
  }
  return new Problem('download-failed', {
    what: `${host} did not answer this page: it is not reachable, or it does not let pages of other addresses read its files (CORS).`,
    kept: 'Nothing was downloaded.',
    next: 'Open the address in a tab of its own. If the file arrives there, add it from this device; the Hugging Face Hub lets pages read its files.',
    cause,
  });
}

function refused(address: string, status: number): Problem {
  const { host } = new URL(address);
  if (status === 404 || status === 410) {
    return new Problem('model-missing', {
      what: `${host} has no file at this address.`,
      next: 'Compare it with the address of the file’s download link.',
    });
  }
  if (status === 401 || status === 403) {
    return new Problem('server-refused', {
      what: `${host} gives this file only to those who have signed in or accepted its licence.`,
      kept: 'Nothing was downloaded.',
      next: 'Download it there yourself and add it from this device.',
    });
  }
  return new Problem('download-failed', {
    what: `${host} answered with an error (${status}).`,
    kept: 'Nothing was downloaded.',
    next: 'Try again later.',
  });
}

function wholeOnly(address: string): Problem {
  return new Problem('not-supported', {
    what: `${new URL(address).host} sends whole files only, so a download could not be stopped and go on.`,
    kept: 'Nothing was downloaded.',
    next: 'Download the file with the browser and add it from this device.',
  });
}

/** `bytes 0-3/1000`: 1000. */
function totalOf(range: string | null): number | null {
  const total = Number(/\/\s*(\d+)\s*$/.exec(range ?? '')?.[1]);
  return Number.isSafeInteger(total) && total > 0 ? total : null;
}

/** A branch moves on, a revision does not: what is downloaded again later is then the same file. */
function pinned(address: string, commit: string | null): string {
  const url = new URL(address);
  if (url.hostname !== 'huggingface.co' || !/^[0-9a-f]{40}$/.test(commit ?? '')) return address;
  url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+\/resolve)\/[^/]+\//, `$1/${commit}/`);
  return url.href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is part of the name.
    return text;
  }
}

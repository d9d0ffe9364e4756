import { aborted, isAbort, Problem } from '../core/errors';
import { fileAddress } from './file-address';
import { LIMITS } from './limits';
import { readRunFile, type ReadOptions, type RunFile } from './run-file';

/** Options of `fetchRun`; `fetch` for tests. */
export interface FetchOptions extends ReadOptions {
  readonly fetch?: typeof fetch;
}

/**
 * Reads a run file from an https address, piece by piece. Sends no cookies and says nothing of this page.
 * @throws Problem `bad-link` (no such address is allowed), `download-failed`, `offline`, `bad-file`, `aborted`
 */
export async function fetchRun(address: string, options: FetchOptions = {}): Promise<RunFile> {
  const url = fileAddress(address);
  if (url === null) {
    throw new Problem('bad-link', {
      what: 'A run can be opened from an https address only, without a password in it.',
      next: 'Correct the address, or download the file and open it here.',
    });
  }
  const limit = options.limits?.bytes ?? LIMITS.bytes;
  const response = await answer(url, options);
  if (!response.ok) throw refused(url, response);
  const total = Number(response.headers.get('content-length') ?? 0);
  if (total > limit || response.body === null) {
    await response.body?.cancel();
    const size = `${Math.round(total / 1024 / 1024)} MB`;
    throw failed(
      total > limit ? `The file has ${size}, too much for this page.` : 'The file is empty.',
    );
  }
  try {
    return await readRunFile(response.body, { total, ...options });
  } catch (error) {
    // The connection and the file look alike to the reader; only the first shows as a TypeError of the body.
    if (error instanceof Problem && error.code === 'bad-file' && error.cause instanceof TypeError) {
      throw failed('The connection broke off, or the file is damaged.', error);
    }
    throw error;
  }
}

async function answer(url: string, options: FetchOptions): Promise<Response> {
  const { signal, fetch: ask = fetch } = options;
  try {
    return await ask(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      mode: 'cors',
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted || isAbort(error)) throw aborted();
    if (typeof navigator !== 'undefined' && navigator.onLine === false) {
      throw new Problem('offline', {
        what: 'This device is offline, so the run cannot be fetched.',
        next: 'Connect and try again.',
        cause: error,
      });
    }
    // A browser does not tell these two apart, on purpose.
    throw failed(
      `${new URL(url).host} cannot be reached, or it does not let other pages read its files (CORS).`,
      error,
    );
  }
}

function refused(url: string, { status }: Response): Problem {
  const { host } = new URL(url);
  if (status === 404 || status === 410)
    return failed(`There is no file at this address (${host}).`);
  if (status === 401 || status === 403)
    return failed(`${host} does not give this file to everyone.`);
  if (status === 429) return failed(`${host} has too many requests just now.`);
  return failed(`${host} answers with the error ${status}.`);
}

function failed(what: string, cause?: unknown): Problem {
  return new Problem('download-failed', {
    what,
    kept: 'Nothing was imported.',
    next: 'Check the address and try again, or download the file and open it here.',
    cause,
  });
}

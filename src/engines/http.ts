import { aborted, isAbort, Problem } from '../core/errors';

/** Sends one request and gives its JSON; every way it can fail becomes a Problem with a sentence. */
export async function fetchJson(
  address: string,
  body: unknown,
  signal: AbortSignal | undefined,
  fetcher: typeof fetch,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetcher(address, {
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (isAbort(cause)) throw aborted();
    throw new Problem('server-failed', {
      what: `The server at ${new URL(address).origin} did not answer.`,
      kept: 'Everything answered so far is kept.',
      next: 'Check that it runs and allows requests from this page, then go on.',
      cause,
    });
  }
  const text = await response.text().catch((cause: unknown) => {
    if (isAbort(cause)) throw aborted();
    throw new Problem('server-failed', { what: 'The server broke off its answer.', cause });
  });
  if (!response.ok) {
    throw new Problem('server-failed', {
      what: `The server answered ${response.status}: ${text.slice(0, 200)}`,
      kept: 'Everything answered so far is kept.',
      next: 'Check the server, then go on.',
    });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new Problem('server-failed', {
      what: `The server's answer is no JSON: ${text.slice(0, 80)}`,
      next: 'Check the address: it should be that of a llama.cpp server.',
      cause,
    });
  }
}

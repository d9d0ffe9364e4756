import { aborted } from '../core/errors';
import { limitedText } from './limited-body';

/** What came of one request that gave no JSON. */
export interface Fault {
  /**
   * `network`: no answer at all; `broken-off`: the answer ended in the middle; `timeout`: we gave up waiting;
   * `status`: the server says no; `html` and `not-json`: it says something that is no JSON; `too-long`: it goes on and
   * on.
   */
  readonly kind: 'network' | 'broken-off' | 'timeout' | 'status' | 'html' | 'not-json' | 'too-long';
  /** Of HTTP; 0 where there was no answer. */
  readonly status: number;
  /** The server's own words without the key, or the system's code of a broken connection; may be empty. */
  readonly detail: string;
  /** Milliseconds that the server asks to be left alone; null where it does not say. */
  readonly retryAfter: number | null;
}

export type Outcome =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: Fault };

export interface HttpRequest {
  /** Sent as JSON by POST; undefined asks by GET. */
  readonly body?: unknown;
  /** A key for the server, sent as a bearer token and nowhere else. */
  readonly key?: string;
  readonly timeoutMs: number;
  readonly fetcher: typeof fetch;
  readonly signal?: AbortSignal | undefined;
}

/** Far more than an answer or a list of models has, and little enough to keep. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Sends one request and gives its JSON, or what went wrong.
 * @throws Problem `aborted` when the signal fires; nothing else
 */
export async function fetchOnce(address: string, request: HttpRequest): Promise<Outcome> {
  const { signal } = request;
  if (signal?.aborted) throw aborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  signal?.addEventListener('abort', stop);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, request.timeoutMs);
  try {
    return await send(address, request, controller.signal);
  } catch (error) {
    if (signal?.aborted) throw aborted();
    return fault(late ? 'timeout' : 'network', 0, late ? '' : systemCode(error));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function send(address: string, request: HttpRequest, signal: AbortSignal): Promise<Outcome> {
  const { body, key, fetcher } = request;
  const response = await fetcher(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
  });
  let text: string | null;
  try {
    text = await limitedText(response, MOST_BYTES);
  } catch (error) {
    if (signal.aborted) throw error;
    return fault('broken-off', response.status, systemCode(error));
  }
  if (text === null) return fault('too-long', response.status, '');
  const isHtml = /^\s*</.test(text);
  if (!response.ok) {
    const { headers, status } = response;
    const detail = isHtml ? '' : cut(wordsOf(text), 300, key);
    return fault('status', status, detail, parseRetryAfter(headers, Date.now()));
  }
  if (isHtml) return fault('html', response.status, '');
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    // Not one fault but any: what it says is in the text itself.
    return fault('not-json', response.status, cut(text, 80, key));
  }
}

/**
 * Milliseconds that a server asks to be left alone: `retry-after-ms`, or `Retry-After` in seconds or as a date.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(headers: Headers, now: number): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? '');
  if (exact > 0) return exact;
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function fault(
  kind: Fault['kind'],
  status: number,
  detail: string,
  retryAfter: number | null = null,
): Outcome {
  return { ok: false, fault: { kind, status, detail, retryAfter } };
}

/** What a server says of an error: `{error: {message}}`, `{error}`, `{message}`, `{detail}`, or plain text. */
function wordsOf(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text) as unknown;
  } catch {
    return text;
  }
  for (const path of [['error', 'message'], ['error'], ['message'], ['detail']]) {
    const found = path.reduce(member, value);
    if (typeof found === 'string') return found;
  }
  return text;
}

/**
 * The beginning of what a server says, which may repeat the key. The key goes first: one that lies across the cut would
 * leave a part of itself.
 */
function cut(text: string, most: number, key: string | undefined): string {
  if (key === undefined) return text.slice(0, most);
  // As JSON writes it, where a text is shown that could not be read as JSON.
  const escaped = JSON.stringify(key).slice(1, -1);
  return text.replaceAll(key, '[key]').replaceAll(escaped, '[key]').slice(0, most);
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

/** Node's code of a broken connection (`ECONNREFUSED`); browsers give none. */
function systemCode(error: unknown): string {
  const code = member(member(error, 'cause'), 'code');
  return typeof code === 'string' ? code : '';
}

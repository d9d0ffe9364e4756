import * as v from 'valibot';
import { aborted, Problem } from '../../core/errors';
import { seeded, type Random } from '../../core/seed';
import { fetchOnce, type Outcome } from '../http';
import { mixedContent, readAddress, type ServerAddress } from './address';
import { problemOf } from './faults';
import { isPassing, LONGEST_WAIT, waitBefore } from './retry';

/** Why an answer is late. */
export type Wait =
  /** The server has not answered yet. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** It sent us away or was not there: it is asked again after so many milliseconds. */
  | {
      readonly kind: 'again';
      readonly why: 'busy' | 'gone';
      readonly ms: number;
      /** Which try failed, from 1, and how many there are. */
      readonly attempt: number;
      readonly tries: number;
    };

export interface ServerOptions {
  /** Base address, with or without `/v1`: `http://127.0.0.1:8080`, `https://api.openai.com/v1`. */
  readonly address: string;
  /** Kept in memory only: never in a Problem, a manifest or an export. */
  readonly key?: string;
  /** How often a request is sent that may pass later (busy, gone); 8. */
  readonly tries?: number;
  /** Milliseconds for one answer; ten minutes. */
  readonly timeoutMs?: number;
  /** Milliseconds after which an answer is called slow, and again after as many; ten seconds. */
  readonly slowAfterMs?: number;
  /** Seeds the chance in waiting times. */
  readonly seed?: number;
  readonly onWait?: (wait: Wait) => void;
  readonly fetcher?: typeof fetch;
  /** Stand-ins for tests. */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly page?: string;
}

/** Statuses by which a server says that it lacks something, not that something is wrong. */
const LACKING: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501]);

/** One server, asked politely: it waits when sent away, tells of waits, and never repeats the key. */
export class Server {
  readonly address: ServerAddress;
  readonly #options: ServerOptions;
  readonly #key: string | undefined;
  readonly #random: Random;
  readonly #fetcher: typeof fetch;
  /** All requests wait until then once one of them was sent away. */
  #notBefore = 0;

  /** @throws Problem `bad-link`, `not-supported` (an https page may not call http) */
  constructor(options: ServerOptions) {
    this.address = readAddress(options.address);
    const mixed = mixedContent(this.address.origin, options.page);
    if (mixed !== null) throw mixed;
    this.#options = options;
    this.#key = readKey(options.key);
    this.#random = seeded(`waits/${options.seed ?? 0}`);
    // A method of its own object in browsers, so it must not be called as one of this.
    this.#fetcher = options.fetcher ?? ((input, init) => fetch(input, init));
  }

  /**
   * @param patient also asks again where nothing answers; false while connecting, when a person waits
   * @throws Problem
   */
  async get(url: string, signal?: AbortSignal, patient = true): Promise<unknown> {
    return this.#valueOf(await this.#ask(url, undefined, signal, patient), patient);
  }

  /** @throws Problem */
  async post(url: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    return this.#valueOf(await this.#ask(url, body, signal, true), true);
  }

  /**
   * What the server answers, or the words by which it says that it has no such thing.
   * @throws Problem for every other fault
   */
  async probe(
    url: string,
    body: unknown,
    signal?: AbortSignal,
  ): Promise<{ value: unknown } | { lacks: string }> {
    const outcome = await this.#ask(url, body, signal, false);
    if (outcome.ok) return { value: outcome.value };
    const { kind, status, detail } = outcome.fault;
    if (kind === 'html' || (kind === 'status' && LACKING.has(status))) return { lacks: detail };
    return { value: await this.#valueOf(outcome, false) };
  }

  async #ask(
    url: string,
    body: unknown,
    signal: AbortSignal | undefined,
    patient: boolean,
  ): Promise<Outcome> {
    const tries = this.#options.tries ?? 8;
    for (let attempt = 1; ; attempt += 1) {
      const held = this.#notBefore - Date.now();
      if (held > 0) await this.#sleep(held, signal);
      const outcome = await this.#once(url, body, signal);
      if (outcome.ok) return outcome;
      const { fault } = outcome;
      const asked = patient || fault.kind === 'status';
      const wait = waitBefore(fault, attempt, this.#random);
      const goesOn = asked && attempt < tries && isPassing(fault);
      if (!goesOn || (fault.retryAfter ?? 0) > LONGEST_WAIT) return { ok: false, fault };
      const why = fault.kind === 'status' ? 'busy' : 'gone';
      // Who was sent away speaks for all.
      if (fault.retryAfter !== null) this.#notBefore = Date.now() + wait;
      this.#options.onWait?.({ kind: 'again', why, ms: wait, attempt, tries });
      await this.#sleep(wait, signal);
    }
  }

  async #once(url: string, body: unknown, signal: AbortSignal | undefined): Promise<Outcome> {
    const { timeoutMs = 10 * 60_000, slowAfterMs = 10_000, onWait } = this.#options;
    const started = Date.now();
    const slow = setInterval(
      () => onWait?.({ kind: 'slow', ms: Date.now() - started }),
      slowAfterMs,
    );
    try {
      return await fetchOnce(url, {
        body,
        ...(this.#key === undefined ? {} : { key: this.#key }),
        timeoutMs,
        fetcher: this.#fetcher,
        signal,
      });
    } finally {
      clearInterval(slow);
    }
  }

  async #valueOf(outcome: Outcome, patient: boolean): Promise<unknown> {
    if (outcome.ok) return outcome.value;
    const { fault } = outcome;
    const tries = patient && isPassing(fault) ? (this.#options.tries ?? 8) : 1;
    const isThere = fault.kind === 'network' && fault.detail === '' ? await this.#isThere() : null;
    const { origin } = this.address;
    throw problemOf(fault, { origin, tries, isConnecting: !patient, isThere });
  }

  /**
   * Whether anything answers where a page may not read the answer. On an isolated page that asks in vain, since the
   * browser keeps such answers out: then it cannot be told.
   */
  async #isThere(): Promise<boolean | null> {
    try {
      await this.#fetcher(this.address.origin, { mode: 'no-cors', credentials: 'omit' });
      return true;
    } catch {
      // It only says that nothing was let through.
      return false;
    }
  }

  #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return (this.#options.sleep ?? sleep)(ms, signal);
  }
}

/**
 * Reads what a server answered. What it said is not in the Problem: it may hold anything.
 * @throws Problem `server-failed`
 */
export function readAnswer<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const at = v.getDotPath(issue) ?? 'the answer';
  throw new Problem('server-failed', {
    what: `The server does not answer as expected: ${at} should be ${issue.expected ?? 'there'}.`,
    kept: 'Everything answered so far is kept.',
    next: 'Check the address: it should be that of llama.cpp or of a server like OpenAI’s.',
  });
}

/** A header takes printable ASCII; anything else would come back in an error that repeats the key. */
function readKey(given: string | undefined): string | undefined {
  const key = given?.trim() ?? '';
  if (key === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Problem('server-refused', {
    what: 'The key holds characters that no key has.',
    next: 'Copy it again, without spaces or line breaks.',
  });
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted());
    const stop = (): void => {
      clearTimeout(timer);
      reject(aborted());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

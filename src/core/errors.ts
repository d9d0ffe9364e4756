/**
 * An error meant for a person: what happened, what was kept, what to do next.
 * Everything a boundary rejects (a file, a link, a worker, a server, the storage) is thrown as one of these,
 * so that a page can show it without knowing where it came from.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** Stable word for tests and for choosing what to do, never shown by itself. */
  readonly code: ProblemCode;
  /** What was kept or what stays as it was. */
  readonly kept: string;
  /** What the reader can do next. */
  readonly next: string;

  constructor(
    code: ProblemCode,
    parts: { what: string; kept?: string; next?: string; cause?: unknown },
  ) {
    super(parts.what, { cause: parts.cause });
    this.code = code;
    this.kept = parts.kept ?? '';
    this.next = parts.next ?? '';
  }

  /** The three parts as one paragraph. */
  get sentence(): string {
    return [this.message, this.kept, this.next].filter((part) => part !== '').join(' ');
  }
}

export type ProblemCode =
  | 'aborted'
  | 'bad-file'
  | 'bad-link'
  | 'bad-study'
  | 'busy'
  | 'context-full'
  | 'device-lost'
  | 'disk-full'
  | 'download-failed'
  | 'engine-failed'
  | 'hash-mismatch'
  | 'model-missing'
  | 'not-supported'
  | 'novel-missing'
  | 'offline'
  | 'server-failed'
  /** It does not answer any more, however often it is asked. */
  | 'server-gone'
  /** It answers, but not to us: a wrong key, nothing left to spend. */
  | 'server-refused'
  | 'storage-failed'
  | 'unknown';

/** The error as a Problem; anything unexpected keeps its message and becomes `unknown`. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isNamed(error, 'AbortError')) return aborted();
  const what = error instanceof Error ? error.message : String(error);
  return new Problem('unknown', { what: `Something unexpected happened: ${what}.`, cause: error });
}

/** The Problem of a thing that a person stopped. */
export function aborted(): Problem {
  return new Problem('aborted', {
    what: 'Stopped.',
    kept: 'Everything answered so far is kept.',
  });
}

/** True where an error only says that someone stopped the work. */
export function isAbort(error: unknown): boolean {
  return (error instanceof Problem && error.code === 'aborted') || isNamed(error, 'AbortError');
}

function isNamed(error: unknown, name: string): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === name;
}

import { aborted, isAbort, Problem } from '../core/errors';

/** Tokens that a prompt has, and those that the context holds. */
export interface Overflow {
  readonly tokens: number;
  readonly context: number;
}

/** The counts in llama.cpp's complaint about a prompt that is too long, null for any other error. */
export function overflowOf(error: unknown): Overflow | null {
  const found = /\((\d+) tokens?\) exceeds the available context size \((\d+) tokens?\)/.exec(
    messageOf(error),
  );
  return found === null ? null : { tokens: Number(found[1]), context: Number(found[2]) };
}

/**
 * True where a token's bytes were no valid text: llama.cpp's answer then cannot be written as JSON, and wllama fails
 * on the answer that is not there, in words that differ by browser. The engine is well after it.
 * @param complaints what its worker said; an old complaint only costs a needless second try
 */
export function isHalfCharacter(complaints: readonly string[]): boolean {
  return complaints.some((line) => line.includes('json.exception.type_error.316'));
}

/** The Problem of a prompt that no allowed context holds. */
export function contextFull({ tokens, context }: Overflow, answer = 0): Problem {
  const need =
    answer === 0 ? `${tokens} tokens` : `${tokens} tokens and an answer of up to ${answer}`;
  return new Problem('context-full', {
    what: `The prompt has ${need}, but the model's context holds ${context}.`,
    kept: 'Nothing was asked; the model stays ready.',
    next: 'Shorten the profile or the memories, or allow a larger context.',
  });
}

/**
 * The Problem of a call that failed in the running engine.
 * @param complaints what its worker said before
 */
export function callProblem(error: unknown, complaints: readonly string[]): Problem {
  if (error instanceof Problem) return error;
  if (isAbort(error)) return aborted();
  return new Problem('engine-failed', {
    what: `The engine broke down while answering: ${firstLine(messageOf(error))}.`,
    kept: 'Everything answered so far is kept.',
    next: `${remedy(error, complaints)} The next question starts the engine anew.`,
    cause: withComplaints(error, complaints),
  });
}

/** The Problem of an engine that did not start. */
export function startProblem(error: unknown, complaints: readonly string[]): Problem {
  if (error instanceof Problem) return error;
  if (isAbort(error)) return aborted();
  return new Problem('engine-failed', {
    what: `The engine could not start with this model: ${firstLine(messageOf(error))}.`,
    kept: 'The downloaded file is kept.',
    next: remedy(error, complaints),
    cause: withComplaints(error, complaints),
  });
}

function remedy(error: unknown, complaints: readonly string[]): string {
  const said = [messageOf(error), ...complaints].join(' ');
  return /memory|alloc|OOM|growable/i.test(said)
    ? 'Memory ran out: close other tabs, choose a smaller model or a smaller context.'
    : 'Try again; if it happens again, reload the page or choose another model.';
}

function withComplaints(error: unknown, complaints: readonly string[]): unknown {
  return complaints.length === 0 ? error : new Error(complaints.join('\n'), { cause: error });
}

/** wllama rejects with strings as well as errors. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/\.+$/, '');
}

import { Problem } from '../core/errors';

/** What a caller can add to a failure of the storage: what the failed step was and what is left untouched. */
export interface Stakes {
  /** Ends "The browser could not ...": `keep the last answer`. */
  readonly doing: string;
  /** What was kept, a sentence. */
  readonly kept?: string;
}

/**
 * A failure of IndexedDB or Dexie as a Problem.
 * Dexie wraps the browser's error once or twice (an aborted transaction holds the full disk inside), so the whole
 * chain of causes is looked at. An abort of a transaction is never taken for a person's stop.
 */
export function storageProblem(error: unknown, stakes: Stakes): Problem {
  if (error instanceof Problem) return error;
  const chain = causes(error);
  const inner = chain.find((link): link is Problem => link instanceof Problem);
  if (inner !== undefined) return inner;
  const kept = stakes.kept ?? '';
  const names = new Set(chain.map(nameOf));
  if (names.has('QuotaExceededError')) {
    return new Problem('disk-full', {
      what: `The browser could not ${stakes.doing}: the disk space it grants to this page is used up.`,
      kept,
      next: 'Delete runs you no longer need, or free space on the disk, and then try again.',
      cause: error,
    });
  }
  if (UNAVAILABLE.some((name) => names.has(name))) {
    return new Problem('storage-failed', {
      what: `The browser could not ${stakes.doing}: it does not let this page keep data (a private window, or site data is switched off).`,
      kept,
      next: 'Open the page in a normal window, or allow site data for this address, and reload.',
      cause: error,
    });
  }
  if (names.has('DatabaseClosedError')) {
    return new Problem('storage-failed', {
      what: `The browser could not ${stakes.doing}: another tab has opened a newer version of Crossroads.`,
      kept,
      next: 'Reload this page.',
      cause: error,
    });
  }
  return new Problem('storage-failed', {
    what: `The browser could not ${stakes.doing}. It says: ${messageOf(chain)}.`,
    kept,
    next: 'Reload the page and try again.',
    cause: error,
  });
}

/** Another tab holds an older version open and does not let go of it. */
export function blockedProblem(): Problem {
  return new Problem('busy', {
    what: 'The stored runs cannot be opened while another tab has an older version of Crossroads open.',
    kept: 'They are untouched.',
    next: 'Close the other tabs of this page and try again.',
  });
}

/** The database was written by a version that came after this one. */
export function newerProblem(): Problem {
  return new Problem('storage-failed', {
    what: 'The runs in this browser were stored by a newer version of Crossroads than this page.',
    kept: 'They are untouched.',
    next: 'Reload the page to get the newer version.',
  });
}

/** A run that is asked for and is not there, or no longer. */
export function goneProblem(): Problem {
  return new Problem('storage-failed', {
    what: 'This run is not stored in this browser, or it was deleted.',
    next: 'Choose another run, or import its file.',
  });
}

/** How browsers say that a page may keep nothing: no IndexedDB at all, forbidden, or a private window. */
const UNAVAILABLE = ['MissingAPIError', 'SecurityError', 'InvalidStateError', 'OpenFailedError'];

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  let link: unknown = error;
  while (link !== null && link !== undefined && !chain.includes(link) && chain.length < 10) {
    chain.push(link);
    link = typeof link === 'object' ? (field(link, 'inner') ?? field(link, 'cause')) : undefined;
  }
  return chain;
}

function field(of: object, key: string): unknown {
  return key in of ? (of as Record<string, unknown>)[key] : undefined;
}

function nameOf(error: unknown): string {
  const name = typeof error === 'object' && error !== null ? field(error, 'name') : undefined;
  return typeof name === 'string' ? name : '';
}

/** The innermost message, which is the browser's own, on one line and without its full stop. */
function messageOf(chain: readonly unknown[]): string {
  const texts = chain.map((link) =>
    link instanceof Error || link instanceof DOMException
      ? link.message || link.name
      : typeof link === 'string'
        ? link
        : '',
  );
  const text = texts.filter((entry) => entry !== '').at(-1) ?? 'no reason given';
  return (text.split('\n')[0] ?? text).replace(/[.\s]+$/, '');
}

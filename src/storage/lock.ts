import { Problem } from '../core/errors';

/** The part of the Web Locks API used here. */
export type Locks = Pick<LockManager, 'request'>;

/** Runs held by this tab, for browsers without Web Locks. */
const held = new Set<string>();

/**
 * Does work on a run while no other tab may. The lock ends with the work, or with the tab.
 * Without Web Locks (Node, an insecure address) only this tab is guarded.
 * @throws Problem `busy` at once where the run is held elsewhere; otherwise whatever the work throws
 */
export async function withRunLock<T>(
  runId: string,
  work: () => Promise<T>,
  locks: Locks | undefined = browserLocks(),
): Promise<T> {
  if (locks !== undefined) {
    // The callback's outcome is kept apart: a lib type of `request` flattens it differently from version to version.
    const outcome: unknown = await locks.request(
      `crossroads-run-${runId}`,
      { mode: 'exclusive', ifAvailable: true },
      async (lock: Lock | null): Promise<T> => {
        if (lock === null) throw busy();
        return work();
      },
    );
    return outcome as T;
  }
  if (held.has(runId)) throw busy();
  held.add(runId);
  try {
    return await work();
  } finally {
    held.delete(runId);
  }
}

function browserLocks(): Locks | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.locks;
}

function busy(): Problem {
  return new Problem('busy', {
    what: 'This run is already going on in another tab of this browser.',
    kept: 'What is answered there is kept and appears here too.',
    next: 'Go on there, or pause it there first.',
  });
}

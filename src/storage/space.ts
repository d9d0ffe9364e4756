/** What the browser says of the disk space of this page, in bytes. */
export interface Space {
  readonly used: number;
  /** Used and free together, as granted to this page; browsers round it. */
  readonly granted: number;
  /** Whether the browser has promised not to clear the data by itself. */
  readonly persistent: boolean;
}

/** The part of `navigator.storage` used here. */
export type StorageApi = Partial<Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>>;

/** The disk space of this page; null where the browser does not say. Never rejects. */
export async function space(api: StorageApi | undefined = browserStorage()): Promise<Space | null> {
  const estimate = await answered(() => api?.estimate?.());
  if (estimate?.usage === undefined || estimate.quota === undefined) return null;
  const persistent = (await answered(() => api?.persisted?.())) ?? false;
  return { used: estimate.usage, granted: estimate.quota, persistent };
}

/**
 * Asks the browser not to clear the data by itself. To be called from a person's action, for some browsers ask.
 * Gives whether it promised; never rejects.
 */
export async function askToKeep(api: StorageApi | undefined = browserStorage()): Promise<boolean> {
  return (await answered(() => api?.persist?.())) ?? false;
}

function browserStorage(): StorageApi | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.storage;
}

/** What was said, or undefined: in a private window some browsers reject, and not knowing is an answer here. */
async function answered<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}

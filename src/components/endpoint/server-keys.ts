import { readAddress } from '../../engines/openai/address';

/**
 * Keys of servers, by the origin that they were entered for: a key never goes to another. They live in memory; where
 * the reader asks for it also in this tab's session, which the browser forgets with the tab. Nothing else keeps them.
 */
const inMemory = new Map<string, string>();
const PREFIX = 'crossroads:key:';

/** The key entered for a server; empty where there is none, or where the address is none. */
export function serverKey(address: string): string {
  const origin = originOf(address);
  if (origin === null) return '';
  return inMemory.get(origin) ?? fromSession(origin) ?? '';
}

/** Whether the key of a server outlives a reload of this tab. */
export function isKeptForTab(address: string): boolean {
  const origin = originOf(address);
  return origin !== null && fromSession(origin) !== null;
}

/** Takes a key for a server, in place of an earlier one; an empty one forgets it. */
export function setServerKey(address: string, given: string, keepForTab: boolean): void {
  const origin = originOf(address);
  if (origin === null) return;
  const key = given.trim();
  if (key === '') inMemory.delete(origin);
  else inMemory.set(origin, key);
  try {
    if (key !== '' && keepForTab) sessionStorage.setItem(PREFIX + origin, key);
    else sessionStorage.removeItem(PREFIX + origin);
  } catch {
    // Without a session it is in memory only, which is less than was asked for and no harm.
  }
}

function fromSession(origin: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + origin);
  } catch {
    return null;
  }
}

function originOf(address: string): string | null {
  try {
    return readAddress(address).origin;
  } catch {
    // No address has no key.
    return null;
  }
}

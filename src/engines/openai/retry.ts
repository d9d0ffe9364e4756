import type { Random } from '../../core/seed';
import type { Fault } from '../http';

/** A wait longer than this is a person's to decide on. */
export const LONGEST_WAIT = 5 * 60_000;
const FIRST = 1000;
const MOST = 30_000;

/** Statuses that say "later", not "no". */
const LATER: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Whether the same request may well succeed later. */
export function isPassing({ kind, status, detail }: Fault): boolean {
  if (kind === 'network') return !isCertificate(detail) && detail !== 'ENOTFOUND';
  if (kind === 'broken-off') return true;
  return kind === 'status' && LATER.has(status) && !isSpent(detail);
}

/** A quota that is used up comes back as 429, and no wait helps. */
export function isSpent(detail: string): boolean {
  return /insufficient_quota|exceeded your current quota|billing/i.test(detail);
}

/** Node's codes of a certificate that is not accepted. */
export function isCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code);
}

/**
 * How long to wait before the next try: what the server asks for and a little more, so that those who were sent away
 * together do not come back together; at least a doubling time, half of it by chance, for some ask for no time at all
 * and are as busy at the next try.
 * @param attempt from 1
 */
export function waitBefore(fault: Fault, attempt: number, random: Random): number {
  const step = Math.min(FIRST * 2 ** (attempt - 1), MOST);
  const own = step / 2 + (random() * step) / 2;
  if (fault.retryAfter === null) return own;
  return Math.max(own, fault.retryAfter + random() * Math.min(FIRST, fault.retryAfter));
}

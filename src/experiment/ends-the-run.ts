import { asProblem } from '../core/errors';

const CODES: ReadonlySet<string> = new Set(['device-lost', 'server-gone', 'server-refused']);

/** True where whatever is asked next would meet the same: the run ends at once, to be gone on with later. */
export function endsTheRun(error: unknown): boolean {
  return CODES.has(asProblem(error).code);
}

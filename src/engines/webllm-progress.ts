import type { LoadProgress } from '../core/engine';

/** As much of WebLLM's report as is used. */
interface Report {
  /** 0 to 1, of the bytes of the step under way. */
  readonly progress: number;
  readonly text: string;
}

/**
 * A load's progress from WebLLM's report: it counts whole files of weights, first as they arrive and then once more as
 * they go to the graphics card.
 * @param bytes of all weights, 0 where unknown
 */
export function progressOf({ progress, text }: Report, bytes: number): LoadProgress {
  const stage = /^(Loading|Loaded|Finish|Initializ)/i.test(text) ? 'start' : 'download';
  if (bytes > 0) return { stage, done: Math.round(clamped(progress) * bytes), total: bytes };
  const megabytes = Number(/(\d+)MB (?:fetched|loaded)/.exec(text)?.[1] ?? 0);
  return { stage, done: megabytes * 2 ** 20, total: 0 };
}

/** A list without weights makes WebLLM divide by zero. */
function clamped(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

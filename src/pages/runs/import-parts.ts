import { Problem } from '../../core/errors';
import type { Run } from '../../core/run';
import type { BatchTarget } from '../../exchange/batch-export';
import { REFERENCE_RUNS } from '../../exchange/reference-runs';
import type { RunEntry } from '../../storage/run-rows';
import type { ImportReport, ImportState } from './import-state';

/** A file that is still to be read, or that others being read may need. */
export const WORKING: ReadonlySet<ImportState['kind']> = new Set(['waiting', 'reading', 'study']);

/** A file with which nothing more happens. */
export const THROUGH: ReadonlySet<ImportState['kind']> = new Set([
  'done',
  'failed',
  'stopped',
  'stopped-kept',
  'left',
  'merged',
  'used',
]);

/** A service that does not say which model answered leaves no name. */
export function named(target: BatchTarget): BatchTarget {
  return target.model === '' ? { ...target, model: 'unknown' } : target;
}

/** The model that a run asks, by the name it has there. */
export function askedBy({ manifest }: RunEntry): string {
  return manifest.models.answer.id;
}

/** What a tool's log leaves to say; null where that is nothing. */
export function reportOf(
  more: Partial<Pick<ImportReport, 'issues' | 'scores'>>,
): ImportReport | null {
  const { issues = [], scores } = more;
  if (issues.length === 0 && (scores?.compared ?? 0) === 0) return null;
  return { issues, ...(scores === undefined ? {} : { scores }) };
}

/** The Problem of a study that no batch among the files needs. */
export function aStudy(): Problem {
  return new Problem('bad-file', {
    what: 'This is a study, not a run.',
    kept: 'Nothing was imported.',
    next: 'Open it in the lab; or drop it together with the answers to its batch.',
  });
}

/** The ids of recorded runs are addresses of this page: a file that claims one gets an id of its own. */
export function withFreeId(run: Run): Run {
  const isTaken = REFERENCE_RUNS.some(
    ({ study, model }) => `${study}.${model}` === run.manifest.runId,
  );
  if (!isTaken) return run;
  return { ...run, manifest: { ...run.manifest, runId: crypto.randomUUID() } };
}

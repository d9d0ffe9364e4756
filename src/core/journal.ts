import type { Artifact, Sample } from './run';

/** Where a runner writes what it has done, so that nothing finished is lost and nothing is run twice. */
export interface Journal {
  /** The samples that are already kept; those with an error are run again. */
  samples(): Promise<readonly Sample[]>;
  /** Resolves only when the sample is durably kept. Rejects with a Problem (`disk-full`, `storage-failed`). */
  put(sample: Sample): Promise<void>;
  /** The artifacts that are already kept. */
  artifacts(): Promise<readonly Artifact[]>;
  /** Resolves only when the artifact is durably kept; one of the same id is replaced. */
  putArtifact(artifact: Artifact): Promise<void>;
  /** Marks the run as finished at this time (ISO 8601). */
  finish(finishedAt: string): Promise<void>;
}

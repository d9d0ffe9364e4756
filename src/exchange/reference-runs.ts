import { Problem } from '../core/errors';
import type { Run } from '../core/run';
import { readRunFile } from './run-file';

const addresses = import.meta.glob<string>('../../datasets/reference-runs/*.json.gz', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** A recorded run that comes with the page: `<study>.<model>.json.gz`. */
export interface ReferenceRun {
  /** The study's id. */
  readonly study: string;
  /** The short name of the model in the file's name. */
  readonly model: string;
  readonly address: string;
}

/** The recorded runs that come with the page. Nothing of them is loaded yet. */
export const REFERENCE_RUNS: readonly ReferenceRun[] = Object.entries(addresses).map(
  ([path, address]) => {
    const [study = '', model = ''] = path
      .replace(/^.*\//, '')
      .replace(/\.json\.gz$/, '')
      .split(/\.(.*)/s);
    return { study, model, address };
  },
);

/** The models of recorded runs, by the size of the model, largest first. */
const LARGEST_FIRST = ['qwen2.5-coder-1.5b', 'qwen2.5-coder-0.5b', 'smollm2-135m'];

/** The recorded run of the largest model for a study; undefined where there is none. */
export function largestReferenceRun(study: string): ReferenceRun | undefined {
  return LARGEST_FIRST.map((model) =>
    REFERENCE_RUNS.find((run) => run.study === study && run.model === model),
  ).find((run) => run !== undefined);
}

/**
 * Loads a recorded run. It is a file of this site, but parsed like any other.
 * @throws Problem `download-failed`, `bad-file`
 */
export async function loadReferenceRun(
  reference: ReferenceRun,
  signal?: AbortSignal,
): Promise<Run> {
  const response = await fetch(reference.address, signal ? { signal } : {}).catch(
    (cause: unknown) => {
      throw new Problem('download-failed', {
        what: 'The recorded run could not be loaded.',
        next: 'Check the connection and reload the page.',
        cause,
      });
    },
  );
  if (!response.ok || response.body === null) {
    throw new Problem('download-failed', {
      what: `The recorded run could not be loaded (${response.status}).`,
      next: 'Reload the page.',
    });
  }
  const { run, problem } = await readRunFile(response.body, signal ? { signal } : {});
  if (problem !== null) throw problem;
  return run;
}

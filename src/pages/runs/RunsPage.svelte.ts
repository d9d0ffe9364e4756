import type { ExportedRun } from '../../components/run/exports';
import type { Problem } from '../../core/errors';
import { expandConditions } from '../../experiment/condition';
import { suiteOf } from '../../experiment/registry';
import { batches } from '../../exchange/batches-here';
import { isPart } from '../../exchange/part-groups';
import { partsKey } from '../../exchange/run-differences';
import { runs } from '../../storage/here';
import type { RunEntry } from '../../storage/run-rows';
import type { Run } from '../../core/run';
import { ImportQueue } from './ImportQueue.svelte';
import { doneOf, searchRuns } from './run-search';

/** The list of stored runs, followed while it changes in any tab, with what can be done to one. */
export class RunsPage {
  search = $state('');
  #entries = $state.raw<readonly RunEntry[] | null>(null);
  #problem = $state.raw<Problem | null>(null);
  readonly queue = new ImportQueue({
    store: (run) => runs.import(run),
    stored: storedParts,
    batches,
    entry: (runId) => runs.get(runId),
  });

  /** Newest first; null while they are being read. */
  get entries(): readonly RunEntry[] | null {
    return this.#entries;
  }
  readonly shown = $derived(searchRuns(this.#entries ?? [], this.search));
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Follows the list; returns what ends that. */
  open(): () => void {
    return runs.watchList().subscribe(
      (entries) => (this.#entries = entries),
      (problem) => (this.#problem = problem),
    );
  }

  rename(runId: string, name: string): Promise<void> {
    return runs.rename(runId, name);
  }

  /** Deletes a run; gives the way back. */
  remove(runId: string): Promise<() => Promise<void>> {
    return runs.remove(runId);
  }

  /** A run with what its exports need. */
  async exported(runId: string): Promise<ExportedRun> {
    const run = await runs.run(runId);
    const { study } = run.manifest;
    const [suite, conditions] = await Promise.all([suiteOf(study.suite), expandConditions(study)]);
    return { run, rows: suite.rows(run.samples).rows, conditions };
  }
}

/** The parts of the same run that are stored here already. */
async function storedParts(run: Run): Promise<readonly Run[]> {
  const key = partsKey(run.manifest);
  const entries = (await runs.list()).filter(
    (entry) =>
      doneOf(entry) < entry.manifest.trials &&
      isPart(entry.manifest) &&
      partsKey(entry.manifest) === key,
  );
  return Promise.all(entries.map(({ manifest }) => runs.run(manifest.runId)));
}

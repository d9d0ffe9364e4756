import type { Artifact } from '../core/run';
import type { Study } from '../core/study';
import { makePlan } from '../experiment/plan';
import { suiteOf } from '../experiment/registry';
import { batchTarget } from './batch-target';
import { batchWorkshop } from './batch-workshop';
import { taskName } from './harness/carried';
import { zipped } from './zipped';

export type Harness = 'lm-eval' | 'inspect';

/**
 * A study as the task of another tool, packed into one folder.
 * @throws Problem `not-supported` where a model would have to write something first, `bad-study`, `novel-missing`
 */
export async function taskArchive(
  study: Study,
  tool: Harness,
  signal?: AbortSignal,
): Promise<{ readonly name: string; readonly blob: Blob }> {
  const { suite } = await suiteOf(study.suite);
  const plan = await makePlan(study, suite);
  const made = new Map<string, Artifact>();
  const journal = {
    artifacts: () => Promise.resolve([...made.values()]),
    putArtifact: (artifact: Artifact) => {
      made.set(artifact.id, artifact);
      return Promise.resolve();
    },
  };
  const options = suite.profile
    ? {
        workshop: batchWorkshop(
          batchTarget('', 'openai'),
          (await import('./library-here')).library,
          journal,
          signal,
        ),
        artifacts: journal.artifacts,
      }
    : {};
  const harness = await import('./harness');
  const files = await (tool === 'lm-eval' ? harness.exportLmEval : harness.exportInspect)(
    plan,
    suite,
    options,
  );
  signal?.throwIfAborted();
  const folder = taskName(study.id);
  return { name: `${folder}-${tool}.zip`, blob: await zipped(files, folder) };
}

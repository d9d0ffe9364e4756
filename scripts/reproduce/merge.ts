import { readFile } from 'node:fs/promises';
import { Problem } from '../../src/core/errors';
import type { Run } from '../../src/core/run';
import { mergeRuns } from '../../src/exchange/merge-runs';
import { planHere } from '../../src/exchange/plan-here';
import { LIMITS } from '../../src/exchange/limits';
import { readRunFile } from '../../src/exchange/run-file';
import { saveRun } from './journal';
import { refuseLossOf, refuseNoPlace } from './out-file';
import { printTables } from './tables';

/**
 * Merges run files into one and prints what came of it.
 * @throws Problem `bad-file` that names what differs, and in which file; or the file that is in the way
 */
export async function mergeFiles(options: {
  readonly files: readonly string[];
  readonly out: string;
  readonly keepEarlier: boolean;
}): Promise<void> {
  await refuseNoPlace(options.out);
  const parts: Run[] = [];
  for (const file of options.files) {
    const run = await readPart(file);
    const { shard, trials } = run.manifest;
    const which = shard === undefined ? '' : `part ${shard.index} of ${shard.of}, `;
    console.log(`${file}: ${which}${run.samples.length} of ${trials} trials`);
    parts.push(run);
  }
  const [first] = parts as [Run, ...Run[]];
  const plan = await planHere(first.manifest);
  const merged = await mergeRuns(parts, {
    trials: plan?.trials ?? null,
    onConflict: options.keepEarlier ? 'keep-earlier' : 'refuse',
  });
  await refuseLossOf(options.out, merged.run);
  await saveRun(options.out, merged.run);
  const { trials, finishedAt } = merged.run.manifest;
  if (plan === null) {
    console.log(
      'This version has other data than the files: the parts follow one another as they were begun.',
    );
  } else if (finishedAt !== '') {
    await printTables(plan, merged.run.samples);
  }
  if (merged.conflicts > 0) {
    console.log(
      `${merged.conflicts} trials were answered differently; the earlier answers were kept.`,
    );
  }
  console.log(`\n${merged.done} of ${trials} trials have an outcome.`);
  console.log(`Written: ${options.out}`);
}

async function readPart(file: string): Promise<Run> {
  try {
    const { run, problem } = await readRunFile(new Blob([await readFile(file)]), {
      limits: { value: LIMITS.bytes },
    });
    if (problem !== null) console.log(`${file}: ${problem.message}`);
    return run;
  } catch (error) {
    if (!(error instanceof Problem)) {
      throw new Problem('bad-file', { what: `${file} cannot be read.`, cause: error });
    }
    throw new Problem('bad-file', { what: `${file}: ${error.message}`, next: error.next });
  }
}

import { readFile } from 'node:fs/promises';
import { makePlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';
import type { Run } from '../../src/core/run';
import { builtInStudy } from '../../src/exchange/built-in-studies';
import { readRunFile } from '../../src/exchange/run-file';

/** Why a recording has to be made; empty where the file is whole and of today's study. */
export async function lacks(path: string, study: string): Promise<string> {
  let run: Run;
  try {
    const read = await readRunFile(new Blob([await readFile(path)]));
    if (read.problem !== null) return read.problem.message;
    run = read.run;
  } catch {
    // There is none, or it cannot be read.
    return 'not recorded yet';
  }
  const asked = await builtInStudy(study);
  const plan = await makePlan(asked, (await suiteOf(asked.suite)).suite);
  const { manifest, samples } = run;
  const isOfToday =
    manifest.studyHash === plan.studyHash &&
    manifest.dataHash === plan.dataHash &&
    manifest.promptHash === plan.promptHash;
  if (!isOfToday) return 'recorded with other items or prompts';
  const done = samples.filter(({ status }) => status !== 'error').length;
  if (done < plan.trials.length) return `${done} of ${plan.trials.length} trials`;
  return manifest.finishedAt === '' ? 'not finished' : '';
}

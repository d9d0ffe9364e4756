import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { builtInStudy } from '../../../src/exchange/built-in-studies';
import { readRunText } from '../../../src/exchange/run-file';
import { makePlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';

const folder = 'datasets/reference-runs';

describe('the recorded runs', () => {
  for (const name of readdirSync(folder)) {
    it(`${name} holds every trial of today's study, asked with today's prompts`, async () => {
      const run = await readRunText(new Uint8Array(readFileSync(`${folder}/${name}`)));
      const study = await builtInStudy(name.replace(/\..*/, ''));
      const { suite } = await suiteOf('behavior');
      const plan = await makePlan(study, suite);
      expect(run.manifest.studyHash).toBe(plan.studyHash);
      expect(run.manifest.dataHash).toBe(plan.dataHash);
      expect(run.manifest.promptHash).toBe(plan.promptHash);
      expect(run.samples.map(({ trial }) => trial)).toEqual(plan.trials.map(({ id }) => id));
      expect(run.samples.filter(({ status }) => status === 'error')).toEqual([]);
      expect(run.manifest.finishedAt).not.toBe('');
    });
  }
});

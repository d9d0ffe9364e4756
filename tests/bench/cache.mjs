import { studyOf } from './study.mjs';

/** Tokens served from the cache against those that could be, and the time outside the engine, over one run. */

const STUDY = studyOf('cache', { traits: ['openness', 'neuroticism'], perBehavior: 3, limit: 33 });

/**
 * @param {import('playwright').Page} page the headless page
 * @returns {Promise<{ cached: number, could: number, outside: number, trials: number }>} tokens, tokens, share of the
 *   wall time
 */
export async function cache(page) {
  return page.evaluate(async (study) => {
    await window.crossroads.load('embedded', { onLoad: () => Promise.resolve() });
    // As in the page: every sample is kept in the browser's storage before the next trial is asked.
    const { modules, engine } = window.crossroads;
    const parsed = modules.parseStudy(study);
    const { suite } = await modules.suiteOf(parsed.suite);
    const plan = await modules.makePlan(parsed, suite);
    const manifest = await window.crossroads.manifest(study);
    await modules.runs.create(manifest);
    const journal = modules.runs.journal(manifest.runId);
    const started = performance.now();
    await modules.run(plan, suite, engine, journal);
    const wall = performance.now() - started;
    const samples = await journal.samples();
    const inside = samples.reduce((sum, { ms }) => sum + ms, 0);
    // What could be: the tokens of the longest common prefix of neighbours, counted by the engine itself.
    let could = 0;
    for (const [index, { prompt }] of samples.entries()) {
      const before = index === 0 ? '' : samples[index - 1].prompt;
      let shared = 0;
      while (shared < prompt.length && prompt[shared] === before[shared]) shared += 1;
      if (shared === 0) continue;
      const text = prompt.slice(0, shared);
      const { tokens } = await window.crossroads.engine.next({ kind: 'text', text }, 1);
      could += tokens.prompt;
    }
    const cached = samples.slice(1).reduce((sum, { tokens }) => sum + tokens.cached, 0);
    return { cached, could, outside: (wall - inside) / wall, trials: samples.length };
  }, STUDY);
}

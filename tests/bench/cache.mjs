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
    const samples = [];
    const started = performance.now();
    await window.crossroads.run(study, [], {
      onSample: (sample) => {
        samples.push(sample);
        return Promise.resolve();
      },
    });
    const wall = performance.now() - started;
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

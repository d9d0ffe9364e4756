import { builtIn } from './study.mjs';

/**
 * The built-in study `decision-quick`, as the page runs it: how long it takes, and how many of the tokens that could
 * have come from the cache did, the models' other calls on the way (CharMap) included.
 * @param {import('playwright').Page} page the headless page
 * @returns {Promise<{ seconds: number, cached: number, could: number, trials: number }>}
 */
export async function decision(page) {
  const study = builtIn('decision-quick');
  return page.evaluate(async (given) => {
    await window.crossroads.load('embedded', { onLoad: () => Promise.resolve() });
    const { modules, engine } = window.crossroads;
    const parsed = modules.parseStudy(given);
    const { suite } = await modules.suiteOf(parsed.suite);
    const plan = await modules.makePlan(parsed, suite);
    await modules.runs.create(await window.crossroads.manifest(given));
    const [{ manifest }] = await modules.runs.list();
    const journal = modules.runs.journal(manifest.runId);
    const calls = [];
    const noted = (answer) => {
      calls.push(answer);
      return answer;
    };
    const watched = {
      kind: engine.kind,
      model: engine.model,
      environment: engine.environment,
      next: async (...call) => noted(await engine.next(...call)),
      generate: async (...call) => noted(await engine.generate(...call)),
      count: (text) => engine.count(text),
      dispose: () => engine.dispose(),
    };
    const workshops = await modules.workshopsOf(suite, watched, journal);
    const started = performance.now();
    await modules.run(plan, suite, watched, journal, { workshop: workshops.under });
    const seconds = (performance.now() - started) / 1000;
    let could = 0;
    let cached = 0;
    for (const [index, { prompt, tokens }] of calls.entries()) {
      const before = calls[index - 1]?.prompt ?? '';
      let shared = 0;
      while (shared < prompt.length && prompt[shared] === before[shared]) shared += 1;
      const possible = await engine.count(prompt.slice(0, shared));
      could += possible;
      // The engine may also find a prompt again that came earlier: that is more than could be asked for.
      cached += Math.min(possible, tokens.cached);
    }
    return { seconds, cached, could, trials: plan.trials.length };
  }, study);
}

import { studyOf } from './study.mjs';

/**
 * A ladder of trials a second, one change at a time, all in one run: from wllama as it comes to what the page does.
 * Each step is compared with the others of the same run only; the machine's own speed cancels.
 */

/** Two behaviours, four scenarios each, three conditions: 24 trials. */
const STUDY = studyOf('ladder', { behaviors: ['o-fund', 'o-authority'], perBehavior: 4 });

/** The steps that read whole prompts are slow: so many trials are enough there. */
const FEW = 6;

/**
 * @param {import('playwright').Page} page the headless page
 * @param {(line: string) => void} log
 * @returns {Promise<{ step: string, trials: number, perSecond: number }[]>}
 */
export async function ladder(page, log) {
  await page.evaluate(prepare, STUDY);
  const steps = [
    ['wllama as it comes, published file, whole prompts, free text', 'q4', 'item', FEW, { free: true, cache: false }],
    ['one token instead of free text', 'q4', 'item', FEW, { free: false, cache: false }],
    ['its own prefix cache', 'q4', 'item', 24, { free: false, cache: true }],
    ['our order of trials', 'q4', 'plan', 24, { free: false, cache: true }],
    ['our weights format and settings', 'ours', 'plan', 24, { free: false, cache: true }],
  ];
  const results = [];
  for (const [step, engine, order, trials, ask] of steps) {
    const seconds = await page.evaluate(climb, { engine, order, trials, ask });
    const perSecond = trials / seconds;
    log(`${perSecond.toFixed(3).padStart(8)} trials/s  ${step} (${trials} trials)`);
    results.push({ step, trials, perSecond });
  }
  await page.evaluate(() => globalThis.ladder.stop());
  return results;
}

/** In the page: the prompts in both orders, and the engines as each step needs them. */
async function prepare(study) {
  const { modules } = window.crossroads;
  const parsed = modules.parseStudy(study);
  const { suite } = await modules.suiteOf('behavior');
  const plan = await modules.makePlan(parsed, suite);
  const asked = plan.trials.map((trial, index) => ({
    item: trial.item,
    input: plan.questions.at(index).input,
  }));
  // Item by item, each under every condition: what a plain loop would do.
  const byItem = [...asked].sort((a, b) => (a.item < b.item ? -1 : a.item > b.item ? 1 : 0));
  let runtime = null;
  let loaded = '';
  globalThis.ladder = {
    orders: { plan: asked, item: byItem },
    async engine(name) {
      if (loaded === name) return runtime;
      await runtime?.stop();
      if (name === 'ours') {
        runtime = null;
        loaded = name;
        await window.crossroads.load('embedded', { onLoad: () => Promise.resolve() });
        return null;
      }
      const model = modules.findModel('smollm2-135m-instruct-q4_1');
      const { blob } = await modules.openModel(model);
      runtime = await modules.startRuntime(blob, {});
      loaded = name;
      return runtime;
    },
    stop: () => runtime?.stop(),
  };
}

/** In the page: one step; returns its seconds, loading left out. */
async function climb({ engine, order, trials, ask }) {
  const { modules } = window.crossroads;
  const runtime = await globalThis.ladder.engine(engine);
  const prompts = globalThis.ladder.orders[order].slice(0, trials);
  const template = runtime && modules.detectTemplate(runtime.wllama.getChatTemplate());
  const put = runtime
    ? ({ input }) =>
        runtime.wllama.createCompletion({
          prompt: modules.renderChat(template, input),
          max_tokens: ask.free ? 64 : 1,
          temperature: 0,
          cache_prompt: ask.cache,
          ...(ask.free ? {} : { logprobs: 20 }),
        })
    : ({ input }) => window.crossroads.engine.next(input, 200);
  // One unmeasured call: the first pays for warming up.
  await put({ input: { kind: 'chat', messages: [{ role: 'user', content: 'Hello' }], system: 'none', lead: '' } });
  const started = performance.now();
  for (const prompt of prompts) await put(prompt);
  return (performance.now() - started) / 1000;
}

import { renderChat, type ChatTemplate } from '../../src/core/chat-template';
import type { Run, Sample } from '../../src/core/run';
import { seeded } from '../../src/core/seed';
import type { Study } from '../../src/core/study';
import { makePlan } from '../../src/experiment/plan';
import { suiteOf } from '../../src/experiment/registry';

/** All 510 items in both orders under 20 conditions: 20,400 trials. */
export const BIG_STUDY: Study = {
  format: 'crossroads-study/1',
  id: 'synthetic-big',
  title: 'Synthetic: made-up samples, no model',
  suite: 'behavior',
  items: {},
  conditions: [
    { shaping: ['none'], template: [1, 2, 3] },
    { shaping: ['quantified'], levels: [1, 2, 3, 4, 5], template: [1, 2, 3] },
    { shaping: ['descriptive'], levels: ['low', 'high'] },
  ],
  repeats: 1,
  seed: 1,
  answer: 'probability',
  order: 'balanced',
  placement: 'user',
  system: 'none',
  lead: 'Answer:',
  unparsed: 'leave-out',
  scoring: 'keyed',
  models: { answer: 'synthetic' },
  decoding: {},
};

const TEMPLATE: ChatTemplate = { family: 'chatml', defaultSystem: '', thinks: false };

/**
 * A run of so many samples whose prompts are the real ones and whose answers are drawn from a seed: for measuring how
 * the page copes, never for looking at. Its model is called "synthetic" everywhere.
 */
export async function makeBigRun(count = 20_000): Promise<Run> {
  const { suite } = await suiteOf('behavior');
  const plan = await makePlan(BIG_STUDY, suite);
  const levels = new Map(
    plan.conditions.map(({ id, levels: given }) => [
      id,
      given !== null && 'own' in given ? given.own : 3,
    ]),
  );
  const items = new Map(plan.items.map((item) => [item.id, item]));
  const conditions = new Map(plan.conditions.map((condition) => [condition.id, condition]));
  const random = seeded('big run');
  const samples = plan.trials.slice(0, count).map((trial, index): Sample => {
    const item = items.get(trial.item);
    const condition = conditions.get(trial.condition);
    const question = plan.questions.at(index);
    if (!item || !condition || !question) throw new Error('The plan has no such trial.');
    const mass = 0.3 + 0.69 * random();
    const leaning = ((levels.get(trial.condition) ?? 3) - 3) / 8;
    const first = Math.min(0.99, Math.max(0.01, random() + leaning));
    const [a, b] = item.options as [string, string];
    const answer = first >= 0.5 ? a : b;
    const endorsed = suite.endorses(item, answer, condition, BIG_STUDY);
    const high = suite.endorses(item, a, condition, BIG_STUDY) ? first : 1 - first;
    return {
      trial: trial.id,
      item: trial.item,
      condition: trial.condition,
      repeat: trial.repeat,
      order: trial.order,
      status: 'answered',
      answer,
      endorsed,
      value: high,
      probabilities: { [a]: first, [b]: 1 - first },
      answerMass: mass,
      prompt: renderChat(TEMPLATE, question.input),
      tokens: { prompt: 180, cached: 150, completion: 1 },
      ms: 100 + Math.round(900 * random()),
    };
  });
  const started = '2026-01-01T00:00:00.000Z';
  return {
    format: 'crossroads-run/1',
    artifacts: [],
    samples,
    manifest: {
      runId: 'synthetic-big-run',
      name: '',
      study: BIG_STUDY,
      studyHash: plan.studyHash,
      dataHash: plan.dataHash,
      promptHash: plan.promptHash,
      engine: 'synthetic',
      models: {
        answer: {
          id: 'synthetic',
          file: '',
          sha256: '',
          quantization: '',
          parameters: 0,
          family: '',
          chatTemplateHash: '',
        },
      },
      app: 'crossroads benchmark',
      environment: { note: 'made-up samples' },
      startedAt: started,
      finishedAt: '',
      trials: plan.trials.length,
    },
  };
}

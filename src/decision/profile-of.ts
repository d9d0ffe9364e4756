import type { Json } from '../core/hash';
import { fold } from '../core/passage';
import type { Condition } from '../core/plan';
import type { Profile, Workshop } from '../core/profile';
import type { Study } from '../core/study';
import type { Decision, DecisionDataset } from './dataset';
import { build } from './methods/build';
import { motivationPart, roomFor, type Room } from './methods/room';
import { PROMPTS_VERSION } from './methods/summaries';
import { modelKey, nameOf, taskOf, type Task } from './methods/task';
import { quotesOf, rebuild } from './profile';
import { profileText } from './profile-text';
import { needsNovel } from './recipe';

/**
 * Makes a decision's profile by its condition's method, or takes the kept one up again (LifeChoice sections 4.1, 5.3).
 * @throws Problem `novel-missing`, `hash-mismatch`, `model-missing`, `not-supported`, `aborted` and those of the models
 */
export async function profileOf(
  decision: Decision,
  condition: Condition,
  study: Study,
  workshop: Workshop,
  dataset: DecisionDataset,
): Promise<Profile> {
  const task = await taskOf(decision, condition, study, workshop, dataset);
  const motivation = await motivationPart(task);
  const room = await roomFor(task, motivation);
  const artifact = await workshop.artifact('profile', keyOf(task, room), async () => {
    const { parts, trace } = await build(task, motivation, room);
    const text = profileText(parts, nameOf(task));
    return { text: fold(text, quotesOf(parts)), trace: trace as unknown as Json };
  });
  const { signal, library } = workshop;
  return rebuild(artifact, (id) => library.novel(id, signal), task.replacer);
}

/** All that a profile depends on: conditions that differ in nothing else share it. */
function keyOf(task: Task, { allowed }: Room): Json {
  const { decision, condition, study, settings, recipe, novel, before } = task;
  const { method, motivation, entities, section } = condition;
  const { description, memories } = recipe;
  const model = (role: 'answer' | 'describe' | 'locate', used: boolean): string | null =>
    used ? modelKey(task, role) : null;
  return {
    prompts: PROMPTS_VERSION,
    decision: decision.id,
    method,
    motivation,
    entities,
    section,
    before: { chapter: before.chapter, paragraph: before.paragraph },
    novel: novel?.hash ?? null,
    allowed,
    settings: needsNovel(recipe) ? { ...settings } : null,
    seed: memories === 'random' ? study.seed : null,
    models: {
      answer: model('answer', true),
      describe: model('describe', description !== null && description !== 'curated'),
      locate: model('locate', memories === 'charmap'),
      embed: study.models.embed ?? null,
    },
  };
}

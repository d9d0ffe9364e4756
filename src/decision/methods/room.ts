import type { ProfilePart } from '../../core/profile';
import { profileText } from '../profile-text';
import { question } from '../prompt';
import { LETTERS } from '../rows-schema';
import { nameOf, type Task } from './task';

/** Tokens kept free for the chat template and the profile's headings. */
const MARGIN = 64;
/** Tokens kept free for the answer. */
const ANSWER = { probability: 8, generate: 64, thinking: 2048 } as const;

/** A profile's greatest length in tokens of the answering model. */
export interface Room {
  readonly asked: number;
  /** Less than `asked` where the model's context holds no more beside question, motivation and answer. */
  readonly allowed: number;
}

/** The budget of a task; the raw text takes all that the context holds, whatever the budget is. */
export async function roomFor(task: Task, motivation: ProfilePart | null): Promise<Room> {
  const asked = task.condition.budget ?? task.settings.budget;
  const room = Math.max(0, await roomBeside(task, motivation));
  return { asked, allowed: task.recipe.raw ? room : Math.min(asked, room) };
}

/** The motivation's text, beside the budget: a profile with it holds all that the one without holds. */
export async function motivationPart(task: Task): Promise<ProfilePart | null> {
  const { decision, condition, replacer, workshop } = task;
  if (!condition.motivation || decision.motivation === null) return null;
  const text = replacer.replace(decision.motivation.text);
  const tokens = await workshop.count(text);
  return { kind: 'motivation', text, tokens, cut: false, passage: null };
}

/** Tokens that the answering model's context holds beside question, motivation and answer. */
async function roomBeside(task: Task, motivation: ProfilePart | null): Promise<number> {
  const { decision, condition, study, workshop, replacer } = task;
  const told = motivation === null ? '' : profileText([motivation], nameOf(task));
  const { input } = question(decision, condition, LETTERS, study, replacer.replace, told);
  const text = [...input.messages.map(({ content }) => content), input.lead].join('\n');
  const answer = condition.thinking
    ? (study.decoding.maxTokens ?? ANSWER.thinking)
    : study.answer === 'probability'
      ? ANSWER.probability
      : (study.decoding.maxTokens ?? ANSWER.generate);
  const { context } = workshop.model('answer');
  return context - answer - MARGIN - (await workshop.count(text));
}

import type { ProfilePart } from '../../core/profile';
import { fitted } from '../budget';
import { evidenceIn } from '../evidence';
import { keptPart, quotesOf, type Note, type ProfileTrace } from '../profile';
import { describe } from './describe';
import { memoriesOf } from './memories';
import { rawText } from './raw';
import type { Room } from './room';
import type { Task } from './task';

/** A task's parts, in the order in which the model reads them, and the account of how they came about. */
export async function build(
  task: Task,
  motivation: ProfilePart | null,
  { asked, allowed }: Room,
): Promise<{ parts: ProfilePart[]; trace: ProfileTrace }> {
  const { decision, condition, recipe, before } = task;
  const described = await descriptionOf(task, allowed);
  const used = described?.part.tokens ?? 0;
  const memories = await memoriesOf(task, described?.whole ?? '', allowed - used);
  const raw = recipe.raw ? await rawText(task, allowed) : null;
  const parts: ProfilePart[] = [
    ...(described ? [described.part] : []),
    ...(memories?.parts ?? []),
    ...(raw?.part ? [raw.part] : []),
  ];
  const lowered = !recipe.raw && allowed < asked && (described ?? memories) !== null;
  const quotes = task.novel !== null && (memories ?? raw) !== null;
  const passages = quotesOf(parts).map(({ passage }) => passage);
  const all = motivation === null ? parts : [...parts, motivation];
  return {
    parts: all,
    trace: {
      method: condition.method,
      known: {
        section: condition.section,
        before: { chapter: before.chapter, paragraph: before.paragraph },
      },
      budget: { asked, allowed, used: parts.reduce((sum, { tokens }) => sum + tokens, 0) },
      description: described?.trace ?? null,
      memories: memories?.trace ?? null,
      parts: all.map(keptPart),
      evidence:
        quotes && task.novel !== null ? evidenceIn(decision.evidence, passages, task.novel) : null,
      notes: [
        ...(lowered ? (['context-limit'] as const) : []),
        ...(described?.notes ?? []),
        ...(memories?.notes ?? []),
        ...(raw?.cut ? (['raw-cut'] as const) : []),
      ],
    },
  };
}

interface Description {
  /** As the model is to see it, before it was cut. */
  readonly whole: string;
  readonly part: ProfilePart;
  readonly trace: NonNullable<ProfileTrace['description']>;
  readonly notes: readonly Note[];
}

/** The description, cut to its share where memories stand beside it, else to the whole budget. */
async function descriptionOf(task: Task, allowed: number): Promise<Description | null> {
  const { recipe, settings, replacer, workshop } = task;
  const source = recipe.description;
  if (source === null) return null;
  const described = await describe(task, source);
  const whole = replacer.replace(described.text);
  const most = recipe.memories === null ? allowed : Math.floor(allowed * settings.share);
  const { text, tokens, cut } = await fitted(whole, most, workshop.count);
  const note: Note = text === '' ? 'description-left-out' : 'description-cut';
  return {
    whole,
    part: { kind: 'description', text, tokens, cut, passage: null },
    trace: { source, artifact: described.artifact, tokens, cut },
    notes: whole === '' ? ['description-nothing-known'] : cut ? [note] : [],
  };
}
